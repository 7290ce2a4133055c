// Ossian for the Saturn: rigid blocks of textured quads, one for each bone, and the clips of a battle.
#include "ossuary/formats/sf3/model.h"

#include <algorithm>
#include <cmath>

#include "samples/formula.h"
#include "samples/paint.h"
#include "samples/rig.h"
#include "samples/sf3.h"

namespace ossuary::samples {

namespace {

enum Look : std::int32_t {
    look_bone,
    look_face,
    look_cloth,
    look_metal,
    look_shield,
    look_lantern,
    look_joint,
    look_count
};

// Half sizes across a bone: towards its y axis, which mostly points to the front, and towards its z axis.
struct Section {
    double y = 0, z = 0;
};

// Quads on one joint, in its own space: x runs along the bone.
class Blocks {
public:
    // Corners as seen from outside; `outward` says where that is.
    void quad(Vec3d top_left, Vec3d top_right, Vec3d bottom_right, Vec3d bottom_left, const Vec3d& outward, Look look) {
        if (dot(cross(bottom_left - top_left, bottom_right - top_left), outward) < 0) {
            std::swap(top_left, top_right);
            std::swap(bottom_left, bottom_right);
        }
        const Vec3d corners[]{top_left, bottom_left, bottom_right, top_right};
        constexpr Vec2 places[]{{0, 0}, {0, 1}, {1, 1}, {1, 0}};
        auto& [positions, normals, uvs] = by_look_[static_cast<std::size_t>(look)];
        for (std::size_t i = 0; i < 4; ++i) {
            positions.push_back(to_float(corners[i]));
            normals.push_back(to_float(normalize(outward)));
            uvs.push_back(places[i]);
        }
    }

    // A block that tapers from `top` at x0 to `bottom` at x1; the front may look otherwise.
    void block(double x0, double x1, const Section& top, const Section& bottom, Look look, Look front) {
        const auto at = [&](bool is_top, double y, double z) {
            const Section& s = is_top ? top : bottom;
            return Vec3d{is_top ? x0 : x1, y * s.y, z * s.z};
        };
        const auto side = [&](double y0, double z0, double y1, double z1, const Vec3d& outward, Look shown) {
            quad(at(true, y0, z0), at(true, y1, z1), at(false, y1, z1), at(false, y0, z0), outward, shown);
        };
        side(1, -1, 1, 1, {0, 1, 0}, front);
        side(-1, -1, -1, 1, {0, -1, 0}, look);
        side(-1, 1, 1, 1, {0, 0, 1}, look);
        side(-1, -1, 1, -1, {0, 0, -1}, look);
        const double down = x1 > x0 ? 1 : -1;
        quad(at(true, -1, -1), at(true, -1, 1), at(true, 1, 1), at(true, 1, -1), {-down, 0, 0}, look_joint);
        quad(at(false, -1, -1), at(false, -1, 1), at(false, 1, 1), at(false, 1, -1), {down, 0, 0}, look_joint);
    }
    void block(double x0, double x1, const Section& top, const Section& bottom, Look look) {
        block(x0, x1, top, bottom, look, look);
    }
    // A cloth along the bone that is seen from both sides.
    void panel(double length, double half_top, double half_bottom) {
        quad({0, 0, -half_top}, {0, 0, half_top}, {length, 0, half_bottom}, {length, 0, -half_bottom}, {0, 1, 0},
             look_cloth);
    }

