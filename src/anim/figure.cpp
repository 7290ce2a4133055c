#include "ossuary/anim/figure.h"

#include <string>

#include "ossuary/base/diagnostic.h"

namespace ossuary::anim {

namespace {

Result<FigureMesh> prepare(const Model& model, std::uint32_t number, const Rig& rig, Kernels kernels,
                           Diagnostics* diagnostics) {
    const Mesh& mesh = model.meshes[number];
    FigureMesh made;
    made.mesh = number;
    if (mesh.skin >= 0) {
        if (static_cast<std::size_t>(mesh.skin) >= model.skins.size())
            return fail(Place{.field = "skin"}, "is no skin of the model");
        auto skin = SkinBinding::make(model.skins[static_cast<std::size_t>(mesh.skin)], rig);
        if (!skin) return Failure(skin.error());
        made.skin = std::move(*skin);
    } else {
        made.joints.push_back(mesh.joint);
        for (const std::uint32_t joint : mesh.instances) made.joints.push_back(static_cast<std::int32_t>(joint));
        for (const std::int32_t joint : made.joints)
            if (joint < -1 || joint >= static_cast<std::int64_t>(rig.joint_count()))
                return fail(Place{.field = "joint"}, std::to_string(joint) + " is no joint of the skeleton");
    }
    auto prepared = SkinMesh::make(mesh, made.skin ? made.skin->joints.size() : 1, lane_count(kernels), diagnostics);
    if (!prepared) return Failure(prepared.error());
    made.prepared = std::move(*prepared);
    return made;
}

} // namespace

Figure::Figure(std::shared_ptr<const Moveset> moves)
    : model_(std::make_shared<const Model>()), moves_(std::move(moves)) {}

Result<std::shared_ptr<const Figure>> Figure::make(std::shared_ptr<const Model> model, const FigureOptions& options,
                                                   Diagnostics* diagnostics) {
    auto moves = Moveset::make(*model, options.moves, diagnostics);
    if (!moves) return Failure(moves.error());
    auto figure = std::make_shared<Figure>(std::move(*moves));
    figure->model_ = std::move(model);
    figure->kernels_ = options.kernels;
    for (std::uint32_t m = 0; m < figure->model_->meshes.size(); ++m) {
        auto mesh = prepare(*figure->model_, m, figure->rig(), figure->kernels(), diagnostics);
        if (mesh)
            figure->meshes_.push_back(std::move(*mesh));
        else
            report(diagnostics, Severity::error, {.field = "meshes[" + std::to_string(m) + "]"},
                   "the mesh is left out: " + mesh.error().text());
    }
    return std::shared_ptr<const Figure>(std::move(figure));
}

Result<std::shared_ptr<const Figure>> Figure::make(Model model, const FigureOptions& options,
                                                   Diagnostics* diagnostics) {
    return make(std::make_shared<const Model>(std::move(model)), options, diagnostics);
}

} // namespace ossuary::anim
