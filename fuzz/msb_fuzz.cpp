// Any bytes as a compiled script (MSB).
#include "lossless.h"
#include "ossuary/formats/zengin/msb.h"

using namespace ossuary;
using namespace ossuary::zengin;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return fuzz::check_lossless(data, size, parse_msb, write_msb, dump_msb, build_msb);
}
