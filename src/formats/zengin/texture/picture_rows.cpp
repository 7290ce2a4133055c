#include "picture_rows.h"

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/image/image.h"
#include "ossuary/formats/zengin/fnt.h"
#include "ossuary/formats/zengin/model.h"
#include "ossuary/formats/zengin/tex.h"

namespace ossuary::zengin {

namespace {

void add_picture(Model& model, Image picture) {
    if (model.name.empty()) model.name = picture.name;
    model.images.push_back(std::move(picture));
}

Result<Image> font_texture(const zengin::FontFile& font, const FileLookup& lookup, Diagnostics* diagnostics) {
    const auto found = lookup ? zengin::find_texture(font.texture, lookup, diagnostics) : std::nullopt;
    if (found) return image::decode(*found);
    const auto size = zengin::implied_texture_size(font);
    if (!size) return fail("the font's texture " + font.texture + " is not found, and no glyph says how large it is");
    // A few bytes can imply any size.
    constexpr std::uint32_t largest_side = 2048;
    if (size->width > largest_side || size->height > largest_side)
        return fail("the font's texture " + font.texture + " is not found, and its glyphs imply one of " +
                    std::to_string(size->width) + " × " + std::to_string(size->height) + " pixels, more than " +
                    std::to_string(largest_side) + " × " + std::to_string(largest_side));
    report(diagnostics, Severity::warning, {},
           "the font's texture " + font.texture + " is not found: the frames of its glyphs are drawn alone");
    Image blank{.width = size->width, .height = size->height};
    blank.bytes.resize(std::size_t{blank.width} * blank.height * 4);
    return blank;
}

} // namespace

Result<void> open_tex(const NamedFile& file, Model& model, const FileLookup&, const OptionValues&,
                      Diagnostics* diagnostics) {
    const auto texture = zengin::parse_tex(file.bytes, diagnostics);
    if (!texture) return Failure(texture.error());
    add_picture(model, zengin::to_image(*texture, file_name(file.name)));
    return {};
}

SavedFiles save_tex(const Model& model, std::string_view stem, const OptionValues& options, Diagnostics* diagnostics) {
    const auto picture = only_picture(model);
    if (!picture) return Failure(picture.error());
    zengin::TexOptions how;
    const std::string_view wanted = options.text("texture-format");
    if (!wanted.empty() && !parse_name(wanted, how.format.emplace()))
        return fail("TEX files have no format '" + std::string(wanted) + "'");
    how.levels = options.flag("no-mips") ? 1 : 0;
    const auto texture = zengin::tex_from_model_image(**picture, how, diagnostics);
    if (!texture) return Failure(texture.error());
    return saved(stem, ".TEX", write_tex(*texture));
}

Result<void> open_fnt(const NamedFile& file, Model& model, const FileLookup& lookup, const OptionValues&,
                      Diagnostics* diagnostics) {
    const auto font = zengin::parse_fnt(file.bytes, diagnostics);
    if (!font) return Failure(font.error());
    const auto texture = font_texture(*font, lookup, diagnostics);
    if (!texture) return Failure(texture.error());
    Image sheet = glyph_sheet(*font, *texture);
    sheet.name = file_stem(file.name);
    sheet.source = file_name(file.name);
    sheet.extras = Json();
    add_picture(model, std::move(sheet));
    return {};
}

} // namespace ossuary::zengin
