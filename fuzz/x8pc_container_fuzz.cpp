// Any bytes as several battle models in one file.
#include "ossuary/formats/sf3/x8pc_container.h"
#include "saturn.h"

namespace ossuary::fuzz::try_x8pc_container {

using namespace sf3;

OSSUARY_FUZZ(x8pc_container) {
    // One image as two blocks, so that a seed of one model leads somewhere.
    ByteBuffer twice(bytes.begin(), bytes.end());
    twice.insert(twice.end(), bytes.begin(), bytes.end());
    check_kept(twice, parse_x8pc_container, write_x8pc_container, dump_x8pc_container, build_x8pc_container);
}

} // namespace ossuary::fuzz::try_x8pc_container
