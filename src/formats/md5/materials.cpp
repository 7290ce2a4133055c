#include "materials.h"

#include "ossuary/formats/image/shader_material.h"

namespace ossuary::md5 {

std::vector<std::int32_t> add_materials(Model& model, const MeshFile& file, const TextEncoding& encoding,
                                        const ToModelOptions& options, Diagnostics* diagnostics) {
    image::ShaderMaterials materials(
        model, {options.textures, options.force_opaque, options.double_sided, options.flip_green}, diagnostics);
    std::vector<std::int32_t> material_of;
    material_of.reserve(file.meshes.size());
    for (const Mesh& mesh : file.meshes) material_of.push_back(materials.add(encoding.decode(mesh.shader)));
    return material_of;
}

} // namespace ossuary::md5
