#include "meshopt.h"

#include <algorithm>
#include <cmath>

#include "ossuary/mesh/quantise.h"

namespace ossuary::gltf {

Exponential Exponential::up_to(float largest) {
    constexpr int finest_wanted = -14, fewest_bits = 16, most_bits = 24, least = -100;
    int size = 0; // the first power of two above it
    std::frexp(largest, &size);
    const int wanted = largest > 0 ? std::min(finest_wanted, size + 1 - fewest_bits) : finest_wanted;
    return {std::max({wanted, size + 1 - most_bits, least})};
}

std::uint32_t Exponential::code(float value) const {
    const auto multiple = static_cast<std::int32_t>(std::lrint(std::ldexp(static_cast<double>(value), -exponent)));
    return (static_cast<std::uint32_t>(multiple) & 0xffffff) | static_cast<std::uint32_t>(exponent) << 24;
}

float Exponential::value(std::uint32_t code) const {
    const std::int32_t multiple = static_cast<std::int32_t>(code << 8) >> 8;
    return static_cast<float>(std::ldexp(static_cast<double>(multiple), exponent));
}

std::array<std::int8_t, 4> octahedral_code(const Vec4& direction) {
    constexpr unsigned bits = 8;
    constexpr int one = 127;
    const mesh::Octahedral packed = mesh::to_octahedral({direction.x, direction.y, direction.z}, bits);
    const auto signed_byte = [](std::uint32_t number) {
        return static_cast<std::int8_t>(static_cast<int>(number) - one);
    };
    return {signed_byte(packed.x), signed_byte(packed.y), one, static_cast<std::int8_t>(std::lrint(direction.w * one))};
}

} // namespace ossuary::gltf
