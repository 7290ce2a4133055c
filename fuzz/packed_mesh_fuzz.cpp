// Any bytes: refused with a reason, or a packed mesh that is written back exactly, unpacks and can be checked without a
// fault. The checksum is set right first, so that what lies behind it is reached.
#include "lossless.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/hash.h"
#include "ossuary/mesh/packed_mesh.h"

namespace ossuary::fuzz::try_packed_mesh {

OSSUARY_FUZZ(packed_mesh) {
    ByteBuffer mended(bytes.begin(), bytes.end());
    if (mended.size() >= 12) store(mended.data() + 8, crc32(Bytes(mended).subspan(12)), Endian::little);
    const auto packed = mesh::parse_packed_mesh(mended);
    if (!packed) {
        expect(!packed.error().message().empty());
        return;
    }
    expect(mesh::write_packed_mesh(*packed) == mended);
    Skin skin;
    skin.joints.resize(packed->skin_joints);
    skin.inverse_bind.resize(packed->skin_joints);
    const auto mesh = mesh::unpack_mesh(*packed, &skin);
    expect(mesh.has_value() && mesh->positions.size() == packed->vertex_count());
    for (const std::uint32_t index : mesh->indices) expect(index < mesh->positions.size());
    mesh::validate(*packed, &skin);
}

} // namespace ossuary::fuzz::try_packed_mesh
