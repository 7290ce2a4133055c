#include "ossuary/formats/image/pixels.h"
#include "ossuary/base/box.h"
#include "ossuary/base/sort.h"

#include <algorithm>
#include <bit>
#include <map>

namespace ossuary::image {

namespace {

struct Channel {
    std::uint32_t mask;
    int shift, bits;

    explicit Channel(std::uint32_t channel_mask)
        : mask(channel_mask), shift(mask == 0 ? 0 : std::countr_zero(mask)), bits(std::popcount(mask)) {}

    std::uint8_t widened(std::uint32_t pixel) const {
        const std::uint32_t value = (pixel & mask) >> shift;
        if (bits >= 8) return static_cast<std::uint8_t>(value >> (bits - 8));
        std::uint32_t wide = value << (8 - bits);
        for (int filled = bits; filled > 0 && filled < 8; filled *= 2) wide |= wide >> filled;
        return static_cast<std::uint8_t>(wide);
    }
    std::uint32_t narrowed(std::byte value) const {
        const auto wide = std::to_integer<std::uint32_t>(value);
        if (bits >= 8) { // the lower bits repeat the higher ones
            std::uint64_t filled = 0;
            for (int left = bits; left > 0; left -= 8)
                filled |= left >= 8 ? std::uint64_t{wide} << (left - 8) : wide >> (8 - left);
            return static_cast<std::uint32_t>(filled << shift) & mask;
        }
        const std::uint32_t most = (1u << bits) - 1;
        return (wide * most + 127) / 255 << shift;
    }
};

struct Channels {
    Channel red, green, blue, alpha;
    explicit Channels(const PixelLayout& layout)
        : red(layout.red), green(layout.green), blue(layout.blue), alpha(layout.alpha) {}
};

std::uint32_t load_pixel(const std::byte* from, std::size_t size) {
    std::uint32_t pixel = 0;
    for (std::size_t i = 0; i < size; ++i) pixel |= std::to_integer<std::uint32_t>(from[i]) << (8 * i);
    return pixel;
}

std::uint32_t packed(Bytes pixels, std::size_t pixel) {
    return load<std::uint32_t>(pixels.data() + pixel * 4, Endian::little);
}
std::uint32_t channel_of(std::uint32_t color, int channel) { return color >> (8 * channel) & 0xFF; }

ColorRgba8 unpacked(std::uint32_t color) {
    return {static_cast<std::uint8_t>(color), static_cast<std::uint8_t>(color >> 8),
            static_cast<std::uint8_t>(color >> 16), static_cast<std::uint8_t>(color >> 24)};
}

struct Counted {
    std::uint32_t color;
    std::uint64_t count;
};
using Crowd = std::span<Counted>;

struct Side {
    int channel = 0;
    std::uint32_t length = 0;
};
Side longest_side(Crowd crowd) {
    Side longest;
    for (int channel = 0; channel < 4; ++channel) {
        const auto [least, most] = std::ranges::minmax(
            crowd, {}, [channel](const Counted& entry) { return channel_of(entry.color, channel); });
        const std::uint32_t length = channel_of(most.color, channel) - channel_of(least.color, channel);
        if (length > longest.length) longest = {channel, length};
    }
    return longest;
}

// Parts the crowd in two halves of about as many pixels, none of them empty.
std::size_t halve(Crowd crowd, int channel) {
    ossuary::sort(crowd, {},
                  [channel](const Counted& entry) { return std::pair(channel_of(entry.color, channel), entry.color); });
    std::uint64_t all = 0, before = 0;
    for (const Counted& entry : crowd) all += entry.count;
    std::size_t middle = 0;
    while (middle + 1 < crowd.size() && (middle == 0 || before + crowd[middle].count <= all / 2))
        before += crowd[middle++].count;
    return middle;
}

std::uint32_t mean_of(Crowd crowd) {
    std::uint64_t sums[4] = {}, count = 0;
    for (const Counted& entry : crowd) {
        for (int channel = 0; channel < 4; ++channel) sums[channel] += channel_of(entry.color, channel) * entry.count;
        count += entry.count;
    }
    std::uint32_t mean = 0;
    for (int channel = 0; channel < 4; ++channel)
        mean |= static_cast<std::uint32_t>((sums[channel] + count / 2) / count) << (8 * channel);
    return mean;
}

std::vector<std::uint32_t> median_cut(std::vector<Counted>& colors, std::size_t boxes) {
    struct Box {
        Crowd crowd;
        Side side;
    };
    std::vector<Box> parts{{colors, longest_side(colors)}};
    while (parts.size() < boxes) {
        const auto largest = std::ranges::max_element(parts, {}, [](const Box& box) { return box.side.length; });
        if (largest->side.length == 0) break;
        const Crowd crowd = largest->crowd;
        const std::size_t middle = halve(crowd, largest->side.channel);
        *largest = {crowd.first(middle), longest_side(crowd.first(middle))};
        parts.push_back({crowd.subspan(middle), longest_side(crowd.subspan(middle))});
    }
    std::vector<std::uint32_t> means;
    for (const Box& part : parts) means.push_back(mean_of(part.crowd));
    return means;
}

} // namespace

bool is_valid(const PixelLayout& layout) {
    if (layout.size < 1 || layout.size > 4) return false;
    const std::uint32_t within = layout.size == 4 ? ~0u : (1u << (8 * layout.size)) - 1;
    return std::ranges::all_of(std::array{layout.red, layout.green, layout.blue, layout.alpha},
                               [within](std::uint32_t mask) {
                                   const std::uint32_t run = mask == 0 ? 0 : mask >> std::countr_zero(mask);
                                   return (mask & ~within) == 0 && (run & (run + 1)) == 0;
                               });
}

void decode_pixels(const PixelLayout& layout, Bytes pixels, std::span<std::byte> rgba) {
    const Channels channels(layout);
    const std::size_t count = std::min(pixels.size() / layout.size, rgba.size() / 4);
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t pixel = load_pixel(pixels.data() + i * layout.size, layout.size);
        rgba[i * 4] = std::byte{channels.red.widened(pixel)};
        rgba[i * 4 + 1] = std::byte{channels.green.widened(pixel)};
        rgba[i * 4 + 2] = std::byte{channels.blue.widened(pixel)};
        rgba[i * 4 + 3] = layout.alpha == 0 ? std::byte{255} : std::byte{channels.alpha.widened(pixel)};
    }
}

