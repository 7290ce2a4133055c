// A small language for poses: a few dozen numbers that a person would turn, and the joints that follow from them.
// Legs go where the feet are told to be, so that feet stand still while the body moves over them.
#pragma once

#include <array>
#include <initializer_list>
#include <vector>

#include "samples/rig.h"

namespace ossuary::samples {

// Degrees and metres. Forward, up, out (away from the body) and bent are positive; yaw is positive to the left, roll
// to the right. What comes in pairs is the left one; on(control, side) gives either.
enum Control : std::size_t {
    hip_x, // the world place of the hips, from where they are at rest
    hip_y,
    hip_z,
    heading, // where the whole body faces
    hip_pitch,
    hip_yaw,
    hip_roll,
    spine_pitch,
    spine_yaw,
    spine_roll,
    head_pitch,
    head_yaw,
    head_roll,
    jaw_open,
    shoulder_up, // the left arm
    shoulder_forward,
    arm_forward,
    arm_out,
    arm_across, // inwards, about the upright axis, after the others
    arm_twist,  // inwards, about the arm
    elbow,
    forearm_twist,
    wrist_tilt, // lifts a blade in the fist
    wrist_bend, // towards the palm
    grip,       // 0 open … 1 fist
    right_shoulder_up,
    foot_x = right_shoulder_up + 11, // the left foot: the world place of its ball, from where it is at rest
    foot_y,
    foot_z,
    foot_pitch, // heel up
    foot_yaw,
    toe_up, // against the foot
    knee_out,
    right_foot_x,
    control_count = right_foot_x + 7,
};

constexpr Control on(Control left, Side side) {
    if (side == Side::left) return left;
    return static_cast<Control>(left + (left >= foot_x ? right_foot_x - foot_x : right_shoulder_up - shoulder_up));
}

using Controls = std::array<double, control_count>;
struct Setting {
    Control control;
    double value;
};
Controls with(Controls controls, std::initializer_list<Setting> settings);

Controls stance(); // standing at ease, the weight on the left leg
Controls guard();  // ready to fight, the right foot and the sword in front

// The same feet after the body has turned in place by so many degrees.
void turn_feet(Controls& controls, Side side, double degrees);

// A foot that rolls over heel and ball: where the ball is when the foot, flat, would stand at `z` and is pitched.
void roll_foot(Controls& controls, Side side, double z, double lift, double pitch);

// Turns over the rest pose in object axes, each relative to the parent's; and where the root is.
struct BodyPose {
    Vec3d root;
    Vec3d slot; // how far the slot of the right hand is from its place, in the hand's frame
    std::array<Quatd, bone_count> turn;
};
BodyPose solve(const Controls& controls);

// Object-space turns and places of all joints.
struct Placed {
    std::array<Quatd, bone_count> turn;
    std::array<Vec3d, bone_count> at;
    // Where a point that is at `rest` in the rest pose has gone with the bone.
    Vec3d point(int bone, const Vec3d& rest) const;
};
Placed place(const BodyPose& pose);

} // namespace ossuary::samples
