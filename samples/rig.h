// Ossian's joints: names, parents and places in the rest pose, left side given and right side mirrored.
#pragma once

#include <array>
#include <string>

#include "ossuary/base/math.h"
#include "ossuary/model/skeleton.h"

namespace ossuary::samples {

// In skeleton order. The right arm and leg repeat the left ones, so that on_side() can go from one to the other.
enum Bone : int {
    bone_root,
    bone_pelvis,
    bone_spine,
    bone_spine1,
    bone_spine2,
    bone_neck,
    bone_head,
    bone_jaw,
    bone_zs_head,
    bone_clavicle, // the left arm
    bone_upperarm,
    bone_forearm,
    bone_hand,
    bone_thumb,
    bone_thumb_tip,
    bone_finger1,
    bone_finger1_tip,
    bone_finger2,
    bone_finger2_tip,
    bone_zs_lefthand,
    bone_right_clavicle, // the right arm
    bone_zs_righthand = bone_right_clavicle + 10,
    bone_thigh, // the left leg
    bone_calf,
    bone_foot,
    bone_toe,
    bone_right_thigh, // the right leg
    bone_zs_sword = bone_right_thigh + 4,
    bone_zs_shield,
    bone_cloak_left,
    bone_cloak_left_tip,
    bone_cloak_middle,
    bone_cloak_middle_tip,
    bone_cloak_right,
    bone_cloak_right_tip,
    bone_kilt_front,
    bone_kilt_back,
    bone_lantern,
    bone_count
};

enum class Side : int { left, right };
inline constexpr Side left = Side::left, right = Side::right;
inline constexpr std::array<Side, 2> both_sides{Side::left, Side::right};
constexpr int on_side(int left_bone, Side side) {
    if (side == Side::left) return left_bone;
    if (left_bone >= bone_clavicle && left_bone <= bone_zs_lefthand)
        return left_bone + (bone_right_clavicle - bone_clavicle);
    if (left_bone >= bone_thigh && left_bone <= bone_toe) return left_bone + (bone_right_thigh - bone_thigh);
    return left_bone;
}

struct RigJoint {
    std::string name;
    int parent = -1;
    Vec3d at;    // object space
    Vec3d tail;  // where the bone ends: its x axis points there
    Quatd frame; // the joint's axes in object space
};

using HeroRig = std::array<RigJoint, bone_count>;

// Poses and shapes work in object axes; only the skeleton that leaves this library knows the joints' own frames.
const HeroRig& rig();
Skeleton make_skeleton();

} // namespace ossuary::samples
