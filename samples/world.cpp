// A clearing: ground, a ring of stones, ways between them, and the three things that stand there.
#include "samples/assembly.h"

#include "samples/formula.h"
#include "samples/paint.h"
#include "samples/samples.h"
#include <cmath>

namespace ossuary::samples {

namespace {

constexpr double world_size = 28;
constexpr int cells = 28;

double ground_height(double x, double z) {
    const double far = std::sqrt(x * x + z * z);
    const double hills = cloud(x / world_size + 0.5, z / world_size + 0.5, 5, 4, 200) - 0.45;
    return smooth(4, 11, far) * hills * 3.2 + smooth(9, 14, far) * 0.5;
}

Vec3d on_ground(double x, double z) { return {x, ground_height(x, z), z}; }

Mesh ground() {
    Assembly assembly;
    const Part part = sheet(
        cells, cells, [](double u, double v) { return on_ground((u - 0.5) * world_size, (0.5 - v) * world_size); });
    assembly.add(mapped(part, {6, 6}, {0, 0}), 0, "ground");
    return assembly.take("ground");
}

Mesh stones() {
    Assembly assembly;
    for (int i = 0; i < 7; ++i) {
        const double turn = i / 7.0 + 0.02 * scatter(i, 0, 210), far = mix(5.2, 6.0, scatter(i, 1, 210));
        const double tall = i == 3 ? 0.45 : mix(1.1, 1.9, scatter(i, 2, 210)); // one has fallen short
        const Part stone = wedge({0, tall / 2, 0}, tall / 2 + 0.2, {0.42, 0.26}, {0.34, 0.19});
        const Quatd lean = normalize(turn_y(turn * 360) * turn_x(mix(-6, 6, scatter(i, 3, 210))));
        assembly.add(
            moved(stone, to_affine(Transformd{on_ground(far * sine(turn), far * cosine(turn)), lean, {1, 1, 1}})), 1,
            "stones");
    }
    return assembly.take("stones");
}

Paint paint_stone(double u, double v) {
    const double grain = cloud(u, v, 6, 5, 220), moss = smooth(0.55, 0.7, cloud(u, v, 4, 4, 230));
    const Paint stone = mix(Paint{0.34, 0.33, 0.31}, Paint{0.56, 0.54, 0.50}, grain);
    return mix(stone, Paint{0.27, 0.31, 0.15}, moss * 0.8);
}

} // namespace

World make_world() {
    World world;
    world.name = "clearing";
    world.source.format = "samples";
    world.materials.push_back(painted(world.images, "ground", paint_ground));
    world.materials.push_back(painted(world.images, "stone", paint_stone));
    world.meshes = {ground(), stones()};

    const auto object = [&](const char* name, const char* visual, double x, double z, double facing) {
        WorldObject one;
        one.name = name;
        one.visual = visual;
        one.placement.translation = to_float(on_ground(x, z));
        one.placement.rotation = to_float(turn_y(facing));
        world.objects.push_back(std::move(one));
    };
    object("OSSIAN", "hero.glb", 0, 0, 0);
    object("CHEST", "chest.glb", -2.6, -1.6, 40);
    object("BANNER", "banner.glb", 2.4, -2.2, -25);

    const auto point = [&](const char* name, double x, double z) {
        WayPoint one;
        one.name = name;
        one.position = to_float(on_ground(x, z));
        one.direction = x == 0 && z == 0 ? Vec3{0, 0, 1} : to_float(normalize(Vec3d{-x, 0, -z})); // towards the middle
        world.way_net.points.push_back(std::move(one));
    };
    point("WP_START", 0, 0);
    point("WP_CHEST", -2.0, -0.9);
    point("WP_BANNER", 1.9, -1.4);
    point("WP_NORTH", 0, -4.2);
    point("WP_EAST", 4.2, 0.4);
    point("WP_WEST", -4.3, 1.0);
    point("WP_SOUTH", 0.3, 4.4);
    point("WP_HILL", 9.5, 6.0);
    point("WP_FAR", -9.0, 8.5);
    world.way_net.edges = {{0, 1}, {0, 2}, {1, 3}, {2, 3}, {2, 4}, {1, 5}, {0, 6},
                           {4, 6}, {5, 6}, {4, 7}, {6, 7}, {5, 8}, {6, 8}};
    return world;
}

} // namespace ossuary::samples
