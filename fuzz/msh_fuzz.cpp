// Any bytes as a plain mesh (MSH).
#include "lossless.h"
#include "ossuary/formats/zengin/msh.h"

using namespace ossuary;
using namespace ossuary::zengin;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return fuzz::check_lossless(data, size, parse_msh, write_msh, dump_msh, build_msh);
}
