// The rows of pictures: PNG, TGA and DDS both ways, JPEG as it is.
#include "formats/image/tga_layout.h"
#include "ossuary/base/hex.h"
#include "ossuary/format/row_verbs.h"
#include "ossuary/formats/image/dds.h"
#include "ossuary/formats/image/image.h"
#include "ossuary/formats/image/png.h"
#include "ossuary/formats/image/texture_options.h"
#include "ossuary/formats/image/tga.h"
#include "ossuary/model/names.h"

namespace ossuary {

namespace {

template <ImageEncoding Encoding> bool announces(Bytes bytes) { return image::recognise_image(bytes) == Encoding; }

Result<Json> info(const NamedFile& file, const FileLookup&, const OptionValues&, Diagnostics*) {
    const auto picture = image::from_file(file.name, file.bytes);
    if (!picture) return Failure(picture.error());
    Json facts = file_facts(file);
    facts.set("encoding", name_of(picture->encoding));
    facts.set("width", picture->width);
    facts.set("height", picture->height);
    if (picture->encoding == ImageEncoding::tga) {
        ByteReader reader(file.bytes);
        image::TgaHeader header;
        describe(reader, header);
        if (!reader.ok()) return Failure(reader.error());
        facts.set("image_type", header.image_type);
        facts.set("pixel_depth", header.pixel_depth);
        facts.set("descriptor", header.descriptor);
    }
    if (picture->encoding == ImageEncoding::dds) {
        const auto dds = image::parse_dds(file.bytes);
        if (!dds) return Failure(dds.error());
        const std::string_view format = image::name_of(dds->texture.format);
        facts.set("pixel_format", format.empty() ? "masks" : format);
        facts.set("levels", dds->texture.levels.size());
    }
    if (picture->encoding != ImageEncoding::jpeg) {
        const auto alpha = image::guess_alpha(*picture);
        if (!alpha) return Failure(alpha.error());
        facts.set("alpha", name_of(*alpha));
    }
    return facts;
}

Result<Image> decoded(const NamedFile& file) {
    const auto picture = image::from_file(file.name, file.bytes);
    if (!picture) return Failure(picture.error());
    return image::decode(*picture);
}

// Size and pixels, a row as one text of hexadecimal rrggbbaa.
Result<Json> values(const NamedFile& file, const FileLookup&, const OptionValues&, Diagnostics*) {
    const auto picture = decoded(file);
    if (!picture) return Failure(picture.error());
    Json rows = Json::array();
    for (std::size_t y = 0; y < picture->height; ++y) {
        std::string row;
        row.reserve(std::size_t{picture->width} * 9);
        for (std::size_t x = 0; x < picture->width; ++x) {
            if (x > 0) row += ' ';
            append_hex(row, Bytes(picture->bytes).subspan((y * picture->width + x) * 4, 4));
        }
        rows.push(std::move(row));
    }
    Json values = Json::object();
    values.set("width", picture->width);
    values.set("height", picture->height);
    values.set("rows", std::move(rows));
    return values;
}

bool has_alpha(const Image& pixels) {
    for (std::size_t i = 3; i < pixels.bytes.size(); i += 4)
        if (pixels.bytes[i] != std::byte{255}) return true;
    return false;
}

Result<ByteBuffer> write_as_tga(const Image& pixels) {
    return image::write_tga(pixels, {.run_length = true, .alpha = has_alpha(pixels)});
}

Result<ByteBuffer> rewrite_png(const NamedFile& file, const FileLookup&, const OptionValues&, Diagnostics*) {
    return decoded(file).and_then(image::write_png);
}

Result<ByteBuffer> rewrite_tga(const NamedFile& file, const FileLookup&, const OptionValues&, Diagnostics*) {
    return decoded(file).and_then(write_as_tga);
}

Result<void> open(const NamedFile& file, Model& model, const FileLookup&, const OptionValues&, Diagnostics*) {
    auto picture = image::from_file(file_name(file.name), file.bytes);
    if (!picture) return Failure(picture.error());
    if (model.name.empty()) model.name = picture->name;
    model.images.push_back(std::move(*picture));
    return {};
}

Result<Image> only_pixels(const Model& model) {
    return only_picture(model).and_then([](const Image* picture) { return image::decode(*picture); });
}

SavedFiles save_png(const Model& model, std::string_view stem, const OptionValues&, Diagnostics*) {
    auto bytes = only_pixels(model).and_then(image::write_png);
    if (!bytes) return Failure(bytes.error());
    return saved(stem, ".png", std::move(*bytes));
}

SavedFiles save_tga(const Model& model, std::string_view stem, const OptionValues&, Diagnostics*) {
    auto bytes = only_pixels(model).and_then(write_as_tga);
    if (!bytes) return Failure(bytes.error());
    return saved(stem, ".tga", std::move(*bytes));
}

// A DDS as it is; other pictures compressed, or in the format that was asked for.
Result<ByteBuffer> write_as_dds(const Image& picture, const OptionValues& options) {
    if (picture.encoding == ImageEncoding::dds && options.text("texture-format").empty()) {
        if (!options.flag("no-mips")) return picture.bytes;
        return image::parse_dds(picture.bytes).map([](image::DdsFile file) {
            file.texture.levels.resize(1);
            return image::write_dds(image::make_dds(std::move(file.texture)));
        });
    }
    const auto pixels = image::decode(picture);
    if (!pixels) return Failure(pixels.error());
    image::PixelFormat format = has_alpha(*pixels) ? image::dxt5_format : image::dxt1_format;
    if (!options.text("texture-format").empty()) {
        const auto named = image::find_pixel_format(options.text("texture-format"));
        if (!named) return fail("no format '" + std::string(options.text("texture-format")) + "'");
        format = *named;
    }
    return image::make_texture(*pixels, format, {.levels = options.flag("no-mips") ? 1u : 0u})
        .map([](image::Texture texture) { return image::write_dds(image::make_dds(std::move(texture))); });
}

SavedFiles save_dds(const Model& model, std::string_view stem, const OptionValues& options, Diagnostics*) {
    auto bytes = only_picture(model).and_then([&](const Image* picture) { return write_as_dds(*picture, options); });
    if (!bytes) return Failure(bytes.error());
    return saved(stem, ".dds", std::move(*bytes));
}

Result<ByteBuffer> rewrite_dds(const NamedFile& file, const FileLookup&, const OptionValues&, Diagnostics*) {
    return image::parse_dds(file.bytes).map(image::write_dds);
}

constexpr std::string_view dds_extensions[] = {".dds"};
constexpr std::string_view png_extensions[] = {".png"};
constexpr std::string_view tga_extensions[] = {".tga"};
constexpr std::string_view jpeg_extensions[] = {".jpg", ".jpeg"};

constexpr Format rows[] = {
    {
        .name = "png",
        .title = "PNG picture",
        .game = "",
        .extensions = png_extensions,
        .role = Role::picture,
        .recognise = announces<ImageEncoding::png>,
        .info = info,
        .values = values,
        .rewrite = rewrite_png,
        .open = open,
        .save = save_png,
    },
    {
        .name = "tga",
        .title = "TGA picture",
        .game = "",
        .extensions = tga_extensions,
        .role = Role::picture,
        .recognise = announces<ImageEncoding::tga>,
        .info = info,
        .values = values,
        .rewrite = rewrite_tga,
        .open = open,
        .save = save_tga,
    },
    {
        .name = "dds",
        .title = "DirectDraw surface",
        .game = "",
        .extensions = dds_extensions,
        .role = Role::picture,
        .save_options = image::texture_options,
        .recognise = announces<ImageEncoding::dds>,
        .info = info,
        .values = values,
        .rewrite = rewrite_dds,
        .open = open,
        .save = save_dds,
    },
    {
        .name = "jpeg",
        .title = "JPEG picture",
        .game = "",
        .extensions = jpeg_extensions,
        .role = Role::picture,
        .recognise = announces<ImageEncoding::jpeg>,
        .info = info,
        .open = open,
    },
};

} // namespace

std::span<const Format> image_rows() { return rows; }

} // namespace ossuary
