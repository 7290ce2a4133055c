// Any bytes as a font (FNT): kept; boxes, sizes and texts come out of whatever it holds.
#include "lossless.h"
#include "ossuary/formats/zengin/fnt.h"

namespace ossuary::fuzz::try_fnt {

using namespace zengin;

OSSUARY_FUZZ(fnt) {
    if (const auto font = parse_fnt(bytes)) {
        const auto texture = implied_texture_size(*font).value_or(FontTextureSize{64, 64});
        for (std::size_t glyph = 0; glyph < font->widths.size(); ++glyph)
            (void)glyph_box(*font, glyph, texture.width, texture.height);
        const std::string_view text = as_text(bytes).substr(0, 256);
        const TextLayout layout = lay_out(*font, text, 40);
        expect(layout.glyphs.size() <= text.size());
        for (const TextLine& line : layout.lines) expect(line.width <= 40 || line.count == 1);
    }
    check_lossless(bytes, parse_fnt, write_fnt, dump_fnt, build_fnt);
}

} // namespace ossuary::fuzz::try_fnt
