#include "ossuary/mesh/bvh.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "mesh/bvh_layout.h"
#include "mesh/kernels/table.h"
#include "ossuary/base/box.h"
#include "ossuary/base/diagnostic.h"

namespace ossuary::mesh {
namespace {

constexpr float farthest = 1e12f;
constexpr std::size_t most_triangles = std::size_t(1) << 30;

Result<void> check_input(std::span<const Vec3> positions, std::span<const std::uint32_t> indices) {
    if (indices.size() % 3 != 0)
        return fail("indices: " + std::to_string(indices.size()) + " are not three for each triangle");
    if (indices.size() / 3 > most_triangles)
        return fail("indices: " + std::to_string(indices.size() / 3) + " triangles are too many for one tree");
    // Nearly always all is well: first ask whether it is, in loops without a way out, then where it is not.
    const auto is_far = [](const Vec3& p) {
        // Not a number fails every comparison.
        return !(std::abs(p.x) <= farthest && std::abs(p.y) <= farthest && std::abs(p.z) <= farthest);
    };
    bool any_far = false;
    for (const Vec3& p : positions) any_far |= is_far(p);
    if (any_far) {
        const auto at = std::find_if(positions.begin(), positions.end(), is_far) - positions.begin();
        return fail("positions[" + std::to_string(at) + "]: not a number, or beyond 1e12");
    }
    std::uint32_t highest = 0;
    for (const std::uint32_t index : indices) highest = std::max(highest, index);
    if (!indices.empty() && highest >= positions.size()) {
        const auto at = std::find(indices.begin(), indices.end(), highest) - indices.begin();
        return fail("indices[" + std::to_string(at) + "]: vertex " + std::to_string(highest) + " of " +
                    std::to_string(positions.size()));
    }
    return {};
}

std::vector<BuildBox> boxes_of(std::span<const Vec3> positions, std::span<const std::uint32_t> indices) {
    std::vector<BuildBox> boxes(indices.size() / 3);
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        const Vec3 &a = positions[indices[3 * i]], &b = positions[indices[3 * i + 1]],
                   &c = positions[indices[3 * i + 2]];
        BuildBox& box = boxes[i];
        box.triangle = static_cast<std::uint32_t>(i);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            box.negative_low[axis] = -std::min(std::min(a[axis], b[axis]), c[axis]);
            box.high[axis] = std::max(std::max(a[axis], b[axis]), c[axis]);
        }
    }
    return boxes;
}

// False if the ray hits nothing whatever there is.
bool prepare(PreparedRay& to, const Ray& ray, const Box& bounds) {
    const Vec3& d = ray.direction;
    const float most = std::max(std::max(std::abs(d.x), std::abs(d.y)), std::abs(d.z));
    const Vec3& o = ray.origin;
    if (!(most >= 1e-9f && most <= 1e9f) || std::isnan(d.x + d.y + d.z)) return false;
    if (!(std::abs(o.x) <= farthest && std::abs(o.y) <= farthest && std::abs(o.z) <= farthest)) return false;
    to.t_min = std::max(ray.t_min, -std::numeric_limits<float>::max());
    to.t_max = std::min(ray.t_max, std::numeric_limits<float>::max());
    if (!(to.t_min <= to.t_max) || std::isnan(ray.t_min) || std::isnan(ray.t_max)) return false;

    to.z = std::abs(d.x) == most ? 0 : std::abs(d.y) == most ? 1 : 2;
    to.x = static_cast<std::uint8_t>((to.z + 1) % 3);
    to.y = static_cast<std::uint8_t>((to.z + 2) % 3);
    if (d[to.z] < 0) std::swap(to.x, to.y);
    to.shear_x = d[to.x] / d[to.z];
    to.shear_y = d[to.y] / d[to.z];
    to.scale_z = 1 / d[to.z];

    // How far the ray could have to go; rounding errs by a few units in the last place of that.
    float reach = 0;
    for (std::size_t axis = 0; axis < 3; ++axis)
        reach = std::max(reach, std::max(std::abs(bounds.min[axis] - o[axis]), std::abs(bounds.max[axis] - o[axis])));
    const float slack = 16 * std::numeric_limits<float>::epsilon() * reach;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        // A direction a billionth as long leaves the axis by less than the slack.
        const float along = std::abs(d[axis]) >= most * 1e-9f ? d[axis] : std::copysign(most * 1e-9f, d[axis]);
        to.origin[axis] = o[axis];
        to.inverse[axis] = 1 / along;
        to.slack[axis] = slack * std::abs(to.inverse[axis]);
        to.backwards[axis] = along < 0;
    }
    return true;
}

