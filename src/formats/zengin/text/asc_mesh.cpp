#include "asc_mesh.h"
#include "ossuary/base/sort.h"

#include <algorithm>
#include <bit>
#include <map>
#include <tuple>

namespace ossuary::zengin {

namespace {

// With more faces than this at one vertex all of them are smoothed: comparing each with each would take too long, and
// no model has such a vertex.
constexpr std::size_t most_compared_faces = 256;

std::vector<Vec3d> face_normals(const AscMesh& source, const std::vector<Vec3d>& positions) {
    std::vector<Vec3d> normals;
    normals.reserve(source.faces.size());
    for (const AscFace& face : source.faces) {
        const Vec3d &a = positions[face.vertices[0]], &b = positions[face.vertices[1]],
                    &c = positions[face.vertices[2]];
        normals.push_back(normalize(cross(b - a, c - a)));
    }
    return normals;
}

// A normal for each corner of each face.
std::vector<Vec3> corner_normals(const AscMesh& source, const std::vector<Vec3d>& positions, double smooth_cosine) {
    const std::vector<Vec3d> normals = face_normals(source, positions);
    std::vector<std::uint32_t> first(positions.size() + 1, 0), faces(source.faces.size() * 3);
    for (const AscFace& face : source.faces)
        for (const std::uint32_t vertex : face.vertices) ++first[vertex + 1];
    for (std::size_t v = 0; v < positions.size(); ++v) first[v + 1] += first[v];
    std::vector<std::uint32_t> fill(first.begin(), first.end() - 1);
    std::vector<Vec3d> sums(positions.size());
    for (std::uint32_t f = 0; f < source.faces.size(); ++f) {
        for (const std::uint32_t vertex : source.faces[f].vertices) {
            faces[fill[vertex]++] = f;
            sums[vertex] += normals[f];
        }
    }

    std::vector<Vec3> corners;
    corners.reserve(source.faces.size() * 3);
    for (std::uint32_t f = 0; f < source.faces.size(); ++f) {
        for (const std::uint32_t vertex : source.faces[f].vertices) {
            Vec3d sum = sums[vertex];
            const std::uint32_t begin = first[vertex], end = first[vertex + 1];
            if (smooth_cosine > -1 && end - begin <= most_compared_faces) {
                sum = {};
                for (std::uint32_t i = begin; i < end; ++i)
                    if (dot(normals[faces[i]], normals[f]) >= smooth_cosine - 1e-9) sum += normals[faces[i]];
            }
            // Faces that cancel out leave no direction but noise; faces without area have none.
            Vec3d normal = length(sum) > 1e-3 ? normalize(sum) : normals[f];
            if (!(dot(normal, normal) > 0.5)) normal = {0, 1, 0};
            corners.push_back(to_float(normal));
        }
    }
    return corners;
}

struct Corner {
    std::uint32_t vertex = 0;
    Vec2 uv;
    Vec3 normal;
    std::uint32_t at = 0; // position in the surface's indices

