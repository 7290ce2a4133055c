#include "samples/formula.h"
#include "samples/rig.h"

namespace ossuary::samples {

namespace {

struct Entry {
    int bone;
    const char* name; // `*` stands for the side
    int parent;
    Vec3d at, tail;
};

// Metres, facing +Z, the left at +X; the standing height is 1.8.
const Entry entries[] = {
    {bone_root, "BIP01", -1, {0, 0.98, 0}, {0, 1.06, 0}},
    {bone_pelvis, "BIP01 PELVIS", bone_root, {0, 0.98, 0}, {0, 1.06, -0.015}},
    {bone_spine, "BIP01 SPINE", bone_pelvis, {0, 1.06, -0.015}, {0, 1.18, -0.03}},
    {bone_spine1, "BIP01 SPINE1", bone_spine, {0, 1.18, -0.03}, {0, 1.31, -0.04}},
    {bone_spine2, "BIP01 SPINE2", bone_spine1, {0, 1.31, -0.04}, {0, 1.475, -0.025}},
    {bone_neck, "BIP01 NECK", bone_spine2, {0, 1.475, -0.025}, {0, 1.565, 0}},
    {bone_head, "BIP01 HEAD", bone_neck, {0, 1.565, 0}, {0, 1.77, 0}},
    {bone_jaw, "BIP01 JAW", bone_head, {0, 1.633, 0.016}, {0, 1.545, 0.085}},
    {bone_zs_head, "ZS_HEAD", bone_head, {0, 1.565, 0}, {0, 1.77, 0}},
    {bone_clavicle, "BIP01 * CLAVICLE", bone_spine2, {0.03, 1.44, 0.015}, {0.185, 1.43, -0.02}},
    {bone_upperarm, "BIP01 * UPPERARM", bone_clavicle, {0.185, 1.43, -0.02}, {0.275, 1.145, -0.035}},
    {bone_forearm, "BIP01 * FOREARM", bone_upperarm, {0.275, 1.145, -0.035}, {0.335, 0.895, 0.005}},
    {bone_hand, "BIP01 * HAND", bone_forearm, {0.335, 0.895, 0.005}, {0.35, 0.81, 0.02}},
    {bone_thumb, "BIP01 * FINGER0", bone_hand, {0.328, 0.865, 0.035}, {0.318, 0.825, 0.062}},
    {bone_thumb_tip, "BIP01 * FINGER01", bone_thumb, {0.318, 0.825, 0.062}, {0.312, 0.79, 0.075}},
    {bone_finger1, "BIP01 * FINGER1", bone_hand, {0.351, 0.81, 0.04}, {0.356, 0.762, 0.047}},
    {bone_finger1_tip, "BIP01 * FINGER11", bone_finger1, {0.356, 0.762, 0.047}, {0.354, 0.715, 0.05}},
    {bone_finger2, "BIP01 * FINGER2", bone_hand, {0.351, 0.81, 0.0}, {0.356, 0.765, 0.0}},
    {bone_finger2_tip, "BIP01 * FINGER21", bone_finger2, {0.356, 0.765, 0.0}, {0.354, 0.722, 0.0}},
    {bone_zs_lefthand, "ZS_*HAND", bone_hand, {0.315, 0.79, 0.02}, {0.315, 0.745, 0.12}},
    {bone_thigh, "BIP01 * THIGH", bone_pelvis, {0.095, 0.955, 0}, {0.105, 0.52, 0.012}},
    {bone_calf, "BIP01 * CALF", bone_thigh, {0.105, 0.52, 0.012}, {0.112, 0.085, -0.025}},
    {bone_foot, "BIP01 * FOOT", bone_calf, {0.112, 0.085, -0.025}, {0.122, 0.022, 0.11}},
    {bone_toe, "BIP01 * TOE0", bone_foot, {0.122, 0.022, 0.11}, {0.128, 0.018, 0.19}},
    {bone_zs_sword, "ZS_SWORD", bone_pelvis, {0.188, 0.99, -0.05}, {0.228, 0.86, -0.19}},
    {bone_zs_shield, "ZS_SHIELD", bone_spine2, {0, 1.25, -0.212}, {0, 1.245, -0.312}},
    {bone_cloak_left, "BIP01 CLOAK L", bone_spine1, {0.17, 1.08, -0.165}, {0.22, 0.70, -0.20}},
    {bone_cloak_left_tip, "BIP01 CLOAK L1", bone_cloak_left, {0.22, 0.70, -0.20}, {0.26, 0.30, -0.21}},
    {bone_cloak_middle, "BIP01 CLOAK M", bone_spine1, {0, 1.08, -0.185}, {0, 0.70, -0.25}},
    {bone_cloak_middle_tip, "BIP01 CLOAK M1", bone_cloak_middle, {0, 0.70, -0.25}, {0, 0.30, -0.29}},
    {bone_cloak_right, "BIP01 CLOAK R", bone_spine1, {-0.17, 1.08, -0.165}, {-0.22, 0.70, -0.20}},
    {bone_cloak_right_tip, "BIP01 CLOAK R1", bone_cloak_right, {-0.22, 0.70, -0.20}, {-0.26, 0.30, -0.21}},
    {bone_kilt_front, "BIP01 KILT F", bone_pelvis, {0, 0.96, 0.11}, {0, 0.60, 0.18}},
    {bone_kilt_back, "BIP01 KILT B", bone_pelvis, {0, 0.96, -0.12}, {0, 0.60, -0.18}},
    {bone_lantern, "BIP01 LANTERN", bone_pelvis, {0.212, 0.985, 0.066}, {0.212, 0.83, 0.066}},
};

std::string sided(std::string_view name, Side side, bool slot) {
    const std::size_t star = name.find('*');
    if (star == name.npos) return std::string(name);
    const std::string_view word = slot ? (side == Side::left ? "LEFT" : "RIGHT") : (side == Side::left ? "L" : "R");
    return std::string(name.substr(0, star)) + std::string(word) + std::string(name.substr(star + 1));
}

HeroRig make_rig() {
    HeroRig joints;
    for (const Entry& entry : entries) {
        for (const Side side : both_sides) {
            const int bone = on_side(entry.bone, side);
            if (side == Side::right && bone == entry.bone) continue;
            const double mirror = side == Side::right ? -1 : 1;
            RigJoint& joint = joints[static_cast<std::size_t>(bone)];
            joint.name = sided(entry.name, side, entry.bone == bone_zs_lefthand);
            joint.parent = entry.parent < 0 ? -1 : on_side(entry.parent, side);
            joint.at = {entry.at.x * mirror, entry.at.y, entry.at.z};
            joint.tail = {entry.tail.x * mirror, entry.tail.y, entry.tail.z};
            if (bone == bone_root) continue; // the root's axes are the world's: it carries locomotion
            const Vec3d x = normalize(joint.tail - joint.at);
            const Vec3d up = x.z * x.z > 0.5 ? Vec3d{0, 1, 0} : Vec3d{0, 0, 1};
            const Vec3d y = normalize(up - x * dot(up, x));
            joint.frame = turn_to_axes(x, y, cross(x, y));
        }
    }
    return joints;
}

} // namespace

const HeroRig& rig() {
    static const HeroRig joints = make_rig();
    return joints;
}

Skeleton make_skeleton() {
    Skeleton skeleton;
    for (const RigJoint& from : rig()) {
        Joint joint;
        joint.name = from.name;
        joint.parent = from.parent;
        Transformd rest;
        if (from.parent < 0) {
            rest = {from.at, from.frame};
        } else {
            const RigJoint& parent = rig()[static_cast<std::size_t>(from.parent)];
            rest = {rotate(conjugate(parent.frame), from.at - parent.at),
                    normalize(conjugate(parent.frame) * from.frame)};
        }
        joint.rest = to_float(rest);
        skeleton.joints.push_back(std::move(joint));
    }
    return skeleton;
}

} // namespace ossuary::samples