// False if the rays do not run alike, or one hits nothing whatever there is.
bool prepare(PreparedPacket& to, std::span<const Ray> rays, const Box& bounds) {
    if (rays.size() < packet_rays / 2) return false;
    for (std::size_t i = 0; i < packet_rays; ++i) {
        PreparedRay ray;
        if (!prepare(ray, rays[std::min(i, rays.size() - 1)], bounds)) return false;
        if (i == 0) {
            to.x = ray.x, to.y = ray.y, to.z = ray.z;
            std::copy_n(ray.backwards, 3, to.backwards);
        } else if (ray.x != to.x || ray.z != to.z || !std::equal(ray.backwards, ray.backwards + 3, to.backwards)) {
            return false;
        }
        for (std::size_t axis = 0; axis < 3; ++axis) {
            to.origin[axis][i] = ray.origin[axis];
            to.inverse[axis][i] = ray.inverse[axis];
            to.slack[axis][i] = ray.slack[axis];
        }
        to.shear_x[i] = ray.shear_x;
        to.shear_y[i] = ray.shear_y;
        to.scale_z[i] = ray.scale_z;
        to.t_min[i] = ray.t_min;
        to.t_max[i] = ray.t_max;
    }
    return true;
}

Hit nothing_before(float t) {
    Hit hit;
    hit.t = t;
    return hit;
}

// What was not hit has no t.
Hit found(const Hit& hit) { return hit ? hit : Hit{}; }

} // namespace

Hit intersect(const Ray& ray, const Vec3& a, const Vec3& b, const Vec3& c) {
    PreparedRay prepared;
    if (!prepare(prepared, ray, {a, a})) return {};
    TriangleBlock block;
    for (std::size_t lane = 0; lane < block_triangles; ++lane) {
        const Vec3* corners[3] = {&a, lane == 0 ? &b : &a, lane == 0 ? &c : &a};
        for (std::size_t corner = 0; corner < 3; ++corner)
            for (std::size_t axis = 0; axis < 3; ++axis) block.corner[corner][axis][lane] = (*corners[corner])[axis];
        block.triangle[lane] = lane == 0 ? 0 : no_triangle;
    }
    Hit hit = nothing_before(prepared.t_max);
    kernels_for(Isa::baseline).trace.block(block, prepared, hit);
    return found(hit);
}

Bvh::Bvh(std::unique_ptr<BvhTree> tree) : tree_(std::move(tree)) {}
Bvh::Bvh(Bvh&&) noexcept = default;
Bvh& Bvh::operator=(Bvh&&) noexcept = default;
Bvh::~Bvh() = default;

Result<Bvh> Bvh::make(std::span<const Vec3> positions, std::span<const std::uint32_t> indices,
                      const BvhOptions& options) {
    if (auto good = check_input(positions, indices); !good) return Failure(std::move(good.error()));
    auto tree = std::make_unique<BvhTree>();
    tree->kernels = &kernels_for(options.isa).trace;
    tree->width = options.width;
    tree->triangle_count = indices.size() / 3;
    std::vector<BuildBox> boxes = boxes_of(positions, indices);
    lay_out(*tree, build_nodes(boxes, options), boxes);
    fit(*tree, positions, indices);
    return Bvh(std::move(tree));
}

Result<void> Bvh::refit(std::span<const Vec3> positions, std::span<const std::uint32_t> indices) {
    if (indices.size() / 3 != tree_->triangle_count)
        return fail("indices: " + std::to_string(indices.size() / 3) + " triangles, the tree has " +
                    std::to_string(tree_->triangle_count));
    if (auto good = check_input(positions, indices); !good) return good;
    fit(*tree_, positions, indices);
    return {};
}

Hit Bvh::closest_hit(const Ray& ray) const {
    PreparedRay prepared;
    if (tree_->blocks.empty() || !prepare(prepared, ray, tree_->bounds)) return {};
    Hit hit = nothing_before(prepared.t_max);
    if (tree_->width == BvhWidth::two)
        tree_->kernels->closest2(tree_->nodes2.data(), tree_->blocks.data(), prepared, hit);
    else
        tree_->kernels->closest8(tree_->nodes8.data(), tree_->blocks.data(), prepared, hit);
    return found(hit);
}

void Bvh::closest_hits(std::span<const Ray> rays, std::span<Hit> hits) const {
    for (std::size_t first = 0; first < rays.size(); first += packet_rays) {
        const auto some = rays.subspan(first, std::min(packet_rays, rays.size() - first));
        const auto their_hits = hits.subspan(first, some.size());
        PreparedPacket packet;
        if (tree_->width == BvhWidth::eight && !tree_->blocks.empty() && prepare(packet, some, tree_->bounds)) {
            Hit found_hits[packet_rays];
            tree_->kernels->packet8(tree_->nodes8.data(), tree_->blocks.data(), packet, found_hits);
            std::transform(found_hits, found_hits + some.size(), their_hits.begin(), found);
        } else {
            std::transform(some.begin(), some.end(), their_hits.begin(),
                           [this](const Ray& r) { return closest_hit(r); });
        }
    }
}

bool Bvh::any_hit(const Ray& ray) const {
    PreparedRay prepared;
    if (tree_->blocks.empty() || !prepare(prepared, ray, tree_->bounds)) return false;
    return tree_->width == BvhWidth::two ? tree_->kernels->any2(tree_->nodes2.data(), tree_->blocks.data(), prepared)
                                         : tree_->kernels->any8(tree_->nodes8.data(), tree_->blocks.data(), prepared);
}

} // namespace ossuary::mesh
