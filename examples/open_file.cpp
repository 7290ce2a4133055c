// Any file, opened with what belongs to it: `example_open_file gothic2/HERO.MDS`. Without a path, bytes in memory.
#include <cstdio>

#include "ossuary/assets/workspace.h"
#include "ossuary/formats/gltf/gltf.h"
#include "samples/samples.h"

using namespace ossuary;

int main(int count, char** arguments) {
    Workspace files;
    std::string path = "hero.glb";
    if (count > 1) {
        path = arguments[1]; // on disk, or in an archive: Data/Anims.vdf/HUMANS.MDS
    } else {
        auto bytes = gltf::write_glb(samples::make_hero());
        if (!bytes) return 1;
        files.add(path, SharedBytes(std::move(*bytes)));
    }

    const Result<Opened> opened = files.open(path);
    if (!opened) {
        std::puts(opened.error().text().c_str());
        return 1;
    }
    for (const Diagnostic& diagnostic : opened->diagnostics) std::puts(diagnostic.text().c_str());
    const Model& model = *opened->model;
    std::printf("%s: %zu joints, %zu meshes, %zu clips\n", model.name.c_str(), model.skeleton.joints.size(),
                model.meshes.size(), model.clips.size());
    for (const FoundFile& file : opened->files) std::printf("  found %s\n", file.path().c_str());
    return opened->lost ? 1 : 0;
}
