// Rays against nodes and triangles: compiled for each instruction set. Everything has internal linkage
// (bvh_tree.h says why). Triangles are tested without fused arithmetic, so that every set finds the same; boxes
// may be tested with it, as they have slack.
#pragma once

#include "mesh/bvh_trace.h"
#include "ossuary/base/bytes.h"
#include "ossuary/base/simd.h"

namespace ossuary::mesh {
namespace {

using simd::f32x4;
using simd::f32x8;
using simd::i32x4;
using simd::i32x8;

template <class V> inline void multiply_add(V& to, const V& a, const V& b, const V& c) {
#if defined(__FMA__)
    if constexpr (sizeof(V) == 32) {
        to = (V)_mm256_fmadd_ps((__m256)a, (__m256)b, (__m256)c);
        return;
    }
#endif
    to = a * b + c;
}

// Eight bytes as floats.
inline void widen(f32x8& to, const std::uint8_t* from) {
#if defined(__AVX2__)
    const __m128i bytes = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(from));
    to = (f32x8)_mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(bytes));
#else
    typedef std::uint8_t u8x16 __attribute__((vector_size(16)));
    u8x16 bytes{};
    __builtin_memcpy(&bytes, from, 8);
    // Each byte with three zeros after it: a number of four bytes.
    const i32x4 halves[2] = {
        (i32x4)__builtin_shufflevector(bytes, u8x16{}, 0, 16, 16, 16, 1, 16, 16, 16, 2, 16, 16, 16, 3, 16, 16, 16),
        (i32x4)__builtin_shufflevector(bytes, u8x16{}, 4, 16, 16, 16, 5, 16, 16, 16, 6, 16, 16, 16, 7, 16, 16, 16)};
    const f32x4 floats[2] = {__builtin_convertvector(halves[0], f32x4), __builtin_convertvector(halves[1], f32x4)};
    __builtin_memcpy(&to, floats, sizeof to);
#endif
}

// ---- boxes: the bits of the children that the ray enters before `t_max`, and where it does

inline std::uint32_t enter(const Node8& node, const PreparedRay& ray, float t_max, f32x8& near) {
    std::uint32_t exponents;
    __builtin_memcpy(&exponents, node.exponent, sizeof exponents);
    near = f32x8{} + ray.t_min;
    f32x8 far = f32x8{} + t_max;
    for (int axis = 0; axis < 3; ++axis) {
        const i32x8 exponent = (i32x8{} + static_cast<std::int32_t>(exponents >> (8 * axis) & 0xff)) << 23;
        const f32x8 inverse = f32x8{} + ray.inverse[axis];
        const f32x8 step = (f32x8)exponent * inverse;
        const f32x8 begin = (f32x8{} + node.origin[axis] - ray.origin[axis]) * inverse;
        f32x8 steps, t;
        widen(steps, node.bounds[ray.backwards[axis]][axis]);
        multiply_add(t, steps, step, begin - ray.slack[axis]);
        simd::max(near, t, near);
        widen(steps, node.bounds[1 - ray.backwards[axis]][axis]);
        multiply_add(t, steps, step, begin + ray.slack[axis]);
        simd::min(far, t, far);
    }
    return simd::bits(near <= far) & ((1u << node.child_count) - 1);
}

inline std::uint32_t enter(const Node2& node, const PreparedRay& ray, float t_max, f32x4& near) {
    near = f32x4{} + ray.t_min;
    f32x4 far = f32x4{} + t_max;
    for (int axis = 0; axis < 3; ++axis) {
        const float* first = node.bounds[ray.backwards[axis]][axis];
        const float* last = node.bounds[1 - ray.backwards[axis]][axis];
        const f32x4 begin = {first[0], first[1], 0, 0}, end = {last[0], last[1], 0, 0};
        const f32x4 first_t = (begin - ray.origin[axis]) * ray.inverse[axis] - ray.slack[axis];
        const f32x4 last_t = (end - ray.origin[axis]) * ray.inverse[axis] + ray.slack[axis];
        simd::max(near, first_t, near);
        simd::min(far, last_t, far);
    }
    return simd::bits(near <= far) & ((1u << node.child_count) - 1);
}

