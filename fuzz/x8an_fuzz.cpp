// Any bytes as battle animations (X8AN).
#include "ossuary/formats/sf3/binding.h"
#include "saturn.h"

namespace ossuary::fuzz::try_x8an {

using namespace sf3;

OSSUARY_FUZZ(x8an) {
    if (const auto file = parse_x8an(bytes)) {
        std::size_t grouped = 0;
        for (const AnimationGroup& group : group_animations(*file)) grouped += group.count;
        expect(grouped == file->animations.size());
    }
    check_kept(bytes, parse_x8an, write_x8an, dump_x8an, build_x8an);
}

} // namespace ossuary::fuzz::try_x8an
