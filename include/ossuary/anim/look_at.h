// Looking at something: the head turns towards it, as far and as fast as it can, and gives up on what is behind.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ossuary/anim/pose.h"
#include "ossuary/anim/rig.h"
#include "ossuary/base/ticks.h"
#include "ossuary/base/vectors.h"

namespace ossuary::anim {

// Degrees. Yaw is positive to the character's left (from +Z towards +X), pitch is positive upwards.
struct LookAngles {
    double yaw = 0;
    double pitch = 0;
    bool operator==(const LookAngles&) const = default;
};

struct LookJoint {
    std::string name;
    double share = 1; // of the whole turn; the shares of all joints should add up to one
};

struct LookSettings {
    std::vector<LookJoint> joints = {{"BIP01 HEAD", 1}}; // parents before children
    double max_yaw = 80;                                 // what is farther to the side is not looked at
    double max_pitch = 20;                               // what is higher or lower is looked at as far as this goes
    double speed = 200;                                  // degrees per second
};

// The angles towards a point, both in object space; straight ahead for what is out of reach.
LookAngles look_angles(const LookSettings& settings, const Vec3d& eye, const Vec3d& target);

// How the angles go from where they were to where they should be. The same at any time, however it was reached.
struct Look {
    LookAngles from, to;
    Ticks since{};

    // Each angle changes by at most `speed` degrees per second.
    LookAngles at(Ticks now, double speed) const;
};

// Turns joints of a local pose about the object's axes: yaw about +Y, pitch about the side it then has. `joints` are
// indices of the rig, -1 for one that is not there.
void turn_joints(const Rig& rig, const LookSettings& settings, std::span<const std::int32_t> joints,
                 const LookAngles& angles, PoseSpan pose);

} // namespace ossuary::anim
