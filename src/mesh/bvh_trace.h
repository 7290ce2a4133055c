// What the ray kernels work on. Types only (bvh_tree.h says why).
#pragma once

#include "mesh/bvh_tree.h"

namespace ossuary::mesh {

// No tree is deeper: 64 levels by surface, then halves of at most 2^30 triangles.
inline constexpr std::size_t max_depth = 96;

// A ray made ready for boxes and triangles.
struct PreparedRay {
    float origin[3];
    float inverse[3]; // of the direction; large where it is zero
    // Added to a box on either side, in t: what rounding could hide. A triangle that counts as hit lies in a box that
    // does.
    float slack[3];
    std::uint8_t backwards[3]; // 1 where the direction is negative
    // The axis along which the ray runs most, and the others so that turning them round keeps left and right; and how
    // far the ray leaves that axis.
    std::uint8_t x, y, z;
    float shear_x, shear_y, scale_z;
    float t_min, t_max;
};

// Eight rays that run alike: along the same axis most, and to the same side along each. If there are fewer, the last
// one fills up.
inline constexpr std::size_t packet_rays = 8;
struct alignas(32) PreparedPacket {
    float origin[3][packet_rays], inverse[3][packet_rays], slack[3][packet_rays];
    float shear_x[packet_rays], shear_y[packet_rays], scale_z[packet_rays];
    float t_min[packet_rays], t_max[packet_rays];
    std::uint8_t backwards[3];
    std::uint8_t x, y, z;
};

struct TraceKernels {
    // Improves `hit`, whose t bounds the search.
    void (*closest2)(const Node2*, const TriangleBlock*, const PreparedRay&, Hit& hit);
    void (*closest8)(const Node8*, const TriangleBlock*, const PreparedRay&, Hit& hit);
    bool (*any2)(const Node2*, const TriangleBlock*, const PreparedRay&);
    bool (*any8)(const Node8*, const TriangleBlock*, const PreparedRay&);
    // The same for each ray of a packet.
    void (*packet8)(const Node8*, const TriangleBlock*, const PreparedPacket&, Hit (&hits)[packet_rays]);
    // One block alone.
    void (*block)(const TriangleBlock&, const PreparedRay&, Hit& hit);
};

} // namespace ossuary::mesh
