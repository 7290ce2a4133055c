#include "ossuary/formats/image/tga.h"
#include "formats/image/tga_layout.h"

#include <algorithm>

#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/image/image.h"

namespace ossuary::image {

namespace {

using Pixel = std::array<std::byte, 4>; // red, green, blue, alpha

constexpr std::size_t longest_packet = 128;
constexpr std::byte run_flag{0x80}; // of a packet's first byte; the other seven bits are its length less one

enum : std::uint8_t { palette_kind = 1, true_color_kind = 2, grey_kind = 3, run_length_flag = 8 };
enum : std::uint8_t { alpha_bits = 0x0F, right_to_left = 0x10, top_to_bottom = 0x20, interleaved = 0xC0 };

std::uint8_t kind_of(const TgaHeader& header) {
    return header.image_type & static_cast<std::uint8_t>(~run_length_flag);
}
bool is_run_length(const TgaHeader& header) { return (header.image_type & run_length_flag) != 0; }
std::size_t bytes_of(std::uint8_t depth) { return (depth + 7u) / 8u; }

bool is_color_depth(std::uint8_t depth) { return depth == 15 || depth == 16 || depth == 24 || depth == 32; }
bool is_pixel_depth(std::uint8_t kind, std::uint8_t depth) {
    if (kind == true_color_kind) return is_color_depth(depth);
    return depth == 8 || depth == 16; // an index, or grey with or without alpha
}

Failure refuse(std::uint64_t offset, std::string_view field, std::string message) {
    return fail({.offset = offset, .field = std::string(field)}, std::move(message));
}

// Reads and checks the header; the reader is left behind it.
Result<TgaHeader> read_header(ByteReader& reader) {
    TgaHeader header;
    reader("header", header);
    if (!reader.ok()) return Failure(reader.error());

    const std::uint8_t kind = kind_of(header);
    const bool known = header.image_type < 16 && kind >= palette_kind && kind <= grey_kind;
    if (!known) return refuse(2, "header.image_type", "unknown kind " + std::to_string(header.image_type));
    if (header.color_map_type > 1)
        return refuse(1, "header.color_map_type", "expected 0 or 1, found " + std::to_string(header.color_map_type));
    if (kind == palette_kind && header.color_map_type == 0)
        return refuse(1, "header.color_map_type", "a palette picture without a palette");
    if (header.color_map_type == 1 && !is_color_depth(header.color_map_depth))
        return refuse(7, "header.color_map_depth",
                      "no palette has " + std::to_string(header.color_map_depth) + " bits an entry");
    if (header.width == 0 || header.height == 0) return refuse(12, "header.width", "the picture has no pixels");
    if (!is_pixel_depth(kind, header.pixel_depth))
        return refuse(16, "header.pixel_depth",
                      "no picture of kind " + std::to_string(header.image_type) + " has " +
                          std::to_string(header.pixel_depth) + " bits a pixel");
    if (header.descriptor & interleaved) return refuse(17, "header.descriptor", "interleaved rows are not supported");
    if (std::uint64_t{header.width} * header.height > max_pixels)
        return refuse(12, "header.width",
                      std::to_string(header.width) + " × " + std::to_string(header.height) + " pixels are too many");
    return header;
}

std::size_t palette_size(const TgaHeader& header) {
    return header.color_map_type == 0 ? 0 : header.color_map_length * bytes_of(header.color_map_depth);
}

// True if the reader, at the first pixel, has bytes enough; run-length packets counted at their best.
bool pixels_fit(ByteReader& reader, const TgaHeader& header) {
    const std::uint64_t pixels = std::uint64_t{header.width} * header.height;
    const std::size_t size = bytes_of(header.pixel_depth);
    if (!is_run_length(header)) return reader.fits("pixels", pixels, size);
    return reader.fits("packets", (pixels + longest_packet - 1) / longest_packet, 1 + size);
}

Pixel color_at(const std::byte* at, std::uint8_t depth, bool has_alpha) {
    if (bytes_of(depth) > 2) return {at[2], at[1], at[0], depth == 32 && has_alpha ? at[3] : std::byte{255}};
    const auto bits = load<std::uint16_t>(at, Endian::little); // a rrrrr ggggg bbbbb
    const auto five = [bits](int shift) {
        const int value = (bits >> shift) & 31;
        return static_cast<std::byte>(value << 3 | value >> 2);
    };
    const bool clear = depth == 16 && has_alpha && (bits & 0x8000) == 0;
    return {five(10), five(5), five(0), clear ? std::byte{0} : std::byte{255}};
}

// Puts the first pixel at the top left.
void turn_upright(std::vector<std::byte>& bytes, const TgaHeader& header) {
    const std::size_t pitch = std::size_t{header.width} * 4;
    if (header.descriptor & right_to_left)
        for (std::size_t row = 0; row < header.height; ++row)
            for (std::size_t left = row * pitch, right = left + pitch - 4; left < right; left += 4, right -= 4)
                std::swap_ranges(bytes.data() + left, bytes.data() + left + 4, bytes.data() + right);
    if (!(header.descriptor & top_to_bottom))
        for (std::size_t top = 0, bottom = header.height - 1u; top < bottom; ++top, --bottom)
            std::swap_ranges(bytes.data() + top * pitch, bytes.data() + (top + 1) * pitch,
                             bytes.data() + bottom * pitch);
}

} // namespace

Result<TgaHeader> parse_tga_header(Bytes bytes) {
    ByteReader reader(bytes);
    const auto header = read_header(reader);
    if (!header) return header;
    reader.skip("id", header->id_length);
    reader.skip("color_map", palette_size(*header));
    if (!pixels_fit(reader, *header)) return Failure(reader.error());
    return header;
}

Result<Image> parse_tga(Bytes bytes) {
    ByteReader reader(bytes);
    const auto header = read_header(reader);
    if (!header) return Failure(header.error());
    const bool has_alpha = (header->descriptor & alpha_bits) != 0;
    const std::uint8_t kind = kind_of(*header);

    reader.skip("id", header->id_length);
    const Bytes color_map = reader.take("color_map", palette_size(*header));
    if (!pixels_fit(reader, *header)) return Failure(reader.error());

    std::vector<Pixel> palette;
    if (kind == palette_kind) {
        palette.resize(header->color_map_length);
        for (std::size_t i = 0; i < palette.size(); ++i)
            palette[i] =
                color_at(color_map.data() + i * bytes_of(header->color_map_depth), header->color_map_depth, has_alpha);
    }

    Image image;
    image.width = header->width;
    image.height = header->height;
    const std::size_t pixel_count = std::size_t{image.width} * image.height;
    const std::size_t size = bytes_of(header->pixel_depth);
    image.bytes.resize(pixel_count * 4);
    std::byte* to = image.bytes.data();

    // Without run lengths, the whole picture is one packet of different pixels.
    for (std::size_t left = pixel_count; left > 0;) {
        std::size_t count = left;
        bool run = false;
        if (is_run_length(*header)) {
            const auto packet = reader.read<std::byte>("packets");
            run = (packet & run_flag) != std::byte{0};
            count = std::to_integer<std::size_t>(packet & ~run_flag) + 1;
            if (count > left) reader.fail("packets", "a packet goes beyond the end of the picture");
        }
        const std::size_t start = reader.offset();
        const Bytes raw = reader.take("pixels", (run ? 1 : count) * size);
        if (!reader.ok()) return Failure(reader.error());
        for (std::size_t i = 0; i < count; ++i, to += 4) {
            const std::byte* at = raw.data() + (run ? 0 : i * size);
            Pixel pixel;
            if (kind == true_color_kind) {
                pixel = color_at(at, header->pixel_depth, has_alpha);
            } else if (kind == grey_kind) {
                pixel = {at[0], at[0], at[0], size == 2 && has_alpha ? at[1] : std::byte{255}};
            } else {
                const std::size_t index =
                    size == 2 ? load<std::uint16_t>(at, Endian::little) : std::to_integer<std::size_t>(at[0]);
                const std::size_t entry = index - header->color_map_first;
                if (entry >= palette.size()) // an index below the first wraps round and is caught as well
                    return refuse(start + static_cast<std::size_t>(at - raw.data()), "pixels",
                                  "index " + std::to_string(index) + " is not in the palette (" +
                                      std::to_string(palette.size()) + " entries from " +
                                      std::to_string(header->color_map_first) + ")");
                pixel = palette[entry];
            }
            std::copy(pixel.begin(), pixel.end(), to);
        }
        left -= count;
    }
    turn_upright(image.bytes, *header);
    return image;
}

Result<ByteBuffer> write_tga(const Image& image, const TgaOptions& options) {
    if (image.encoding != ImageEncoding::rgba8) return fail("only rgba8 pixels can be written as TGA");
    if (image.width == 0 || image.height == 0 || image.width > 0xFFFF || image.height > 0xFFFF)
        return fail(std::to_string(image.width) + " × " + std::to_string(image.height) +
                    " pixels: a TGA has from 1 to 65535 on each side");
    const std::size_t width = image.width;
    if (image.bytes.size() != width * image.height * 4) return fail("the picture has not as many bytes as pixels");

    TgaHeader header;
    header.image_type = options.run_length ? true_color_kind | run_length_flag : true_color_kind;
    header.width = static_cast<std::uint16_t>(image.width);
    header.height = static_cast<std::uint16_t>(image.height);
    header.pixel_depth = options.alpha ? 32 : 24;
    header.descriptor = options.alpha ? 8 : 0;
    ByteWriter writer;
    writer("header", header);

    const std::size_t size = options.alpha ? 4 : 3;
    const auto put = [&](const std::byte* pixel) {
        const Pixel turned{pixel[2], pixel[1], pixel[0], pixel[3]};
        writer.bytes(Bytes(turned.data(), size));
    };
    for (std::size_t row = image.height; row-- > 0;) {
        const std::byte* const pixels = image.bytes.data() + row * width * 4;
        const auto same = [&](std::size_t a, std::size_t b) {
            return std::equal(pixels + a * 4, pixels + a * 4 + size, pixels + b * 4);
        };
        for (std::size_t first = 0; first < width;) {
            std::size_t end = options.run_length ? first + 1 : width;
            bool run = false;
            if (options.run_length) {
                const std::size_t limit = std::min(width, first + longest_packet);
                while (end < limit && same(first, end)) ++end;
                run = end - first > 1;
                // Different pixels go on until two equal ones begin a run.
                if (!run)
                    while (end < limit && !(end + 1 < width && same(end, end + 1))) ++end;
                writer.write((run ? run_flag : std::byte{0}) | static_cast<std::byte>(end - first - 1));
            }
            for (std::size_t i = first; i < (run ? first + 1 : end); ++i) put(pixels + i * 4);
            first = end;
        }
    }
    return std::move(writer).take();
}

} // namespace ossuary::image
