// Clip: one animation of one skeleton.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ossuary/base/json.h"
#include "ossuary/base/optional.h"
#include "ossuary/base/vectors.h"
#include "ossuary/model/event_track.h"
#include "ossuary/model/skeleton.h"

namespace ossuary {

enum class Interpolation : std::uint8_t { linear, step };
enum class LoopMode : std::uint8_t { unknown, once, wrap }; // wrap: the last key repeats the first
enum class Direction : std::uint8_t { forward, reverse };

// The values of one quantity over time, in one of four forms:
//   rest      no values: the joint keeps its rest pose
//   constant  one value
//   uniform   rate > 0: value i is at i / rate
//   keyed     as many times as values, strictly increasing, not negative
// Linear interpolation of rotations is spherical along the shorter arc. Before the first and after the last key the
// nearest key holds.
template <class T> struct Channel {
    std::vector<T> values;
    std::vector<float> times;
    double rate = 0;
    Interpolation interpolation = Interpolation::linear;

    bool is_rest() const { return values.empty(); }
    bool is_constant() const { return values.size() == 1; }
    double time_of(std::size_t key) const {
        return times.empty() ? (rate > 0 ? static_cast<double>(key) / rate : 0) : static_cast<double>(times[key]);
    }
    bool operator==(const Channel&) const = default;
};

struct JointTrack {
    Channel<Vec3> translation;
    Channel<Quat> rotation;
    Channel<Vec3> scale;
    bool operator==(const JointTrack&) const = default;
};

// Weights of a mesh's morph targets, one channel per target.
struct MorphTrack {
    std::uint32_t mesh = 0;
    std::vector<Channel<float>> weights;
};

struct CameraTrack {
    std::uint32_t camera = 0;
    Channel<float> vertical_fov; // radians
};

struct LightTrack {
    std::uint32_t light = 0;
    Channel<Vec3> color;
    Channel<float> intensity, range;
};

// What a model script's flags say (`M R E F I P`).
struct MoveFlags {
    bool move_object = false;   // M: the root's translation moves the object
    bool rotate_object = false; // R: so does its rotation
    bool queue = false;         // E: waits until the layer's running clip has ended
    bool fly = false;           // F: not glued to the ground
    bool idle = false;          // I: a longer path of the root stays out of the pose and moves nothing
    bool in_place = false;      // P: any path of the root does
    bool operator==(const MoveFlags&) const = default;
};
// As scripts write them: `MR`, `M.`, `.`; and back, ignoring case and other letters.
std::string flag_letters(const MoveFlags& flags);
MoveFlags parse_move_flags(std::string_view letters);

// The clips prefix1 … prefixN, one of which is chosen by direction. The clip itself has the samples of the middle one.
struct Combination {
    std::string prefix;
    std::int32_t count = 0;
    bool operator==(const Combination&) const = default;
};

// What the source says about how a clip wants to be played.
struct PlaybackHints {
    std::int32_t layer = 1;
    double blend_in = 0;  // seconds
    double blend_out = 0; // seconds
    std::string next;     // the clip that follows; empty for none
    Direction direction = Direction::forward;
    std::int32_t root_joint = -1;    // the joint that carries locomotion
    Optional<MoveFlags> flags;       // of a script; a clip without one moves and turns its object, at any time
    Optional<float> collision_scale; // of the object's collision volume while the clip plays; else 1
    std::string alias_of;            // the clip whose samples these are; empty for none
    Optional<Combination> combination;
    bool operator==(const PlaybackHints&) const = default;
};

struct Clip {
    std::string name;
    double duration = 0;   // seconds
    double frame_rate = 0; // the source's frames per second; 0 if it has none
    LoopMode loop = LoopMode::unknown;
    std::vector<JointTrack> joints; // one per joint of the skeleton
    std::vector<MorphTrack> morphs;
    std::vector<CameraTrack> cameras;
    std::vector<LightTrack> lights;
    EventTrack events;
    PlaybackHints hints;
    Json extras; // null or an object; survives a passage through glTF

    Clip();
    Clip(const Clip& other);
    Clip(Clip&& other) noexcept;
    Clip& operator=(const Clip& other);
    Clip& operator=(Clip&& other) noexcept;
    ~Clip();
};

// The value of a channel at a time, in the plain reference form used by converters and tests.
Vec3d sample(const Channel<Vec3>& channel, double time, const Vec3d& rest);
Quatd sample(const Channel<Quat>& channel, double time, const Quatd& rest);
double sample(const Channel<float>& channel, double time, double rest);
// The local pose of the whole skeleton at a time.
std::vector<Transformd> sample_pose(const Clip& clip, const Skeleton& skeleton, double time);

} // namespace ossuary
