// A model with everything a glTF file can hold, small enough to reason about.
#pragma once

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "ossuary/base/math.h"
#include "ossuary/formats/image/image.h"
#include "ossuary/model/event.h"
#include "ossuary/model/model.h"

namespace ossuary::testing {

inline Quat turn(const Vec3& axis, double degrees) {
    return to_float(axis_angle(normalize(to_double(axis)), degrees * std::numbers::pi / 180));
}

inline Image checker(const std::string& name, std::uint8_t shade) {
    Image image{name, "textures/" + name + ".tga", ImageEncoding::rgba8, 4, 4, {}, {}};
    for (int i = 0; i < 16; ++i)
        for (int c = 0; c < 4; ++c)
            image.bytes.push_back(static_cast<std::byte>(c == 3            ? (i % 3 == 0 ? 0 : 255)
                                                         : (i + i / 4) % 2 ? shade
                                                                           : 10));
    return image::to_png(image).value();
}

// A tube of `rings` rings of eight around the Y axis, `height` high, capped by nothing.
inline void add_tube(Mesh& mesh, std::uint32_t rings, float height, float radius, std::int32_t material,
                     const std::string& name) {
    const auto first = static_cast<std::uint32_t>(mesh.positions.size());
    const auto first_index = static_cast<std::uint32_t>(mesh.indices.size());
    for (std::uint32_t ring = 0; ring < rings; ++ring) {
        for (std::uint32_t i = 0; i < 9; ++i) {
            const double angle = i * std::numbers::pi / 4;
            const Vec3 out = to_float(Vec3d{std::cos(angle), 0, std::sin(angle)});
            const auto up = static_cast<float>(ring) / static_cast<float>(rings - 1);
            mesh.positions.push_back({out.x * radius, up * height, out.z * radius});
            mesh.normals.push_back(out);
            mesh.tangents.push_back({-out.z, 0, out.x, i % 2 ? 1.0f : -1.0f});
            mesh.uv0.push_back({static_cast<float>(i) / 8, 1 - up});
            mesh.uv1.push_back({up, static_cast<float>(i) / 16});
            mesh.colors.push_back({static_cast<std::uint8_t>(i * 20), static_cast<std::uint8_t>(ring * 30), 77, 255});
        }
    }
    for (std::uint32_t ring = 0; ring + 1 < rings; ++ring) {
        for (std::uint32_t i = 0; i < 8; ++i) {
            const std::uint32_t a = first + ring * 9 + i, b = a + 9;
            for (const std::uint32_t corner : {a, b, a + 1, a + 1, b, b + 1}) mesh.indices.push_back(corner);
        }
    }
    mesh.surfaces.push_back({name, material, first_index, static_cast<std::uint32_t>(mesh.indices.size()) - first_index,
                             first, static_cast<std::uint32_t>(mesh.positions.size()) - first});
}

inline std::vector<Material> every_material() {
    std::vector<Material> materials(9);
    materials[0].name = "skin";
    materials[0].base_color_image = 0;
    materials[0].normal_image = 1;
    materials[0].extras.set("sourceShader", "models/monsters/skin");
    materials[0].texture = "SKIN.TGA";
    materials[1].name = "cloth";
    materials[1].base_color_image = 0;
    materials[1].alpha = AlphaMode::mask;
    materials[1].alpha_cutoff = 0.25f;
    materials[1].double_sided = true;
    materials[1].wrap_u = Wrap::clamp;
    materials[1].wrap_v = Wrap::mirror;
    materials[1].filter = Filter::nearest;
    materials[2].name = "glass";
    materials[2].alpha = AlphaMode::blend;
    materials[2].base_color = {0.1f, 0.2f, 0.3f, 0.5f};
    materials[2].roughness = 0.3f;
    materials[2].metallic = 0.7f;
    materials[3].name = "glow";
    materials[3].alpha = AlphaMode::add;
    materials[3].emissive = {3, 1, 0.1f};
    materials[3].emissive_image = 2;
    materials[3].unlit = true;
    materials[4].name = "fire";
    materials[4].base_color_image = 2;
    materials[4].frames = {2, 3, 4};
    materials[4].frame_rate = 12.5;
    materials[5].base_color = {0.5f, 0.5f, 0.5f, 1};
    materials[5].emissive = {0.25f, 0, 0};
    materials[6].name = "lake";
    materials[6].base_color_image = 0;
    materials[6].alpha = AlphaMode::multiply;
    materials[6].uv_scroll = {0.1f, -0.25f};
    materials[6].environment = 0.3f;
    materials[6].wave = {WaveMode::ambient_ground, WaveSpeed::slow, 0.15f, 1.25f};
    materials[6].substance = Substance::water;
    materials[7].name = "shadow";
    materials[7].base_color_image = 1;
    materials[7].emissive_image = 1;
    materials[7].alpha = AlphaMode::multiply_twice;
    materials[7].uv = {.offset = {0.5f, 0.25f}, .rotation = 0.7f, .scale = {2, 3}};
    materials[8].name = "armour";
    materials[8].base_color_image = 0;
    materials[8].normal_image = 1;
    materials[8].normal_scale = 0.5f;
    materials[8].metallic = 1;
    materials[8].metallic_roughness_image = 2;
    materials[8].occlusion_image = 2;
    materials[8].occlusion_strength = 0.75f;
    materials[8].emissive_image = 1;
    materials[8].emissive = {1, 1, 1};
    materials[8].uv_sets = {.emissive = 1, .occlusion = 1};
    return materials;
}

inline EventTrack every_event() {
    EventTrack track;
    track.add(0.0, SoundEvent{"step", 800, true}, 0);
    track.add(0.1, GroundSoundEvent{"gravel", 500, false}, 2);
    track.add(0.2, ParticleStartEvent{1, "FIRE", "BIP01 HEAD", true});
    track.add(0.2, ParticleStopEvent{1});
    track.add(0.3, CameraTremorEvent{{1, 2, -3, 4}}, 7);
    track.add(0.35, MorphStartEvent{"S_EYES", "BIP01 HEAD"});
    track.add(0.4, SwapMeshEvent{{"ZS_RIGHTHAND", "ZS_LEFTHAND"}});
    track.add(0.4, ItemEvent{ItemAction::create, "ZS_RIGHTHAND", "ItFo_Apple"});
    track.add(0.41, ItemEvent{ItemAction::exchange, "A", "B"});
    track.add(0.42, ItemEvent{ItemAction::destroy, "A", ""});
    track.add(0.5, FightModeEvent{"1H"});
    track.add(0.5, HitLimbEvent{"BIP01 R HAND"});
    track.add(0.5, HitDirectionEvent{"L"});
    track.add(0.55, DamageMultiplyEvent{"0.5 1 2"});
    track.add(0.6, HitEvent{}, 14);
    track.add(0.65, HitEndEvent{});
    track.add(0.7, WindowEvent{WindowKind::parade, 0.9});
    track.add(0.8, CutEvent{}, 19);
    Json fields = Json::object();
    fields.set("speed", 1.5);
    track.add(0.9, TagEvent{"DEF_\"OPT\"", {"a", "\xC3\xA4"}, fields});
    track.add(1.0 / 3, TagEvent{"bare", {}, {}});
    return track;
}

// Two roots; joint 6 is a rigid slot with a mesh, 7 and 8 are leaves at rest in their parents, 9 carries a camera.
inline Skeleton two_rooted_skeleton() {
    Skeleton skeleton;
    skeleton.joints = {
        {"hips", -1, {{0.0f, 0.1f, 0}, turn({0, 1, 0}, 20), {1, 1, 1}}, {}},
        {"spine", 0, {{0, 0.2f, 0}, turn({1, 0, 0}, 10), {1, 1, 1}}, {}},
        {"chest", 1, {{0, 0.3f, 0}, {}, {1, 1, 1}}, {}},
        {"arm.L", 2, {{0.3f, 0, 0}, turn({0, 0, 1}, -30), {1, 1.25f, 1}}, {}},
        {"arm.R", 2, {{-0.3f, 0, 0}, turn({0, 0, 1}, 30), {1, 1, 1}}, {}},
        {"tail", -1, {{0, 0, -0.5f}, turn({1, 0, 0}, 90), {1, 1, 1}}, {}},
        {"slot", 3, {{0, 0.1f, 0}, turn({0, 1, 0}, 45), {2, 2, 2}}, {}},
        {"still", 4, {}, {}},
        {"crowded", 4, {}, {}},
        {"eye", 2, {{0, 0.2f, 0.1f}, turn({0, 1, 0}, 180), {1, 1, 1}}, {}},
    };
    skeleton.joints[6].extras.set("slot", "ZS_RIGHTHAND");
    return skeleton;
}

inline Mesh quad(const std::string& name, std::int32_t joint, std::int32_t material) {
    Mesh mesh;
    mesh.name = name;
    mesh.joint = joint;
    mesh.positions = {{-0.1f, -0.1f, 0}, {0.1f, -0.1f, 0}, {0.1f, 0.1f, 0}, {-0.1f, 0.1f, 0}};
    mesh.normals.assign(4, {0, 0, 1});
    mesh.uv0 = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
    mesh.indices = {0, 1, 2, 0, 2, 3};
    mesh.surfaces = {{"", material, 0, 6, 0, 4}};
    return mesh;
}

inline void bind(Model& model, Mesh& mesh, std::size_t most) {
    mesh.skin = 0;
    mesh.influence_start = {0};
    const std::size_t joints = model.skins[0].joints.size();
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
        const std::size_t count = 1 + v % most;
        double sum = 0;
        for (std::size_t i = 0; i < count; ++i) sum += 1.0 / static_cast<double>(i + 1);
        for (std::size_t i = 0; i < count; ++i)
            mesh.influences.push_back({static_cast<std::uint32_t>((v + i * 3) % joints),
                                       static_cast<float>(1.0 / static_cast<double>(i + 1) / sum)});
        mesh.influence_start.push_back(static_cast<std::uint32_t>(mesh.influences.size()));
    }
}

