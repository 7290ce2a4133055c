// A mech that moves as Ossian does: rigid parts under the names that MechWarrior 3's motions use, five times his size.
#include "samples/assembly.h"

#include "samples/motion.h"
#include "samples/paint.h"
#include "samples/rig.h"
#include "samples/samples.h"
#include <cmath>

namespace ossuary::samples {

namespace {

constexpr double size = 5;

struct MechPart {
    const char* name;
    int parent;
    int bone;      // of Ossian, that it follows
    int towards;   // the bone it reaches to; -1 for a block around its own place
    double radius; // metres, of the mech
};
constexpr int right_arm = bone_right_clavicle - bone_clavicle, right_leg = bone_right_thigh - bone_thigh;
constexpr MechPart parts[] = {
    {"hip", -1, bone_pelvis, -1, 0.75},
    {"torso", 0, bone_spine, bone_head, 1.25},
    {"head", 1, bone_head, -1, 0.5},
    {"larm", 1, bone_upperarm, bone_forearm, 0.38},
    {"lforearm", 3, bone_forearm, bone_hand, 0.5},
    {"lhand", 4, bone_hand, -1, 0.34},
    {"rarm", 1, bone_upperarm + right_arm, bone_forearm + right_arm, 0.38},
    {"rforearm", 6, bone_forearm + right_arm, bone_hand + right_arm, 0.5},
    {"rhand", 7, bone_hand + right_arm, -1, 0.34},
    {"lthigh", 0, bone_thigh, bone_calf, 0.48},
    {"lcalf", 9, bone_calf, bone_foot, 0.42},
    {"lfoot", 0, bone_foot, bone_toe, 0.4},
    {"ltoe01", 11, bone_toe, -1, 0.3},
    {"rthigh", 0, bone_thigh + right_leg, bone_calf + right_leg, 0.48},
    {"rcalf", 13, bone_calf + right_leg, bone_foot + right_leg, 0.42},
    {"rfoot", 0, bone_foot + right_leg, bone_toe + right_leg, 0.4},
    {"rtoe01", 15, bone_toe + right_leg, -1, 0.3},
};
constexpr std::size_t part_count = std::size(parts);

// A part's axes are the world's at rest; it turns as its bone does.
std::vector<Transformd> part_pose(const std::vector<Affined>& bones, const std::vector<Affined>& rest) {
    std::vector<Affined> object(part_count);
    std::vector<Transformd> local(part_count);
    for (std::size_t i = 0; i < part_count; ++i) {
        const auto bone = static_cast<std::size_t>(parts[i].bone);
        const Quatd turn = to_quat(bones[bone]) * conjugate(to_quat(rest[bone]));
        object[i] = to_affine(Transformd{bones[bone].t * size, turn, {1, 1, 1}});
        const Affined in_parent =
            parts[i].parent < 0 ? object[i] : inverse(object[static_cast<std::size_t>(parts[i].parent)]) * object[i];
        local[i] = {in_parent.t, to_quat(in_parent), {1, 1, 1}};
    }
    return local;
}

Part shape_of(const MechPart& part, const std::vector<Affined>& rest) {
    if (part.towards < 0) return box({0, 0, 0}, {part.radius, part.radius * 0.8, part.radius}, part.radius * 0.2);
    const Vec3d way =
        (rest[static_cast<std::size_t>(part.towards)].t - rest[static_cast<std::size_t>(part.bone)].t) * size;
    return lathe({0, 0, 0}, way,
                 {{-0.05, 0}, {0, part.radius * 0.7}, {0.35, part.radius}, {0.9, part.radius * 0.75}, {1, 0}}, 8);
}

Clip clip_of(const Model& hero, const Clip& source, const std::vector<Affined>& rest) {
    Clip clip;
    clip.name = source.name;
    clip.duration = source.duration;
    clip.frame_rate = moves_rate;
    clip.loop = source.loop;
    clip.joints.resize(part_count);
    const auto frames = static_cast<int>(std::lround(source.duration * moves_rate));
    for (int frame = 0; frame <= frames; ++frame) {
        const std::vector<Transformd> pose = sample_pose(source, hero.skeleton, frame / moves_rate);
        const std::vector<Transformd> local = part_pose(object_pose(hero.skeleton, pose), rest);
        for (std::size_t i = 0; i < part_count; ++i) {
            clip.joints[i].translation.values.push_back(to_float(local[i].translation));
            clip.joints[i].rotation.values.push_back(to_float(local[i].rotation));
        }
    }
    for (JointTrack& track : clip.joints) track.translation.rate = track.rotation.rate = moves_rate;
    return clip;
}

} // namespace

Model make_mech() {
    const Model hero = make_hero();
    const std::vector<Affined> rest = rest_object_pose(hero.skeleton);
    Model mech;
    mech.name = "mech";
    mech.source.format = "samples";
    mech.materials.push_back(painted(mech.images, "metal", paint_metal));
    mech.materials.back().metallic = 0.6f;
    const std::vector<Transformd> standing = part_pose(rest, rest);
    for (std::size_t i = 0; i < part_count; ++i) {
        mech.skeleton.joints.push_back(
            {.name = parts[i].name, .parent = parts[i].parent, .rest = to_float(standing[i])});
        Assembly assembly;
        assembly.add(faceted(shape_of(parts[i], rest)), 0, parts[i].name);
        Mesh mesh = assembly.take(parts[i].name);
        mesh.joint = static_cast<std::int32_t>(i);
        mech.meshes.push_back(std::move(mesh));
    }
    for (const Clip& clip : hero.clips) mech.clips.push_back(clip_of(hero, clip, rest));
    return mech;
}

} // namespace ossuary::samples
