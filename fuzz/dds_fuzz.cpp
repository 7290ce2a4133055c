// Any bytes as a DDS file: refused with a place, or kept exactly and decoded.
#include "lossless.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/image/dds.h"

using namespace ossuary;
using namespace ossuary::image;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Bytes bytes(reinterpret_cast<const std::byte*>(data), size);
    const auto file = parse_dds(bytes);
    if (!file) {
        fuzz::expect(file.error().place().offset && *file.error().place().offset <= size);
        return 0;
    }
    fuzz::expect(std::ranges::equal(write_dds(*file), bytes));
    for (std::size_t level = 0; level < file->texture.levels.size(); ++level)
        fuzz::expect(decode_level(file->texture, level).has_value());
    return 0;
}
