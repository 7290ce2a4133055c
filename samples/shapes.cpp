#include "samples/shapes.h"

#include <map>

#include "samples/formula.h"

namespace ossuary::samples {

namespace {

// Two unit vectors that make a right-handed frame with `axis`: u × v = axis.
void frame_of(const Vec3d& axis, const Vec3d& hint, Vec3d& u, Vec3d& v) {
    u = hint - axis * dot(hint, axis);
    if (dot(u, u) < 1e-6) u = Vec3d{axis.z, axis.x, axis.y} - axis * dot(Vec3d{axis.z, axis.x, axis.y}, axis);
    u = normalize(u);
    v = cross(axis, u);
}

// Quads between rings of `count` vertices (the last repeats the first, for the texture's seam).
void stitch(Part& part, int count, int rings) {
    for (int r = 0; r + 1 < rings; ++r) {
        for (int s = 0; s + 1 < count; ++s) {
            const auto a = static_cast<std::uint32_t>(r * count + s), b = a + 1;
            const auto c = a + static_cast<std::uint32_t>(count), d = c + 1;
            const auto& p = part.positions;
            if (!(p[a] == p[b])) part.triangles.push_back({a, b, d});
            if (!(p[c] == p[d])) part.triangles.push_back({a, d, c});
        }
    }
}

} // namespace

void append(Part& to, const Part& from) {
    const auto base = static_cast<std::uint32_t>(to.positions.size());
    to.positions.insert(to.positions.end(), from.positions.begin(), from.positions.end());
    to.normals.insert(to.normals.end(), from.normals.begin(), from.normals.end());
    to.uvs.insert(to.uvs.end(), from.uvs.begin(), from.uvs.end());
    for (const auto& t : from.triangles) to.triangles.push_back({t[0] + base, t[1] + base, t[2] + base});
}

Part mirrored(Part part) {
    for (Vec3d& p : part.positions) p.x = -p.x;
    for (Vec3d& n : part.normals) n.x = -n.x;
    for (auto& t : part.triangles) std::swap(t[1], t[2]);
    return part;
}

Part moved(Part part, const Affined& by) {
    for (Vec3d& p : part.positions) p = by.point(p);
    for (Vec3d& n : part.normals) n = normalize(by.direction(n));
    return part;
}

Part mapped(Part part, const Vec2d& uv_scale, const Vec2d& uv_offset) {
    for (Vec2d& uv : part.uvs) uv = {uv.x * uv_scale.x + uv_offset.x, uv.y * uv_scale.y + uv_offset.y};
    return part;
}

void smooth_normals(Part& part) {
    const auto less = [](const Vec3d& a, const Vec3d& b) {
        return a.x != b.x ? a.x < b.x : a.y != b.y ? a.y < b.y : a.z < b.z;
    };
    std::map<Vec3d, Vec3d, decltype(less)> sums(less);
    for (const auto& t : part.triangles) {
        const Vec3d &a = part.positions[t[0]], &b = part.positions[t[1]], &c = part.positions[t[2]];
        const Vec3d n = cross(b - a, c - a); // weighted by area
        for (const std::uint32_t i : t) sums[part.positions[i]] += n;
    }
    part.normals.assign(part.positions.size(), Vec3d{0, 1, 0});
    for (std::size_t i = 0; i < part.positions.size(); ++i) {
        const Vec3d n = normalize(sums[part.positions[i]]);
        if (dot(n, n) > 0.5) part.normals[i] = n;
    }
}

Part faceted(const Part& part) {
    Part out;
    for (const auto& t : part.triangles) {
        const auto base = static_cast<std::uint32_t>(out.positions.size());
        const Vec3d &a = part.positions[t[0]], &b = part.positions[t[1]], &c = part.positions[t[2]];
        const Vec3d n = normalize(cross(b - a, c - a));
        for (const std::uint32_t i : t) {
            out.positions.push_back(part.positions[i]);
            out.normals.push_back(n);
            out.uvs.push_back(part.uvs[i]);
        }
        out.triangles.push_back({base, base + 1, base + 2});
    }
    return out;
}

Part lathe(const Vec3d& a, const Vec3d& b, const std::vector<Ring>& profile, int sides) {
    const Vec3d axis = normalize(b - a);
    Vec3d u, v;
    frame_of(axis, {0, 0, 1}, u, v);
    Part part;
    for (const Ring& ring : profile) {
        for (int s = 0; s <= sides; ++s) {
            const double turn = static_cast<double>(s % sides) / sides;
            part.positions.push_back(lerp(a, b, ring.along) + (u * cosine(turn) + v * sine(turn)) * ring.radius);
            part.uvs.push_back({static_cast<double>(s) / sides, ring.along});
        }
    }
    stitch(part, sides + 1, static_cast<int>(profile.size()));
    smooth_normals(part);
    return part;
}

Part tube(const std::vector<Station>& path, int sides, const Vec3d& hint) {
    Part part;
    const int count = static_cast<int>(path.size());
    const auto ring = [&](int i, double scale, double v_texture) {
        const auto at = [&](int k) { return path[static_cast<std::size_t>(std::clamp(k, 0, count - 1))].at; };
        const Station& station = path[static_cast<std::size_t>(i)];
        const Vec3d axis = normalize(at(i + 1) - at(i - 1));
        Vec3d u, v;
        frame_of(axis, hint, u, v);
        for (int s = 0; s <= sides; ++s) {
            const double turn = static_cast<double>(s % sides) / sides;
            part.positions.push_back(station.at + u * (cosine(turn) * station.wide * scale) +
                                     v * (sine(turn) * station.thick * scale));
            part.uvs.push_back({static_cast<double>(s) / sides, v_texture});
        }
    };
    ring(0, 0, 0);
    for (int i = 0; i < count; ++i) ring(i, 1, static_cast<double>(i) / (count - 1));
    ring(count - 1, 0, 1);
    stitch(part, sides + 1, count + 2);
    smooth_normals(part);
    return part;
}

namespace {

Part grid(int columns, int rows, const Surface2& place, bool sewn) {
    Part part;
    for (int r = 0; r <= rows; ++r) {
        for (int c = 0; c <= columns; ++c) {
            const double u = static_cast<double>(c) / columns, v = static_cast<double>(r) / rows;
            part.positions.push_back(place(sewn && c == columns ? 0 : u, v));
            part.uvs.push_back({u, v});
        }
    }
    stitch(part, columns + 1, rows + 1);
    smooth_normals(part);
    return part;
}

} // namespace

Part sheet(int columns, int rows, const Surface2& place) { return grid(columns, rows, place, false); }
Part sleeve(int columns, int rows, const Surface2& place) { return grid(columns, rows, place, true); }

Part ball(int columns, int rows, const std::function<Vec3d(const Vec3d& direction)>& place) {
    // From the south pole up, so that the front faces out.
    return sleeve(columns, rows, [&](double u, double v) {
        const double ring = v == 0 || v == 1 ? 0 : sine(v / 2);
        return place({ring * sine(u), -cosine(v / 2), ring * cosine(u)});
    });
}

Part ellipsoid(const Vec3d& center, const Vec3d& radii, int columns, int rows) {
    return ball(columns, rows, [&](const Vec3d& d) { return center + d * radii; });
}

Part wedge(const Vec3d& center, double half_height, const Vec2d& bottom, const Vec2d& top) {
    const auto corner = [&](int i) {
        const Vec2d& half = (i & 2) ? top : bottom;
        return center +
               Vec3d{(i & 1) ? half.x : -half.x, (i & 2) ? half_height : -half_height, (i & 4) ? half.y : -half.y};
    };
    static constexpr int faces[6][4] = {{4, 5, 7, 6}, {1, 0, 2, 3}, {5, 1, 3, 7},
                                        {0, 4, 6, 2}, {6, 7, 3, 2}, {0, 1, 5, 4}};
    Part part;
    for (const auto& face : faces) {
        const auto base = static_cast<std::uint32_t>(part.positions.size());
        for (int k = 0; k < 4; ++k) {
            part.positions.push_back(corner(face[k]));
            part.uvs.push_back({k == 1 || k == 2 ? 1.0 : 0.0, k >= 2 ? 0.0 : 1.0});
        }
        const Vec3d n = normalize(
            cross(part.positions[base + 1] - part.positions[base], part.positions[base + 2] - part.positions[base]));
        part.normals.insert(part.normals.end(), 4, n);
        part.triangles.push_back({base, base + 1, base + 2});
        part.triangles.push_back({base, base + 2, base + 3});
    }
    return part;
}

Part box(const Vec3d& center, const Vec3d& half, double bevel) {
    if (bevel <= 0) return wedge(center, half.y, {half.x, half.z}, {half.x, half.z});
    // Rings of eight: the section with its corners cut, drawn in again at top and bottom.
    Part part;
    const auto ring = [&](double y, double x, double z, double v) {
        const double b = bevel;
        const Vec2d corners[8] = {{x - b, z},  {x, z - b},  {x, b - z},  {x - b, -z},
                                  {b - x, -z}, {-x, b - z}, {-x, z - b}, {b - x, z}};
        for (int s = 0; s <= 8; ++s) {
            const Vec2d& c = corners[s % 8];
            part.positions.push_back(center + Vec3d{c.x, y, c.y});
            part.uvs.push_back({s / 8.0, v});
        }
    };
    const auto cap = [&](double y, double v) {
        part.positions.insert(part.positions.end(), 9, center + Vec3d{0, y, 0});
        part.uvs.insert(part.uvs.end(), 9, Vec2d{0.5, v});
    };
    cap(-half.y, 0);
    ring(-half.y, half.x - bevel, half.z - bevel, 0.05);
    ring(bevel - half.y, half.x, half.z, 0.15);
    ring(half.y - bevel, half.x, half.z, 0.85);
    ring(half.y, half.x - bevel, half.z - bevel, 0.95);
    cap(half.y, 1);
    stitch(part, 9, 6);
    return faceted(part);
}

} // namespace ossuary::samples
