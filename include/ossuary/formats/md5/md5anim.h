// .md5anim: a sampled skeletal animation. Joints are relative to their parents; flags say which of a joint's six
// values (Tx Ty Tz Qx Qy Qz, bits 0 to 5) are in the frames, the base frame supplies the rest.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ossuary/formats/md5/md5.h"
#include "ossuary/model/model.h"
#include "ossuary/model/root_travel.h"

namespace ossuary::md5 {

struct HierarchyEntry {
    std::string name;
    std::int32_t parent = -1;
    std::int32_t flags = 0;           // 0…63
    std::int32_t first_component = 0; // into each frame; without meaning when flags is 0
    bool operator==(const HierarchyEntry&) const = default;
};

struct Bounds {
    Vec3d min, max;
    bool operator==(const Bounds&) const = default;
};

struct AnimFile {
    std::string commandline;
    double frame_rate = 24;
    std::int32_t num_animated_components = 0;
    std::vector<HierarchyEntry> hierarchy;
    std::vector<Bounds> bounds; // as many as frames, or fewer; never trusted
    std::vector<Placement> base_frame;
    std::int32_t num_frames = 0;
    std::vector<double> components; // num_frames × num_animated_components, frame by frame
    bool operator==(const AnimFile&) const = default;

    double duration() const { return num_frames > 1 ? (num_frames - 1) / frame_rate : 0; }
};

bool recognise_md5anim(Bytes bytes);
Result<AnimFile> parse_md5anim(Bytes bytes, Diagnostics* diagnostics = nullptr, const ParseOptions& options = {});
std::string write_md5anim(const AnimFile& file);
Json dump_md5anim(const AnimFile& file);
Result<AnimFile> build_md5anim(const Json& json);

// The joints of a frame relative to their parents, and concatenated from the root; file axes, double.
std::vector<Transformd> local_skeleton(const AnimFile& file, std::int32_t frame);
std::vector<Transformd> object_skeleton(const AnimFile& file, std::int32_t frame);
// How far joint 0 travels: its flagged translation components in the last frame less the base frame.
Vec3d movement_delta(const AnimFile& file);

using RootMotion = RootTravel;

struct ToClipOptions {
    Basis basis = md5_basis(); // the one the skeleton was made with
    RootMotion root_motion = RootMotion::keep;
    bool loop = false; // the file does not say
};

// The animation on a model's skeleton: joints matched by index if they are the same, else by name (exact, then
// ignoring case), with diagnostics for what is missing, extra, or hangs elsewhere. Fewer than half matched: an error.
Result<Clip> to_clip(const AnimFile& file, const Skeleton& skeleton, std::string_view name,
                     const ToClipOptions& options = {}, Diagnostics* diagnostics = nullptr);
// An animation without a mesh: its own hierarchy with frame 0 as rest pose, and the clip.
Result<Model> to_model(const AnimFile& file, std::string_view name, const ToClipOptions& options = {},
                       Diagnostics* diagnostics = nullptr);

struct FromClipOptions {
    std::optional<Basis> basis; // as FromModelOptions::basis
    double frame_rate = 0;      // 0: the clip's own, else 24
    bool lenient = false;
    double position_tolerance = 0; // units: components that stay this close to the base frame are not animated
    double orientation_tolerance = 0;
};
// Samples the clip at whole frames. Bounds come from the model's skinned meshes, or its joints if it has none.
Result<AnimFile> md5anim_from_model(const Model& model, const Clip& clip, const FromClipOptions& options = {},
                                    Diagnostics* diagnostics = nullptr);

} // namespace ossuary::md5
