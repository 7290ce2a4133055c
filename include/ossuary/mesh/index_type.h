// The narrowest type that holds the indices of a mesh.
#pragma once

#include <cstdint>
#include <span>

#include "ossuary/base/bytes.h"

namespace ossuary::mesh {

enum class IndexType : std::uint8_t { u8 = 1, u16 = 2, u32 = 4 }; // the value is the size in bytes

// The largest number of each type is left free: graphics interfaces read it as the end of a strip. `least` is for those
// that have no 8-bit indices.
constexpr IndexType index_type_for(std::size_t vertices, IndexType least = IndexType::u8) {
    if (vertices <= 0xff && least == IndexType::u8) return IndexType::u8;
    return vertices <= 0xffff && least != IndexType::u32 ? IndexType::u16 : IndexType::u32;
}

// The indices in that type, little-endian. Each must fit.
ByteBuffer pack_indices(std::span<const std::uint32_t> indices, IndexType type);

} // namespace ossuary::mesh
