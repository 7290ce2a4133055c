// Figure: what all characters of one model share: rig, moves, meshes ready for skinning. Immutable; made once, used by
// any number of actors (anim/actor.h) on any number of threads.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "ossuary/anim/moveset.h"
#include "ossuary/anim/object_space.h"
#include "ossuary/anim/skinning.h"
#include "ossuary/model/model.h"

namespace ossuary::anim {

// One mesh of the model, prepared.
struct FigureMesh {
    std::uint32_t mesh = 0; // of the model
    SkinMesh prepared;
    std::optional<SkinBinding> skin;
    // Without a skin: every joint the mesh is shown at, its own first, then its instances; -1 is the object itself.
    std::vector<std::int32_t> joints;
};

struct FigureOptions {
    MovesetOptions moves;
    Kernels kernels;
};

class Figure {
public:
    // All clips and meshes of a model. A clip or a mesh that cannot be prepared is reported and left out. Fails if the
    // skeleton is not sound.
    static Result<std::shared_ptr<const Figure>>
    make(std::shared_ptr<const Model> model, const FigureOptions& options = {}, Diagnostics* diagnostics = nullptr);
    // The same; the figure keeps the model.
    static Result<std::shared_ptr<const Figure>> make(Model model, const FigureOptions& options = {},
                                                      Diagnostics* diagnostics = nullptr);
    // Moves without meshes: packed clips, or a program that does not draw.
    explicit Figure(std::shared_ptr<const Moveset> moves);

    const Model& model() const { return *model_; } // empty where the figure was made of moves alone
    const Rig& rig() const { return moves_->rig(); }
    const std::shared_ptr<const Moveset>& moves() const { return moves_; }
    std::span<const FigureMesh> meshes() const { return meshes_; }
    Kernels kernels() const { return kernels_; }

private:
    std::shared_ptr<const Model> model_;
    std::shared_ptr<const Moveset> moves_;
    std::vector<FigureMesh> meshes_;
    Kernels kernels_;
};

} // namespace ossuary::anim
