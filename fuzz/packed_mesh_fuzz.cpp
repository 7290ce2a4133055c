// Any bytes: refused with a reason, or a packed mesh that is written back exactly, unpacks and can be checked without a
// fault. The checksum is set right first, so that what lies behind it is reached.
#include "lossless.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/hash.h"
#include "ossuary/mesh/packed_mesh.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace ossuary;
    using fuzz::expect;
    ByteBuffer bytes(reinterpret_cast<const std::byte*>(data), reinterpret_cast<const std::byte*>(data) + size);
    if (size >= 12) store(bytes.data() + 8, crc32(Bytes(bytes).subspan(12)), Endian::little);
    const auto packed = mesh::parse_packed_mesh(bytes);
    if (!packed) {
        expect(!packed.error().message().empty());
        return 0;
    }
    expect(mesh::write_packed_mesh(*packed) == bytes);
    Skin skin;
    skin.joints.resize(packed->skin_joints);
    skin.inverse_bind.resize(packed->skin_joints);
    const auto mesh = mesh::unpack_mesh(*packed, &skin);
    expect(mesh.has_value() && mesh->positions.size() == packed->vertex_count());
    for (const std::uint32_t index : mesh->indices) expect(index < mesh->positions.size());
    mesh::validate(*packed, &skin);
    return 0;
}
