#include "ossuary/mesh/index_type.h"

namespace ossuary::mesh {

ByteBuffer pack_indices(std::span<const std::uint32_t> indices, IndexType type) {
    const auto size = static_cast<std::size_t>(type);
    ByteBuffer bytes(indices.size() * size);
    for (std::size_t i = 0; i < indices.size(); ++i)
        for (std::size_t b = 0; b < size; ++b)
            bytes[i * size + b] = static_cast<std::byte>(indices[i] >> (8 * b) & 0xff);
    return bytes;
}

} // namespace ossuary::mesh
