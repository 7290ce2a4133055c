#include "draco.h"

#include "ossuary/base/diagnostic.h"

namespace ossuary::gltf {

Result<std::vector<std::uint32_t>> decode_draco(Bytes, std::span<DracoAttribute>) {
    return fail("the geometry is compressed with KHR_draco_mesh_compression, which is not read in a browser; "
                "export it again without compression, or convert it with the command");
}

} // namespace ossuary::gltf
