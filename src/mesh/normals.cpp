#include "ossuary/mesh/normals.h"

#include <array>
#include <numeric>

#include "mesh/angle.h"
#include "mesh/vertices.h"
#include "ossuary/mesh/weld.h"

namespace ossuary::mesh {
namespace {

struct Face {
    Vec3d normal; // unit, or zero where the triangle has no area
    std::uint32_t group = UINT32_MAX;
    std::array<double, 3> weight{}; // of its corners
};

Face measure(const std::array<Vec3d, 3>& p, NormalWeight weight) {
    Face face;
    const Vec3d across = cross(p[1] - p[0], p[2] - p[0]);
    const double twice_area = length(across);
    if (!(twice_area > 0)) return face;
    face.normal = across / twice_area;
    for (std::size_t c = 0; c < 3; ++c) {
        switch (weight) {
        case NormalWeight::uniform: face.weight[c] = 1; break;
        case NormalWeight::area: face.weight[c] = twice_area; break;
        case NormalWeight::angle: face.weight[c] = corner_angle(p[c], p[(c + 1) % 3], p[(c + 2) % 3]); break;
        }
    }
    return face;
}

// The corners at each place: corners[start[place]] … corners[start[place + 1]].
struct Places {
    std::vector<std::uint32_t> start, corners;
};

Places find_places(std::span<const Vec3> positions, std::span<const std::uint32_t> indices, bool welded) {
    Remap places;
    if (welded) {
        places = weld_positions(positions);
    } else {
        places.to.resize(positions.size());
        std::iota(places.to.begin(), places.to.end(), 0u);
        places.count = static_cast<std::uint32_t>(positions.size());
    }
    Places found;
    found.start.resize(places.count + 1);
    for (const std::uint32_t index : indices) ++found.start[places.to[index] + 1];
    std::partial_sum(found.start.begin(), found.start.end(), found.start.begin());
    found.corners.resize(indices.size());
    std::vector<std::uint32_t> next(found.start.begin(), found.start.end() - 1);
    for (std::uint32_t i = 0; i < indices.size(); ++i) found.corners[next[places.to[indices[i]]]++] = i;
    return found;
}

Vec3 direction_or(const Vec3d& sum, const Vec3d& otherwise) {
    for (const Vec3d& candidate : {sum, otherwise}) {
        const double size = length(candidate);
        if (size > 1e-12 && std::isfinite(size)) return to_float(candidate / size);
    }
    return {0, 1, 0};
}

} // namespace

std::vector<Vec3> corner_normals(std::span<const Vec3> positions, std::span<const std::uint32_t> indices,
                                 const NormalOptions& options) {
    std::vector<Face> faces;
    faces.reserve(indices.size() / 3);
    for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
        faces.push_back(measure({to_double(positions[indices[i]]), to_double(positions[indices[i + 1]]),
                                 to_double(positions[indices[i + 2]])},
                                options.weight));
        if (!options.groups.empty()) faces.back().group = options.groups[i / 3];
    }
    const bool all_smooth = options.crease_cosine <= -1 && options.groups.empty();
    const Places places = find_places(positions, indices, options.weld);

    std::vector<Vec3> normals(indices.size());
    for (std::size_t p = 0; p + 1 < places.start.size(); ++p) {
        const auto corners = std::span(places.corners).subspan(places.start[p], places.start[p + 1] - places.start[p]);
        const auto sum_of = [&](auto&& counts) {
            Vec3d sum;
            for (const std::uint32_t corner : corners) {
                const Face& face = faces[corner / 3];
                if (counts(face, corner / 3)) sum += face.normal * face.weight[corner % 3];
            }
            return sum;
        };
        if (all_smooth || corners.size() > most_corners_at_a_place) {
            const Vec3d sum = sum_of([](const Face&, std::uint32_t) { return true; });
            for (const std::uint32_t corner : corners) normals[corner] = direction_or(sum, faces[corner / 3].normal);
            continue;
        }
        for (const std::uint32_t corner : corners) {
            const Face& own = faces[corner / 3];
            const Vec3d sum = sum_of([&](const Face& other, std::uint32_t number) {
                return number == corner / 3 ||
                       ((own.group & other.group) != 0 && dot(own.normal, other.normal) >= options.crease_cosine);
            });
            normals[corner] = direction_or(sum, own.normal);
        }
    }
    return normals;
}

void set_normals(Mesh& mesh, const NormalOptions& options) {
    const std::vector<Vec3> corners = corner_normals(mesh.positions, mesh.indices, options);
    mesh.normals = split_vertices(mesh, std::span<const Vec3>(corners));
    for (Vec3& normal : mesh.normals)
        if (normal == Vec3{}) normal = {0, 1, 0}; // a vertex that no triangle uses
    for (MorphTarget& morph : mesh.morphs) morph.normals.clear();
}

} // namespace ossuary::mesh
