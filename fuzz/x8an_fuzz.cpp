// Any bytes as battle animations (X8AN).
#include "ossuary/formats/sf3/binding.h"
#include "saturn.h"

using namespace ossuary;
using namespace ossuary::sf3;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Bytes bytes(reinterpret_cast<const std::byte*>(data), size);
    if (const auto file = parse_x8an(bytes)) {
        std::size_t grouped = 0;
        for (const AnimationGroup& group : group_animations(*file)) grouped += group.count;
        fuzz::expect(grouped == file->animations.size());
    }
    return fuzz::check_kept(bytes, parse_x8an, write_x8an, dump_x8an, build_x8an);
}
