// Decoding blocks one by one, on any machine.
#pragma once

#include <array>
#include <cstdint>

#include "formats/image/kernels/table.h"
#include "ossuary/base/bytes.h"

namespace ossuary::image {

namespace {

enum class ColorMode : std::uint8_t { four, by_order }; // by_order: three colours and a hole where color0 <= color1
enum class AlphaKind : std::uint8_t { none, nibbles, steps };

// Red in the lowest byte, alpha in the highest, each channel by itself.
template <class Mix> std::uint32_t mixed(std::uint32_t a, std::uint32_t b, Mix mix) {
    std::uint32_t color = 0;
    for (int shift = 0; shift < 24; shift += 8) color |= mix(a >> shift & 0xFF, b >> shift & 0xFF) << shift;
    return color;
}

std::uint32_t widened(std::uint32_t color) { // 5, 6 and 5 bits to 8 each, by repeating the highest
    const std::uint32_t r = color >> 11, g = color >> 5 & 0x3F, b = color & 0x1F;
    return (r << 3 | r >> 2) | (g << 2 | g >> 4) << 8 | (b << 3 | b >> 2) << 16;
}

template <ColorMode Mode> std::array<std::uint32_t, 4> palette_of(std::uint32_t colors, std::uint32_t opaque) {
    const std::uint32_t first = colors & 0xFFFF, second = colors >> 16;
    const std::uint32_t a = widened(first), b = widened(second);
    if (Mode == ColorMode::by_order && first <= second)
        return {a | opaque, b | opaque, mixed(a, b, [](auto x, auto y) { return (x + y) / 2; }) | opaque, 0};
    return {a | opaque, b | opaque, mixed(a, b, [](auto x, auto y) { return (2 * x + y) / 3; }) | opaque,
            mixed(a, b, [](auto x, auto y) { return (x + 2 * y) / 3; }) | opaque};
}

std::array<std::uint32_t, 8> alpha_steps(std::uint32_t a, std::uint32_t b) {
    std::array<std::uint32_t, 8> steps{a, b};
    if (a > b) {
        for (std::uint32_t k = 2; k < 8; ++k) steps[k] = ((8 - k) * a + (k - 1) * b) / 7;
    } else {
        for (std::uint32_t k = 2; k < 6; ++k) steps[k] = ((6 - k) * a + (k - 1) * b) / 5;
        steps[7] = 255;
    }
    return steps;
}

template <ColorMode Mode, AlphaKind Alpha>
void decode_run(const std::byte* blocks, std::size_t count, std::byte* rgba, std::size_t stride) {
    constexpr std::size_t size = Alpha == AlphaKind::none ? 8 : 16;
    for (std::size_t block = 0; block < count; ++block) {
        const std::byte* const from = blocks + block * size;
        const std::byte* const colors = from + size - 8;
        const auto palette =
            palette_of<Mode>(load<std::uint32_t>(colors, Endian::little), Alpha == AlphaKind::none ? 0xFF000000u : 0u);
        auto picks = load<std::uint32_t>(colors + 4, Endian::little);
        std::uint64_t alpha = Alpha == AlphaKind::none ? 0 : load<std::uint64_t>(from, Endian::little);
        std::array<std::uint32_t, 8> steps{};
        if (Alpha == AlphaKind::steps) {
            steps = alpha_steps(alpha & 0xFF, alpha >> 8 & 0xFF);
            alpha >>= 16;
        }
        for (std::size_t y = 0; y < 4; ++y) {
            std::byte* const row = rgba + y * stride + block * 16;
            for (std::size_t x = 0; x < 4; ++x) {
                std::uint32_t color = palette[picks & 3];
                picks >>= 2;
                if constexpr (Alpha == AlphaKind::nibbles) {
                    color |= static_cast<std::uint32_t>(alpha & 15) * 17 << 24;
                    alpha >>= 4;
                } else if constexpr (Alpha == AlphaKind::steps) {
                    color |= steps[alpha & 7] << 24;
                    alpha >>= 3;
                }
                store(row + x * 4, color, Endian::little);
            }
        }
    }
}

constexpr KernelTable table{{decode_run<ColorMode::by_order, AlphaKind::none>,
                             decode_run<ColorMode::four, AlphaKind::nibbles>,
                             decode_run<ColorMode::four, AlphaKind::steps>},
                            1};

} // namespace
} // namespace ossuary::image
