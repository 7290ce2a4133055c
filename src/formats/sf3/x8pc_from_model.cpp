// A neutral model as X8PC and X8AN: the skeleton, and the parts put together.
#include <algorithm>

#include "from_model.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/record_json.h"
#include "ossuary/base/sort.h"
#include "ossuary/model/bounds.h"
#include "source.h"

namespace ossuary::sf3 {

namespace {

// The tag a joint stands for: what its extras say, if the format has such a tag.
std::optional<std::uint8_t> tag_of(const Joint& joint) {
    const std::int64_t code = joint.extras["tag"].integer(-1);
    if (code < 0 || code > 0xFF || !SkeletonOp{.code = static_cast<std::uint8_t>(code)}.is_tag()) return {};
    return static_cast<std::uint8_t>(code);
}

Result<SkeletonOp> tag_op(const Model& model, const WrittenSkeleton& written, std::uint32_t joint) {
    const Transformd rest = written.to_file.transform(to_double(model.skeleton.joints[joint].rest));
    SkeletonOp op{.code = written.joints[joint].tag};
    const auto place = vector_from_real(rest.translation), scale = vector_from_real(rest.scale);
    const auto rotation = quat32_from_real(rest.rotation);
    if (!place || !scale || !rotation)
        return fail({.field = model.skeleton.joints[joint].name}, "lies further out than the format can say");
    op.values = {place->x,    place->y,    place->z, rotation->x, rotation->y,
                 rotation->z, rotation->w, scale->x, scale->y,    scale->z};
    if (!op.is_weapon_tag()) std::fill(op.values.begin() + 3, op.values.end(), 0);
    return op;
}

// Commands for the bones in their order: a bone's meshes, its tags, then its children.
Result<void> build_skeleton(const Model& model, const WrittenSkeleton& written, BuiltMeshes& meshes, ModelFile& file) {
    file.mesh_lists.emplace_back();
    std::vector<std::vector<std::uint32_t>> tags(written.bones.size() + 1); // by bone + 1
    std::vector<std::vector<Mesh*>> drawn(written.bones.size() + 1);
    for (const std::uint32_t tag : written.tags)
        tags[static_cast<std::size_t>(written.joints[tag].bone + 1)].push_back(tag);
    for (BuiltMeshes::Body& body : meshes.body) drawn[static_cast<std::size_t>(body.bone + 1)].push_back(&body.mesh);

    const auto hang = [&](std::size_t slot) -> Result<void> {
        for (Mesh* mesh : drawn[slot]) {
            file.skeleton.push_back({.code = SkeletonOp::draw});
            file.mesh_lists[0].push_back(std::move(*mesh));
        }
        for (const std::uint32_t tag : tags[slot]) {
            auto op = tag_op(model, written, tag);
            if (!op) return Failure(op.error());
            file.skeleton.push_back(*op);
        }
        return {};
    };
    if (auto hung = hang(0); !hung) return hung;
    std::vector<std::int32_t> stack{-1};
    for (std::size_t b = 0; b < written.bones.size(); ++b) {
        const std::int32_t parent = model.skeleton.joints[written.bones[b]].parent;
        const std::int32_t parent_bone = parent < 0 ? -1 : written.joints[static_cast<std::size_t>(parent)].bone;
        for (; stack.back() != parent_bone; stack.pop_back()) file.skeleton.push_back({.code = SkeletonOp::pop});
        file.skeleton.push_back({.code = SkeletonOp::push});
        stack.push_back(static_cast<std::int32_t>(b));
        if (auto hung = hang(b + 1); !hung) return hung;
    }
    for (; !stack.empty(); stack.pop_back()) file.skeleton.push_back({.code = SkeletonOp::pop});
    return {};
}

// As it was read, or what the meshes fill at rest.
void build_box(const Model& model, const WrittenSkeleton& written, ModelFile& file) {
    const Json& kept = model.extras["sf3"];
    const auto center = build_record<Vector>(kept["box_center"]), half = build_record<Vector>(kept["box_half"]);
    if (center && half) {
        file.box_center = *center;
        file.box_half = *half;
    } else if (const auto box = bounds(model)) {
        const Vec3d a = written.to_file.point(to_double(box->min)), b = written.to_file.point(to_double(box->max));
        file.box_center = vector_from_real((a + b) * 0.5).value_or(Vector{});
        const Vec3d size = (b - a) * 0.5;
        file.box_half = vector_from_real({std::abs(size.x), std::abs(size.y), std::abs(size.z)}).value_or(Vector{});
    }
}

std::string counted(std::size_t count, const char* one, const char* many) {
    return std::to_string(count) + ' ' + (count == 1 ? one : many);
}

} // namespace

Result<WrittenSkeleton> plan_skeleton(const Model& model, const FromModelOptions& options) {
    if (!(options.units_per_metre > 0)) return fail("the number of units in a metre must be above 0");
    const std::vector<Joint>& joints = model.skeleton.joints;
    WrittenSkeleton written;
    written.to_file = model.source.basis_for("sf3", sf3_basis(1 / options.units_per_metre)).inverse();
    written.joints.resize(joints.size());
    // A tag is a leaf; with children it is a bone like any other.
    std::vector<std::vector<std::uint32_t>> children(joints.size());
    std::vector<std::uint32_t> roots;
    for (std::uint32_t j = 0; j < joints.size(); ++j)
        (joints[j].parent < 0 ? roots : children[static_cast<std::size_t>(joints[j].parent)]).push_back(j);
    // Bones count in the order of a walk from parent to children, and so the format numbers them.
    std::vector<std::uint32_t> walk(roots.rbegin(), roots.rend());
    while (!walk.empty()) {
        const std::uint32_t j = walk.back();
        walk.pop_back();
        const std::int32_t parent = joints[j].parent;
        const std::int32_t above = parent < 0 ? -1 : written.joints[static_cast<std::size_t>(parent)].bone;
        if (const auto tag = tag_of(joints[j]); tag && children[j].empty()) {
            written.joints[j] = {above, true, *tag};
            written.tags.push_back(j);
            continue;
        }
        written.joints[j] = {static_cast<std::int32_t>(written.bones.size()), false, 0};
        written.bones.push_back(j);
        walk.insert(walk.end(), children[j].rbegin(), children[j].rend());
    }
    ossuary::sort(written.tags);
    return written;
}

void Losses::tell(Diagnostics* diagnostics) const {
    const auto note = [&](std::string message) { report(diagnostics, Severity::note, {}, std::move(message)); };
    const auto warn = [&](std::string message) { report(diagnostics, Severity::warning, {}, std::move(message)); };
    if (position_error > 0)
        note("positions are rounded to 1/65536, by at most " + std::to_string(position_error * 65536) + " of that");
    if (softly_bound > 0)
        warn(counted(softly_bound, "triangle follows", "triangles follow") +
             " one joint instead of several: the format has rigid parts only");
    if (plain_instead > 0)
        warn(counted(plain_instead, "face shows the colour in its middle", "faces show the colour in their middle") +
             ": the format puts whole textures on faces");
    if (resized_pictures > 0)
        warn(counted(resized_pictures, "picture was", "pictures were") + " brought to a size the format has");
    if (morph_targets > 0) warn(counted(morph_targets, "morph target is", "morph targets are") + " left out");
    if (second_weapons > 0)
        warn(counted(second_weapons, "mesh", "meshes") + " of further weapon tags left out: all show the first weapon");
    if (moved_keys > 0) note(counted(moved_keys, "key was", "keys were") + " moved to the nearest tick");
    if (conflicting_keys > 0)
        warn(counted(conflicting_keys, "key differs", "keys differ") +
             " where two clips share a tick: the later clip's holds");
    if (moving_tags > 0)
        warn(counted(moving_tags, "tag stands", "tags stand") +
             " still that moved in a clip: tags are fixed to their bones");
    if (dropped_events > 0) warn(counted(dropped_events, "event has", "events have") + " no code in the format");
}

Result<FilePair> x8pc_from_model(const Model& model, const FromModelOptions& options, Diagnostics* diagnostics) {
    const auto written = plan_skeleton(model, options);
    if (!written) return Failure(written.error());
    if (written->bones.empty()) return fail("a battle model needs a skeleton");
    Losses losses;
    auto meshes = build_meshes(model, *written, losses);
    if (!meshes) return Failure(meshes.error());
    FilePair pair;
    if (auto built = build_skeleton(model, *written, *meshes, pair.model); !built) return Failure(built.error());
    if (!meshes->weapon.empty()) pair.model.mesh_lists.push_back(std::move(meshes->weapon));
    pair.model.textures = std::move(meshes->textures);
    build_box(model, *written, pair.model);
    if (auto built = build_clips(model, *written, options, pair, losses); !built) return Failure(built.error());
    losses.tell(diagnostics);
    return pair;
}

} // namespace ossuary::sf3
