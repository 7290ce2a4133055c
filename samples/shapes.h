// The shapes everything is built from: each function gives a small part with positions, normals and texture
// coordinates, in metres, counter-clockwise from outside.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "ossuary/base/math.h"

namespace ossuary::samples {

struct Part {
    std::vector<Vec3d> positions;
    std::vector<Vec3d> normals;
    std::vector<Vec2d> uvs;
    std::vector<std::array<std::uint32_t, 3>> triangles;
};

// A ring of a turned profile: how far along the axis (0 at one end, 1 at the other) and its radius in metres.
struct Ring {
    double along = 0;
    double radius = 0;
};
// Turns a profile about the line from a to b. Texture: u around, v along.
Part lathe(const Vec3d& a, const Vec3d& b, const std::vector<Ring>& profile, int sides);

// One place on the way of a tube; the section is an ellipse, `wide` along the hint and `thick` across it.
struct Station {
    Vec3d at;
    double wide = 0;
    double thick = 0;
};
// Sweeps an elliptic section along a path; `hint` says where `wide` points. Ends are closed with flat fans.
Part tube(const std::vector<Station>& path, int sides, const Vec3d& hint);

// A grid of columns × rows quads; the function gives the place at (u, v) in [0, 1]. The front faces ∂u × ∂v.
using Surface2 = std::function<Vec3d(double u, double v)>;
Part sheet(int columns, int rows, const Surface2& place);
// The same with the last column sewn to the first.
Part sleeve(int columns, int rows, const Surface2& place);

// A sphere of columns × rows; the function moves each unit direction to its place.
Part ball(int columns, int rows, const std::function<Vec3d(const Vec3d& direction)>& place);
Part ellipsoid(const Vec3d& center, const Vec3d& radii, int columns, int rows);

// A box with cut edges, hard-shaded.
Part box(const Vec3d& center, const Vec3d& half, double bevel = 0);
// A box without bevel that tapers: the half sizes of the section at the bottom (−y) and at the top (+y).
Part wedge(const Vec3d& center, double half_height, const Vec2d& bottom, const Vec2d& top);

void append(Part& to, const Part& from);
Part mirrored(Part part); // left to right
Part moved(Part part, const Affined& by);
Part mapped(Part part, const Vec2d& uv_scale, const Vec2d& uv_offset);
// Normals from the triangles; vertices at the same place share theirs.
void smooth_normals(Part& part);
// Every triangle its own vertices and its own normal.
Part faceted(const Part& part);

} // namespace ossuary::samples