    auto key() const {
        const auto bits = [](float value) { return std::bit_cast<std::uint32_t>(value); };
        return std::tuple(vertex, bits(uv.x), bits(uv.y), bits(normal.x), bits(normal.y), bits(normal.z));
    }
};

// Of corners of one vertex and normal, those whose texture coordinates are nearer than `distance` take the first's.
void join_near_uv(std::vector<Corner>& corners, float distance) {
    const auto place = [](const Corner& corner) {
        const auto bits = [](float value) { return std::bit_cast<std::uint32_t>(value); };
        return std::tuple(corner.vertex, bits(corner.normal.x), bits(corner.normal.y), bits(corner.normal.z));
    };
    std::map<decltype(place(Corner{})), std::vector<Vec2>> known;
    for (Corner& corner : corners) {
        std::vector<Vec2>& here = known[place(corner)];
        const auto near = std::ranges::find_if(here, [&](const Vec2& uv) {
            const float x = uv.x - corner.uv.x, y = uv.y - corner.uv.y;
            return x * x + y * y < distance * distance;
        });
        if (near == here.end())
            here.push_back(corner.uv);
        else
            corner.uv = *near;
    }
}

// Appends one surface: its indices, and a vertex for each distinct corner in order of first use.
void add_surface(BuiltMesh& built, const std::vector<Vec3d>& positions, std::vector<Corner>& corners,
                 std::int32_t material, bool has_uv) {
    Mesh& mesh = built.mesh;
    Surface& surface = mesh.surfaces.emplace_back();
    surface.material = material;
    surface.first_index = static_cast<std::uint32_t>(mesh.indices.size());
    surface.index_count = static_cast<std::uint32_t>(corners.size());
    surface.first_vertex = static_cast<std::uint32_t>(mesh.positions.size());

    // Sorting brings equal corners together; the first of each group in file order stands for it.
    ossuary::sort(corners, [](const Corner& a, const Corner& b) {
        const auto left = a.key(), right = b.key();
        return left != right ? left < right : a.at < b.at;
    });
    std::vector<std::uint32_t> group_head(corners.size()), order(corners.size());
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const bool same = i > 0 && corners[i].key() == corners[i - 1].key();
        group_head[corners[i].at] = same ? group_head[corners[i - 1].at] : corners[i].at;
        order[corners[i].at] = static_cast<std::uint32_t>(i);
    }
    std::vector<std::uint32_t> vertex_of(corners.size());
    for (std::uint32_t at = 0; at < corners.size(); ++at) {
        if (group_head[at] == at) {
            const Corner& corner = corners[order[at]];
            vertex_of[at] = static_cast<std::uint32_t>(mesh.positions.size());
            mesh.positions.push_back(to_float(positions[corner.vertex]));
            mesh.normals.push_back(corner.normal);
            if (has_uv) mesh.uv0.push_back(corner.uv);
            built.source.push_back(corner.vertex);
        }
        mesh.indices.push_back(vertex_of[group_head[at]]);
    }
    surface.vertex_count = static_cast<std::uint32_t>(mesh.positions.size()) - surface.first_vertex;
}

} // namespace

BuiltMesh build_mesh(const AscMesh& source, const std::vector<Vec3d>& positions, double smooth_cosine,
                     const std::function<std::int32_t(std::int32_t)>& material_of, float same_uv) {
    BuiltMesh built;
    const std::vector<Vec3> normals = corner_normals(source, positions, smooth_cosine);
    const bool has_uv = !source.texture_faces.empty();

    std::map<std::int32_t, std::size_t> slot_of; // material → which surface
    std::vector<std::pair<std::int32_t, std::vector<std::uint32_t>>> surfaces;
    for (std::uint32_t f = 0; f < source.faces.size(); ++f) {
        const std::int32_t material = material_of(source.faces[f].material);
        const auto [slot, is_new] = slot_of.try_emplace(material, surfaces.size());
        if (is_new) surfaces.push_back({material, {}});
        surfaces[slot->second].second.push_back(f);
    }
    for (const auto& [material, faces] : surfaces) {
        std::vector<Corner> corners;
        corners.reserve(faces.size() * 3);
        for (const std::uint32_t f : faces) {
            for (std::size_t k = 0; k < 3; ++k) {
                Corner& corner = corners.emplace_back();
                corner.at = static_cast<std::uint32_t>(corners.size() - 1);
                corner.vertex = source.faces[f].vertices[k];
                corner.normal = normals[std::size_t{f} * 3 + k];
                if (!has_uv) continue;
                const Vec3& uv = source.texture_vertices[source.texture_faces[f][k]];
                corner.uv = {uv.x, 1 - uv.y};
            }
        }
        if (has_uv && same_uv > 0) join_near_uv(corners, same_uv);
        add_surface(built, positions, corners, material, has_uv);
    }
    return built;
}

} // namespace ossuary::zengin
