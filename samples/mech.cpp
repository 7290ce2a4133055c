// A mech that moves as Ossian does: rigid parts under the names that MechWarrior 3's motions use, five times his size.
#include "samples/assembly.h"

#include "samples/formula.h"
#include "samples/motion.h"
#include "samples/paint.h"
#include "samples/rig.h"
#include "samples/samples.h"
#include "samples/zbd.h"
#include <cmath>

namespace ossuary::samples {

namespace {

constexpr double size = 5;

struct MechPart {
    const char* name;
    int parent;
    int bone;    // of Ossian, that it follows
    int towards; // the bone it reaches to; -1 for a block around its own place
};
constexpr int right_arm = bone_right_clavicle - bone_clavicle, right_leg = bone_right_thigh - bone_thigh;
constexpr MechPart parts[] = {
    {"hip", -1, bone_pelvis, -1},
    {"torso", 0, bone_spine, bone_head},
    {"head", 1, bone_head, -1},
    {"larm", 1, bone_upperarm, bone_forearm},
    {"lforearm", 3, bone_forearm, bone_hand},
    {"lhand", 4, bone_hand, -1},
    {"rarm", 1, bone_upperarm + right_arm, bone_forearm + right_arm},
    {"rforearm", 6, bone_forearm + right_arm, bone_hand + right_arm},
    {"rhand", 7, bone_hand + right_arm, -1},
    {"lthigh", 0, bone_thigh, bone_calf},
    {"lcalf", 9, bone_calf, bone_foot},
    {"lfoot", 0, bone_foot, bone_toe},
    {"ltoe01", 11, bone_toe, -1},
    {"rthigh", 0, bone_thigh + right_leg, bone_calf + right_leg},
    {"rcalf", 13, bone_calf + right_leg, bone_foot + right_leg},
    {"rfoot", 0, bone_foot + right_leg, bone_toe + right_leg},
    {"rtoe01", 15, bone_toe + right_leg, -1},
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

enum MechLook : std::int32_t { armour_look, steel_look, glass_look };

struct MechPiece {
    Part part;
    MechLook look;
};

// The pieces of a part, in its own axes: +Z is the front.
std::vector<MechPiece> pieces_of(const MechPart& part, const std::vector<Affined>& rest) {
    const Vec3d here = rest[static_cast<std::size_t>(part.bone)].t * size;
    const Vec3d way = part.towards < 0 ? Vec3d{} : rest[static_cast<std::size_t>(part.towards)].t * size - here;
    const double side = here.x < 0 ? -1 : 1;
    const auto turned = [&](double from, double to, double thin, double thick, int sides) {
        return lathe(way * from, way * to, {{0, 0}, {0, thin}, {0.3, thick}, {0.8, thick}, {1, thin}, {1, 0}}, sides);
    };
    const auto plate = [](const Vec3d& low, const Vec3d& high) { return box((low + high) * 0.5, (high - low) * 0.5); };
    switch (part.bone) {
    case bone_pelvis:
        return {{box({0, 0, 0}, {0.95, 0.5, 0.6}, 0.18), armour_look},
                {lathe({-1.1, -0.2, 0}, {1.1, -0.2, 0}, {{0, 0}, {0, 0.34}, {1, 0.34}, {1, 0}}, 8), steel_look}};
    case bone_spine:
        return {{lathe({0, -0.35, 0}, {0, 0.5, 0}, {{0, 0}, {0, 0.55}, {1, 0.55}, {1, 0}}, 8), steel_look},
                {wedge({0, way.y * 0.52, 0.1}, way.y * 0.36, {0.85, 0.75}, {1.35, 1.05}), armour_look},
                {wedge({0, way.y * 0.72, 1.0}, way.y * 0.14, {0.62, 0.5}, {0.45, 0.2}), glass_look},
                {box({0, way.y * 0.6, -1.05}, {0.8, 0.75, 0.35}, 0.12), armour_look},
                {box({0.72, way.y * 0.98, -0.3}, {0.42, 0.34, 0.75}, 0.1), armour_look},
                {box({-0.72, way.y * 0.98, -0.3}, {0.42, 0.34, 0.75}, 0.1), armour_look}};
    case bone_head:
        return {{box({0, 0.05, 0.1}, {0.34, 0.3, 0.4}, 0.1), armour_look},
                {plate({-0.26, 0, 0.44}, {0.26, 0.18, 0.56}), glass_look}};
    case bone_upperarm:
    case bone_upperarm + right_arm:
        return {{box({0.1 * side, 0.1, 0}, {0.5, 0.52, 0.58}, 0.15), armour_look},
                {turned(0.1, 1, 0.22, 0.3, 8), steel_look}};
    case bone_forearm:
    case bone_forearm + right_arm:
        return {{turned(-0.1, 1.05, 0.34, 0.48, 6), armour_look}, {turned(1, 1.35, 0.26, 0.26, 8), steel_look}};
    case bone_hand:
    case bone_hand + right_arm: return {{box({0, 0, 0}, {0.3, 0.3, 0.3}, 0.08), steel_look}};
    case bone_thigh:
    case bone_thigh + right_leg:
        return {{turned(0.02, 0.9, 0.34, 0.52, 6), armour_look},
                {lathe(way - Vec3d{0.46, 0, 0}, way + Vec3d{0.46, 0, 0}, {{0, 0}, {0, 0.36}, {1, 0.36}, {1, 0}}, 8),
                 steel_look}};
    case bone_calf:
    case bone_calf + right_leg:
        return {{lathe(way * 0.08, way * 0.98, {{0, 0}, {0, 0.36}, {0.25, 0.56}, {0.7, 0.46}, {1, 0.36}, {1, 0}}, 6),
                 armour_look},
                {plate({-0.3, way.y * 0.2, 0.3}, {0.3, 0.25, 0.62}), armour_look}};
    case bone_foot:
    case bone_foot + right_leg: // down to the ground
        return {{lathe({0, 0.16, 0}, {0, -0.1, 0}, {{0, 0}, {0, 0.3}, {1, 0.42}, {1, 0}}, 8), steel_look},
                {wedge({0, -here.y / 2, way.z / 2 - 0.05}, here.y / 2, {0.56, way.z / 2 + 0.3}, {0.4, way.z / 2}),
                 armour_look}};
    case bone_toe:
    case bone_toe + right_leg: // its top at the height of the joint
        return {{wedge({0, -here.y / 2 + 0.06, 0.24}, here.y / 2 + 0.06, {0.6, 0.36}, {0.42, 0.24}), armour_look}};
    default: return {};
    }
}

// Two colours in patches, seams between plates and rivets along them.
Paint paint_armour(double u, double v, const Paint& base, const Paint& patch) {
    Paint p = mix(base, patch, smooth(0.49, 0.53, cloud(u, v, 3, 3, 41)));
    p = mix(p, Paint{0.30, 0.29, 0.28}, 0.5 * smooth(0.62, 0.75, cloud(u, v, 8, 3, 7)));
    const double across = u * 4 - std::floor(u * 4), along = v * 4 - std::floor(v * 4);
    const double seam = std::min(std::min(across, 1 - across), std::min(along, 1 - along));
    p = mix(p, Paint{0.08, 0.08, 0.09}, smooth(0.07, 0.02, seam));
    const double rivet = length(Vec3d{across - 0.16, along - 0.16, 0});
    return mix(p, Paint{0.78, 0.77, 0.74}, 0.6 * smooth(0.07, 0.03, rivet));
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

Image mech_paint(int scheme) {
    static constexpr Paint colors[][2] = {{{0.36, 0.42, 0.28}, {0.23, 0.28, 0.19}},
                                          {{0.66, 0.22, 0.14}, {0.85, 0.80, 0.70}},
                                          {{0.62, 0.66, 0.70}, {0.40, 0.45, 0.52}}};
    const auto& [base, patch] = colors[scheme];
    const std::string name = scheme == 0 ? "ossian01" : std::string("ossian01_") + static_cast<char>('a' + scheme);
    return paint(
        name, [&](double u, double v) { return paint_armour(u, v, base, patch); }, 64);
}

Model make_mech() {
    const Model hero = make_hero();
    const std::vector<Affined> rest = rest_object_pose(hero.skeleton);
    Model mech;
    mech.name = "mech";
    mech.source.format = "samples";
    mech.images = {mech_paint(0), paint("ossian02", paint_metal, 64)};
    mech.materials.resize(3);
    for (std::size_t i = 0; i < 2; ++i) {
        mech.materials[i].name = mech.images[i].name;
        mech.materials[i].base_color_image = static_cast<std::int32_t>(i);
    }
    mech.materials[glass_look].name = "glass";
    mech.materials[glass_look].base_color = {0.85f, 0.45f, 0.1f, 1};
    const std::vector<Transformd> standing = part_pose(rest, rest);
    for (std::size_t i = 0; i < part_count; ++i) {
        mech.skeleton.joints.push_back(
            {.name = parts[i].name, .parent = parts[i].parent, .rest = to_float(standing[i])});
        Assembly assembly;
        for (const MechLook look : {armour_look, steel_look, glass_look})
            for (const MechPiece& piece : pieces_of(parts[i], rest))
                if (piece.look == look)
                    assembly.add(faceted(piece.part), look, mech.materials[static_cast<std::size_t>(look)].name);
        Mesh mesh = assembly.take(parts[i].name);
        mesh.joint = static_cast<std::int32_t>(i);
        mech.meshes.push_back(std::move(mesh));
    }
    for (const Clip& clip : hero.clips) mech.clips.push_back(clip_of(hero, clip, rest));
    return mech;
}

} // namespace ossuary::samples
