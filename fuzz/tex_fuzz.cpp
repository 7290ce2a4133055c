// Any bytes as a texture (TEX): kept, and every level decoded.
#include "lossless.h"
#include "ossuary/formats/zengin/tex.h"

namespace ossuary::fuzz::try_tex {

using namespace zengin;

OSSUARY_FUZZ(tex) {
    if (const auto file = parse_tex(bytes))
        for (std::size_t level = 0; level < file->levels.size(); ++level) expect(decode_tex(*file, level).has_value());
    check_lossless(bytes, parse_tex, write_tex, dump_tex, build_tex);
}

} // namespace ossuary::fuzz::try_tex
