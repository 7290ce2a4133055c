// The parts of which the game's people are put together: bodies on Ossian's skeleton, and heads for its joint.
#include "ossuary/base/text.h"
#include "samples/assembly.h"
#include "samples/game.h"
#include "samples/gothic.h"

namespace ossuary::samples {

namespace {

using namespace zengin;

// Ossian in some of his meshes. Bones and skull differ from one person to the other.
Model wearing(const Model& hero, std::string name, std::initializer_list<std::string_view> meshes) {
    Model model = hero;
    model.name = std::move(name);
    model.clips.clear();
    model.meshes.clear();
    for (const Mesh& mesh : hero.meshes)
        for (const std::string_view wanted : meshes)
            if (mesh.name == wanted) model.meshes.push_back(mesh);
    for (Image& image : model.images) {
        constexpr std::string_view row = "glow_";
        const bool differs = image.name == "bone" || image.name == "skull";
        image.name =
            "OSSIAN_" + upper_case(image.name.starts_with(row) ? "glow_a" + image.name.substr(row.size()) : image.name);
        if (differs) image.name += "_V0_C0";
    }
    return model;
}

// The parts of a body that are skinned, with a lining where the cloth is thin.
Model body(const Model& hero, std::string name, std::initializer_list<std::string_view> meshes) {
    Model model = wearing(hero, std::move(name), meshes);
    for (Mesh& mesh : model.meshes) {
        mesh.morphs.clear();
        line_cloth(mesh, model.materials);
    }
    return model;
}

Model head(const Model& hero, std::string name, const Vec3& size) {
    Model whole = wearing(hero, name, {"head"});
    whole.clips = hero.clips;
    Model face = gothic_face(whole);
    face.name = std::move(name);
    for (Joint& joint : face.skeleton.joints) joint.name = "ZM_" + face.name;
    for (Mesh& mesh : face.meshes) {
        mesh.name = face.skeleton.joints[0].name;
        for (Vec3& p : mesh.positions) p = {p.x * size.x, p.y * size.y, p.z * size.z};
        for (MorphTarget& morph : mesh.morphs)
            for (Vec3& p : morph.positions) p = {p.x * size.x, p.y * size.y, p.z * size.z};
    }
    return face;
}

} // namespace

PeopleParts people_parts(const Model& hero) {
    PeopleParts parts;
    parts.bare = body(hero, "OSSIAN_BODY", {"body"});
    parts.armored = body(hero, "OSSIAN_ARMOR", {"body", "clothing"});
    parts.other_body = body(hero, "BRAN_BODY", {"body"});
    for (Mesh& mesh : parts.other_body.meshes) // stouter bones
        for (std::size_t v = 0; v < mesh.positions.size(); ++v)
            mesh.positions[v] = mesh.positions[v] + mesh.normals[v] * 0.008f;
    parts.head = head(hero, "OSSIAN_HEAD", {1, 1, 1});
    parts.other_head = head(hero, "BRAN_HEAD", {1.08f, 1.08f, 1.16f});
    for (const Image& image : parts.bare.images) {
        if (!image.name.ends_with("_V0_C0")) continue;
        Image& stained = parts.pictures.emplace_back(image);
        stained.name.replace(stained.name.size() - 6, 6, "_V1_C1");
        for (std::size_t i = 0; i + 3 < stained.bytes.size(); i += 4) { // as peat stains bones
            const auto darken = [&](std::size_t at, unsigned percent) {
                stained.bytes[at] =
                    static_cast<std::byte>(std::to_integer<unsigned>(stained.bytes[at]) * percent / 100);
            };
            darken(i, 55);
            darken(i + 1, 42);
            darken(i + 2, 30);
        }
    }
    return parts;
}

} // namespace ossuary::samples
