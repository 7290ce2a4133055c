#include "ossuary/formats/image/dds.h"
#include "formats/image/dds_layout.h"

#include <algorithm>

#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/image/image.h"

namespace ossuary::image {

namespace {

constexpr std::string_view signature = "DDS ";
enum : std::uint32_t { has_pitch = 8, has_levels = 0x20000, has_linear_size = 0x80000 };               // flags
enum : std::uint32_t { with_alpha = 1, with_four_cc = 4, with_palette = 0x20, with_rgb = 0x40 };       // of the format
enum : std::uint32_t { complex = 8, levels_cap = 0x400000, any_cube = 0xFE00, any_volume = 0x200000 }; // caps

struct FourCc {
    std::array<char, 4> text;
    Dxt dxt;
    bool premultiplied;
};
constexpr FourCc four_ccs[] = {{{'D', 'X', 'T', '1'}, Dxt::dxt1, false},
                               {{'D', 'X', 'T', '2'}, Dxt::dxt3, true},
                               {{'D', 'X', 'T', '3'}, Dxt::dxt3, false},
                               {{'D', 'X', 'T', '4'}, Dxt::dxt5, true},
                               {{'D', 'X', 'T', '5'}, Dxt::dxt5, false}};

// What the header says the pixels are. Fails through the reader.
PixelFormat read_format(ByteReader& reader, const DdsPixelFormat& stored) {
    PixelFormat format;
    if (stored.flags & with_four_cc) {
        const auto known = std::ranges::find(four_ccs, stored.four_cc, &FourCc::text);
        if (known == std::end(four_ccs)) {
            reader.fail("header.pixel_format.four_cc", "is none of DXT1 to DXT5");
            return format;
        }
        format = {.kind = PixelFormat::Kind::blocks, .dxt = known->dxt, .premultiplied = known->premultiplied};
    } else if (stored.flags & with_palette) {
        format = palette_format;
    } else if (stored.flags & with_rgb) {
        format.layout = {.size = stored.rgb_bit_count / 8,
                         .red = stored.red,
                         .green = stored.green,
                         .blue = stored.blue,
                         .alpha = stored.flags & with_alpha ? stored.alpha : 0};
        if (stored.rgb_bit_count % 8 != 0 || !is_valid(format.layout))
            reader.fail("header.pixel_format",
                        "the masks do not describe pixels of " + std::to_string(stored.rgb_bit_count) + " bits");
    } else {
        reader.fail("header.pixel_format.flags", "neither compressed nor RGB nor with a palette");
    }
    return format;
}

} // namespace

Result<DdsFile> parse_dds(Bytes bytes) {
    DdsFile file;
    DdsHeader& header = file.header;
    Texture& texture = file.texture;
    ByteReader reader(bytes);
    if (as_text(reader.take("signature", signature.size())) != signature)
        return fail({.offset = 0, .field = "signature"}, "not a DDS file");
    reader("header", header);
    if (!reader.ok()) return Failure(reader.error());
    const std::uint64_t pixels = std::uint64_t{header.width} * header.height;
    if (header.size != 124 || header.pixel_format.size != 32)
        reader.fail("header.size", "expected a header of 124 bytes and a format of 32");
    if (header.caps2 & (any_cube | any_volume)) reader.fail("header.caps2", "cube maps and volumes are not supported");
    if (pixels == 0 || pixels > max_pixels)
        reader.fail("header.width", std::to_string(header.width) + " × " + std::to_string(header.height) +
                                        " pixels are none, or too many");
    texture.format = read_format(reader, header.pixel_format);
    if (!reader.ok()) return Failure(reader.error());
    texture.width = header.width;
    texture.height = header.height;

    const std::size_t count = header.flags & has_levels ? std::max(1u, header.mip_map_count) : 1;
    if (count > full_level_count(texture.width, texture.height))
        reader.fail("header.mip_map_count", std::to_string(count) + " levels are more than the size allows");
    if (texture.format.kind == PixelFormat::Kind::palette) {
        const Bytes entries = reader.take("palette", texture.palette.size() * 4);
        for (std::size_t i = 0; i < entries.size() / 4; ++i) {
            const auto channel = [&](std::size_t k) { return std::to_integer<std::uint8_t>(entries[i * 4 + k]); };
            texture.palette[i] = {channel(0), channel(1), channel(2), channel(3)};
        }
    }
    for (std::size_t level = 0; level < count && reader.ok(); ++level) {
        const std::uint64_t size =
            level_size(texture.format, level_side(texture.width, level), level_side(texture.height, level));
        const ByteReader::Scope scope(reader, "levels", static_cast<std::int64_t>(level));
        const Bytes stored = reader.take("", static_cast<std::size_t>(size));
        texture.levels.emplace_back(stored.begin(), stored.end());
    }
    const Bytes rest = reader.take("trailing", reader.remaining());
    file.trailing.assign(rest.begin(), rest.end());
    if (!reader.ok()) return Failure(reader.error());
    return file;
}

ByteBuffer write_dds(const DdsFile& file) {
    ByteWriter writer;
    writer.text(signature);
    writer("header", file.header);
    if (file.texture.format.kind == PixelFormat::Kind::palette)
        for (const ColorRgba8& color : file.texture.palette)
            for (const std::uint8_t value : {color.r, color.g, color.b, color.a}) writer.write(value);
    for (const ByteBuffer& level : file.texture.levels) writer.bytes(level);
    writer.bytes(file.trailing);
    return std::move(writer).take();
}

DdsFile make_dds(Texture texture) {
    DdsFile file;
    DdsHeader& header = file.header;
    DdsPixelFormat& stored = header.pixel_format;
    const PixelFormat& format = texture.format;
    header.width = texture.width;
    header.height = texture.height;
    switch (format.kind) {
    case PixelFormat::Kind::blocks: {
        stored.flags = with_four_cc;
        const auto known = std::ranges::find_if(four_ccs, [&](const FourCc& entry) {
            return entry.dxt == format.dxt && entry.premultiplied == (format.premultiplied && format.dxt != Dxt::dxt1);
        });
        stored.four_cc = known->text;
        break;
    }
    case PixelFormat::Kind::palette:
        stored.flags = with_palette;
        stored.rgb_bit_count = 8;
        break;
    case PixelFormat::Kind::plain:
        stored.flags = format.layout.alpha == 0 ? with_rgb : with_rgb | with_alpha;
        stored.rgb_bit_count = format.layout.size * 8;
        stored.red = format.layout.red;
        stored.green = format.layout.green;
        stored.blue = format.layout.blue;
        stored.alpha = format.layout.alpha;
        break;
    }
    const bool is_compressed = format.kind == PixelFormat::Kind::blocks;
    header.flags |= is_compressed ? has_linear_size : has_pitch;
    header.pitch_or_linear_size =
        static_cast<std::uint32_t>(level_size(format, texture.width, is_compressed ? texture.height : 1));
    if (texture.levels.size() > 1) {
        header.flags |= has_levels;
        header.mip_map_count = static_cast<std::uint32_t>(texture.levels.size());
        header.caps |= complex | levels_cap;
    }
    file.texture = std::move(texture);
    return file;
}

} // namespace ossuary::image
