#include "ossuary/anim/actor.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>

#include "ossuary/model/bounds.h"

namespace ossuary::anim {

// One place at which a mesh is shown, with its vertices.
struct ShownMesh {
    const FigureMesh* mesh = nullptr;
    std::int32_t joint = -1;
    std::vector<PaletteMatrix> palette;
    std::vector<float> morph_weights;
    std::vector<SkinnedVertex> vertices;
    bool is_fresh = false; // the vertices are those of the palette and the weights
};

struct Actor::State {
    enum class Stage : std::uint8_t { time, pose, matrices, skin }; // how far what is asked for is computed

    State(std::shared_ptr<const Figure> shared, PlayerSettings settings)
        : figure(std::move(shared)), moves(figure->moves()), player(moves, with_kernels(std::move(settings), *figure)),
          scratch(figure->rig()), pose(make_pose(figure->rig().joint_count())), matrices(figure->rig().joint_count()) {
        for (const FigureMesh& mesh : figure->meshes()) {
            if (mesh.skin)
                show(mesh, -1);
            else
                for (const std::int32_t joint : mesh.joints) show(mesh, joint);
        }
    }

    static PlayerSettings with_kernels(PlayerSettings settings, const Figure& figure) {
        if (settings.kernels == Kernels{}) settings.kernels = figure.kernels();
        return settings;
    }

    void show(const FigureMesh& mesh, std::int32_t joint) {
        ShownMesh& added = shown.emplace_back();
        added.mesh = &mesh;
        added.joint = joint;
        added.palette.resize(mesh.prepared.palette_size());
        added.morph_weights.resize(mesh.prepared.morph_count());
        const Mesh& source = figure->model().meshes[mesh.mesh];
        added.vertices.resize(mesh.prepared.vertex_count());
        for (std::size_t v = 0; v < source.tangents.size(); ++v) added.vertices[v].tangent.w = source.tangents[v].w;
        skinned.push_back({&source, joint, added.vertices});
    }

    void reach(Stage wanted) {
        if (stage < Stage::pose && wanted >= Stage::pose) player.pose(pose, scratch);
        if (stage < Stage::matrices && wanted >= Stage::matrices)
            (void)LocalToObjectJob{
                .rig = &figure->rig(), .poses = pose, .output = matrices, .kernels = figure->kernels()}
                .run();
        if (stage < Stage::skin && wanted >= Stage::skin)
            for (ShownMesh& mesh : shown) skin(mesh);
        stage = std::max(stage, wanted);
    }

    // A mesh whose palette and weights are as they were keeps its vertices: what stands still costs nothing.
    void skin(ShownMesh& mesh) {
        if (mesh.mesh->skin) {
            (void)SkinPaletteJob{&*mesh.mesh->skin, matrices, mesh.palette, figure->kernels()}.run();
            mesh.is_fresh = false;
        } else {
            const PaletteMatrix at =
                mesh.joint < 0 ? PaletteMatrix{} : to_palette_matrix(matrices[static_cast<std::size_t>(mesh.joint)]);
            mesh.is_fresh = mesh.is_fresh && std::memcmp(&at, mesh.palette.data(), sizeof(at)) == 0;
            mesh.palette[0] = at;
        }
        if (!mesh.morph_weights.empty()) {
            const std::vector<float>& plain = figure->model().meshes[mesh.mesh->mesh].morph_weights;
            player.morph_weights(mesh.mesh->mesh, mesh.morph_weights, plain);
            mesh.is_fresh = false;
        }
        if (mesh.is_fresh) return;
        const SkinMesh& prepared = mesh.mesh->prepared;
        InterleavedVertices records{.bytes = std::as_writable_bytes(std::span(mesh.vertices)),
                                    .stride = sizeof(SkinnedVertex),
                                    .position = offsetof(SkinnedVertex, position)};
        if (prepared.has_normals()) records.normal = offsetof(SkinnedVertex, normal);
        if (prepared.has_tangents()) records.tangent = offsetof(SkinnedVertex, tangent);
        mesh.is_fresh = SkinJob{.mesh = &prepared,
                                .palette = mesh.palette,
                                .morph_weights = mesh.morph_weights,
                                .planar = {},
                                .interleaved = records,
                                .kernels = figure->kernels()}
                            .run()
                            .has_value();
    }

    std::shared_ptr<const Figure> figure;
    MovesetStack moves;
    Player player;
    PoseScratch scratch;
    std::vector<JointBlock> pose;
    std::vector<ObjectMatrix> matrices;
    std::vector<ShownMesh> shown;
    std::vector<SkinnedMesh> skinned;
    std::vector<ActorEvent> events;
    Placement transform;
    Stage stage = Stage::time;
};

Actor::Actor(std::shared_ptr<const Figure> figure, PlayerSettings settings)
    : state_(std::make_unique<State>(std::move(figure), std::move(settings))) {}
Actor::Actor(Actor&&) noexcept = default;
Actor& Actor::operator=(Actor&&) noexcept = default;
Actor::~Actor() = default;

const Figure& Actor::figure() const { return *state_->figure; }

Result<Started> Actor::play(std::string_view name, const StartOptions& options) {
    const Move* move = state_->moves.find(name);
    if (!move) {
        const std::string names = state_->moves.base().names();
        return fail("there is no clip '" + std::string(name) + '\'' +
                    (names.empty() ? ": the model has none" : " among " + names));
    }
    state_->stage = State::Stage::time;
    return state_->player.start(*move, options);
}

void Actor::stop(std::int32_t layer, std::optional<Ticks> blend_out) {
    state_->stage = State::Stage::time;
    state_->player.stop(layer, blend_out);
}

void Actor::stop() {
    state_->stage = State::Stage::time;
    state_->player.stop_all();
}

Result<void> Actor::advance(Ticks step) {
    State& state = *state_;
    state.stage = State::Stage::time;
    state.events.clear();
    const Ticks before = now();
    Result<void> advanced = state.player.advance(step);
    if (!advanced && now() == before) return advanced; // nothing has happened
    for (const Notice& notice : state.player.notices())
        if (notice.kind == NoticeKind::event) state.events.push_back({notice.time, notice.move, notice.event->event});
    state.transform = state.transform * state.player.root_motion();
    return advanced;
}

Result<void> Actor::advance(double seconds) { return advance(to_ticks(seconds)); }
Ticks Actor::now() const { return state_->player.now(); }

std::span<const ActorEvent> Actor::events() const { return state_->events; }
std::span<const Notice> Actor::notices() const { return state_->player.notices(); }
const Placement& Actor::root_motion() const { return state_->player.root_motion(); }
const Placement& Actor::transform() const { return state_->transform; }
void Actor::set_transform(const Placement& transform) { state_->transform = transform; }

PoseSpan Actor::pose() {
    state_->reach(State::Stage::pose);
    return state_->pose;
}

std::span<const ObjectMatrix> Actor::matrices() {
    state_->reach(State::Stage::matrices);
    return state_->matrices;
}

std::span<const SkinnedMesh> Actor::skin() {
    state_->reach(State::Stage::skin);
    return state_->skinned;
}

std::optional<Box> Actor::bounds() {
    std::optional<Box> box;
    for (const SkinnedMesh& mesh : skin())
        for (const SkinnedVertex& vertex : mesh.vertices) add_point(box, vertex.position);
    return box;
}

Player& Actor::player() {
    state_->stage = State::Stage::time;
    return state_->player;
}
const Player& Actor::player() const { return state_->player; }

MovesetStack& Actor::moves() { return state_->moves; }

} // namespace ossuary::anim
