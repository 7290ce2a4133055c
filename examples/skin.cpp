// A character's vertices at a pose: from the clip to what a renderer takes.
#include <algorithm>
#include <cstdio>

#include "ossuary/anim/sample.h"
#include "ossuary/anim/skinning.h"
#include "samples/samples.h"

using namespace ossuary;

int main() {
    const Model hero = samples::make_hero();
    const anim::Rig rig = *anim::Rig::make(hero.skeleton);
    const anim::PreparedClip clip = *anim::PreparedClip::make(*hero.find_clip("walk"), rig);
    const Mesh& mesh = hero.meshes[0];
    const Skin& skin = hero.skins[static_cast<std::size_t>(mesh.skin)];

    // Once for each mesh.
    const anim::SkinBinding binding = *anim::SkinBinding::make(skin, rig);
    const auto skinned = anim::SkinMesh::make(mesh, skin.joints.size());
    if (!skinned) {
        std::puts(skinned.error().text().c_str());
        return 1;
    }
    std::printf("%s: %zu vertices, %.2f bones a block of %zu\n", mesh.name.c_str(), skinned->vertex_count(),
                skinned->bones_per_block(), skinned->block_size());

    // Every frame: pose, matrices, palette, vertices. Nothing here allocates but the vectors made beforehand.
    struct Vertex {
        Vec3 position, normal;
    };
    std::vector<JointBlock> pose = anim::make_pose(rig.joint_count());
    std::vector<anim::ObjectMatrix> models(rig.joint_count());
    std::vector<anim::PaletteMatrix> palette(skin.joints.size());
    std::vector<Vertex> vertices(mesh.positions.size());
    const anim::InterleavedVertices records{std::as_writable_bytes(std::span(vertices)), sizeof(Vertex),
                                            offsetof(Vertex, position), offsetof(Vertex, normal)};
    const std::vector<float> morph_weights(skinned->morph_count(), 0.0f);
    for (const double time : {0.0, 0.25, 0.5}) {
        if (!anim::SampleJob{&clip, time, anim::LoopPolicy::wrap, pose}.run() ||
            !anim::LocalToObjectJob{&rig, pose, models}.run() ||
            !anim::SkinPaletteJob{&binding, models, palette}.run() ||
            !anim::SkinJob{&*skinned, palette, morph_weights, {}, records}.run())
            return 1;
        float low = 1e9f, high = -1e9f;
        for (const Vertex& vertex : vertices) {
            low = std::min(low, vertex.position.y);
            high = std::max(high, vertex.position.y);
        }
        std::printf("%.2f s: from %+.3f m to %+.3f m\n", time, static_cast<double>(low), static_cast<double>(high));
        if (low < -0.2f || high > 2.5f) return 1;
    }
    return 0;
}
