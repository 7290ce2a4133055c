// Any bytes as a texture (TEX): kept, and every level decoded.
#include "lossless.h"
#include "ossuary/formats/zengin/tex.h"

using namespace ossuary;
using namespace ossuary::zengin;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (const auto file = parse_tex({reinterpret_cast<const std::byte*>(data), size}))
        for (std::size_t level = 0; level < file->levels.size(); ++level)
            fuzz::expect(decode_tex(*file, level).has_value());
    return fuzz::check_lossless(data, size, parse_tex, write_tex, dump_tex, build_tex);
}
