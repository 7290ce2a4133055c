// Any bytes as a mesh with its levels (MRM).
#include "lossless.h"
#include "ossuary/formats/zengin/mrm.h"

using namespace ossuary;
using namespace ossuary::zengin;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return fuzz::check_lossless(data, size, parse_mrm, write_mrm, dump_mrm, build_mrm);
}
