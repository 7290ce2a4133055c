// EXT_meshopt_compression: its codings of bytes, which are meshoptimizer's, and the filters that make floats fit for
// them. The codings are not there in a browser: what needs them fails there, saying so.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "ossuary/base/bytes.h"
#include "ossuary/base/math.h"
#include "ossuary/model/model.h"

namespace ossuary::gltf {

inline constexpr std::string_view meshopt_extension = "EXT_meshopt_compression";
// The same codings under the name that Khronos gave them.
inline constexpr std::string_view newer_meshopt_extension = "KHR_meshopt_compression";

// Elements of `element` bytes, a multiple of 4 up to 256.
Result<ByteBuffer> encode_attributes(Bytes bytes, std::uint32_t element);
// Indices of 2 or 4 bytes, three to a triangle. Corners may come back turned, in the same direction.
Result<ByteBuffer> encode_triangles(Bytes bytes, std::uint32_t element);

// What the extension of a buffer view says. Whoever decodes has found out before that there is memory for it.
struct MeshoptView {
    std::string_view mode, filter;
    std::uint64_t count = 0, stride = 0;
};
Result<ByteBuffer> decode_meshopt(const MeshoptView& view, Bytes bytes);

// Triangles and vertices in the order that codes best, which is also the one that draws best.
Result<void> order_for_meshopt(Model& model);

// ---- filters

// Floats as whole multiples of a power of two: 2^exponent in the upper 8 bits, and the multiple in the lower 24.
struct Exponential {
    int exponent = 0;
    // For values up to `largest`: steps of 2^-14 or less, and at least 2^15 of them, as far as 24 bits go.
    static Exponential up_to(float largest);
    std::uint32_t code(float value) const;
    float value(std::uint32_t code) const;
};

// A unit vector and a fourth number from -1 to 1, 8 bits each, as the filter OCTAHEDRAL wants them.
std::array<std::int8_t, 4> octahedral_code(const Vec4& direction);

} // namespace ossuary::gltf
