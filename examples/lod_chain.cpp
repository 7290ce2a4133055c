// Levels of detail: made, measured, and chosen by how many pixels their error has on the screen.
#include <cstdio>

#include "ossuary/mesh/levels.h"
#include "samples/samples.h"

using namespace ossuary;

int main() {
    Model hero = samples::make_hero();
    Mesh& mesh = hero.meshes[0];

    // Once for each mesh. Levels use the mesh's own vertices: skin weights and textures stay as they are.
    mesh::make_levels(mesh);
    const std::vector<float> errors = mesh::level_errors(mesh);
    std::printf("level 0: %5zu triangles\n", mesh.indices.size() / 3);
    for (std::size_t l = 0; l < errors.size(); ++l)
        std::printf("level %zu: %5zu triangles, at most %.2f mm away\n", l + 1, mesh.levels[l].indices.size() / 3,
                    1000 * static_cast<double>(errors[l]));

    // Every frame: half a pixel of error is hardly seen.
    const mesh::ScreenScale scale = mesh::ScreenScale::of(0.9, 1080);
    std::size_t last = 0;
    for (const double distance : {1.0, 5.0, 20.0, 100.0}) {
        const std::size_t level = mesh::choose_level(errors, distance, scale, 0.5);
        std::printf("%5.0f m: level %zu\n", distance, level);
        if (level < last) return 1;
        last = level;
    }
    return errors.empty() || last != errors.size() ? 1 : 0;
}
