// The numbers and records of SGL, the Saturn's graphics library, as Shining Force III stores them: all big-endian.
//
//     FIXED     i32   16.16 fixed point
//     CFIXED    i16   a FIXED without its two lowest and fourteen highest bits: 1.0 is 16384
//     ANGLE     u16   a full circle is 65536
//     VECTOR, POINT   3 FIXED;  QUAT32   4 FIXED, w last;  QUAT16   4 CFIXED, w last
//     NORMAL16  3 i16, 1.0 is 4096
//     RGB555    u16   flag, 5 bits blue, 5 bits green, 5 bits red, from the highest bit down
//     POLYGON   20 bytes: VECTOR normal, u16 point index × 4
//     ATTR      12 bytes: u8 sides, u8 sort, u16 texture, u16 draw mode, u16 colour, u16 Gouraud table, u16 direction
//
// Files keep raw integers; these functions turn them into real numbers and back. Raw → real → raw is exact.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "ossuary/base/math.h"
#include "ossuary/model/mesh.h"

namespace ossuary::sf3 {

using Fixed = std::int32_t;
using CFixed = std::int16_t;
using Angle = std::uint16_t;
using Vector = Vec3T<Fixed>;
using Quat32 = Vec4T<Fixed>;
using Quat16 = Vec4T<CFixed>;
using Normal16 = Vec3T<std::int16_t>;

inline constexpr Fixed fixed_one = 0x10000;
inline constexpr CFixed cfixed_one = 0x4000;

constexpr double fixed_to_real(Fixed raw) { return raw / 65536.0; }
constexpr double cfixed_to_real(CFixed raw) { return raw / 16384.0; }
constexpr double angle_to_degrees(Angle raw) { return raw * 360.0 / 65536; }
constexpr double normal16_to_real(std::int16_t raw) { return raw / 4096.0; }

// Rounded to nearest, ties away from zero; nothing where the number does not fit, or is none.
std::optional<Fixed> fixed_from_real(double value);
std::optional<CFixed> cfixed_from_real(double value);
std::optional<std::int16_t> normal16_from_real(double value);
Angle angle_from_degrees(double degrees); // of a finite number; whole turns are dropped

constexpr Vec3d to_real(const Vector& v) { return {fixed_to_real(v.x), fixed_to_real(v.y), fixed_to_real(v.z)}; }
constexpr Vec3d to_real(const Normal16& v) {
    return {normal16_to_real(v.x), normal16_to_real(v.y), normal16_to_real(v.z)};
}
constexpr Quatd to_real(const Quat32& q) {
    return {fixed_to_real(q.x), fixed_to_real(q.y), fixed_to_real(q.z), fixed_to_real(q.w)};
}
constexpr Quatd to_real(const Quat16& q) {
    return {cfixed_to_real(q.x), cfixed_to_real(q.y), cfixed_to_real(q.z), cfixed_to_real(q.w)};
}
std::optional<Vector> vector_from_real(const Vec3d& v);
std::optional<Quat16> quat16_from_real(const Quatd& q);
std::optional<Quat32> quat32_from_real(const Quatd& q);

// ---- colours

inline constexpr std::uint16_t rgb_flag = 0x8000; // set in every pixel that is not transparent
inline constexpr std::uint16_t rgb_transparent = 0;

// The word 0 is transparent black, every other opaque. Five bits become eight by repeating the highest ones.
constexpr ColorRgba8 rgb555_to_rgba(std::uint16_t word) {
    const auto widen = [](unsigned c) { return static_cast<std::uint8_t>((c << 3) | (c >> 2)); };
    return {widen(word & 31u), widen((word >> 5) & 31u), widen((word >> 10) & 31u),
            static_cast<std::uint8_t>(word == rgb_transparent ? 0 : 255)};
}
// The nearest word, with the flag set; the transparent one for an alpha below one half.
constexpr std::uint16_t rgb555_from_rgba(const ColorRgba8& color) {
    const auto narrow = [](unsigned c) { return (c * 31u + 127u) / 255u; };
    if (color.a < 128) return rgb_transparent;
    return static_cast<std::uint16_t>(rgb_flag | narrow(color.b) << 10 | narrow(color.g) << 5 | narrow(color.r));
}

// ---- polygons

struct Polygon {
    Vector normal;
    std::array<std::uint16_t, 4> indices{};
    static constexpr std::size_t packed_size = 20;
    bool operator==(const Polygon&) const = default;
};

struct Attr {
    std::uint8_t flag = 0;    // 0 one-sided, 1 two-sided
    std::uint8_t sort = 0xC3; // bits 0–1 rule of depth, 2 textured, 6 near clip, 7 Gouraud
    std::uint16_t texno = 0;  // of a textured face
    std::uint16_t atrb = 0;   // draw mode of VDP1, see below
    std::uint16_t colno = 0;  // RGB555 of a plain face
    std::uint16_t gstb = 0;
    std::uint16_t dir = 0; // bits 0–3 command, bit 4 flip horizontally, bit 5 flip vertically
    static constexpr std::size_t packed_size = 12;

    static constexpr std::uint16_t textured_quad = 2, plain_polygon = 4; // commands
    static constexpr std::uint16_t flip_h = 0x10, flip_v = 0x20;
    static constexpr std::uint16_t draws_zero = 0x40, checkered = 0x100; // bits of the draw mode
    static constexpr std::uint16_t usual_textured = 0x04AC, usual_plain = 0x04C4;

    constexpr bool is_textured() const { return (dir & 15) == textured_quad; }
    constexpr bool is_two_sided() const { return flag != 0; }
    // Half of what lies behind shines through: 3 alone, 7 with Gouraud shading.
    constexpr bool is_half_transparent() const { return (atrb & 3) == 3; }
    bool operator==(const Attr&) const = default;
};

} // namespace ossuary::sf3
