// Which triangle is under the mouse: a ray through the picture, a tree over the posed mesh, and the tree again after it
// has moved.
#include <cmath>
#include <cstdio>

#include "ossuary/mesh/bvh.h"
#include "samples/samples.h"

using namespace ossuary;

int main() {
    const Model hero = samples::make_hero();
    const Mesh& mesh = hero.meshes[0];
    std::vector<Vec3> positions;
    for (const Vec3d& p : posed_positions(hero, mesh, rest_object_pose(hero.skeleton)))
        positions.push_back(to_float(p));
    auto tree = mesh::Bvh::make(positions, mesh.indices);
    if (!tree) {
        std::puts(tree.error().text().c_str());
        return 1;
    }

    // A camera three metres in front of him, and a ray through the middle of its picture.
    const mesh::Ray ray{.origin = {0, 1.3f, 3}, .direction = {0, 0, -1}};
    const mesh::Hit hit = tree->closest_hit(ray);
    if (!hit) return 1;
    const std::size_t corner = std::size_t{hit.triangle} * 3;
    for (const Surface& surface : mesh.surfaces)
        if (corner >= surface.first_index && corner < surface.first_index + surface.index_count)
            std::printf("triangle %u of '%s', %.3f m away\n", hit.triangle, surface.name.c_str(),
                        static_cast<double>(hit.t));

    // He takes a step forward: the tree keeps its shape and gets new boxes.
    for (Vec3& p : positions) p.z += 0.5f;
    if (!tree->refit(positions, mesh.indices)) return 1;
    const mesh::Hit nearer = tree->closest_hit(ray);
    std::printf("after a step: %.3f m\n", static_cast<double>(nearer.t));
    return nearer.triangle == hit.triangle && std::abs(hit.t - nearer.t - 0.5f) < 1e-5f ? 0 : 1;
}
