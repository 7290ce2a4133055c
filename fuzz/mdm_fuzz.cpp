// Any bytes as model meshes (MDM).
#include "lossless.h"
#include "ossuary/formats/zengin/mdm.h"

using namespace ossuary;
using namespace ossuary::zengin;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return fuzz::check_lossless(data, size, parse_mdm, write_mdm, dump_mdm, build_mdm);
}
