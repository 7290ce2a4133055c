// Any bytes as a morph mesh (MMB).
#include "lossless.h"
#include "ossuary/formats/zengin/mmb.h"

using namespace ossuary;
using namespace ossuary::zengin;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return fuzz::check_lossless(data, size, parse_mmb, write_mmb, dump_mmb, build_mmb);
}
