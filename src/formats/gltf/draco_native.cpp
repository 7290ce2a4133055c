#include "draco.h"

#include "ossuary/base/diagnostic.h"

#ifdef OSSUARY_HAS_DRACO
#include <draco/compression/decode.h>
#endif

namespace ossuary::gltf {

#ifdef OSSUARY_HAS_DRACO

namespace {

// The values of one attribute, vertex by vertex; false if they are not of the kind that is wanted.
template <class T> bool copy_values(const draco::Mesh& mesh, const draco::PointAttribute& from, DracoAttribute& to) {
    std::vector<T> numbers(to.components);
    to.values.clear();
    to.values.reserve(std::size_t{mesh.num_points()} * to.components * sizeof(T));
    for (draco::PointIndex point(0); point < mesh.num_points(); ++point) {
        if (!from.ConvertValue<T>(from.mapped_index(point), static_cast<std::int8_t>(to.components), numbers.data()))
            return false;
        append(to.values, std::span<const T>(numbers));
    }
    return true;
}

bool copy_values(const draco::Mesh& mesh, const draco::PointAttribute& from, DracoAttribute& to) {
    switch (to.component) {
    case Component::i8: return copy_values<std::int8_t>(mesh, from, to);
    case Component::u8: return copy_values<std::uint8_t>(mesh, from, to);
    case Component::i16: return copy_values<std::int16_t>(mesh, from, to);
    case Component::u16: return copy_values<std::uint16_t>(mesh, from, to);
    case Component::u32: return copy_values<std::uint32_t>(mesh, from, to);
    case Component::f32: return copy_values<float>(mesh, from, to);
    }
    return false;
}

} // namespace

Result<std::vector<std::uint32_t>> decode_draco(Bytes bytes, std::span<DracoAttribute> attributes) {
    draco::DecoderBuffer buffer;
    buffer.Init(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    draco::Decoder decoder;
    auto decoded = decoder.DecodeMeshFromBuffer(&buffer);
    if (!decoded.ok()) return fail("the compressed bytes are damaged: " + decoded.status().error_msg_string());
    const std::unique_ptr<draco::Mesh> mesh = std::move(decoded).value();
    for (DracoAttribute& attribute : attributes) {
        const draco::PointAttribute* from = mesh->GetAttributeByUniqueId(attribute.id);
        if (!from) return fail("there is no attribute " + std::to_string(attribute.id) + " in the compressed bytes");
        if (!copy_values(*mesh, *from, attribute))
            return fail("the attribute " + std::to_string(attribute.id) + " is not of the kind its accessor says");
    }
    std::vector<std::uint32_t> indices;
    indices.reserve(std::size_t{mesh->num_faces()} * 3);
    for (draco::FaceIndex face(0); face < mesh->num_faces(); ++face)
        for (const draco::PointIndex& corner : mesh->face(face)) indices.push_back(corner.value());
    return indices;
}

#else

Result<std::vector<std::uint32_t>> decode_draco(Bytes, std::span<DracoAttribute>) {
    return fail("the geometry is compressed with KHR_draco_mesh_compression, which this build does not read; "
                "export it again without compression");
}

#endif

} // namespace ossuary::gltf
