#include "ossuary/formats/image/image.h"

#include <algorithm>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/image/dds.h"
#include "ossuary/formats/image/png.h"
#include "ossuary/formats/image/tga.h"

namespace ossuary::image {

namespace {

using namespace std::string_view_literals;
constexpr std::string_view png_signature = "\x89PNG\r\n\x1A\n"sv;
constexpr std::string_view jpeg_signature = "\xFF\xD8\xFF"sv;
constexpr std::string_view dds_signature = "DDS "sv;

bool begins_with(Bytes bytes, std::string_view mark) { return as_text(bytes).starts_with(mark); }

std::optional<ImageEncoding> signed_encoding(Bytes bytes) {
    if (begins_with(bytes, png_signature)) return ImageEncoding::png;
    if (begins_with(bytes, jpeg_signature)) return ImageEncoding::jpeg;
    if (begins_with(bytes, dds_signature)) return ImageEncoding::dds;
    return {};
}

Result<Size> checked(const ByteReader& reader, Size size) {
    if (!reader.ok()) return Failure(reader.error());
    if (size.width == 0 || size.height == 0) return fail("the picture has no pixels");
    return size;
}

// The first chunk is IHDR: length, type, width, height, all big-endian.
Result<Size> png_size(Bytes bytes) {
    ByteReader reader(bytes, Endian::big);
    reader.skip("signature", png_signature.size());
    const auto length = reader.read<std::uint32_t>("length");
    const Bytes type = reader.take("type", 4);
    if (reader.ok() && (length != 13 || as_text(type) != "IHDR")) reader.fail("type", "the first chunk is not IHDR");
    Size size;
    size.width = reader.read<std::uint32_t>("width");
    size.height = reader.read<std::uint32_t>("height");
    return checked(reader, size);
}

// Segments follow each other, FF, marker, length with itself, until a frame header (SOF) tells the size.
Result<Size> jpeg_size(Bytes bytes) {
    ByteReader reader(bytes, Endian::big);
    reader.skip("start", 2);
    while (reader.ok()) {
        if (reader.read<std::uint8_t>("marker") != 0xFF) {
            reader.fail("marker", "expected a segment before the frame header");
            break;
        }
        std::uint8_t marker = 0xFF;
        while (marker == 0xFF) marker = reader.read<std::uint8_t>("marker"); // any number of FF may fill up
        const bool stands_alone = marker == 0x01 || (marker >= 0xD0 && marker <= 0xD8);
        if (stands_alone) continue;
        if (marker == 0xD9 || marker == 0xDA) reader.fail("marker", "no frame header before the picture");
        const auto length = reader.read<std::uint16_t>("length");
        const bool is_frame = marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
        if (is_frame) {
            reader.skip("precision", 1);
            Size size;
            size.height = reader.read<std::uint16_t>("height");
            size.width = reader.read<std::uint16_t>("width");
            return checked(reader, size);
        }
        if (reader.ok() && length < 2) reader.fail("length", "a segment is shorter than its length");
        if (reader.ok()) reader.skip("segment", length - 2u);
    }
    return Failure(reader.error());
}

// Signature, header size 124, flags, height, width.
Result<Size> dds_size(Bytes bytes) {
    ByteReader reader(bytes);
    reader.skip("signature", dds_signature.size());
    if (reader.read<std::uint32_t>("size") != 124) reader.fail("size", "expected a header of 124 bytes");
    reader.skip("flags", 4);
    Size size;
    size.height = reader.read<std::uint32_t>("height");
    size.width = reader.read<std::uint32_t>("width");
    return checked(reader, size);
}

Result<Size> tga_size(Bytes bytes) {
    const auto header = parse_tga_header(bytes);
    if (!header) return Failure(header.error());
    return Size{header->width, header->height};
}

Result<Size> size_of(ImageEncoding encoding, Bytes bytes) {
    switch (encoding) {
    case ImageEncoding::png: return png_size(bytes);
    case ImageEncoding::jpeg: return jpeg_size(bytes);
    case ImageEncoding::dds: return dds_size(bytes);
    default: return tga_size(bytes);
    }
}

Result<Image> decode_bytes(const Image& image) {
    switch (image.encoding) {
    case ImageEncoding::png: return parse_png(image.bytes);
    case ImageEncoding::tga: return parse_tga(image.bytes);
    case ImageEncoding::jpeg: return fail("JPEG pictures are carried as they are, not decoded");
    case ImageEncoding::ktx2: return fail("KTX 2 pictures are carried as they are, not decoded");
    case ImageEncoding::webp: return fail("WebP pictures are carried as they are, not decoded");
    case ImageEncoding::dds:
        return parse_dds(image.bytes).and_then([](const DdsFile& file) { return decode_level(file.texture); });
    case ImageEncoding::rgba8: break;
    }
    const std::uint64_t pixels = std::uint64_t{image.width} * image.height;
    if (pixels > max_pixels || image.bytes.size() != pixels * 4)
        return fail("the picture has not as many bytes as pixels");
    return image;
}

} // namespace

std::optional<ImageEncoding> recognise_image(Bytes bytes) {
    if (const auto encoding = signed_encoding(bytes)) return encoding;
    if (parse_tga_header(bytes)) return ImageEncoding::tga;
    return {};
}

bool recognise_png(Bytes bytes) { return recognise_image(bytes) == ImageEncoding::png; }
bool recognise_dds(Bytes bytes) { return recognise_image(bytes) == ImageEncoding::dds; }
bool recognise_tga(Bytes bytes) { return recognise_image(bytes) == ImageEncoding::tga; }

Result<Size> read_size(Bytes bytes) {
    if (const auto encoding = signed_encoding(bytes)) return size_of(*encoding, bytes);
    auto size = tga_size(bytes);
    if (!size) size.error().message() = "neither PNG, JPEG nor DDS, and no TGA: " + size.error().message();
    return size;
}

Result<Image> from_file(std::string_view source, Bytes bytes) {
    const auto size = read_size(bytes);
    if (!size) return Failure(Error(size.error()).in_file(source));
    Image image;
    image.name = file_stem(source);
    image.source = source;
    image.encoding = signed_encoding(bytes).value_or(ImageEncoding::tga);
    image.width = size->width;
    image.height = size->height;
    image.bytes.assign(bytes.begin(), bytes.end());
    return image;
}

Result<Image> decode(const Image& image) {
    auto decoded = decode_bytes(image);
    if (!decoded) return Failure(image.source.empty() ? decoded.error() : Error(decoded.error()).in_file(image.source));
    decoded->name = image.name;
    decoded->source = image.source;
    decoded->extras = image.extras;
    return decoded;
}

Result<Image> to_png(const Image& image) {
    if (image.encoding == ImageEncoding::png) return image;
    auto picture = decode(image);
    if (!picture) return picture;
    auto bytes = write_png(*picture);
    if (!bytes) return Failure(bytes.error());
    picture->encoding = ImageEncoding::png;
    picture->bytes = std::move(*bytes);
    return picture;
}

Result<void> check_pixels(const Image& image) {
    const std::uint64_t pixels = std::uint64_t{image.width} * image.height;
    if (image.encoding != ImageEncoding::rgba8) return fail("the picture must be decoded to pixels first");
    if (pixels == 0) return fail("the picture has no pixels");
    if (pixels > max_pixels || image.bytes.size() != pixels * 4)
        return fail("the picture has not as many bytes as pixels");
    return {};
}

Result<AlphaMode> guess_alpha(const Image& image) {
    const auto picture = decode(image);
    if (!picture) return Failure(picture.error());
    std::size_t clear = 0, full = 0;
    const std::size_t pixels = picture->bytes.size() / 4;
    for (std::size_t i = 0; i < pixels; ++i) {
        const std::byte alpha = picture->bytes[i * 4 + 3];
        clear += alpha == std::byte{0};
        full += alpha == std::byte{255};
    }
    if (full == pixels) return AlphaMode::opaque;
    return (clear + full) * 10 >= pixels * 9 ? AlphaMode::mask : AlphaMode::blend;
}

} // namespace ossuary::image
