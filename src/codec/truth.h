// What the encoder aims at: the true poses of one segment, and what each joint's rotation has to bring where.
#pragma once

#include <array>
#include <vector>

#include "codec/frames.h"
#include "codec/layout.h"
#include "codec/movement.h"

namespace ossuary::codec {

inline constexpr std::size_t points_between = 4;

using Matrix3 = std::array<std::array<double, 3>, 3>;

// A descendant whose position a joint's rotation is asked to care for.
struct Carried {
    std::uint32_t joint = 0;
    std::uint32_t child = 0; // the joint's child on the way to it
    double weight = 0;       // falls with depth
};

// What does not change from frame to frame.
struct Chain {
    std::vector<std::int32_t> parents;
    std::vector<Movement> movements;
    std::vector<double> shell, precision;
    std::vector<std::vector<Carried>> carried; // of each joint
    std::vector<std::size_t> first_carried;    // where a joint's begin in FrameTruth::points
    bool scales = false;

    Chain(const PackedRig& rig, const JointBounds& bounds);
};

// For one joint in one frame: the least-squares problem of its rotation, and how to round its solution.
struct JointAim {
    Parameters start;           // the parameters of the true rotation
    std::array<Vec3d, 3> turns; // movement.h
    Matrix3 inertia;            // Σ w (|p|²·1 − p·pᵀ) over the points p the joint carries, in its axes
    Matrix3 targets;            // Σ w p·targetᵀ
    Vec3d points;               // Σ w p
    Matrix3 solve;              // (turnsᵀ · inertia · turns)⁻¹
    // How the best values of the later parameters shift when an earlier one is rounded by one step.
    double shift[3][3] = {};
};

struct FrameTruth {
    std::vector<Affined> object;
    std::vector<Vec3d> points; // of the carried joints, before the joint's rotation
    std::vector<JointAim> aims;
};

struct SegmentTruth {
    std::size_t first = 0, count = 0;
    std::vector<FrameTruth> frames;
    // Object poses at the points between the frame before and each frame; for frame 0 of a clip there are none.
    std::vector<std::array<std::vector<Affined>, points_between>> between;
};

SegmentTruth segment_truth(const Chain& chain, const Layout& layout, const Frames& frames, std::size_t first,
                           std::size_t count);
// The poses between two frames.
std::array<std::vector<Affined>, points_between> poses_between(const Chain& chain, const Frames& frames,
                                                               std::size_t from, std::size_t to);
void pose_objects(const Chain& chain, const std::vector<Transformd>& local, std::vector<Affined>& object);

} // namespace ossuary::codec
