// Any bytes as a hierarchy (MDH).
#include "lossless.h"
#include "ossuary/formats/zengin/mdh.h"

using namespace ossuary;
using namespace ossuary::zengin;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return fuzz::check_lossless(data, size, parse_mdh, write_mdh, dump_mdh, build_mdh);
}
