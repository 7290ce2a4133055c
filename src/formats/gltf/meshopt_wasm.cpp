#include "meshopt.h"

#include "ossuary/base/diagnostic.h"

namespace ossuary::gltf {
namespace {

Failure not_here() { return fail("EXT_meshopt_compression is neither read nor written in a browser"); }

} // namespace

Result<ByteBuffer> encode_attributes(Bytes, std::uint32_t) { return not_here(); }
Result<ByteBuffer> encode_triangles(Bytes, std::uint32_t) { return not_here(); }
Result<ByteBuffer> decode_meshopt(const MeshoptView&, Bytes) { return not_here(); }
Result<void> order_for_meshopt(Model&) { return not_here(); }

} // namespace ossuary::gltf