// ---- triangles: seen along the ray, with the ray as the origin, its three edges must pass it on the same side.
// Corners are projected alike for all triangles that share them, so there is no crack between neighbours.

struct Projected {
    f32x4 x, y, along;
};

inline void project(Projected& to, const float (&corner)[3][block_triangles], const PreparedRay& ray) {
    f32x4 x, y;
    simd::load(x, corner[ray.x]);
    simd::load(y, corner[ray.y]);
    simd::load(to.along, corner[ray.z]);
    to.along -= ray.origin[ray.z];
    to.x = x - ray.origin[ray.x] - to.along * ray.shear_x;
    to.y = y - ray.origin[ray.y] - to.along * ray.shear_y;
}

template <class V> inline void keep_if_same_side(simd::IntOf<V>& meets, const V& a, const V& b, const V& c) {
    meets &= ((a >= 0) & (b >= 0) & (c >= 0)) | ((a <= 0) & (b <= 0) & (c <= 0));
}

// The triangles whose extent along one axis of the projection has the ray in it. A product that was rounded to zero can
// let a triangle seem to be hit from farther away.
template <class V> inline void keep_if_extent_has_ray(simd::IntOf<V>& meets, const V& a, const V& b, const V& c) {
    V low, high;
    simd::min(low, a, b);
    simd::min(low, low, c);
    simd::max(high, a, b);
    simd::max(high, high, c);
    meets &= (low <= 0) & (high >= 0);
}

inline void hit_block(const TriangleBlock& block, const PreparedRay& ray, Hit& hit) {
    Projected a, b, c;
    project(a, block.corner[0], ray);
    project(b, block.corner[1], ray);
    project(c, block.corner[2], ray);
    const f32x4 of_a = c.x * b.y - c.y * b.x, of_b = a.x * c.y - a.y * c.x, of_c = b.x * a.y - b.y * a.x;
    const f32x4 sum = of_a + of_b + of_c;
    i32x4 meets = sum != 0;
    keep_if_same_side(meets, of_a, of_b, of_c);
    if (simd::bits(meets) == 0) return;
    keep_if_extent_has_ray(meets, a.x, b.x, c.x);
    keep_if_extent_has_ray(meets, a.y, b.y, c.y);
    const f32x4 t = (of_a * a.along + of_b * b.along + of_c * c.along) * ray.scale_z / sum;
    meets &= (t >= ray.t_min) & (t <= hit.t);
    for (std::uint32_t left = simd::bits(meets); left != 0; left &= left - 1) {
        const int lane = __builtin_ctz(left);
        const std::uint32_t triangle = block.triangle[lane];
        if (t[lane] > hit.t || (t[lane] == hit.t && triangle > hit.triangle)) continue;
        hit.t = t[lane];
        hit.u = of_b[lane] / sum[lane];
        hit.v = of_c[lane] / sum[lane];
        hit.triangle = triangle;
        hit.front = sum[lane] > 0;
    }
}

// ---- the search

constexpr std::uint32_t is_block = 0x80000000;

struct Waiting {
    std::uint32_t what; // a node, or a block with is_block
    float near;
};

template <class Node> struct LanesOf;
template <> struct LanesOf<Node2> { using Type = f32x4; };
template <> struct LanesOf<Node8> { using Type = f32x8; };

template <class Node> inline std::uint32_t child_of(const Node& node, std::uint32_t child) {
    return child < node.inner_count ? node.first_node + child
                                    : (node.first_block + child - node.inner_count) | is_block;
}

inline std::uint32_t take_lowest(std::uint32_t& bits) {
    const auto lowest = static_cast<std::uint32_t>(__builtin_ctz(bits));
    bits &= bits - 1;
    return lowest;
}

