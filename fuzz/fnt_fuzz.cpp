// Any bytes as a font (FNT): kept; boxes, sizes and texts come out of whatever it holds.
#include "lossless.h"
#include "ossuary/formats/zengin/fnt.h"

using namespace ossuary;
using namespace ossuary::zengin;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (const auto font = parse_fnt({reinterpret_cast<const std::byte*>(data), size})) {
        const auto texture = implied_texture_size(*font).value_or(FontTextureSize{64, 64});
        for (std::size_t glyph = 0; glyph < font->widths.size(); ++glyph)
            (void)glyph_box(*font, glyph, texture.width, texture.height);
        const std::string_view text(reinterpret_cast<const char*>(data), std::min<std::size_t>(size, 256));
        const TextLayout layout = lay_out(*font, text, 40);
        fuzz::expect(layout.glyphs.size() <= text.size());
        for (const TextLine& line : layout.lines) fuzz::expect(line.width <= 40 || line.count == 1);
    }
    return fuzz::check_lossless(data, size, parse_fnt, write_fnt, dump_fnt, build_fnt);
}
