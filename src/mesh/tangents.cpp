#include "ossuary/mesh/tangents.h"

#include <algorithm>
#include <array>

#include "mesh/angle.h"
#include "mesh/vertices.h"
#include "mesh/weld_table.h"

namespace ossuary::mesh {
namespace {

constexpr std::uint32_t none = UINT32_MAX;

struct TangentFace {
    Vec3d tangent;            // unit, towards growing u; zero where the texture has no area
    bool is_measured = false; // has area, in space and in the texture
    bool is_flat = false;     // two corners are one: it has no neighbours worth asking
    bool keeps_order = false; // its corners turn the same way in space and in (u, v)
    bool takes_any = false;   // no area in the texture, and nobody has told it yet which way it turns
    std::array<std::uint32_t, 3> neighbours{none, none, none}; // across the edge from corner i to i + 1
    std::array<std::uint32_t, 3> groups{none, none, none};
};

struct Geometry {
    std::span<const Vec3> positions, normals;
    std::span<const Vec2> uvs;
    std::span<const std::uint32_t> indices;
    std::vector<std::uint32_t> vertices; // of each corner, where vertices that are alike in all three are one

    Vec3d position(std::size_t corner) const { return to_double(positions[indices[corner]]); }
    Vec3d normal(std::size_t corner) const { return to_double(normals[indices[corner]]); }
    const Vec2& uv(std::size_t corner) const { return uvs[indices[corner]]; }
};

std::vector<std::uint32_t> weld_corners(const Geometry& g) {
    const auto hash = [&](std::size_t v) {
        NumberHash number;
        number.add(g.positions[v]);
        number.add(g.normals[v]);
        number.add(g.uvs[v]);
        return number.value();
    };
    const auto equal = [&](std::size_t a, std::size_t b) {
        return g.positions[a] == g.positions[b] && g.normals[a] == g.normals[b] && g.uvs[a] == g.uvs[b];
    };
    const Remap remap = weld(g.positions.size(), hash, equal);
    std::vector<std::uint32_t> vertices;
    vertices.reserve(g.indices.size());
    for (const std::uint32_t index : g.indices) vertices.push_back(remap.to[index]);
    return vertices;
}

TangentFace measure(const Geometry& g, std::size_t first) {
    TangentFace face;
    const Vec3d a = g.position(first), b = g.position(first + 1), c = g.position(first + 2);
    face.is_flat = a == b || b == c || c == a;
    const Vec3d d1 = b - a, d2 = c - a;
    const auto difference = [&](std::size_t corner) {
        return Vec2d{double{g.uv(corner).x} - double{g.uv(first).x}, double{g.uv(corner).y} - double{g.uv(first).y}};
    };
    const Vec2d t1 = difference(first + 1), t2 = difference(first + 2);
    const double area = t1.x * t2.y - t1.y * t2.x;
    const Vec3d along_u = d1 * t2.y - d2 * t1.y, along_v = d2 * t1.x - d1 * t2.x;
    face.keeps_order = area > 0;
    face.is_measured = area != 0 && length(along_u) > 0 && length(along_v) > 0;
    face.takes_any = !face.is_measured;
    if (face.is_measured) face.tangent = normalize(along_u) * (area > 0 ? 1.0 : -1.0);
    return face;
}

// Pairs the two sides of every edge: the same two vertices, run through in opposite directions.
void find_neighbours(const Geometry& g, std::vector<TangentFace>& faces) {
    struct Edge {
        std::uint32_t low, high, face;
        std::uint8_t side;
        bool ascending;
    };
    std::vector<Edge> edges;
    edges.reserve(faces.size() * 3);
    for (std::uint32_t f = 0; f < faces.size(); ++f) {
        if (faces[f].is_flat) continue;
        for (std::uint8_t side = 0; side < 3; ++side) {
            const std::uint32_t from = g.vertices[f * 3 + side], to = g.vertices[f * 3 + (side + 1) % 3];
            edges.push_back({std::min(from, to), std::max(from, to), f, side, from < to});
        }
    }
    std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
        if (a.low != b.low) return a.low < b.low;
        if (a.high != b.high) return a.high < b.high;
        return a.face != b.face ? a.face < b.face : a.side < b.side;
    });
    for (std::size_t first = 0, end = 0; first < edges.size(); first = end) {
        const auto same = [&](const Edge& e) { return e.low == edges[first].low && e.high == edges[first].high; };
        for (end = first; end < edges.size() && same(edges[end]); ++end) {}
        // The first of one direction meets the first of the other, the second the second: more than two triangles at an
        // edge are pairs, and one is left where their number is odd.
        std::size_t up = first, down = first;
        while (true) {
            while (up < end && !edges[up].ascending) ++up;
            while (down < end && edges[down].ascending) ++down;
            if (up == end || down == end) break;
            const Edge &a = edges[up++], &b = edges[down++];
            faces[a.face].neighbours[a.side] = b.face;
            faces[b.face].neighbours[b.side] = a.face;
        }
    }
}

// Triangles around a vertex that hang together by edges and are not mirrored against each other.
struct Group {
    std::uint32_t vertex;
    bool keeps_order;
    Vec3d sum;
};