void encode_pixels(const PixelLayout& layout, Bytes rgba, std::span<std::byte> pixels) {
    const Channels channels(layout);
    const std::size_t count = std::min(pixels.size() / layout.size, rgba.size() / 4);
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t pixel = channels.red.narrowed(rgba[i * 4]) | channels.green.narrowed(rgba[i * 4 + 1]) |
                                    channels.blue.narrowed(rgba[i * 4 + 2]) | channels.alpha.narrowed(rgba[i * 4 + 3]);
        for (std::size_t k = 0; k < layout.size; ++k)
            pixels[i * layout.size + k] = static_cast<std::byte>(pixel >> (8 * k));
    }
}

Palette make_palette(std::span<const Image> images) {
    std::vector<std::uint32_t> pixels;
    for (const Image& image : images)
        for (std::size_t i = 0; i < image.bytes.size() / 4; ++i) pixels.push_back(packed(image.bytes, i));
    ossuary::sort(pixels);
    std::vector<Counted> colors;
    for (const std::uint32_t pixel : pixels) {
        if (colors.empty() || colors.back().color != pixel) colors.push_back({pixel, 0});
        ++colors.back().count;
    }
    Palette palette;
    palette.fill({0, 0, 0, 255});
    if (colors.empty()) return palette;
    std::vector<std::uint32_t> chosen = median_cut(colors, palette.size());
    ossuary::sort(chosen);
    std::ranges::transform(chosen, palette.begin(), unpacked);
    return palette;
}

ByteBuffer to_palette(const Palette& palette, const Image& image) {
    const auto squared = [](int a, int b) { return (a - b) * (a - b); };
    std::map<std::uint32_t, std::byte> known;
    ByteBuffer indices(image.bytes.size() / 4);
    for (std::size_t i = 0; i < indices.size(); ++i) {
        const auto [entry, is_new] = known.try_emplace(packed(image.bytes, i));
        if (is_new) {
            const ColorRgba8 color = unpacked(entry->first);
            const auto nearest = std::ranges::min_element(palette, {}, [&](const ColorRgba8& other) {
                return squared(color.r, other.r) + squared(color.g, other.g) + squared(color.b, other.b) +
                       squared(color.a, other.a);
            });
            entry->second = static_cast<std::byte>(nearest - palette.begin());
        }
        indices[i] = entry->second;
    }
    return indices;
}

} // namespace ossuary::image
