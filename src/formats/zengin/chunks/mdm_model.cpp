#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/zengin/model.h"
#include "proto_mesh_model.h"
#include "soft_skin_model.h"

namespace ossuary::zengin {

Result<void> add_meshes(Model& model, const ModelMesh& file, Diagnostics* diagnostics) {
    if (auto error = check_meshes(file)) return Failure(std::move(*error));
    const std::vector<std::uint32_t> joint_of_node = node_joints(model.skeleton);
    for (const SoftSkin& skin : file.softskins)
        if (auto error = check_nodes(skin, joint_of_node.size())) return Failure(std::move(*error));
    if (file.checksum && *file.checksum != skeleton_checksum(model.skeleton))
        report(diagnostics, Severity::warning, {.field = "checksum"},
               "ChecksumMismatch: the meshes were made for another skeleton");

    MaterialTable materials(model);
    for (const MeshAttachment& attachment : file.attachments) {
        const std::int32_t joint = model.skeleton.find(to_utf8(attachment.name));
        if (joint < 0)
            report(diagnostics, Severity::warning, {.field = "attachments"},
                   "the skeleton has no node " + to_utf8(attachment.name) + "; its mesh hangs on the object");
        BuiltMesh built = build_mesh(attachment.mesh, model.source.basis, materials);
        if (built.mesh.indices.empty()) continue;
        built.mesh.name = to_utf8(attachment.name);
        built.mesh.joint = joint;
        model.meshes.push_back(std::move(built.mesh));
    }
    for (const SoftSkin& skin : file.softskins) {
        BuiltMesh built = build_mesh(skin.mesh, model.source.basis, materials);
        if (built.mesh.indices.empty()) continue;
        built.mesh.name = model.name + " skin " + std::to_string(model.skins.size());
        bind_skin(model, built, skin, joint_of_node, diagnostics);
        model.meshes.push_back(std::move(built.mesh));
    }
    return {};
}

} // namespace ossuary::zengin
