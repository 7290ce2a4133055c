// How nodes move: for each of them what drives its translation, rotation and scale, as functions of time alone, so that
// a pose does not depend on which times were asked for before.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "ossuary/formats/mw3/sequence_player.h"

namespace ossuary::mw3 {

// Where the indices of one running definition lead: to joints, or to -1.
struct BoundNodes {
    std::span<const std::int32_t> joints; // of the definition's nodes
    std::int32_t root = -1;
    Call call;

    std::int32_t operator()(std::int32_t index) const {
        if (index == own_node) return root;
        if (index == input_node) return call.input;
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
    // Relative to the parent it has in the skeleton, whatever it hangs on.
    Transformd local_at(std::size_t joint, Ticks time) const;
    Affined object_at(std::int32_t joint, Ticks time) const;
    bool is_touched(std::size_t joint) const { return states_[joint].is_touched; }
    // How far its shape has gone over to the second one, 0 to 1; nothing if no event said so.
    std::optional<double> morph_at(std::size_t joint, Ticks time) const;
    bool is_attached(std::size_t joint) const { return !states_[joint].is_detached; }
    Ticks end() const { return end_; }
    // Moves a joint to a place of the world.
    void place(std::int32_t joint, const Vec3d& at, Ticks time);

    // When a thing that falls reaches the ground, after a time and while its motion lasts.
    using GroundBelow = std::function<std::optional<Ground>(const Vec3d& place)>;
    std::optional<Ticks> landing(std::int32_t joint, Ticks after, const GroundBelow& ground) const;
    // Since when its place is what it is now, or moves as it does now.
    Ticks moves_since(std::int32_t joint) const { return states_[static_cast<std::size_t>(joint)].translation.start; }
    // It bounces or stays; returns its speed before.
    double bounce(std::int32_t joint, Ticks time);

    // What a joint does, to be put back later: as it stands at the time.
    struct Saved;
    std::shared_ptr<const Saved> save(std::span<const std::int32_t> joints, Ticks time) const;
    void restore(const Saved& saved);

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
    // Stretches a node along +z between two ends.
    struct Connector {
        Ticks start{};
        double length = 0;
        std::int32_t from = -1, to = -1; // joints, or places
        Vec3d from_place, to_place;
        double from_t = 0, from_rate = 0, to_t = 1, to_rate = 0;
        double max_length = 0; // 0: any
    };
    struct MorphDrive {
        Ticks start{};
        double length = 0, value = 0, rate = 0;
        std::optional<double> last;
    };
    struct Node {
        VectorDrive translation, scale;
        std::optional<MorphDrive> morph;
        RotationDrive rotation;
        std::optional<Connector> connector;
        std::int32_t parent = -1; // that it hangs on now
        bool is_detached = false;
        bool is_touched = false;
    };

    void carry_out(const event::ObjectTranslateState& e, const BoundNodes& bound, Ticks time);
    void carry_out(const event::ObjectRotateState& e, const BoundNodes& bound, Ticks time);
    void carry_out(const event::ObjectScaleState& e, const BoundNodes& bound, Ticks time);
    void carry_out(const event::ObjectMotion& e, const BoundNodes& bound, Ticks time, Random& random);
    void carry_out(const event::ObjectMotionFromTo& e, const BoundNodes& bound, Ticks time);
    void carry_out(const event::ObjectMotionSiScript& e, const BoundNodes& bound, Ticks time);
    void carry_out(const event::ObjectConnector& e, const BoundNodes& bound, Ticks time);
    void carry_out(const event::ObjectAddChild& e, const BoundNodes& bound, Ticks time);
    void carry_out(const event::ObjectDeleteChild& e, const BoundNodes& bound, Ticks time);
    Transformd driven_at(std::size_t joint, Ticks time) const; // relative to what it hangs on
    Transformd stretched(const Connector& connector, std::size_t joint, Ticks time) const;
    // What is asked for here is about to change.
    Node* node(std::int32_t joint) {
        if (joint < 0) return nullptr;
        states_[static_cast<std::size_t>(joint)].is_touched = true;
        return &states_[static_cast<std::size_t>(joint)];
    }
    // The same for what moves it from now on, no matter what stretched it.
    Node* driven(std::int32_t joint) {
        Node* found = node(joint);
        if (found) found->connector.reset();
        return found;
    }
    void ends(Ticks start, double length);

    const AnimFile* file_;
    const Skeleton* nodes_;
    const PlayRules* rules_;
    std::vector<Node> states_;
    Ticks end_{};
};

} // namespace ossuary::mw3
