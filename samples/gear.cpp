// What he carries: a notched sword, a lantern, a round shield on the back, belt and brooch.
#include "samples/assembly.h"
#include "samples/formula.h"
#include "samples/rig.h"

namespace ossuary::samples {

namespace {

Affined placed_at(int bone) {
    const RigJoint& joint = rig()[static_cast<std::size_t>(bone)];
    return to_affine(Transformd{joint.at, joint.frame, {1, 1, 1}});
}

// Along x from the grip; edges towards ±y. Half widths of the two edges where the fights have left them.
Part blade() {
    struct Cut {
        double x, upper, lower;
    };
    static constexpr Cut cuts[] = {{0.078, 0.022, 0.022},  {0.115, 0.028, 0.028}, {0.26, 0.0265, 0.0265},
                                   {0.275, 0.019, 0.0262}, {0.295, 0.026, 0.026}, {0.44, 0.0245, 0.0245},
                                   {0.452, 0.0242, 0.016}, {0.475, 0.024, 0.024}, {0.54, 0.0235, 0.0235},
                                   {0.556, 0.014, 0.0233}, {0.575, 0.023, 0.023}, {0.70, 0.0215, 0.0215},
                                   {0.79, 0.017, 0.019},   {0.862, 0.0006, 0.004}};
    constexpr int count = static_cast<int>(std::size(cuts));
    Part part = sleeve(4, count - 1, [&](double u, double v) {
        const Cut& cut = cuts[static_cast<int>(v * (count - 1) + 0.5)];
        const int corner = static_cast<int>(u * 4 + 0.5);
        const double thick = 0.0055 * (1 - 0.6 * v);
        const double y = corner == 0 ? cut.upper : corner == 2 ? -cut.lower : 0;
        const double z = corner == 1 ? thick : corner == 3 ? -thick : 0;
        return Vec3d{cut.x, y, z};
    });
    for (Vec2d& uv : part.uvs) uv = {0.1 + 0.3 * (uv.x < 0.5 ? uv.x * 2 : 2 - uv.x * 2), uv.y};
    return faceted(part);
}

void add_sword(Assembly& gear) {
    const Affined hand = placed_at(bone_zs_righthand);
    const Binding held = held_by(bone_zs_righthand);
    Part metal = blade();
    // A guard whose arms droop towards the blade, and a disc for a pommel.
    append(metal, mapped(tube({{{0.092, 0.088, 0}, 0.008, 0.008},
                               {{0.078, 0.045, 0}, 0.0085, 0.0085},
                               {{0.073, 0, 0}, 0.014, 0.013},
                               {{0.078, -0.045, 0}, 0.0085, 0.0085},
                               {{0.092, -0.088, 0}, 0.008, 0.008}},
                              5, {1, 0, 0}),
                         {0.3, 0.5}, {0.5, 0.1}));
    append(metal,
           mapped(lathe({-0.085, 0, -0.013}, {-0.085, 0, 0.013}, {{0, 0}, {0.12, 0.02}, {0.88, 0.02}, {1, 0}}, 8),
                  {0.3, 0.3}, {0.5, 0.6}));
    gear.add(moved(metal, hand), material_metal, held, "metal");
}

void add_grip(Assembly& gear) {
    const Part grip = lathe({-0.07, 0, 0}, {0.072, 0, 0}, {{0, 0.012}, {0.3, 0.0145}, {0.6, 0.013}, {1, 0.0125}}, 6);
    gear.add(moved(mapped(grip, {0.5, 0.25}, {0.1, 0.1}), placed_at(bone_zs_righthand)), material_wood,
             held_by(bone_zs_righthand), "wood");
}

constexpr int shield_sides = 14;
constexpr double shield_radius = 0.275;

// In the slot's frame x points away from the back.
void add_shield_wood(Assembly& gear) {
    const Part face = lathe({-0.012, 0, 0}, {0.05, 0, 0},
                            {{0, 0}, {0, shield_radius - 0.01}, {0.45, 0.2}, {0.85, 0.085}, {1, 0}}, shield_sides);
    Part flat = face;
    for (std::size_t i = 0; i < flat.uvs.size(); ++i) // planks run straight across
        flat.uvs[i] = {0.5 + face.positions[i].y * 1.7, 0.5 + face.positions[i].z * 1.7};
    gear.add(moved(flat, placed_at(bone_zs_shield)), material_wood, held_by(bone_zs_shield), "wood");
}

void add_shield_metal(Assembly& gear) {
    Part metal = mapped(lathe({-0.018, 0, 0}, {0.024, 0, 0},
                              {{0.1, shield_radius}, {0.8, shield_radius}, {1, shield_radius - 0.028}}, shield_sides),
                        {3, 0.15}, {0, 0.3});
    append(metal, mapped(lathe({0.03, 0, 0}, {0.10, 0, 0}, {{0, 0.086}, {0.3, 0.062}, {0.75, 0.042}, {1, 0}}, 8),
                         {1, 0.4}, {0, 0.5}));
    gear.add(moved(metal, placed_at(bone_zs_shield)), material_metal, held_by(bone_zs_shield), "metal");
}

Part belt() {
    Part part = sleeve(14, 2, [](double u, double v) {
        const double out = v > 0.25 && v < 0.75 ? 0.006 : 0;
        return Vec3d{(0.162 + out) * sine(u), mix(0.985, 1.03, v), -0.004 + (0.123 + out) * cosine(u)};
    });
    for (Vec2d& uv : part.uvs) uv = {0.36 + 0.1 * uv.y, uv.x * 2}; // along the grain, within one plank
    return part;
}

// From the right shoulder across the ribs to the left hip, where the sword hangs when it is not in the hand.
void add_baldric(Assembly& gear) {
    const Part strap = tube({{{-0.105, 1.478, 0.055}, 0.019, 0.004},
                             {{-0.062, 1.41, 0.098}, 0.019, 0.004},
                             {{0.015, 1.29, 0.118}, 0.019, 0.004},
                             {{0.092, 1.155, 0.108}, 0.019, 0.004},
                             {{0.145, 1.025, 0.072}, 0.019, 0.004}},
                            4, {0.8, 0.5, 0});
    gear.add(
        mapped(strap, {0.2, 1.2}, {0.4, 0}), material_wood,
        [](const Vec3d& at, const Vec2d&) {
            const double chest = smooth(1.2, 1.34, at.y), hip = smooth(1.14, 1.03, at.y);
            return std::vector<Weight>{
                {bone_spine2, chest}, {bone_spine1, (1 - chest) * (1 - hip)}, {bone_pelvis, hip}};
        },
        "wood");
}

// The lantern hangs from the belt; heights are below its hook.
void add_lantern_metal(Assembly& gear) {
    const Vec3d hook = rig()[bone_lantern].at;
    const auto down = [&](double y) { return hook - Vec3d{0, y, 0}; };
    std::vector<Station> ring;
    for (int i = 0; i <= 4; ++i) {
        const double turn = mix(-0.28, 0.28, i / 4.0);
        ring.push_back({down(0.022) + Vec3d{0, 0.02 * cosine(turn), 0.02 * sine(turn)}, 0.0035, 0.0035});
    }
    Part metal = tube(ring, 3, {1, 0, 0});
    append(metal,
           lathe(down(0.073), down(0.028), {{0, 0.0}, {0.02, 0.046}, {0.2, 0.046}, {0.45, 0.026}, {1, 0.007}}, 6));
    append(metal, lathe(down(0.168), down(0.15), {{0, 0}, {0, 0.046}, {0.7, 0.046}, {1, 0.036}}, 6));
    gear.add(mapped(metal, {0.4, 0.3}, {0.2, 0.2}), material_metal, held_by(bone_lantern), "metal");
}

void add_lantern_light(Assembly& gear) {
    const Vec3d hook = rig()[bone_lantern].at;
    const Part glass =
        lathe(hook - Vec3d{0, 0.152, 0}, hook - Vec3d{0, 0.071, 0}, {{0, 0.038}, {0.5, 0.042}, {1, 0.038}}, 6);
    gear.add(mapped(glass, {3, -1}, {0, 1}), material_glass, held_by(bone_lantern), "glass");
    Part flame;
    for (const bool along_x : {true, false})
        append(flame, sheet(1, 1, [&](double u, double v) {
                   const double side = (u - 0.5) * 0.2;
                   return hook + Vec3d{along_x ? side : 0, -0.115 + (0.5 - v) * 0.2, along_x ? 0 : -side};
               }));
    for (auto& t : flame.triangles) std::swap(t[1], t[2]);
    for (Vec3d& n : flame.normals) n = -n;
    gear.add(flame, material_glow, held_by(bone_lantern), "glow");
}

} // namespace

void add_gear(Assembly& gear) {
    add_sword(gear);
    add_shield_metal(gear);
    add_lantern_metal(gear);
    gear.add(mapped(box({0, 1.007, 0.128}, {0.026, 0.028, 0.007}), {0.2, 0.2}, {0.1, 0.4}), material_metal,
             held_by(bone_pelvis), "metal");
    gear.add(mapped(ellipsoid({0, 1.478, 0.088}, {0.022, 0.022, 0.009}, 6, 3), {0.4, 0.3}, {0.3, 0.6}), material_metal,
             held_by(bone_spine2), "metal");
    add_grip(gear);
    add_shield_wood(gear);
    gear.add(belt(), material_wood, held_by(bone_pelvis), "wood");
    add_baldric(gear);
    add_lantern_light(gear);
}

} // namespace ossuary::samples
