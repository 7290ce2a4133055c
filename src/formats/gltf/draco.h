// KHR_draco_mesh_compression: geometry in Draco's coding. It is not there in a browser, nor in builds without the
// library: what needs it fails there, saying so.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "ossuary/base/bytes.h"
#include "storage.h"

namespace ossuary::gltf {

inline constexpr std::string_view draco_extension = "KHR_draco_mesh_compression";

// An attribute that is wanted, and its values: `components` numbers a vertex, one after the other.
struct DracoAttribute {
    std::uint32_t id = 0; // in the coded mesh
    Component component = Component::f32;
    std::size_t components = 0;
    ByteBuffer values;
};

// Returns the indices, three to a triangle, and fills in the values.
Result<std::vector<std::uint32_t>> decode_draco(Bytes bytes, std::span<DracoAttribute> attributes);

} // namespace ossuary::gltf
