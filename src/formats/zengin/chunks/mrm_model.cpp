#include "proto_mesh_maker.h"
#include "proto_mesh_model.h"

#include "ossuary/base/diagnostic.h"

namespace ossuary::zengin {

Result<Model> to_model(const MultiResolutionMesh& file, std::string_view name, const ToModelOptions& options,
                       Diagnostics*) {
    if (auto error = check_mesh(file.mesh)) return Failure(std::move(*error));
    Model model = empty_model(name, options);
    MaterialTable materials(model);
    BuiltMesh built = build_mesh(file.mesh, options.basis, materials);
    if (built.mesh.indices.empty()) return fail({.field = "mesh"}, "the mesh has no triangle");
    built.mesh.name = name;
    built.mesh.levels = build_levels(file.mesh, built.mesh);
    model.meshes.push_back(std::move(built.mesh));
    return model;
}

Result<MultiResolutionMesh> mrm_from_model(const Model& model, const FromModelOptions& options,
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