inline Model rich_model() {
    Model model;
    model.name = "rich";
    model.source = {"md5", *Basis::parse("x,z,-y", 0.0254)};
    model.skeleton = two_rooted_skeleton();
    model.skins = {{"armature", {0, 1, 2, 3, 4, 5, 9}, {}}};
    const std::vector<Affined> rest = rest_object_pose(model.skeleton);
    for (const std::uint32_t joint : model.skins[0].joints)
        model.skins[0].inverse_bind.push_back(to_float(inverse(rest[joint])));

    model.images = {checker("body", 200), checker("body_normal", 128), checker("flame", 250), checker("flame", 180),
                    checker("flame 3", 90)};
    model.images[1].extras.set("kind", "normal");
    model.materials = every_material();

    Mesh body;
    body.name = "body";
    add_tube(body, 5, 0.8f, 0.2f, 0, "torso");
    add_tube(body, 3, 0.4f, 0.3f, 1, "skirt");
    add_tube(body, 2, 0.1f, 0.1f, 2, "");
    bind(model, body, 7);
    body.morphs = {{"wide", {}, {}}, {"nod", {}, {}}, {"idle", {}, {}}};
    for (std::size_t v = 0; v < body.positions.size(); ++v) {
        const Vec3& p = body.positions[v];
        body.morphs[0].positions.push_back({p.x * 0.5f, 0, p.z * 0.5f});
        body.morphs[0].normals.push_back({0, v % 2 ? 0.25f : 0, 0});
        body.morphs[1].positions.push_back(v == 3 || v == 40 ? Vec3{0, 0, 0.125f} : Vec3{});
    }
    body.morphs[2].positions.resize(body.positions.size());
    body.extras.set("lod", 2);
    // Two coarser levels: the first triangle of each surface; then the skirt's alone.
    body.levels.resize(2);
    for (std::size_t s = 0; s < body.surfaces.size(); ++s) {
        for (std::size_t l = 0; l < 2; ++l) {
            const std::uint32_t count = l == 0 || s == 1 ? 3 : 0;
            const auto first = body.indices.begin() + body.surfaces[s].first_index;
            body.levels[l].index_counts.push_back(count);
            body.levels[l].indices.insert(body.levels[l].indices.end(), first, first + count);
        }
    }
    Mesh second = quad("banner", -1, 3);
    second.extras.set("node", Json::object()).set("flag", true);
    model.meshes = {body, second, quad("sword", 6, 4), quad("badge", 7, 5), quad("crowd", 8, -1), quad("crowd", 8, 2)};

    model.cameras = {{"first", 9, 0.9f, 4.0f / 3, 0.0762f, 0, {}}, {"free", -1, 1.1f, 0, 0.1f, 250, {}}};
    model.cameras[1].extras.set("note", "fixed");

    // On a joint of its own, two on one joint, beside a joint, and free.
    model.lights.resize(5);
    model.lights[0].name = "lantern";
    model.lights[0].joint = 6;
    model.lights[0].range = 4;
    model.lights[1].joint = 7;
    model.lights[1].color = {1, 0.5f, 0.25f};
    model.lights[2] = model.lights[1];
    model.lights[2].intensity = 30;
    model.lights[3].name = "beam";
    model.lights[3].type = LightType::spot;
    model.lights[3].joint = 3;
    model.lights[3].position = {0, 0.1f, 0.2f};
    model.lights[3].rotation = turn({1, 0, 0}, 40);
    model.lights[3].inner_cone = 0.25f;
    model.lights[3].outer_cone = 0.5f;
    model.lights[3].extras.set("note", "flickers");
    model.lights[4].name = "sun";
    model.lights[4].type = LightType::directional;
    model.lights[4].rotation = turn({1, 0, 0}, -50);

    Clip walk;
    walk.name = "walk";
    walk.frame_rate = 24;
    walk.duration = 30 / 24.0;
    walk.loop = LoopMode::wrap;
    walk.joints.resize(model.skeleton.joints.size());
    for (std::size_t j = 0; j < 5; ++j) {
        Channel<Quat>& rotation = walk.joints[j].rotation;
        rotation.rate = 24;
        for (int f = 0; f <= 30; ++f)
            rotation.values.push_back(turn({1, static_cast<float>(j), 0.5f}, 25 * std::sin(f / 30.0 * 6.28318) + 3));
    }
    walk.joints[0].translation.rate = 24;
    for (int f = 0; f <= 30; ++f)
        walk.joints[0].translation.values.push_back(
            {0.01f * static_cast<float>(f), 0.1f, 0.05f * static_cast<float>(f)});
    walk.joints[5].translation = {{{0, 0.5f, -0.5f}}, {}, 0, Interpolation::linear};
    walk.joints[6].scale = {{{1, 1, 1}, {2, 1, 0.5f}, {3, 3, 3}}, {0, 0.3f, 1.1f}, 0, Interpolation::step};
    walk.joints[7].rotation = {{turn({0, 1, 0}, 0), turn({0, 1, 0}, 170), turn({0, 1, 0}, 300)},
                               {0.25f, 0.5f, 1.2f},
                               0,
                               Interpolation::linear};
    walk.morphs = {{0,
                    {Channel<float>{{0, 1, 0.5f}, {0, 0.5f, 1}, 0, Interpolation::linear},
                     Channel<float>{{1, 0, 0.25f}, {0, 0.5f, 1}, 0, Interpolation::linear},
                     Channel<float>{{0, 0, 0}, {0, 0.5f, 1}, 0, Interpolation::linear}}}};
    walk.cameras = {{0, Channel<float>{{0.9f, 0.8f, 0.7f}, {0, 0.5f, 1}, 0, Interpolation::step}}};
    walk.lights = {{0, {}, Channel<float>{{1, 0, 3}, {0, 0.5f, 1}, 0, Interpolation::step}, {}},
                   {3, Channel<Vec3>{{{1, 1, 1}, {1, 0, 0}}, {0, 0.75f}, 0, Interpolation::linear},
                    Channel<float>{{2}, {}, 0, Interpolation::linear},
                    Channel<float>{{2, 4, 6}, {}, 24, Interpolation::linear}}};
    walk.events = every_event();
    walk.hints = {3, 0.25, 0.125, "walk", Direction::reverse, 5, MoveFlags{.move_object = true}, 0.75f, "still", {}};
    walk.extras.set("md5", Json::object()).set("commandline", "export walk");

    Clip still; // nothing moves, and its length is no float
    still.name = "still";
    still.duration = 0.7;
    still.loop = LoopMode::once;
    still.joints.resize(model.skeleton.joints.size());
    Clip held = still; // all channels constant
    held.name = "held";
    held.loop = LoopMode::unknown;
    held.joints[1].rotation.values = {turn({1, 0, 0}, 33)};
    held.hints.flags.emplace();
    held.hints.combination = Combination{"part", 3};
    model.clips = {walk, still, held};
    model.transitions = {{.name = "fade", .next = "walk", .blend_in = 0.2f, .blend_out = 0.1f},
                         {.name = "step", .layer = 2, .next = "still"},
                         {.name = "match", .next = "walk", .in_step = true}};
    model.transitions[0].extras.set("flags", "M.");
    model.disabled_moves = {"run"};
    model.tags = {{"limb", {"hand", "foot"}}};
    model.extras.set("md5", Json::object()).set("commandline", "");
    return model;
}

} // namespace ossuary::testing
