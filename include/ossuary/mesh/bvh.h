// Bvh: a tree of boxes over the triangles of a mesh, for rays, and for what lies near a point or within a box.
//
// Built by binned surface-area heuristic; the same triangles give the same tree on every machine and for any number of
// workers. Rays are tested without cracks: one that meets an edge or a corner hits one of its triangles. The
// answers are those of asking every triangle in turn, bit for bit, whatever the instruction set and the layout.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "ossuary/base/box.h"
#include "ossuary/base/cpu.h"
#include "ossuary/base/math.h"
#include "ossuary/base/result.h"
#include "ossuary/mesh/bounds.h"
#include "ossuary/model/model.h"

namespace ossuary::mesh {

// The points origin + t · direction with t_min ≤ t ≤ t_max. The direction need not have unit length; one that is zero,
// anything that is not a number, and lengths that are not between 1e-9 and 1e9 hit nothing.
struct Ray {
    Vec3 origin;
    Vec3 direction{0, 0, 1};
    float t_min = 0;
    float t_max = std::numeric_limits<float>::infinity();
};

inline constexpr std::uint32_t no_triangle = 0xffffffff;

// Where a ray meets a triangle: at (1 - u - v) · a + u · b + v · c of its corners.
struct Hit {
    float t = std::numeric_limits<float>::infinity();
    float u = 0, v = 0;
    std::uint32_t triangle = no_triangle;
    bool front = false; // the ray comes from the side where the corners run counter-clockwise

    explicit operator bool() const { return triangle != no_triangle; }
    bool operator==(const Hit&) const = default;
};

// One triangle alone. A triangle without area is never hit.
Hit intersect(const Ray& ray, const Vec3& a, const Vec3& b, const Vec3& c);

struct NearestPoint {
    Vec3 point;
    float distance = 0;
    std::uint32_t triangle = no_triangle;
};
Vec3 nearest_point(const Vec3& to, const Vec3& a, const Vec3& b, const Vec3& c);

// Two children to a node of 64 bytes with the boxes as they are; or eight to one of 80 bytes, the boxes rounded
// outwards to 8 bits of the node's own. Eight is the faster one for rays, and a third of the size.
enum class BvhWidth : std::uint8_t { two, eight };

struct BvhOptions {
    BvhWidth width = BvhWidth::eight;
    Isa isa = Isa::best; // what builds and searches; every one gives the same bits
    // Runs job(0) … job(count - 1), on as many threads as it likes, and returns when all have ended. Empty: one after
    // another.
    std::function<void(std::size_t count, const std::function<void(std::size_t)>& job)> for_each;
};

struct BvhStats {
    std::size_t triangles = 0;
    std::size_t nodes = 0;
    std::size_t leaves = 0; // of one to four triangles
    std::size_t depth = 0;  // nodes from the root to the deepest leaf
    std::size_t bytes = 0;  // of nodes and leaves
    double children = 0;    // of a node, on average
    double leaf_fill = 0;   // triangles of a leaf by four, on average
    // What a random ray costs: nodes and leaves it enters, weighted by the surface of their boxes. A node counts 1, a
    // leaf 1.
    double sah_cost = 0;
};

struct BvhTree; // what it is made of, in src

class Bvh {
public:
    // Three indices to a triangle. Refuses positions that are not finite or beyond 1e12, more than 2^30 triangles, and
    // indices without a vertex.
    static Result<Bvh> make(std::span<const Vec3> positions, std::span<const std::uint32_t> indices,
                            const BvhOptions& options = {});
    Bvh(Bvh&&) noexcept;
    Bvh& operator=(Bvh&&) noexcept;
    ~Bvh();

    // New boxes for vertices that moved; the triangles must be those the tree was built from. The tree keeps its
    // shape, so it answers as a new one would, only more slowly the more the mesh has changed. On an error the tree
    // is as before.
    Result<void> refit(std::span<const Vec3> positions, std::span<const std::uint32_t> indices);

    // The first triangle along the ray; of several at the same t the one with the smallest index.
    Hit closest_hit(const Ray& ray) const;
    bool any_hit(const Ray& ray) const;
    // Many rays at once, `hits` as long as `rays`; quickest where neighbours run alike, as those of a picture do.
    void closest_hits(std::span<const Ray> rays, std::span<Hit> hits) const;

    // The triangles that touch the box or the ball, in rising order, added to `found`.
    void triangles_in(const Box& box, std::vector<std::uint32_t>& found) const;
    void triangles_in(const Sphere& ball, std::vector<std::uint32_t>& found) const;
    // The nearest point of the mesh; of several triangles equally near the one with the smallest index. No triangle if
    // none is within the distance.
    NearestPoint nearest(const Vec3& point, float within = std::numeric_limits<float>::infinity()) const;

    BvhStats stats() const;
    // Fails unless every triangle is in exactly one leaf and every box contains what is below it.
    Result<void> check(std::span<const Vec3> positions, std::span<const std::uint32_t> indices) const;

private:
    explicit Bvh(std::unique_ptr<BvhTree> tree);
    std::unique_ptr<BvhTree> tree_;
};

} // namespace ossuary::mesh