// Depth first, the nearest child first. With `any` it ends at the first hit.
template <bool any, class Node>
inline void search(const Node* nodes, const TriangleBlock* blocks, const PreparedRay& ray, Hit& hit) {
    using V = typename LanesOf<Node>::Type;
    Waiting waiting[max_depth * (simd::lane_count<V> - 1) + 1];
    Waiting* top = waiting;
    std::uint32_t what = 0;
    while (true) {
        if (what & is_block) {
            hit_block(blocks[what & ~is_block], ray, hit);
            if (any && hit.triangle != no_triangle) return;
        } else {
            const Node& node = nodes[what];
            V near;
            std::uint32_t entered = enter(node, ray, hit.t, near);
            if (entered != 0) {
                const std::uint32_t first = take_lowest(entered);
                what = child_of(node, first);
                if (entered == 0) continue;
                float t[simd::lane_count<V>];
                simd::store(t, near);
                float nearest = t[first];
                // The nearest stays in hand; the others wait, the farthest lowest.
                Waiting* const begin = top;
                do {
                    const std::uint32_t child = take_lowest(entered);
                    Waiting other = {child_of(node, child), t[child]};
                    if (other.near < nearest) {
                        const Waiting before = {what, nearest};
                        what = other.what;
                        nearest = other.near;
                        other = before;
                    }
                    Waiting* place = top++;
                    for (; place != begin && place[-1].near < other.near; --place) *place = place[-1];
                    *place = other;
                } while (entered != 0);
                continue;
            }
        }
        do {
            if (top == waiting) return;
            --top;
        } while (top->near > hit.t);
        what = top->what;
    }
}

template <class Node> void closest(const Node* nodes, const TriangleBlock* blocks, const PreparedRay& ray, Hit& hit) {
    search<false>(nodes, blocks, ray, hit);
}

template <class Node> bool any(const Node* nodes, const TriangleBlock* blocks, const PreparedRay& ray) {
    Hit hit = {ray.t_max, 0, 0, no_triangle, false};
    search<true>(nodes, blocks, ray, hit);
    return hit.triangle != no_triangle;
}

// ---- packets: one box or triangle against eight rays

struct PacketHits {
    f32x8 t, u, v;
    i32x8 triangle, front;
};

inline void load_lanes(f32x8& to, const float (&from)[packet_rays]) { simd::load(to, from); }

// For each child the rays that enter it, and where.
inline void enter(const Node8& node, const PreparedPacket& packet, const f32x8& t_max, std::uint32_t (&entered)[8],
                  f32x8 (&near)[8]) {
    std::uint32_t exponents;
    __builtin_memcpy(&exponents, node.exponent, sizeof exponents);
    f32x8 step[3], first[3], last[3], t_min;
    load_lanes(t_min, packet.t_min);
    for (int axis = 0; axis < 3; ++axis) {
        f32x8 origin, inverse, slack;
        load_lanes(origin, packet.origin[axis]);
        load_lanes(inverse, packet.inverse[axis]);
        load_lanes(slack, packet.slack[axis]);
        const i32x8 exponent = (i32x8{} + static_cast<std::int32_t>(exponents >> (8 * axis) & 0xff)) << 23;
        step[axis] = (f32x8)exponent * inverse;
        const f32x8 begin = (node.origin[axis] - origin) * inverse;
        first[axis] = begin - slack;
        last[axis] = begin + slack;
    }
    for (int child = 0; child < node.child_count; ++child) {
        f32x8 far = t_max, t;
        near[child] = t_min;
        for (int axis = 0; axis < 3; ++axis) {
            const auto begin = static_cast<float>(node.bounds[packet.backwards[axis]][axis][child]);
            const auto end = static_cast<float>(node.bounds[1 - packet.backwards[axis]][axis][child]);
            multiply_add(t, f32x8{} + begin, step[axis], first[axis]);
            simd::max(near[child], t, near[child]);
            multiply_add(t, f32x8{} + end, step[axis], last[axis]);
            simd::min(far, t, far);
        }
        entered[child] = simd::bits(near[child] <= far);
    }
}

struct ProjectedForPacket {
    f32x8 x, y, along;
};

inline void project(ProjectedForPacket& to, const float (&corner)[3][block_triangles], int lane,
                    const PreparedPacket& packet) {
    f32x8 origin, shear_x, shear_y;
    load_lanes(origin, packet.origin[packet.z]);
    load_lanes(shear_x, packet.shear_x);
    load_lanes(shear_y, packet.shear_y);
    to.along = corner[packet.z][lane] - origin;
    load_lanes(origin, packet.origin[packet.x]);
    to.x = corner[packet.x][lane] - origin - to.along * shear_x;
    load_lanes(origin, packet.origin[packet.y]);
    to.y = corner[packet.y][lane] - origin - to.along * shear_y;
}

