// Light from around, per vertex: the model's surface is cut into small cubes, and from each vertex short rays go out
// over its hemisphere; a ray that meets a cube brings no light.
#include "samples/assembly.h"

#include "samples/formula.h"
#include <cmath>

namespace ossuary::samples {

namespace {

constexpr double cell = 0.018;

struct Cell {
    int x, y, z;
};

class Cubes {
public:
    void fill(const Vec3d& p) { filled_[index(at(p))] = 1; }
    bool full(const Vec3d& p) const {
        const Cell c = at(p);
        return inside(c) && filled_[index(c)] != 0;
    }

private:
    static constexpr int size_x = 64, size_y = 112, size_z = 80; // ±0.57, −0.1 … 1.9, ±0.7 metres
    static Cell at(const Vec3d& p) {
        return {static_cast<int>(std::floor(p.x / cell)) + size_x / 2, static_cast<int>(std::floor(p.y / cell)) + 6,
                static_cast<int>(std::floor(p.z / cell)) + size_z / 2};
    }
    static bool inside(const Cell& c) {
        return c.x >= 0 && c.y >= 0 && c.z >= 0 && c.x < size_x && c.y < size_y && c.z < size_z;
    }
    static std::size_t index(const Cell& c) {
        const Cell k{std::clamp(c.x, 0, size_x - 1), std::clamp(c.y, 0, size_y - 1), std::clamp(c.z, 0, size_z - 1)};
        return static_cast<std::size_t>((k.y * size_z + k.z) * size_x + k.x);
    }
    std::vector<std::uint8_t> filled_ = std::vector<std::uint8_t>(static_cast<std::size_t>(size_x) * size_y * size_z);
};

void fill_triangle(Cubes& cubes, const Vec3d& a, const Vec3d& b, const Vec3d& c) {
    const double longest = std::max(length(b - a), std::max(length(c - a), length(c - b)));
    const int steps = static_cast<int>(longest / (cell * 0.5)) + 1;
    for (int i = 0; i <= steps; ++i) {
        for (int k = 0; k + i <= steps; ++k) {
            const double u = static_cast<double>(i) / steps, v = static_cast<double>(k) / steps;
            cubes.fill(a + (b - a) * u + (c - a) * v);
        }
    }
}

// Directions spread evenly over the sphere along a spiral.
std::vector<Vec3d> directions(int count) {
    std::vector<Vec3d> out;
    for (int i = 0; i < count; ++i) {
        const double y = 1 - (2 * i + 1.0) / count, ring = std::sqrt(1 - y * y), turn = i * 0.3819660112501051;
        out.push_back({ring * cosine(turn), y, ring * sine(turn)});
    }
    return out;
}

double open_sky(const Cubes& cubes, const std::vector<Vec3d>& rays, const Vec3d& at, const Vec3d& normal) {
    double light = 0, all = 0;
    for (const Vec3d& ray : rays) {
        const double facing = dot(ray, normal);
        if (facing <= 0.05) continue;
        const double weight = facing * (1 + 0.45 * ray.y); // a little more comes from above
        all += weight;
        double clear = 1;
        for (int step = 0; step < 14; ++step) {
            const double reach = cell * (1.6 + step);
            if (!cubes.full(at + ray * reach + normal * (cell * 0.5))) continue;
            clear = 0.75 * step / 14; // what is further off shadows less
            break;
        }
        light += weight * clear;
    }
    return all > 0 ? light / all : 1;
}

} // namespace

void bake_light(Model& model) {
    Cubes cubes;
    const auto glows = [&](const Surface& surface) {
        return surface.material >= 0 &&
               model.materials[static_cast<std::size_t>(surface.material)].alpha == AlphaMode::add;
    };
    for (const Mesh& mesh : model.meshes) {
        for (const Surface& surface : mesh.surfaces) {
            if (glows(surface)) continue;
            for (std::uint32_t i = surface.first_index; i < surface.first_index + surface.index_count; i += 3)
                fill_triangle(cubes, to_double(mesh.positions[mesh.indices[i]]),
                              to_double(mesh.positions[mesh.indices[i + 1]]),
                              to_double(mesh.positions[mesh.indices[i + 2]]));
        }
    }
    const std::vector<Vec3d> rays = directions(96);
    for (Mesh& mesh : model.meshes) {
        mesh.colors.assign(mesh.positions.size(), {});
        for (const Surface& surface : mesh.surfaces) {
            if (glows(surface)) continue;
            const bool thin =
                surface.material >= 0 && model.materials[static_cast<std::size_t>(surface.material)].double_sided;
            for (std::uint32_t v = surface.first_vertex; v < surface.first_vertex + surface.vertex_count; ++v) {
                const Vec3d at = to_double(mesh.positions[v]), normal = to_double(mesh.normals[v]);
                double light = open_sky(cubes, rays, at, normal);
                if (thin) light = mix(light, open_sky(cubes, rays, at, -normal), 0.35); // seen from both sides
                const double kept = mix(0.16, 1, smooth(0.02, 0.62, light));
                // Shadow among bones is brown, not grey: little is lost of red, more of blue.
                const auto channel = [&](double depth) {
                    return static_cast<std::uint8_t>(clamp01(1 - (1 - kept) * depth) * 255 + 0.5);
                };
                mesh.colors[v] = {channel(0.94), channel(1), channel(1.06), 255};
            }
        }
    }
}

} // namespace ossuary::samples
