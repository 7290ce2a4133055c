// Any bytes as a model (MDL).
#include "lossless.h"
#include "ossuary/formats/zengin/mdl.h"

using namespace ossuary;
using namespace ossuary::zengin;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return fuzz::check_lossless(data, size, parse_mdl, write_mdl, dump_mdl, build_mdl);
}