// As hit_block, with the same arithmetic.
inline void hit_packet(const TriangleBlock& block, const PreparedPacket& packet, PacketHits& hits) {
    for (int lane = 0; lane < static_cast<int>(block_triangles); ++lane) {
        if (block.triangle[lane] == no_triangle) return;
        ProjectedForPacket a, b, c;
        project(a, block.corner[0], lane, packet);
        project(b, block.corner[1], lane, packet);
        project(c, block.corner[2], lane, packet);
        const f32x8 of_a = c.x * b.y - c.y * b.x, of_b = a.x * c.y - a.y * c.x, of_c = b.x * a.y - b.y * a.x;
        const f32x8 sum = of_a + of_b + of_c;
        i32x8 meets = sum != 0;
        keep_if_same_side(meets, of_a, of_b, of_c);
        if (simd::bits(meets) == 0) continue;
        keep_if_extent_has_ray(meets, a.x, b.x, c.x);
        keep_if_extent_has_ray(meets, a.y, b.y, c.y);
        f32x8 scale_z, t_min;
        load_lanes(scale_z, packet.scale_z);
        load_lanes(t_min, packet.t_min);
        const f32x8 t = (of_a * a.along + of_b * b.along + of_c * c.along) * scale_z / sum;
        const auto triangle = static_cast<std::int32_t>(block.triangle[lane]);
        // Of equally near ones the first in number; -1 is none yet.
        meets &= (t >= t_min) & ((t < hits.t) | ((t == hits.t) & ((hits.triangle < 0) | (triangle < hits.triangle))));
        if (simd::bits(meets) == 0) continue;
        simd::select(hits.t, meets, t, hits.t);
        simd::select(hits.u, meets, of_b / sum, hits.u);
        simd::select(hits.v, meets, of_c / sum, hits.v);
        hits.triangle = (meets & triangle) | (~meets & hits.triangle);
        hits.front = (meets & (sum > 0)) | (~meets & hits.front);
    }
}

struct alignas(32) WaitingPacket {
    f32x8 near;
    float order;
    std::uint32_t what;
};

void packet(const Node8* nodes, const TriangleBlock* blocks, const PreparedPacket& rays, Hit (&found)[packet_rays]) {
    WaitingPacket waiting[max_depth * 7 + 1];
    WaitingPacket* top = waiting;
    PacketHits hits{};
    load_lanes(hits.t, rays.t_max);
    hits.triangle = i32x8{} - 1;
    std::uint32_t what = 0;
    while (true) {
        if (what & is_block) {
            hit_packet(blocks[what & ~is_block], rays, hits);
        } else {
            const Node8& node = nodes[what];
            std::uint32_t entered[8];
            f32x8 near[8];
            enter(node, rays, hits.t, entered, near);
            WaitingPacket* const begin = top;
            for (std::uint32_t child = 0; child < node.child_count; ++child) {
                if (entered[child] == 0) continue;
                // The first ray that enters speaks for all of them.
                const float order = near[child][__builtin_ctz(entered[child])];
                WaitingPacket* place = top++;
                for (; place != begin && place[-1].order < order; --place) *place = place[-1];
                *place = {near[child], order, child_of(node, child)};
            }
        }
        do {
            if (top == waiting) {
                float t[packet_rays], u[packet_rays], v[packet_rays];
                simd::store(t, hits.t);
                simd::store(u, hits.u);
                simd::store(v, hits.v);
                for (int i = 0; i < static_cast<int>(packet_rays); ++i)
                    found[i] = {t[i], u[i], v[i], static_cast<std::uint32_t>(hits.triangle[i]), hits.front[i] != 0};
                return;
            }
            --top;
        } while (simd::bits(top->near <= hits.t) == 0);
        what = top->what;
    }
}

constexpr TraceKernels trace_kernels = {closest<Node2>, closest<Node8>, any<Node2>, any<Node8>, packet, hit_block};

} // namespace
} // namespace ossuary::mesh
