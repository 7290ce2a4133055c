#include "proto_mesh_maker.h"

namespace ossuary::zengin {

Result<MultiResolutionMesh> mrm_from_model(const Model& model, const MeshFromModelOptions& options,
                                           Diagnostics* diagnostics) {
    if (const Diagnostics faults = validate(model); !faults.empty())
        return fail(faults.front().place, "the model is not sound: " + faults.front().message);
    const std::vector<Affined> rest = rest_object_pose(model.skeleton);
    ProtoMeshMaker maker(model, options);
    for (const Mesh& mesh : model.meshes) maker.add(mesh, vertex_matrices(model, mesh, rest));
    auto mesh = maker.finish(ProtoMeshMaker::Kind::rigid);
    if (!mesh) return Failure(mesh.error());
    if (!model.clips.empty())
        report(diagnostics, Severity::note, {},
               "a multi-resolution mesh stands still: " + std::to_string(model.clips.size()) + " clips are left out");
    return MultiResolutionMesh{.mesh = *std::move(mesh)};
}

} // namespace ossuary::zengin
