// Any bytes as a DDS file: refused with a place, or kept exactly and decoded.
#include "lossless.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/image/dds.h"

namespace ossuary::fuzz::try_dds {

using namespace image;

OSSUARY_FUZZ(dds) {
    const auto file = parse_dds(bytes);
    if (!file) {
        expect(file.error().place().offset && *file.error().place().offset <= bytes.size());
        return;
    }
    expect(std::ranges::equal(write_dds(*file), bytes));
    for (std::size_t level = 0; level < file->texture.levels.size(); ++level)
        expect(decode_level(file->texture, level).has_value());
}

} // namespace ossuary::fuzz::try_dds
