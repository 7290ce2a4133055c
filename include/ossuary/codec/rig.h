// Rig: what all clips of one skeleton share, and a clip alone carries too: how each joint can move, and its constants.
//
// The rotation of a joint is  left · m(x, y, z) · right  with two constants and a movement m of as few parameters as
// the clips need. Parameters are modified Rodrigues parameters, p = 4·tan(angle / 4): with s = p / 4 and k = 2 / (1 +
// |s|²) the quaternion is (k·s, k − 1); one division, no trigonometry, good past half a turn.
//
//   constant    m = 1
//   hinge       m = R(x-axis, x)
//   two_hinges  m = R(x-axis, x) · R((cosine, sine, 0), y)
//   three_axes  m = R(x, y, z)
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ossuary/base/result.h"
#include "ossuary/codec/encode_options.h"
#include "ossuary/model/clip.h"
#include "ossuary/model/skeleton.h"

namespace ossuary::codec {

enum class JointKind : std::uint8_t { constant, hinge, two_hinges, three_axes };
std::string_view name_of(JointKind kind);
bool parse_name(std::string_view name, JointKind& kind);
constexpr std::size_t parameters_of(JointKind kind) { return static_cast<std::size_t>(kind); }

// A unit quaternion without its largest component, which the other three give. The parts are steps of
// 1/√2 / (2^(bits−1) − 1).
struct PackedQuat {
    std::uint8_t largest = 3;
    std::array<std::int32_t, 3> parts{};
    bool operator==(const PackedQuat&) const = default;
};
using PackedOffset = std::array<std::int32_t, 3>;

// Bits of a constant: where any one nearby would do, where it must be exact, and for bounds of a few micrometres.
constexpr int constant_bits(bool fine) { return fine ? 24 : 16; }
constexpr int quat_bits(JointKind kind, bool fine) { return kind == JointKind::three_axes ? 10 : constant_bits(fine); }
inline constexpr int rest_bits = 20; // of a rest rotation, which nothing makes up for
constexpr double constant_steps(bool fine) { return (1 << (constant_bits(fine) - 1)) - 1; }
PackedQuat pack_quat(const Quatd& q, int bits);
Quatd unpack_quat(const PackedQuat& packed, int bits);

struct RigJoint {
    JointKind kind = JointKind::constant;
    bool moves = false;  // the translation is animated in some clip
    bool scales = false; // so is the scale
    PackedQuat left, right;
    std::int32_t cosine = 0; // of two_hinges, by constant_steps
    PackedOffset offset{};   // the translation where it does not move, in steps of PackedRig::offset_step
    Vec3 scale{1, 1, 1};     // where it does not scale
    // How coarse each parameter may be, the segment's scale being 1: 2^((code − 128) / 16). One for each parameter of
    // the rotation, one for the translation, one for the scale.
    std::array<std::uint8_t, 3> steps{};
    std::uint8_t move_step = 0, scale_step = 0;
    // The rest pose, what a joint does in a clip that has no track for it, where these constants do not say it.
    std::optional<PackedQuat> rest_rotation; // rest_bits; else `left` where the kind is constant, no turn elsewhere
    std::optional<Vec3> rest_translation, rest_scale; // else the offset (none where it moves) and the scale
    bool operator==(const RigJoint&) const = default;
};

struct PackedRig {
    std::vector<std::string> names;
    std::vector<std::int32_t> parents; // -1 or an earlier joint
    std::vector<RigJoint> joints;
    bool fine = false;     // constants of 24 bits instead of 16
    float offset_step = 0; // metres

    std::size_t size() const { return joints.size(); }
    Vec3 offset(std::size_t joint) const;
    // In its parent, within a step of the constants that say it.
    Transform rest(std::size_t joint) const;
    bool operator==(const PackedRig&) const = default;
};

double step_value(std::uint8_t code);
// The code of the step nearest to the value; the ends where it is out of range.
std::uint8_t step_code(double value);

// Names and parents, what decides whether a clip belongs to a skeleton.
std::uint64_t skeleton_hash(const Skeleton& skeleton);
std::uint64_t skeleton_hash(const PackedRig& rig);

// A clip together with the skeleton it was made for. Clips that share a rig have joints of the same names and parents;
// the lengths of their bones may differ.
struct ClipSource {
    const Clip* clip = nullptr;
    const Skeleton* skeleton = nullptr;
};

// Finds the joints' kinds and constants that fit all the clips. Fails where a value is not finite, a rotation not of
// unit length, or a skeleton is not that of the first clip, naming clip, joint and key.
// The rest pose is that of the first clip's skeleton.
Result<PackedRig> fit_rig(std::span<const ClipSource> clips, const EncodeOptions& options);

} // namespace ossuary::codec
