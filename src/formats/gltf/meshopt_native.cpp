#include <algorithm>

#include <meshoptimizer.h>

#include "meshopt.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/mesh/draw_order.h"

namespace ossuary::gltf {
namespace {

unsigned char* raw(ByteBuffer& bytes) { return reinterpret_cast<unsigned char*>(bytes.data()); }
const unsigned char* raw(Bytes bytes) { return reinterpret_cast<const unsigned char*>(bytes.data()); }

Result<void> apply_filter(const MeshoptView& view, ByteBuffer& bytes) {
    const auto count = static_cast<std::size_t>(view.count), stride = static_cast<std::size_t>(view.stride);
    if (view.filter.empty() || view.filter == "NONE") return {};
    if (view.filter == "OCTAHEDRAL" && (stride == 4 || stride == 8))
        meshopt_decodeFilterOct(bytes.data(), count, stride);
    else if (view.filter == "QUATERNION" && stride == 8)
        meshopt_decodeFilterQuat(bytes.data(), count, stride);
    else if (view.filter == "EXPONENTIAL")
        meshopt_decodeFilterExp(bytes.data(), count, stride);
    else if (view.filter == "COLOR")
        return fail({.field = "filter"}, "the filter COLOR of KHR_meshopt_compression is not read yet");
    else
        return fail({.field = "filter"},
                    std::string(view.filter) + " does not go with " + std::to_string(stride) + " bytes an element");
    return {};
}

} // namespace

Result<ByteBuffer> encode_attributes(Bytes bytes, std::uint32_t element) {
    const std::size_t count = bytes.size() / element;
    ByteBuffer encoded(meshopt_encodeVertexBufferBound(count, element));
    encoded.resize(meshopt_encodeVertexBuffer(raw(encoded), encoded.size(), bytes.data(), count, element));
    return encoded;
}

Result<ByteBuffer> encode_triangles(Bytes bytes, std::uint32_t element) {
    std::vector<std::uint32_t> indices(bytes.size() / element);
    std::uint32_t vertices = 0;
    for (std::size_t i = 0; i < indices.size(); ++i) {
        const std::byte* from = bytes.data() + i * element;
        indices[i] =
            element == 2 ? load<std::uint16_t>(from, Endian::little) : load<std::uint32_t>(from, Endian::little);
        vertices = std::max(vertices, indices[i] + 1);
    }
    ByteBuffer encoded(meshopt_encodeIndexBufferBound(indices.size(), vertices));
    encoded.resize(meshopt_encodeIndexBuffer(raw(encoded), encoded.size(), indices.data(), indices.size()));
    return encoded;
}

Result<ByteBuffer> decode_meshopt(const MeshoptView& view, Bytes bytes) {
    const auto count = static_cast<std::size_t>(view.count), stride = static_cast<std::size_t>(view.stride);
    const bool indices = view.mode == "TRIANGLES" || view.mode == "INDICES";
    if (!indices && view.mode != "ATTRIBUTES") return fail({.field = "mode"}, std::string(view.mode) + " is not known");
    if (indices ? stride != 2 && stride != 4 : stride < 4 || stride > 256 || stride % 4 != 0)
        return fail({.field = "byteStride"}, std::to_string(stride) + " does not go with " + std::string(view.mode));
    if (view.mode == "TRIANGLES" && count % 3 != 0) return fail({.field = "count"}, "is not a multiple of three");
    ByteBuffer decoded(count * stride);
    if (count == 0) return decoded;
    int status = 0;
    if (view.mode == "ATTRIBUTES")
        status = meshopt_decodeVertexBuffer(decoded.data(), count, stride, raw(bytes), bytes.size());
    else if (view.mode == "TRIANGLES")
        status = meshopt_decodeIndexBuffer(decoded.data(), count, stride, raw(bytes), bytes.size());
    else
        status = meshopt_decodeIndexSequence(decoded.data(), count, stride, raw(bytes), bytes.size());
    const bool is_newer = view.mode == "ATTRIBUTES" && !bytes.empty() && bytes[0] == std::byte{0xA1};
    if (status != 0 && is_newer)
        return fail("the attributes are coded by version 1 of the codec (KHR_meshopt_compression), which this build's "
                    "meshoptimizer does not read; version 0 it does, which EXT_meshopt_compression has");
    if (status != 0) return fail("the compressed bytes are damaged");
    if (auto done = apply_filter(view, decoded); !done) return Failure(done.error());
    return decoded;
}

Result<void> order_for_meshopt(Model& model) {
    for (Mesh& mesh : model.meshes) mesh::optimise_draw_order(mesh);
    return {};
}

} // namespace ossuary::gltf
