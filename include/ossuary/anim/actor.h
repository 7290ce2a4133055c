// Actor: one character, ready to use. A facade over the player and the jobs of this room, with all the buffers they
// need: play a clip, let time pass, take the events, the root motion and the skinned meshes.
//
//   anim::Actor actor(*anim::Figure::make(model));
//   actor.play("run");
//   actor.advance(1 / 60.0);
//   for (const anim::SkinnedMesh& mesh : actor.skin()) draw(mesh);
//
// Pose, matrices and vertices are computed when they are asked for, once per step. Once the buffers have grown to what
// the clips need, a step allocates nothing. An actor belongs to one thread at a time; actors of one figure are
// independent of each other.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "ossuary/anim/figure.h"
#include "ossuary/anim/player.h"
#include "ossuary/model/bounds.h"

namespace ossuary::anim {

// An event of a clip that came in the last step.
struct ActorEvent {
    Ticks time{};               // on the actor's clock
    const Move* move = nullptr; // whose event it is
    const Event* event = nullptr;
};

// The unused ones are zero: a mesh need not have normals and tangents.
struct SkinnedVertex {
    Vec3 position, normal;
    Vec4 tangent; // w = ±1 as in the mesh
};

// A mesh at the pose of now, in object space. One that is shown at several joints is there for each of them.
struct SkinnedMesh {
    const Mesh* mesh = nullptr;              // its triangles, surfaces and texture coordinates
    std::int32_t joint = -1;                 // of a mesh without skin: where it is shown; -1: at the object itself
    std::span<const SkinnedVertex> vertices; // in the mesh's order
};

class Actor {
public:
    explicit Actor(std::shared_ptr<const Figure> figure, PlayerSettings settings = {});
    Actor(Actor&&) noexcept;
    Actor& operator=(Actor&&) noexcept;
    ~Actor();

    const Figure& figure() const;

    // Starts a clip by its name, in any case. Fails if there is none, naming those there are, or if the clip that runs
    // on its layer may not be interrupted.
    Result<Started> play(std::string_view name, const StartOptions& options = {});
    // Fades out what runs on one layer, or on all.
    void stop(std::int32_t layer, std::optional<Ticks> blend_out = {});
    void stop();

    // Lets time pass. Events and root motion are those of this step; the transform moves along. Fails if the time is
    // negative, or as Player::advance does.
    Result<void> advance(Ticks step);
    Result<void> advance(double seconds);
    Ticks now() const;

    std::span<const ActorEvent> events() const;
    // Everything the player reports, starts and ends included.
    std::span<const Notice> notices() const;
    // How far the object moved and turned in this step, in its own space.
    const Placement& root_motion() const;
    // Where the object is in the world: moved by the root motion of every step, and by whoever sets it.
    const Placement& transform() const;
    void set_transform(const Placement& transform);

    // The local pose. It may be changed, by IK for example, before the matrices are asked for.
    PoseSpan pose();
    // Object-space matrices of all joints.
    std::span<const ObjectMatrix> matrices();
    // All meshes at the pose. Valid until the next call that changes the actor.
    std::span<const SkinnedMesh> skin();
    // What the skinned vertices span, in object space; nothing if there are none.
    std::optional<Box> bounds();

    // For what is not here: layers, seeking, aiming, looking, saving; overlays of moves.
    Player& player();
    const Player& player() const;
    MovesetStack& moves();

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace ossuary::anim
