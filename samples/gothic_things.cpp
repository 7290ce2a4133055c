// What the Gothic set keeps apart from the body: the sword as an item, the face as a morph mesh.
#include "samples/gothic.h"
#include "samples/motion.h"

namespace ossuary::samples {

namespace {

// The triangles that hang on one joint alone, as a rigid mesh in its space; all of them if `joints_below` go with it.
Mesh held_part(const Model& hero, const Mesh& mesh, std::string_view joint, bool joints_below) {
    const auto carrier = static_cast<std::uint32_t>(hero.skeleton.find(joint));
    const Skin& skin = hero.skins[static_cast<std::size_t>(mesh.skin)];
    const Affined to_joint = to_double(skin.inverse_bind[carrier]); // the skin has every joint in order
    const auto hangs_on = [&](std::uint32_t v) {
        return joints_below || (mesh.influence_start[v + 1] - mesh.influence_start[v] == 1 &&
                                mesh.influences[mesh.influence_start[v]].joint == carrier);
    };
    Mesh part;
    part.name = mesh.name;
    part.morphs.resize(mesh.morphs.size());
    std::vector<std::int32_t> number(mesh.positions.size(), -1);
    for (const Surface& surface : mesh.surfaces) {
        Surface out{.name = surface.name,
                    .material = surface.material,
                    .first_index = static_cast<std::uint32_t>(part.indices.size()),
                    .first_vertex = static_cast<std::uint32_t>(part.positions.size())};
        for (std::uint32_t i = surface.first_index; i < surface.first_index + surface.index_count; i += 3) {
            const std::uint32_t* corners = mesh.indices.data() + i;
            if (!hangs_on(corners[0]) || !hangs_on(corners[1]) || !hangs_on(corners[2])) continue;
            for (int k = 0; k < 3; ++k) {
                const std::uint32_t v = corners[k];
                if (number[v] < 0) {
                    number[v] = static_cast<std::int32_t>(part.positions.size());
                    part.positions.push_back(to_float(to_joint.point(to_double(mesh.positions[v]))));
                    part.normals.push_back(to_float(normalize(to_joint.direction(to_double(mesh.normals[v])))));
                    part.uv0.push_back(mesh.uv0[v]);
                    for (std::size_t m = 0; m < mesh.morphs.size(); ++m) {
                        part.morphs[m].name = mesh.morphs[m].name;
                        part.morphs[m].positions.push_back(
                            to_float(to_joint.direction(to_double(mesh.morphs[m].positions[v]))));
                    }
                }
                part.indices.push_back(static_cast<std::uint32_t>(number[v]));
            }
        }
        out.index_count = static_cast<std::uint32_t>(part.indices.size()) - out.first_index;
        out.vertex_count = static_cast<std::uint32_t>(part.positions.size()) - out.first_vertex;
        if (out.index_count > 0) part.surfaces.push_back(std::move(out));
    }
    return part;
}

// A model of that one mesh, on a node of its own.
Model thing(const Model& hero, std::string name, Mesh mesh) {
    Model model;
    model.name = std::move(name);
    model.source = hero.source;
    model.materials = hero.materials;
    model.images = hero.images;
    model.skeleton.joints.push_back({.name = "ZM_" + model.name, .parent = -1, .rest = {}, .extras = {}});
    mesh.name = model.skeleton.joints[0].name;
    mesh.joint = 0;
    model.meshes.push_back(std::move(mesh));
    return model;
}

Clip expression(std::string name, std::vector<float> weights) {
    Clip clip;
    clip.name = std::move(name);
    clip.frame_rate = 1;
    clip.joints.resize(1);
    clip.hints.blend_in = clip.hints.blend_out = 1;
    MorphTrack& track = clip.morphs.emplace_back();
    for (const float weight : weights) track.weights.emplace_back().values.push_back(weight);
    return clip;
}

} // namespace

Model gothic_sword(const Model& hero) {
    for (const Mesh& mesh : hero.meshes)
        if (mesh.name == "gear") return thing(hero, "ITMW_OSSIAN", held_part(hero, mesh, "ZS_RIGHTHAND", false));
    return {};
}

// The expressions have the names the game's own heads give them; what he says, it plays as VISEME on a layer above.
Model gothic_face(const Model& hero) {
    Model face;
    for (const Mesh& mesh : hero.meshes)
        if (mesh.name == "head") face = thing(hero, "HERO_HEAD", held_part(hero, mesh, "BIP01 HEAD", true));
    face.clips.push_back(expression("S_NEUTRAL", {0, 0, 0}));
    face.clips.push_back(expression("S_FRIENDLY", {0, 1, 0}));
    face.clips.push_back(expression("S_ANGRY", {0, 0, 1}));
    const Clip& talk = *hero.find_clip("talk");
    Clip& viseme = face.clips.emplace_back();
    viseme.name = "VISEME";
    viseme.duration = talk.duration;
    viseme.frame_rate = 5;
    viseme.loop = LoopMode::wrap;
    viseme.joints.resize(1);
    viseme.hints.layer = 2;
    viseme.hints.blend_in = viseme.hints.blend_out = 0.1;
    viseme.hints.next = viseme.name;
    viseme.morphs = {{0, talk.morphs[0].weights}};
    return face;
}

} // namespace ossuary::samples
