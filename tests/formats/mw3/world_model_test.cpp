// Mechs and worlds as models, against the values of the description: turned half about Y.
#include <cmath>

#include "formats/mw3/zbd_files.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/mw3/model.h"

namespace ossuary::mw3 {
namespace {

using namespace testing;

Vec3d vector_in(const Json& json) {
    return {json.items()[0].number(), json.items()[1].number(), json.items()[2].number()};
}
Quatd rotation_in(const Json& json) {
    const Json::Array& q = json.items();
    return {q[0].number(), q[1].number(), q[2].number(), q[3].number()};
}

std::optional<ByteBuffer> model_sample(const std::string& name) {
    return ossuary::testing::shared_file("samples/mw3-models/" + name);
}

void expect_neutral(const Model& model, const Json& neutral, bool by_index) {
    for (const Diagnostic& diagnostic : validate(model)) ADD_FAILURE() << diagnostic.text();
    const auto world = rest_object_pose(model.skeleton);
    std::size_t triangles = 0, corners = 0;
    ASSERT_EQ(model.skeleton.joints.size(), neutral["nodes"].size());
    for (std::size_t n = 0; n < neutral["nodes"].size(); ++n) {
        const Json& node = neutral["nodes"].items()[n];
        std::size_t at = n;
        if (by_index)
            for (std::size_t j = 0; j < model.skeleton.joints.size(); ++j)
                if (model.skeleton.joints[j].extras["mw3"]["index"].integer(-1) == node["index"].integer()) at = j;
        const Joint& joint = model.skeleton.joints[at];
        EXPECT_EQ(joint.name, node["name"].string());
        const Transformd rest = zbd_basis.inverse().transform(to_double(joint.rest));
        EXPECT_LT(length(rest.translation - vector_in(node["translation"])), 1e-5) << joint.name;
        EXPECT_LT(length(rest.scale - vector_in(node["scale"])), 1e-5) << joint.name;
        EXPECT_NEAR(std::abs(dot(rest.rotation, rotation_in(node["rotation_xyzw"]))), 1, 1e-6) << joint.name;
        const Json::Array& m = node["world"].items();
        const Vec3d place{m[12].number(), m[13].number(), m[14].number()};
        EXPECT_LT(length(zbd_basis.inverse().point(world[at].t) - place), 1e-4) << joint.name;
    }
    for (const Json& mesh : neutral["meshes"].items())
        for (const Json& primitive : mesh["primitives"].items()) corners += primitive["corners"].size();
    for (const Mesh& mesh : model.meshes) triangles += mesh.indices.size() / 3;
    EXPECT_EQ(3 * triangles, corners);
}

TEST(MechModel, HasTheNodesAndMeshesOfTheDescription) {
    const auto bytes = model_sample("mechlib-scout.zbd"), pictures = model_sample("rmechtex-scout.zbd");
    const auto neutral = ossuary::testing::golden("mw3-models/mechlib-scout.neutral.json");
    OSSUARY_NEED(bytes && pictures && neutral);
    const auto file = parse_mechlib(*bytes);
    const std::vector<TexturePackage> packages{*parse_textures(*pictures)};
    const auto model = to_model(*file, "scout", {.model = "mech_scout", .textures = packages});
    ASSERT_TRUE(model) << model.error().text();
    expect_neutral(*model, *neutral, false);
    ASSERT_EQ(model->meshes.size(), 11u);
    // The first mesh, corner by corner.
    const Json& golden = (*neutral)["meshes"].items()[0];
    const Mesh& mesh = model->meshes[0];
    std::size_t at = 0;
    for (const Json& primitive : golden["primitives"].items())
        for (const Json& corner : primitive["corners"].items()) {
            const std::uint32_t vertex = mesh.indices[at++];
            const Vec3d expected =
                vector_in(golden["positions"].items()[static_cast<std::size_t>(corner["vertex"].integer())]);
            EXPECT_LT(length(zbd_basis.point(to_double(mesh.positions[vertex])) - expected), 1e-6);
            EXPECT_NEAR(mesh.uv0[vertex].x, corner["uv"].items()[0].number(), 1e-6);
        }
    ASSERT_FALSE(model->images.empty());
    EXPECT_EQ(model->images[0].name, "scout01");
    EXPECT_EQ(model->images[0].width, 8u);
    EXPECT_FALSE(to_model(*file, "x", {.model = "nobody"}));
}

TEST(MechModel, WalksByItsOwnClips) {
    const auto bytes = model_sample("mechlib-scout.zbd"), motions = model_sample("motion-scout.zbd");
    OSSUARY_NEED(bytes && motions);
    const auto file = parse_mechlib(*bytes);
    auto model = to_model(*file, "scout");
    ASSERT_TRUE(model) << model.error().text();
    auto own = motions_of(*parse_motion(*motions), "mech_scout_1.flt");
    EXPECT_EQ(own.entries.size(), 2u);
    EXPECT_TRUE(motions_of(*parse_motion(*motions), "mech_thor.flt").entries.empty());
    ASSERT_TRUE(add_clips(*model, own));
    for (const Diagnostic& diagnostic : validate(*model)) ADD_FAILURE() << diagnostic.text();
    const Clip* walk = model->find_clip("scout_walk");
    ASSERT_NE(walk, nullptr);
    const auto hip = static_cast<std::size_t>(model->skeleton.find("hip"));
    EXPECT_EQ(walk->hints.root_joint, static_cast<std::int32_t>(hip));
    const auto& keys = walk->joints[hip].translation.values;
    EXPECT_NEAR(keys.back().z - keys.front().z, 3.2, 0.05); // forward is +Z
}

TEST(WorldModel, HasTheNodesAndMeshesOfTheDescription) {
    const auto bytes = model_sample("gamez-yard.zbd");
    const auto neutral = ossuary::testing::golden("mw3-models/gamez-yard.neutral.json");
    OSSUARY_NEED(bytes && neutral);
    const auto file = parse_gamez(*bytes);
    const auto model = to_model(*file, "yard", {.hidden = true});
    ASSERT_TRUE(model) << model.error().text();
    for (const char* game : {"", "-rc", "-pm"}) {
        const auto other = to_model(*parse_gamez(*model_sample(std::string("gamez-yard") + game + ".zbd")), "yard");
        ASSERT_TRUE(other) << other.error().text();
        for (const Diagnostic& diagnostic : validate(*other)) ADD_FAILURE() << diagnostic.text();
    }
    expect_neutral(*model, *neutral, true);
    // Meshes that several nodes show, are shown at all of them.
    const auto shared =
        std::ranges::find(model->meshes, std::size_t{2}, [](const Mesh& m) { return m.instances.size(); });
    EXPECT_NE(shared, model->meshes.end());
    // The coarser level and the loose beam are hidden at first.
    const auto shown = to_model(*file, "yard");
    EXPECT_EQ(shown->meshes.size() + 2, model->meshes.size());
    ASSERT_EQ(shown->cameras.size(), 1u);
    EXPECT_EQ(shown->cameras[0].name, "camera1");
}

TEST(WorldModel, DefinitionsMoveItsNodes) {
    const auto bytes = model_sample("gamez-yard.zbd");
    const auto animations = ossuary::testing::shared_file("samples/mw3/anim-small.zbd");
    OSSUARY_NEED(bytes && animations);
    const auto file = parse_anim(*animations);
    ASSERT_TRUE(file) << file.error().text();
    auto model = to_model(*parse_gamez(*bytes), "yard");
    ASSERT_TRUE(model);
    ASSERT_TRUE(add_clips(*model, *file));
    for (const Diagnostic& diagnostic : validate(*model)) ADD_FAILURE() << diagnostic.text();
    EXPECT_EQ(model->clips.size(), file->definitions.size());
    // That of the main gate, not the second one of the name.
    std::vector<std::string> moved;
    for (const Clip& clip : model->clips)
        for (std::size_t i = 0; i < clip.joints.size(); ++i)
            if (!clip.joints[i].translation.is_rest() || !clip.joints[i].rotation.is_rest()) {
                moved.push_back(model->skeleton.joints[i].name);
                if (moved.back() == "gate_left") {
                    EXPECT_EQ(model->skeleton.joints[static_cast<std::size_t>(model->skeleton.joints[i].parent)].name,
                              "main_gate");
                }
            }
    EXPECT_NE(std::ranges::find(moved, "gate_left"), moved.end());
    EXPECT_FALSE(add_clips(*model, *file, {.definition = "nobody"}));
}

TEST(WorldModel, FurtherMaterialsOfAPolygonAreKept) {
    const auto bytes = model_sample("gamez-yard-pm.zbd");
    OSSUARY_NEED(bytes);
    auto file = parse_gamez(*bytes);
    ASSERT_TRUE(file) << file.error().text();
    for (WorldMesh& mesh : file->meshes.items)
        for (Polygon& polygon : mesh.polygons) {
            const PolygonMaterial first = mesh.materials_of(polygon)[0];
            if (first.uvs.count == 0) continue;
            std::vector<Range> moved(mesh.uvs_of(first).begin(), mesh.uvs_of(first).end());
            for (Range& uv : moved) uv[0] += 1;
            const PolygonMaterial both[] = {first, {1, add_run<Range>(mesh.uvs, moved)}};
            polygon.materials = add_run<PolygonMaterial>(mesh.materials, both);
        }
    const auto model = to_model(*file, "yard");
    ASSERT_TRUE(model) << model.error().text();
    for (const Diagnostic& diagnostic : validate(*model)) ADD_FAILURE() << diagnostic.text();
    const auto layered = std::ranges::find_if(
        model->materials, [](const Material& material) { return material.extras["mw3"]["layers"].size() == 1; });
    EXPECT_NE(layered, model->materials.end());
    std::size_t seen = 0;
    for (const Mesh& mesh : model->meshes)
        for (std::size_t v = 0; v < mesh.uv1.size(); ++v)
            seen += std::abs(mesh.uv1[v].x - mesh.uv0[v].x - 1) < 1e-5f ? 1 : 0;
    EXPECT_GT(seen, 10u);
}

TEST(WorldModel, CoarserLevelsAndSurroundingsAreKept) {
    const auto bytes = model_sample("gamez-yard.zbd");
    OSSUARY_NEED(bytes);
    const auto model = to_model(*parse_gamez(*bytes), "yard");
    ASSERT_TRUE(model);
    const auto tower = std::ranges::find(model->meshes, "tower_hi", &Mesh::name);
    ASSERT_NE(tower, model->meshes.end());
    EXPECT_EQ(tower->levels.size(), 1u);
    EXPECT_EQ(model->extras["mw3"]["fog"]["type"].string(), "linear");
    EXPECT_EQ(model->extras["mw3"]["lights"].items()[0]["name"].string(), "sunlight");
}

TEST(WorldModel, LightsShineWhereTheyAre) {
    const auto bytes = model_sample("gamez-yard.zbd");
    OSSUARY_NEED(bytes);
    const auto file = parse_gamez(*bytes);
    const auto model = to_model(*file, "yard");
    ASSERT_TRUE(model);
    const auto sun = std::ranges::find(model->lights, "sunlight", &ossuary::Light::name);
    ASSERT_NE(sun, model->lights.end());
    EXPECT_EQ(sun->type, LightType::directional);
    EXPECT_FLOAT_EQ(sun->intensity, 0.7f);
    // Pitched down by 0.6, then turned by 0.4: along -z in the game, so along +Z here.
    const Vec3d shines = rotate(to_double(sun->rotation), Vec3d{0, 0, -1});
    EXPECT_NEAR(shines.x, std::cos(0.6) * std::sin(0.4), 1e-6);
    EXPECT_NEAR(shines.y, -std::sin(0.6), 1e-6);
    EXPECT_NEAR(shines.z, std::cos(0.6) * std::cos(0.4), 1e-6);
    // One for each place of each light, at every node that shows the mesh.
    std::size_t places = 0;
    for (const GameNode& node : file->nodes.items)
        if (node.mesh_index >= 0)
            for (const PointLight& light : file->meshes.items[static_cast<std::size_t>(node.mesh_index)].lights)
                places += light.vertices.size();
    EXPECT_GT(places, 0u);
    EXPECT_EQ(model->lights.size(), places + 1);
    for (const Diagnostic& diagnostic : validate(*model)) ADD_FAILURE() << diagnostic.text();
}

TEST(WorldModel, SecondPlacesOfVerticesAreAMorphTarget) {
    const auto bytes = model_sample("gamez-yard.zbd");
    OSSUARY_NEED(bytes);
    const auto file = parse_gamez(*bytes);
    const auto model = to_model(*file, "yard", {.hidden = true});
    ASSERT_TRUE(model);
    std::size_t found = 0;
    for (const Mesh& mesh : model->meshes) {
        if (mesh.morphs.empty()) continue;
        const auto index =
            model->skeleton.joints[static_cast<std::size_t>(mesh.joint)].extras["mw3"]["index"].integer();
        const GameNode& node = file->nodes.items[static_cast<std::size_t>(index)];
        const WorldMesh& source = file->meshes.items[static_cast<std::size_t>(node.mesh_index)];
        ASSERT_EQ(mesh.morphs[0].positions.size(), mesh.positions.size());
        for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
            const auto is_here = [&](std::size_t i) {
                const Vector &a = source.vertices[i], &b = source.morphs[i];
                return mesh.positions[v] == Vec3{-a[0], a[1], -a[2]} &&
                       length(mesh.positions[v] + mesh.morphs[0].positions[v] - Vec3{-b[0], b[1], -b[2]}) < 1e-5f;
            };
            bool is_known = false;
            for (std::size_t i = 0; i < source.morphs.size(); ++i) is_known = is_known || is_here(i);
            EXPECT_TRUE(is_known) << v;
            ++found;
        }
    }
    EXPECT_GT(found, 0u);
}

TEST(World, RecognitionDoesNotDependOnNames) {
    const auto bytes = model_sample("gamez-yard.zbd");
    OSSUARY_NEED(bytes);
    EXPECT_FALSE(recognise_anim(*bytes));
    EXPECT_TRUE(recognise_gamez(*bytes));
    const ByteBuffer bent = with(*bytes, 0, anim_signature);
    EXPECT_FALSE(recognise_anim(bent));
    EXPECT_TRUE(recognise_gamez(bent));
}

} // namespace
} // namespace ossuary::mw3
