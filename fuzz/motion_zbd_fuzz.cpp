// Any bytes as mech motions (motion.zbd).
#include "lossless.h"
#include "ossuary/formats/mw3/motion_binding.h"

using namespace ossuary;
using namespace ossuary::mw3;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Bytes bytes(reinterpret_cast<const std::byte*>(data), size);
    if (const auto file = parse_motion(bytes))
        if (const auto model = to_model(*file, "mech")) fuzz::expect(validate(*model).empty());
    return fuzz::check_lossless(data, size, parse_motion, write_motion, dump_motion, build_motion);
}
