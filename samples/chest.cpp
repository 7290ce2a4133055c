// A chest that opens: three rigid parts in a hierarchy, no skin.
#include "ossuary/model/event.h"

#include "samples/assembly.h"
#include "samples/formula.h"
#include "samples/motion.h"
#include "samples/paint.h"
#include "samples/samples.h"
#include <cmath>

namespace ossuary::samples {

namespace {

constexpr std::int32_t wood = 0, metal = 1;
constexpr double half_width = 0.42, half_depth = 0.26, height = 0.36;
constexpr double lid_foot = 0.002; // above the hinge, so that the lid rests on the rim and stays at it when open

// Planks run along the chest.
Part planks(Part part) {
    for (std::size_t i = 0; i < part.uvs.size(); ++i) {
        const Vec3d &p = part.positions[i], &n = part.normals[i];
        part.uvs[i] = {(std::abs(n.y) > 0.5 ? p.z : p.y) * 1.4 + 0.03, (std::abs(n.x) > 0.5 ? p.z : p.x) * 1.4};
    }
    return part;
}

Mesh chest_body() {
    Assembly body;
    Part boards =
        wedge({0, height / 2, 0}, height / 2, {half_width - 0.02, half_depth - 0.02}, {half_width, half_depth});
    boards.triangles.erase(boards.triangles.begin() + 8, boards.triangles.begin() + 10); // open above
    Part inside = wedge({0, height / 2 + 0.02, 0}, height / 2 - 0.02, {half_width - 0.05, half_depth - 0.05},
                        {half_width - 0.03, half_depth - 0.03});
    inside.triangles.erase(inside.triangles.begin() + 8, inside.triangles.begin() + 10);
    for (auto& t : inside.triangles) std::swap(t[1], t[2]);
    for (Vec3d& n : inside.normals) n = -n;
    Part rim;
    for (const double side : {-1.0, 1.0}) {
        append(rim, box({side * (half_width - 0.015), height - 0.01, 0}, {0.015, 0.011, half_depth}));
        append(rim, box({0, height - 0.01, side * (half_depth - 0.015)}, {half_width - 0.03, 0.011, 0.015}));
    }
    body.add(planks(boards), wood, "boards");
    body.add(planks(inside), wood, "boards");
    body.add(planks(rim), wood, "boards");
    Part bands;
    for (const double x : {-0.28, 0.28}) // down the front, down the back
        for (const double side : {-1.0, 1.0})
            append(bands, sheet(1, 1, [=](double u, double v) {
                       return Vec3d{x + side * (u - 0.5) * 0.05, 0.004 + (height - 0.008) * v,
                                    side * (half_depth - 0.014 + 0.02 * v)};
                   }));
    append(bands, box({0, height - 0.08, half_depth + 0.002}, {0.06, 0.06, 0.012}));
    body.add(mapped(bands, {0.3, 0.6}, {0.1, 0.1}), metal, "bands");
    return body.take("chest");
}

// About the hinge at the back of the chest: z runs from 0 to the front.
Mesh chest_lid() {
    Assembly lid;
    const auto vault = [](double x0, double x1, double radius, int columns) {
        return sheet(columns, 1, [=](double u, double v) {
            const double turn = mix(-0.25, 0.25, u); // from the back over the top to the front
            return Vec3d{mix(x0, x1, v), lid_foot + radius * 0.62 * cosine(turn), half_depth + radius * sine(turn)};
        });
    };
    Part top = vault(-half_width, half_width, half_depth, 8);
    for (Vec2d& uv : top.uvs) uv = {uv.x * 0.83, uv.y * 1.2};
    Part under = vault(-half_width + 0.03, half_width - 0.03, half_depth - 0.025, 8);
    for (auto& t : under.triangles) std::swap(t[1], t[2]);
    for (Vec3d& n : under.normals) n = -n;
    for (Vec2d& uv : under.uvs) uv = {uv.x * 0.83, uv.y * 1.2};
    // The ends: fans between the outer arch and its foot.
    Part ends;
    for (const double side : {-1.0, 1.0}) {
        Part end = sheet(8, 1, [=](double u, double v) {
            const double turn = mix(-0.25, 0.25, u) * side;
            return Vec3d{side * half_width, lid_foot + half_depth * 0.62 * cosine(turn) * (1 - v),
                         half_depth + half_depth * sine(turn)};
        });
        for (std::size_t i = 0; i < end.normals.size(); ++i) end.normals[i] = {side, 0, 0};
        append(ends, planks(std::move(end)));
    }
    lid.add(top, wood, "boards");
    lid.add(under, wood, "boards");
    lid.add(ends, wood, "boards");
    Part bands;
    for (const double x : {-0.28, 0.28}) append(bands, vault(x - 0.025, x + 0.025, half_depth + 0.008, 8));
    lid.add(mapped(bands, {1, 0.2}, {0, 0.1}), metal, "bands");
    return lid.take("lid");
}

// About its pin at the lid's front edge.
Mesh chest_hasp() {
    Assembly hasp;
    Part plate = box({0, -0.05, 0.008}, {0.028, 0.06, 0.008}, 0.004);
    append(plate, lathe({0, -0.075, 0.012}, {0, -0.075, 0.04}, {{0, 0.016}, {0.7, 0.02}, {1, 0}}, 8));
    hasp.add(mapped(plate, {0.3, 0.4}, {0.4, 0.4}), metal, "hasp");
    return hasp.take("hasp");
}

Clip lid_clip(const char* name, bool opens) {
    constexpr int frames = 40;
    Clip clip;
    clip.name = name;
    clip.duration = frames / moves_rate;
    clip.frame_rate = moves_rate;
    clip.loop = LoopMode::once;
    clip.joints.resize(3);
    const auto turn = [&](std::size_t joint, const std::function<double(double)>& degrees) {
        Channel<Quat>& channel = clip.joints[joint].rotation;
        channel.rate = moves_rate;
        for (int f = 0; f <= frames; ++f) channel.values.push_back(to_float(turn_x(-degrees(opens ? f : frames - f))));
    };
    // The hasp first; then the lid goes over, falls against its chain and settles.
    turn(2, [](double f) { return 70 * smooth(0, 8, f) - 45 * smooth(14, 30, f); });
    turn(1, [](double f) {
        const double over = 108 * smooth(9, 28, f);
        return over - 9 * smooth(28, 32, f) * smooth(37, 33, f);
    });
    if (opens) {
        clip.events.add(0, sound("CHEST_HASP", 800), 0);
        clip.events.add(9 / moves_rate, sound("CHEST_CREAK", 1200), 9);
        clip.events.add(28 / moves_rate, sound("CHEST_CHAIN", 1000), 28);
    } else {
        clip.events.add(12 / moves_rate, sound("CHEST_CREAK", 1200), 12);
        clip.events.add(31 / moves_rate, sound("CHEST_SHUT", 1800), 31);
        clip.events.add(40 / moves_rate, sound("CHEST_HASP", 800), 40);
    }
    clip.hints.blend_in = 0;
    clip.hints.next = "";
    return clip;
}

} // namespace

Model make_chest() {
    Model chest;
    chest.name = "chest";
    chest.source.format = "samples";
    chest.materials.push_back(painted(chest.images, "wood", paint_wood));
    chest.materials.back().roughness = 0.85f;
    chest.materials.push_back(painted(chest.images, "metal", paint_metal));
    chest.materials.back().metallic = 0.75f;
    chest.materials.back().roughness = 0.45f;
    chest.materials.back().double_sided = true;

    const auto joint = [&](const char* name, std::int32_t parent, const Vec3d& at) {
        Joint one;
        one.name = name;
        one.parent = parent;
        one.rest.translation = to_float(at);
        chest.skeleton.joints.push_back(std::move(one));
    };
    joint("CHEST", -1, {});
    joint("LID", 0, {0, height, -half_depth});
    joint("HASP", 1, {0, lid_foot + 0.03, 2 * half_depth + 0.004});
    chest.meshes = {chest_body(), chest_lid(), chest_hasp()};
    for (std::int32_t i = 0; i < 3; ++i) chest.meshes[static_cast<std::size_t>(i)].joint = i;
    chest.clips = {lid_clip("open", true), lid_clip("close", false)};
    return chest;
}

} // namespace ossuary::samples