std::size_t corner_at(const Geometry& g, std::uint32_t face, std::uint32_t vertex) {
    for (std::size_t c = 0; c < 3; ++c)
        if (g.vertices[face * 3 + c] == vertex) return c;
    return 3;
}

std::vector<Group> find_groups(const Geometry& g, std::vector<TangentFace>& faces) {
    std::vector<Group> groups;
    std::vector<std::uint32_t> pending;
    for (std::uint32_t f = 0; f < faces.size(); ++f) {
        if (faces[f].is_flat) continue;
        for (std::size_t c = 0; c < 3; ++c) {
            if (faces[f].takes_any || faces[f].groups[c] != none) continue;
            const auto number = static_cast<std::uint32_t>(groups.size());
            groups.push_back({g.vertices[f * 3 + c], faces[f].keeps_order, {}});
            pending.assign(1, f);
            while (!pending.empty()) {
                const std::uint32_t current = pending.back();
                pending.pop_back();
                TangentFace& face = faces[current];
                const std::size_t corner = corner_at(g, current, groups[number].vertex);
                if (corner == 3 || face.groups[corner] != none) continue;
                if (face.takes_any) {
                    face.takes_any = false;
                    face.keeps_order = groups[number].keeps_order;
                }
                if (face.keeps_order != groups[number].keeps_order) continue;
                face.groups[corner] = number;
                for (const std::size_t side : {(corner + 2) % 3, corner})
                    if (face.neighbours[side] != none) pending.push_back(face.neighbours[side]);
            }
        }
    }
    return groups;
}

Vec3d across(const Vec3d& normal, const Vec3d& v) { return normalize(v - normal * dot(normal, v)); }

void sum_up(const Geometry& g, const std::vector<TangentFace>& faces, std::vector<Group>& groups) {
    for (std::size_t f = 0; f < faces.size(); ++f) {
        if (!faces[f].is_measured) continue;
        for (std::size_t c = 0; c < 3; ++c) {
            if (faces[f].groups[c] == none) continue;
            const Vec3d normal = g.normal(f * 3 + c), at = g.position(f * 3 + c);
            const Vec3d next = across(normal, g.position(f * 3 + (c + 1) % 3) - at);
            const Vec3d last = across(normal, g.position(f * 3 + (c + 2) % 3) - at);
            groups[faces[f].groups[c]].sum += across(normal, faces[f].tangent) * angle_between(next, last);
        }
    }
}

Vec4 tangent_of(const Vec3d& normal, const Vec3d& direction, bool keeps_order) {
    const Vec3d flat = direction - normal * dot(normal, direction);
    const double size = length(flat);
    if (size > 1e-12 && std::isfinite(size)) {
        const Vec3 t = to_float(flat / size);
        return {t.x, t.y, t.z, keeps_order ? -1.0f : 1.0f};
    }
    const Vec3d axis = std::abs(normal.x) < 0.9 ? Vec3d{1, 0, 0} : Vec3d{0, 0, 1};
    const Vec3 t = to_float(across(normal, axis));
    return {t.x, t.y, t.z, 1};
}

} // namespace

std::vector<Vec4> corner_tangents(std::span<const Vec3> positions, std::span<const Vec3> normals,
                                  std::span<const Vec2> uvs, std::span<const std::uint32_t> indices) {
    Geometry g{positions, normals, uvs, indices, {}};
    g.vertices = weld_corners(g);
    std::vector<TangentFace> faces;
    faces.reserve(indices.size() / 3);
    for (std::size_t i = 0; i + 2 < indices.size(); i += 3) faces.push_back(measure(g, i));
    find_neighbours(g, faces);
    std::vector<Group> groups = find_groups(g, faces);
    sum_up(g, faces, groups);

    // Corners of triangles that are no more than a line have no group: any other corner at the same vertex will do.
    std::vector<std::uint32_t> group_at_vertex(positions.size(), none);
    for (std::size_t i = 0; i < faces.size() * 3; ++i) {
        std::uint32_t& known = group_at_vertex[g.vertices[i]];
        if (known == none) known = faces[i / 3].groups[i % 3];
    }
    std::vector<Vec4> tangents;
    tangents.reserve(indices.size());
    for (std::size_t i = 0; i < faces.size() * 3; ++i) {
        const std::uint32_t own = faces[i / 3].groups[i % 3],
                            group = own != none ? own : group_at_vertex[g.vertices[i]];
        const Vec3d direction = group == none ? Vec3d{} : groups[group].sum;
        tangents.push_back(tangent_of(g.normal(i), direction, group != none && groups[group].keeps_order));
    }
    return tangents;
}

bool set_tangents(Mesh& mesh) {
    if (mesh.normals.empty() || mesh.uv0.empty()) return false;
    const std::vector<Vec4> corners = corner_tangents(mesh.positions, mesh.normals, mesh.uv0, mesh.indices);
    mesh.tangents = split_vertices(mesh, std::span<const Vec4>(corners));
    for (std::size_t v = 0; v < mesh.tangents.size(); ++v)
        if (mesh.tangents[v].w == 0) mesh.tangents[v] = tangent_of(to_double(mesh.normals[v]), {}, false);
    return true;
}

} // namespace ossuary::mesh
