#include "ossuary/mesh/bvh.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <thread>

#include <gtest/gtest.h>

#include "ossuary/base/box.h"
#include "ossuary/base/diagnostic.h"

namespace ossuary::mesh {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

struct Triangles {
    std::vector<Vec3> positions;
    std::vector<std::uint32_t> indices;

    std::size_t count() const { return indices.size() / 3; }
    const Vec3& corner(std::size_t triangle, std::size_t corner) const {
        return positions[indices[3 * triangle + corner]];
    }
    void add(const Vec3& a, const Vec3& b, const Vec3& c) {
        for (const Vec3& p : {a, b, c}) {
            indices.push_back(static_cast<std::uint32_t>(positions.size()));
            positions.push_back(p);
        }
    }
};

class Dice {
public:
    explicit Dice(std::uint32_t seed) : random_(seed) {}
    float between(float low, float high) { return low + (high - low) * static_cast<float>(random_() % 1000001) / 1e6f; }
    std::uint32_t below(std::uint32_t end) { return static_cast<std::uint32_t>(random_() % end); }
    Vec3 point(float size) { return {between(-size, size), between(-size, size), between(-size, size)}; }

private:
    std::mt19937 random_;
};

// A square of cells² × 2 triangles in the plane y = 0, sharing their corners, one unit to a cell.
Triangles grid(std::uint32_t cells) {
    Triangles mesh;
    for (std::uint32_t z = 0; z <= cells; ++z)
        for (std::uint32_t x = 0; x <= cells; ++x) mesh.positions.push_back({float(x), 0, float(z)});
    for (std::uint32_t z = 0; z < cells; ++z)
        for (std::uint32_t x = 0; x < cells; ++x) {
            const std::uint32_t a = z * (cells + 1) + x, b = a + 1, c = a + cells + 1, d = c + 1;
            mesh.indices.insert(mesh.indices.end(), {a, c, b, b, c, d});
        }
    return mesh;
}

Triangles soup(std::size_t count, float size, std::uint32_t seed) {
    Dice dice(seed);
    Triangles mesh;
    for (std::size_t i = 0; i < count; ++i) {
        const Vec3 at = dice.point(10);
        mesh.add(at, at + dice.point(size), at + dice.point(size));
    }
    return mesh;
}

// Slivers, needles, points, the same triangle many times, and a few that reach over everything.
Triangles rubbish() {
    Dice dice(5);
    Triangles mesh;
    for (int i = 0; i < 200; ++i) {
        const Vec3 at = dice.point(10), along = dice.point(5);
        mesh.add(at, at + along, at + along * 0.5f + dice.point(1e-5f));
        mesh.add(at, at, at + along);
        mesh.add(at, at, at);
        mesh.add(at, at + along, at + along * 2.0f);
    }
    for (int i = 0; i < 40; ++i) mesh.add({1, 2, 3}, {2, 2, 3}, {1, 3, 3});
    for (int i = 0; i < 10; ++i) mesh.add(dice.point(100), dice.point(100), dice.point(100));
    return mesh;
}

Hit asked_one_by_one(const Triangles& mesh, const Ray& ray) {
    Hit best;
    for (std::size_t i = 0; i < mesh.count(); ++i) {
        Hit hit = intersect(ray, mesh.corner(i, 0), mesh.corner(i, 1), mesh.corner(i, 2));
        hit.triangle = hit ? static_cast<std::uint32_t>(i) : no_triangle;
        if (hit && (!best || hit.t < best.t)) best = hit;
    }
    return best;
}

// Rays of all sorts: random ones, along axes, from inside, through corners and edges, bounded ones.
std::vector<Ray> rays_for(const Triangles& mesh, std::size_t count, std::uint32_t seed) {
    Dice dice(seed);
    std::vector<Ray> rays;
    for (std::size_t i = 0; i < count; ++i) {
        Ray ray{dice.point(15), dice.point(1)};
        const auto triangle = dice.below(static_cast<std::uint32_t>(mesh.count()));
        const Vec3 &a = mesh.corner(triangle, 0), &b = mesh.corner(triangle, 1);
        switch (i % 6) {
        case 1: ray.direction = {i % 4 == 1 ? 1.0f : 0, 0, i % 4 == 1 ? 0 : -1.0f}; break;
        case 2: ray.direction = a - ray.origin; break;
        case 3: ray.direction = lerp(a, b, dice.between(0, 1)) - ray.origin; break;
        case 4: ray.origin = {a.x, dice.between(-20, 20), a.z}, ray.direction = {0, -1, 0}; break;
        case 5: ray.t_min = dice.between(0, 10), ray.t_max = ray.t_min + dice.between(0, 10); break;
        }
        rays.push_back(ray);
    }
    return rays;
}

struct Case {
    const char* name;
    Triangles mesh;
};
const std::vector<Case>& meshes() {
    static const std::vector<Case> all = {
        {"one", soup(1, 3, 1)},      {"four", soup(4, 3, 2)}, {"five", soup(5, 3, 3)}, {"small", soup(300, 2, 4)},
        {"large", soup(3000, 8, 6)}, {"grid", grid(40)},      {"rubbish", rubbish()}};
    return all;
}

std::vector<BvhOptions> all_options() {
    std::vector<BvhOptions> all;
    for (const BvhWidth width : {BvhWidth::two, BvhWidth::eight})
        for (const Isa isa : {Isa::baseline, Isa::best}) {
            BvhOptions options;
            options.width = width;
            options.isa = isa;
            all.push_back(options);
        }
    return all;
}

Bvh built(const Triangles& mesh, const BvhOptions& options = {}) {
    auto tree = Bvh::make(mesh.positions, mesh.indices, options);
    EXPECT_TRUE(tree) << (tree ? "" : tree.error().message());
    return std::move(*tree);
}

TEST(Bvh, FindsWhatAskingEveryTriangleFinds) {
    for (const Case& one : meshes()) {
        const std::vector<Ray> rays = rays_for(one.mesh, 3000, 11);
        std::vector<Hit> expected;
        std::size_t hits = 0;
        for (const Ray& ray : rays) {
            expected.push_back(asked_one_by_one(one.mesh, ray));
            hits += bool(expected.back());
        }
        EXPECT_GT(hits, rays.size() / 20) << one.name;
        for (const BvhOptions& options : all_options()) {
            const Bvh tree = built(one.mesh, options);
            std::vector<Hit> together(rays.size());
            tree.closest_hits(rays, together);
            for (std::size_t i = 0; i < rays.size(); ++i) {
                ASSERT_EQ(tree.closest_hit(rays[i]), expected[i]) << one.name << ", ray " << i;
                ASSERT_EQ(tree.any_hit(rays[i]), bool(expected[i])) << one.name << ", ray " << i;
                ASSERT_EQ(together[i], expected[i]) << one.name << ", ray " << i;
            }
        }
    }
}

// The triangle test itself, against the plane and the three sides in double.
TEST(Bvh, TriangleTestAgreesWithDouble) {
    Dice dice(21);
    std::size_t hits = 0, unclear = 0;
    for (int i = 0; i < 100000; ++i) {
        const Vec3 a = dice.point(5), b = dice.point(5), c = dice.point(5);
        const Ray ray{dice.point(8), dice.point(1)};
        const Vec3d e1 = to_double(b) - to_double(a), e2 = to_double(c) - to_double(a), d = to_double(ray.direction);
        const Vec3d normal = cross(e1, e2), from = to_double(a) - to_double(ray.origin);
        const double facing = dot(d, normal), t = dot(from, normal) / facing;
        const Vec3d at = d * t - from;
        const double u = dot(cross(at, e2), normal) / dot(normal, normal);
        const double v = dot(cross(e1, at), normal) / dot(normal, normal);
        const double margin = std::min({u, v, 1 - u - v, t});
        if (!(std::abs(margin) > 1e-4)) {
            ++unclear;
            continue;
        }
        const Hit hit = intersect(ray, a, b, c);
        ASSERT_EQ(bool(hit), margin > 0) << "triangle " << i;
        if (!hit) continue;
        ++hits;
        EXPECT_NEAR(double(hit.t), t, 1e-3 * (1 + t));
        EXPECT_NEAR(double(hit.u), u, 1e-3);
        EXPECT_NEAR(double(hit.v), v, 1e-3);
        EXPECT_EQ(hit.front, facing < 0);
    }
    EXPECT_GT(hits, 1000u);
    EXPECT_LT(unclear, 1000u);
}

TEST(Bvh, LetsNoRayThroughBetweenNeighbours) {
    const Triangles mesh = grid(32);
    for (const BvhOptions& options : all_options()) {
        const Bvh tree = built(mesh, options);
        Dice dice(3);
        for (int i = 0; i < 20000; ++i) {
            // At corners, on edges and on diagonals.
            const float x = float(1 + dice.below(31)), z = float(1 + dice.below(31)), along = dice.between(0, 1);
            const Vec3 targets[] = {{x, 0, z}, {x + along, 0, z}, {x, 0, z - along}, {x - 1 + along, 0, z - along}};
            const Vec3 target = targets[i % 4];
            const Vec3 from = {dice.between(-5, 37), dice.between(1, 20), dice.between(-5, 37)};
            EXPECT_TRUE(tree.any_hit({from, target - from})) << target.x << " " << target.z;
        }
    }
}

TEST(Bvh, TellsTheSideTheRayComesFrom) {
    Triangles mesh;
    mesh.add({0, 0, 0}, {1, 0, 0}, {0, 1, 0}); // counter-clockwise seen from +z
    const Bvh tree = built(mesh);
    for (const float z : {1.0f, -1.0f}) {
        const Hit hit = tree.closest_hit({{0.25f, 0.5f, z}, {0, 0, -z}});
        ASSERT_TRUE(hit);
        EXPECT_EQ(hit.t, 1);
        EXPECT_EQ(hit.u, 0.25f);
        EXPECT_EQ(hit.v, 0.5f);
        EXPECT_EQ(hit.front, z > 0);
    }
}

TEST(Bvh, OfEquallyNearTrianglesTheFirstCounts) {
    Triangles mesh;
    for (int i = 0; i < 100; ++i) mesh.add({-1, -1, 5}, {1, -1, 5}, {0, 1, 5});
    for (const BvhOptions& options : all_options())
        EXPECT_EQ(built(mesh, options).closest_hit({{}, {0, 0, 1}}).triangle, 0u);
}

TEST(Bvh, BoundsOfTheRayCount) {
    Triangles mesh;
    mesh.add({-1, -1, 5}, {1, -1, 5}, {0, 1, 5});
    const Bvh tree = built(mesh);
    EXPECT_TRUE(tree.any_hit({{}, {0, 0, 1}, 5, 5}));
    EXPECT_FALSE(tree.any_hit({{}, {0, 0, 1}, 0, 4.9f}));
    EXPECT_FALSE(tree.any_hit({{}, {0, 0, 1}, 5.1f, 9}));
    EXPECT_FALSE(tree.any_hit({{}, {0, 0, 1}, 6, 4}));
    EXPECT_TRUE(tree.any_hit({{}, {0, 0, -1}, -6, 0})) << "backwards";
    EXPECT_EQ(tree.closest_hit({{}, {0, 0, 0.5f}}).t, 10);
}

TEST(Bvh, RaysThatAreNoneHitNothing) {
    const Bvh tree = built(grid(4));
    const Vec3 above{1.5f, 1, 1.5f};
    EXPECT_TRUE(tree.any_hit({above, {0, -1, 0}}));
    for (const Ray& ray :
         {Ray{above, {0, 0, 0}}, Ray{above, {not_a_number, -1, 0}}, Ray{above, {0, -infinity, 0}},
          Ray{above, {0, -1e-20f, 0}}, Ray{{not_a_number, 1, 1}, {0, -1, 0}}, Ray{{infinity, 1, 1}, {0, -1, 0}},
          Ray{above, {0, -1, 0}, not_a_number, 5}, Ray{above, {0, -1, 0}, 0, not_a_number}}) {
        EXPECT_FALSE(tree.any_hit(ray));
        EXPECT_FALSE(tree.closest_hit(ray));
        EXPECT_EQ(tree.closest_hit(ray).t, infinity);
    }
}

TEST(Bvh, NoTriangles) {
    const Bvh tree = built({});
    EXPECT_FALSE(tree.any_hit({}));
    EXPECT_EQ(tree.nearest({}).triangle, no_triangle);
    std::vector<std::uint32_t> found;
    tree.triangles_in(Sphere{{}, 10}, found);
    EXPECT_TRUE(found.empty());
    EXPECT_EQ(tree.stats().leaves, 0u);
    EXPECT_TRUE(tree.check({}, {}));
}

TEST(Bvh, RefusesWhatIsNoMesh) {
    const std::vector<Vec3> good = {{}, {1, 0, 0}, {0, 1, 0}};
    const auto message = [&](std::vector<Vec3> positions, std::vector<std::uint32_t> indices) {
        const auto tree = Bvh::make(positions, indices);
        return tree ? "" : tree.error().message();
    };
    EXPECT_EQ(message(good, {0, 1, 2}), "");
    EXPECT_EQ(message(good, {0, 1}), "indices: 2 are not three for each triangle");
    EXPECT_EQ(message(good, {0, 1, 3}), "indices[2]: vertex 3 of 3");
    EXPECT_EQ(message({{}, {1, 0, 0}, {0, not_a_number, 0}}, {0, 1, 2}), "positions[2]: not a number, or beyond 1e12");
    EXPECT_EQ(message({{}, {infinity, 0, 0}, {0, 1, 0}}, {0, 1, 2}), "positions[1]: not a number, or beyond 1e12");
}

TEST(Bvh, EveryTriangleIsInOneLeafAndEveryBoxHoldsItsContent) {
    for (const Case& one : meshes())
        for (const BvhOptions& options : all_options()) {
            const Bvh tree = built(one.mesh, options);
            EXPECT_TRUE(tree.check(one.mesh.positions, one.mesh.indices)) << one.name;
            const BvhStats stats = tree.stats();
            EXPECT_EQ(stats.triangles, one.mesh.count());
            EXPECT_GE(stats.leaves, (stats.triangles + 3) / 4);
            EXPECT_NEAR(stats.leaf_fill, double(stats.triangles) / double(4 * stats.leaves), 1e-12);
            EXPECT_GT(stats.sah_cost, 0);
        }
}

TEST(Bvh, CheckSeesThatAVertexHasMoved) {
    Triangles mesh = grid(8);
    const Bvh tree = built(mesh);
    mesh.positions[40].y = 1;
    EXPECT_FALSE(tree.check(mesh.positions, mesh.indices));
    mesh.indices.resize(30);
    EXPECT_FALSE(tree.check(mesh.positions, mesh.indices));
}

// Centres that lie ever nearer together would make a tree as deep as they are many.
TEST(Bvh, NoMeshMakesADeepTree) {
    Triangles mesh;
    for (float at = 1e9f; at > 1e-9f; at *= 0.9f) mesh.add({at, 0, 0}, {at, at * 0.01f, 0}, {at, 0, at * 0.01f});
    for (int i = 0; i < 3000; ++i) mesh.add({0, 0, 0}, {0, 1e-10f, 0}, {0, 0, 1e-10f});
    for (const BvhOptions& options : all_options()) {
        const Bvh tree = built(mesh, options);
        EXPECT_LT(tree.stats().depth, 90u);
        EXPECT_TRUE(tree.check(mesh.positions, mesh.indices));
        EXPECT_TRUE(tree.any_hit({{2e9f, 1e6f, 1e6f}, {-1, 0, 0}}));
    }
}

TEST(Bvh, WorkersChangeNothing) {
    const Triangles mesh = soup(40000, 0.5f, 9);
    BvhOptions options;
    const Bvh alone = built(mesh, options);
    options.for_each = [](std::size_t count, const std::function<void(std::size_t)>& job) {
        std::vector<std::thread> threads;
        for (std::size_t worker = 0; worker < 3; ++worker)
            threads.emplace_back([&, worker] {
                for (std::size_t i = count; i-- > 0;)
                    if (i % 3 == worker) job(i);
            });
        for (std::thread& thread : threads) thread.join();
    };
    const Bvh together = built(mesh, options);
    EXPECT_TRUE(together.check(mesh.positions, mesh.indices));
    EXPECT_EQ(alone.stats().nodes, together.stats().nodes);
    EXPECT_EQ(alone.stats().sah_cost, together.stats().sah_cost);
    for (const Ray& ray : rays_for(mesh, 2000, 4)) EXPECT_EQ(alone.closest_hit(ray), together.closest_hit(ray));
}

TEST(Bvh, FindsTheSameAfterTheMeshHasMoved) {
    Triangles mesh = soup(2000, 2, 14);
    std::vector<Bvh> trees;
    for (const BvhOptions& options : all_options()) trees.push_back(built(mesh, options));
    for (Vec3& p : mesh.positions) p = {p.z * 2 + 3, p.x + std::sin(p.y), p.y};
    const std::vector<Ray> rays = rays_for(mesh, 1500, 8);
    const Bvh anew = built(mesh);
    for (Bvh& tree : trees) {
        ASSERT_TRUE(tree.refit(mesh.positions, mesh.indices));
        EXPECT_TRUE(tree.check(mesh.positions, mesh.indices));
        for (const Ray& ray : rays) EXPECT_EQ(tree.closest_hit(ray), anew.closest_hit(ray));
    }
}

TEST(Bvh, RefusedRefitLeavesTheTree) {
    const Triangles mesh = grid(8);
    Bvh tree = built(mesh);
    std::vector<Vec3> broken = mesh.positions;
    broken[3].z = not_a_number;
    EXPECT_FALSE(tree.refit(broken, mesh.indices));
    EXPECT_FALSE(tree.refit(mesh.positions, std::span(mesh.indices).first(6)));
    EXPECT_FALSE(tree.refit(std::span(mesh.positions).first(6), mesh.indices));
    EXPECT_TRUE(tree.check(mesh.positions, mesh.indices));
}

TEST(Bvh, NearestPointIsThatOfAllTriangles) {
    for (const Case& one : meshes()) {
        Dice dice(33);
        std::vector<Bvh> trees;
        for (const BvhOptions& options : all_options()) trees.push_back(built(one.mesh, options));
        for (int i = 0; i < 200; ++i) {
            const Vec3 from = dice.point(14);
            double least = double(infinity);
            for (std::size_t t = 0; t < one.mesh.count(); ++t) {
                const Vec3 p = nearest_point(from, one.mesh.corner(t, 0), one.mesh.corner(t, 1), one.mesh.corner(t, 2));
                least = std::min(least, length(to_double(p) - to_double(from)));
            }
            for (const Bvh& tree : trees) {
                const NearestPoint nearest = tree.nearest(from);
                ASSERT_NE(nearest.triangle, no_triangle);
                EXPECT_NEAR(double(nearest.distance), least, 1e-5) << one.name;
                EXPECT_NEAR(length(to_double(nearest.point) - to_double(from)), least, 1e-5);
                EXPECT_EQ(nearest.triangle, trees[0].nearest(from).triangle);
                EXPECT_EQ(tree.nearest(from, nearest.distance * 0.999f).triangle, no_triangle);
            }
        }
    }
}

// No point of a fine net over the triangle may be nearer than the one that was found.
TEST(Bvh, NothingOfATriangleIsNearerThanItsNearestPoint) {
    Dice dice(2);
    for (int i = 0; i < 300; ++i) {
        const Vec3 a = dice.point(3), b = i % 5 == 0 ? a : dice.point(3),
                   c = i % 7 == 0 ? lerp(a, b, 2.0f) : dice.point(3);
        const Vec3 from = dice.point(5);
        const double found = length(to_double(nearest_point(from, a, b, c)) - to_double(from));
        double least = double(infinity);
        for (int u = 0; u <= 40; ++u)
            for (int v = 0; u + v <= 40; ++v) {
                const Vec3 p = a + (b - a) * (float(u) / 40) + (c - a) * (float(v) / 40);
                least = std::min(least, length(to_double(p) - to_double(from)));
            }
        EXPECT_LE(found, least + 1e-5);
        EXPECT_GE(found, least - 0.4); // the net is that coarse
    }
}

// Which of the triangles have a point of a fine net within: no less may be found, and not much more.
TEST(Bvh, TrianglesInABoxOrABall) {
    const Triangles mesh = soup(400, 3, 77);
    Dice dice(1);
    for (int i = 0; i < 40; ++i) {
        const Vec3 center = dice.point(9);
        const float size = dice.between(0.2f, 4);
        const Box box{center - Vec3{size, size / 2, size}, center + Vec3{size, size / 2, size}};
        const Sphere ball{center, size};
        std::vector<std::uint32_t> in_box, in_ball;
        for (std::uint32_t t = 0; t < mesh.count(); ++t) {
            bool box_has = false;
            for (int u = 0; u <= 30 && !box_has; ++u)
                for (int v = 0; u + v <= 30 && !box_has; ++v) {
                    const Vec3 a = mesh.corner(t, 0), b = mesh.corner(t, 1), c = mesh.corner(t, 2);
                    const Vec3 p = a + (b - a) * (float(u) / 30) + (c - a) * (float(v) / 30);
                    box_has = p.x >= box.min.x && p.x <= box.max.x && p.y >= box.min.y && p.y <= box.max.y &&
                              p.z >= box.min.z && p.z <= box.max.z;
                }
            if (box_has) in_box.push_back(t);
            const Vec3 p = nearest_point(center, mesh.corner(t, 0), mesh.corner(t, 1), mesh.corner(t, 2));
            if (length(p - center) <= size) in_ball.push_back(t);
        }
        for (const BvhOptions& options : all_options()) {
            const Bvh tree = built(mesh, options);
            std::vector<std::uint32_t> found;
            tree.triangles_in(box, found);
            EXPECT_TRUE(std::is_sorted(found.begin(), found.end()));
            EXPECT_TRUE(std::includes(found.begin(), found.end(), in_box.begin(), in_box.end()));
            EXPECT_LE(found.size(), in_box.size() + 2 + in_box.size() / 8);
            found.clear();
            tree.triangles_in(ball, found);
            EXPECT_EQ(found, in_ball);
        }
    }
}

TEST(Bvh, ABoxThatIsNoneHoldsNothing) {
    const Bvh tree = built(grid(4));
    std::vector<std::uint32_t> found = {99};
    tree.triangles_in(Box{{3, 1, 3}, {1, -1, 1}}, found);
    tree.triangles_in(Box{{not_a_number, 0, 0}, {1, 1, 1}}, found);
    tree.triangles_in(Sphere{{1, 0, 1}, -1}, found);
    EXPECT_EQ(found, std::vector<std::uint32_t>{99});
    tree.triangles_in(Box{{0.2f, 0, 0.2f}, {0.2f, 0, 0.2f}}, found);
    EXPECT_EQ(found, (std::vector<std::uint32_t>{99, 0})) << "a box may be a point; what was found before stays";
}

} // namespace
} // namespace ossuary::mesh