    Mesh take(std::string name, std::int32_t joint) {
        Mesh mesh;
        mesh.name = std::move(name);
        mesh.joint = joint;
        for (std::int32_t look = 0; look < look_count; ++look) {
            const auto& [positions, normals, uvs] = by_look_[static_cast<std::size_t>(look)];
            if (positions.empty()) continue;
            const auto first = static_cast<std::uint32_t>(mesh.positions.size());
            const auto count = static_cast<std::uint32_t>(positions.size());
            mesh.surfaces.push_back(
                {"", look, static_cast<std::uint32_t>(mesh.indices.size()), count / 4 * 6, first, count});
            for (std::uint32_t v = first; v < first + count; v += 4)
                mesh.indices.insert(mesh.indices.end(), {v, v + 1, v + 2, v, v + 2, v + 3});
            mesh.positions.insert(mesh.positions.end(), positions.begin(), positions.end());
            mesh.normals.insert(mesh.normals.end(), normals.begin(), normals.end());
            mesh.uv0.insert(mesh.uv0.end(), uvs.begin(), uvs.end());
        }
        return mesh;
    }

private:
    struct Quads {
        std::vector<Vec3> positions, normals;
        std::vector<Vec2> uvs;
    };
    std::array<Quads, look_count> by_look_;
};

// ---- pictures

// Two sockets, a nose and teeth.
Paint paint_face(double u, double v) {
    const auto near = [&](double x, double y, double radius_x, double radius_y) {
        const double dx = (u - x) / radius_x, dy = (v - y) / radius_y;
        return dx * dx + dy * dy < 1;
    };
    if (near(0.3, 0.42, 0.14, 0.13) || near(0.7, 0.42, 0.14, 0.13))
        return near(0.3, 0.43, 0.045, 0.05) || near(0.7, 0.43, 0.045, 0.05) ? Paint{0.4, 0.9, 0.75}
                                                                            : Paint{0.1, 0.08, 0.1};
    if (near(0.5, 0.63, 0.06, 0.09)) return {0.16, 0.12, 0.1};
    if (v > 0.78 && v < 0.93 && u > 0.22 && u < 0.78)
        return static_cast<int>(u * 16) % 2 ? Paint{0.2, 0.16, 0.13} : Paint{0.9, 0.87, 0.76};
    return paint_bone(u, v);
}
Paint paint_ragged(double u, double v) {
    const double fray = 0.86 + 0.12 * cloud(u, 0.3, 8, 2, 5);
    const double fold = 0.75 + 0.25 * sine(u * 3 + 0.2 * v);
    return {0.28 * fold, 0.10 * fold, 0.12 * fold, v < fray ? 1.0 : 0.0};
}
Paint paint_shield(double u, double v) {
    const double x = u - 0.5, y = v - 0.5, r = std::sqrt(x * x + y * y);
    if (r > 0.5) return {0, 0, 0, 0};
    if (r > 0.43 || r < 0.12) return paint_metal(u, v);
    return paint_wood(u, v);
}
Paint paint_lantern(double u, double v) {
    const double glow = smooth(0.5, 0.1, std::abs(u - 0.5)) * smooth(0.5, 0.1, std::abs(v - 0.5));
    return {0.35 + 0.65 * glow, 0.25 + 0.55 * glow, 0.1 + 0.2 * glow};
}

void add_looks(Model& model) {
    const auto add = [&](const char* name, const Painter& painter, std::uint32_t size, AlphaMode alpha,
                         bool double_sided) {
        model.materials.push_back({.name = name,
                                   .base_color_image = static_cast<std::int32_t>(model.images.size()),
                                   .alpha = alpha,
                                   .double_sided = double_sided});
        model.images.push_back(paint(name, painter, size));
    };
    add("bone", paint_bone, 16, AlphaMode::opaque, false);
    add("face", paint_face, 32, AlphaMode::opaque, false);
    add("cloth", paint_ragged, 32, AlphaMode::mask, true);
    add("metal", paint_metal, 16, AlphaMode::opaque, false);
    add("shield", paint_shield, 32, AlphaMode::mask, true);
    add("lantern", paint_lantern, 8, AlphaMode::opaque, false);
    model.materials.push_back({.name = "joint", .base_color = {0.32f, 0.28f, 0.2f, 1}}); // plain
}

// ---- the body

double length_of(int bone) {
    const RigJoint& joint = rig()[static_cast<std::size_t>(bone)];
    return length(joint.tail - joint.at);
}

void add_body(Model& model) {
    const auto add = [&](int bone, Blocks blocks) {
        model.meshes.push_back(blocks.take(model.skeleton.joints[static_cast<std::size_t>(bone)].name, bone));
    };
    // A block as long as its bone.
    const auto add_bone = [&](int bone, const Section& top, const Section& bottom, Look look = look_bone) {
        Blocks blocks;
        blocks.block(0, length_of(bone), top, bottom, look);
        add(bone, std::move(blocks));
    };
    add_bone(bone_pelvis, {0.07, 0.13}, {0.05, 0.06});
    add_bone(bone_spine, {0.035, 0.04}, {0.04, 0.05});
    add_bone(bone_spine1, {0.06, 0.1}, {0.085, 0.13});
    add_bone(bone_spine2, {0.09, 0.14}, {0.06, 0.11});
    add_bone(bone_neck, {0.03, 0.03}, {0.03, 0.03});
    Blocks head;
    head.block(length_of(bone_head), 0.03, {0.085, 0.07}, {0.075, 0.055}, look_bone, look_face);
    add(bone_head, std::move(head));
    for (const Side side : both_sides) {
        const auto add_limb = [&](int bone, const Section& top, const Section& bottom) {
            add_bone(on_side(bone, side), top, bottom);
        };
        add_limb(bone_clavicle, {0.02, 0.02}, {0.03, 0.03});
        add_limb(bone_upperarm, {0.035, 0.035}, {0.028, 0.028});
        add_limb(bone_forearm, {0.03, 0.03}, {0.022, 0.022});
        add_limb(bone_hand, {0.035, 0.02}, {0.04, 0.02});
        add_limb(bone_thumb, {0.011, 0.011}, {0.009, 0.009});
        add_limb(bone_finger1, {0.018, 0.013}, {0.014, 0.011});
        add_limb(bone_finger2, {0.018, 0.013}, {0.014, 0.011});
        add_limb(bone_thigh, {0.05, 0.05}, {0.036, 0.036});
        add_limb(bone_calf, {0.04, 0.038}, {0.026, 0.026});
        add_limb(bone_foot, {0.03, 0.035}, {0.025, 0.05});
        add_limb(bone_toe, {0.02, 0.05}, {0.012, 0.04});
    }
    for (const int cloak : {bone_cloak_left, bone_cloak_left_tip, bone_cloak_middle, bone_cloak_middle_tip,
                            bone_cloak_right, bone_cloak_right_tip, bone_kilt_front, bone_kilt_back}) {
        Blocks blocks;
        blocks.panel(length_of(cloak), 0.1, 0.12);
        add(cloak, std::move(blocks));
    }
    add_bone(bone_lantern, {0.03, 0.03}, {0.04, 0.04}, look_lantern);
    Blocks shield; // x points away from the back
    shield.quad({0.02, 0.27, -0.27}, {0.02, 0.27, 0.27}, {0.02, -0.27, 0.27}, {0.02, -0.27, -0.27}, {1, 0, 0},
                look_shield);
    add(bone_zs_shield, std::move(shield));
    Blocks sword;
    sword.block(0.08, 0.86, {0.03, 0.008}, {0.012, 0.004}, look_metal);
    sword.block(0.06, 0.085, {0.09, 0.014}, {0.09, 0.014}, look_metal);
    sword.block(-0.09, 0.06, {0.014, 0.014}, {0.012, 0.012}, look_bone);
    add(bone_zs_righthand, std::move(sword));
}

// ---- tags and clips

constexpr std::uint8_t weapon_tag = 0x30, chest_tag = 0x09, grip_tag = 0x10, tip_tag = 0x11;

void add_tags(Model& model) {
    model.skeleton.joints[bone_zs_righthand].extras.set("tag", weapon_tag);
    const auto add = [&](const char* name, std::uint8_t tag, int parent, const Vec3& at) {
        Joint joint{.name = name, .parent = parent, .rest = {.translation = at}};
        joint.extras.set("tag", tag);
        model.skeleton.joints.push_back(std::move(joint));
    };
    const Transform slot = model.skeleton.joints[bone_zs_righthand].rest;
    const int hand = model.skeleton.joints[bone_zs_righthand].parent;
    add("chest", chest_tag, bone_spine2, {0.08f, 0.1f, 0});
    add("grip", grip_tag, hand, slot.translation);
    add("tip", tip_tag, hand, slot.translation + rotate(slot.rotation, Vec3{0.86f, 0, 0}));
}

struct BattleClip {
    const char* move;
    std::uint16_t type;
    bool external;
    std::uint16_t distance;
};
// As the game's tables are: sorted by type, the attack once inside and once outside on the same frames.
constexpr BattleClip battle[]{
    {"idle", 0x00, false, 0}, {"hit", 0x10, false, 0},      {"parade", 0x20, false, 0},   {"strike_1", 0x30, true, 24},
    {"die", 0x50, true, 0},   {"strike_1", 0x70, false, 0}, {"strike_2", 0x80, true, 24}, {"strike_3", 0x90, true, 24},
};

void add_clips(Model& model, const Model& hero) {
    int next = 1, attack = 0;
    for (const BattleClip& entry : battle) {
        Clip clip = *hero.find_clip(entry.move);
        const int frames = static_cast<int>(clip.duration * clip.frame_rate + 0.5) + 1;
        const bool is_attack = std::string_view(entry.move) == "strike_1";
        const int start = is_attack && attack > 0 ? attack : next;
        if (is_attack) attack = start;
        next = std::max(next, start + frames);
        clip.name = sf3::name_of_clip_type(entry.type);
        clip.joints.resize(model.skeleton.joints.size());
        clip.morphs.clear();
        clip.extras = Json::object();
        clip.extras.set("type", entry.type);
        clip.extras.set("external", entry.external);
        clip.extras.set("start", start);
        clip.extras.set("count", frames);
        clip.extras.set("distance", entry.distance);
        model.clips.push_back(std::move(clip));
    }
}

} // namespace

Model make_battle_hero(const Model& hero) {
    Model model;
    model.name = "hero";
    model.source.format = "samples";
    model.skeleton = hero.skeleton;
    add_looks(model);
    add_body(model);
    add_tags(model);
    add_clips(model, hero);
    return model;
}

} // namespace ossuary::samples
