// Pictures: PNG and TGA both ways, JPEG as it is.
#include "assets/rows.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/image/image.h"
#include "ossuary/formats/image/png.h"
#include "ossuary/formats/image/tga.h"
#include "ossuary/model/names.h"

namespace ossuary {

namespace {

template <ImageEncoding Encoding> bool announces(Bytes bytes) { return image::recognise(bytes) == Encoding; }

Result<Json> info(const NamedFile& file, const FileLookup&, const OpenOptions&, Diagnostics*) {
    const auto picture = image::from_file(file.name, file.bytes);
    if (!picture) return Failure(picture.error());
    Json facts = Json::object();
    facts.set("source", file_name(file.name));
    facts.set("bytes", file.bytes.size());
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
Result<Json> values(const NamedFile& file, const FileLookup&, const OpenOptions&, Diagnostics*) {
    const auto picture = decoded(file);
    if (!picture) return Failure(picture.error());
    constexpr std::string_view digits = "0123456789abcdef";
    Json rows = Json::array();
    for (std::size_t y = 0; y < picture->height; ++y) {
        std::string row;
        row.reserve(std::size_t{picture->width} * 9);
        for (std::size_t x = 0; x < picture->width; ++x) {
            if (x > 0) row += ' ';
            for (std::size_t k = 0; k < 4; ++k) {
                const auto value = std::to_integer<unsigned>(picture->bytes[(y * picture->width + x) * 4 + k]);
                row += digits[value >> 4];
                row += digits[value & 15];
            }
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

Result<ByteBuffer> rewrite_png(const NamedFile& file, const FileLookup&, const OpenOptions&, Diagnostics*) {
    return decoded(file).and_then(image::write_png);
}

Result<ByteBuffer> rewrite_tga(const NamedFile& file, const FileLookup&, const OpenOptions&, Diagnostics*) {
    return decoded(file).and_then(write_as_tga);
}

Result<void> open(const NamedFile& file, Model& model, const FileLookup&, const OpenOptions&, Diagnostics*) {
    auto picture = image::from_file(file_name(file.name), file.bytes);
    if (!picture) return Failure(picture.error());
    if (model.name.empty()) model.name = picture->name;
    model.images.push_back(std::move(*picture));
    return {};
}

// The one picture of the model, as pixels.
Result<Image> only_picture(const Model& model) {
    if (model.images.size() == 1) return image::decode(model.images.front());
    return fail(model.images.empty() ? std::string("there is no picture to write")
                                     : "a picture file holds one picture, not " + std::to_string(model.images.size()));
}

Result<std::vector<NamedFile>> save_png(const Model& model, std::string_view stem, const SaveOptions&, Diagnostics*) {
    auto bytes = only_picture(model).and_then(image::write_png);
    if (!bytes) return Failure(bytes.error());
    return std::vector{NamedFile{std::string(stem) + ".png", std::move(*bytes)}};
}

Result<std::vector<NamedFile>> save_tga(const Model& model, std::string_view stem, const SaveOptions&, Diagnostics*) {
    auto bytes = only_picture(model).and_then(write_as_tga);
    if (!bytes) return Failure(bytes.error());
    return std::vector{NamedFile{std::string(stem) + ".tga", std::move(*bytes)}};
}

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
