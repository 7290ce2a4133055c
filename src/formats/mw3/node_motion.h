// How nodes move: for each of them what drives its translation, rotation and scale, as functions of time alone, so that
// a pose does not depend on which times were asked for before.
#pragma once

#include <optional>
#include <vector>

#include "ossuary/formats/mw3/sequence_player.h"

namespace ossuary::mw3 {

// Where the indices of one running definition lead: to joints, or to -1.
struct BoundNodes {
    std::span<const std::int32_t> joints; // of the definition's nodes
    std::int32_t root = -1;
    std::int32_t input = -1;

    std::int32_t operator()(std::int32_t index) const {
        if (index == own_node) return root;
        if (index == input_node) return input;
        return index > 0 && static_cast<std::size_t>(index) <= joints.size()
                   ? joints[static_cast<std::size_t>(index - 1)]
                   : -1;
    }
};

// The same numbers on every machine.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    double operator()() { // 0 … 1, without 1
        state_ += 0x9E3779B97F4A7C15;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53;
    }
    double between(double low, double high) { return low + (high - low) * (*this)(); }

private:
    std::uint64_t state_;
};

// Rotation about y, then the turned x, then the turned z: the column-vector form of the engine's matrices.
Quatd from_angles(const Vec3d& angles);

class NodeMotion {
public:
    NodeMotion(const AnimFile& file, const Skeleton& nodes, const PlayRules& rules);

    // An event of NoticeKind::movement; one that moves no node that is there does nothing.
    void carry_out(const Event& event, const BoundNodes& bound, Ticks time, Random& random);
    Transformd local_at(std::size_t joint, Ticks time) const;
    Ticks end() const { return end_; }

private:
    struct VectorDrive {
        Ticks start{};
        double length = 0; // seconds; infinite without an end of its own
        Vec3d value, rate, acceleration;
        std::optional<Vec3d> last; // where it is stated to end
        const std::vector<event::Frame>* frames = nullptr;
        bool spline = false;

        Vec3d at(Ticks time, Box<event::VectorChannel> event::Frame::*channel) const;
    };
    struct RotationDrive {
        Ticks start{};
        double length = 0;
        Quatd before; // turned by what follows
        Vec3d angles, rate, acceleration;
        double forward = 0, forward_rate = 0, forward_acceleration = 0; // radians about x: per metre, per second …
        Vec3d velocity, pull;                                           // of the path whose metres count
        std::optional<Vec3d> last;
        const std::vector<event::Frame>* frames = nullptr;
        bool spline = false;

        Quatd at(Ticks time) const;
    };
    struct Node {
        VectorDrive translation, scale;
        RotationDrive rotation;
    };

    void carry_out(const event::ObjectTranslateState& e, const BoundNodes& bound, Ticks time);
    void carry_out(const event::ObjectRotateState& e, const BoundNodes& bound, Ticks time);
    void carry_out(const event::ObjectScaleState& e, const BoundNodes& bound, Ticks time);
    void carry_out(const event::ObjectMotion& e, const BoundNodes& bound, Ticks time, Random& random);
    void carry_out(const event::ObjectMotionFromTo& e, const BoundNodes& bound, Ticks time);
    void carry_out(const event::ObjectMotionSiScript& e, const BoundNodes& bound, Ticks time);
    Node* node(std::int32_t joint) { return joint < 0 ? nullptr : &states_[static_cast<std::size_t>(joint)]; }
    Affined object_at(std::int32_t joint, Ticks time) const;
    void ends(Ticks start, double length);

    const AnimFile* file_;
    const Skeleton* nodes_;
    const PlayRules* rules_;
    std::vector<Node> states_;
    Ticks end_{};
};

} // namespace ossuary::mw3
