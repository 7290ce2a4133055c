#include "ossuary/formats/zengin/world.h"

#include <cmath>

#include "formats/zengin/world/zen_class.h"
#include "formats/zengin/world/zen_maker.h"
#include "formats/zengin/zen_files.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/zengin/model.h"
#include "ossuary/formats/zengin/zen.h"

namespace ossuary::zengin {
namespace {

using namespace testing;
using ossuary::testing::shared_file;

// A square floor of two triangles, three things on it, one of them on another, a light, a decal, and three points.
World small_world() {
    World world;
    world.name = "small";
    world.source = {"gothic", engine_basis};
    Mesh floor;
    floor.name = "floor";
    floor.positions = {{-1, 0, -1}, {1, 0, -1}, {1, 0, 1}, {-1, 0, 1}};
    floor.normals.assign(4, {0, 1, 0});
    floor.uv0 = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    floor.indices = {0, 2, 1, 0, 3, 2};
    floor.surfaces = {{.material = 0, .index_count = 6, .vertex_count = 4}};
    world.meshes.push_back(floor);
    ossuary::Material& stone = world.materials.emplace_back();
    stone.name = "STONE";
    stone.texture = "STONE.TGA";

    const auto add = [&](std::string name, std::string visual, Vec3 at, std::int32_t parent) -> WorldObject& {
        WorldObject& object = world.objects.emplace_back();
        object.name = std::move(name);
        object.visual = std::move(visual);
        object.placement.translation = at;
        object.placement.rotation = axis_angle(Vec3{0, 1, 0}, 0.5f);
        object.parent = parent;
        return object;
    };
    add("TABLE", "TABLE.3DS", {0.5f, 0, 0.25f}, -1);
    add("CUP", "CUP.3DS", {0, 0.8f, 0}, 0);
    add("SECOND TABLE", "table.3ds", {-0.5f, 0, 0}, -1);
    WorldObject& light = add("zCVobLight", "", {0, 2, 0}, -1);
    light.extras.set("class", "zCVobLight:zCVob");
    Json fields = Json::object();
    fields.set("range", 1500);
    fields.set("color", Json(Json::Array{255, 200, 100, 255}));
    fields.set("rangeAniScale", "1 0.5 ");
    light.extras.set("fields", fields);
    Json decal = Json::object();
    decal.set("name", "MOON_A0.TGA");
    decal.set("decalDim", Json(Json::Array{20, 30}));
    decal.set("decal2Sided", 1);
    decal.set("decalAlphaFunc", 2);
    decal.set("decalAlphaWeight", 128);
    add("MOON", "MOON_A0.TGA", {0, 3, 0}, -1).extras.set("decal", decal);
    WorldObject& mover = add("LIFT", "LIFT.3DS", {1, 0, 1}, -1);
    mover.extras.set("class", "zCMover:zCTrigger:zCVob");
    Json moves = Json::object();
    moves.set("numKeyframes", 2);
    moves.set("keyframes", std::string(112, '7'));
    mover.extras.set("fields", moves);

    world.way_net.points = {
        {"FREE", {0, 0, 0}, {0, 0, 1}, {}}, {"A", {1, 0, 0}, {1, 0, 0}, {}}, {"B", {1, 0, 1}, {0, 0, -1}, {}}};
    world.way_net.points[2].extras.set("waterDepth", 7);
    world.way_net.edges = {{1, 2}, {2, 1}};
    return world;
}

constexpr ZenEncoding encodings[] = {ZenEncoding::ascii, ZenEncoding::bin_safe, ZenEncoding::binary};
constexpr Game games[] = {Game::gothic1, Game::gothic2};

TEST(WorldModel, AMadeWorldComesBackFromEveryEncoding) {
    const World made = small_world();
    for (const Game game : games) {
        for (const ZenEncoding encoding : encodings) {
            SCOPED_TRACE(name_of(encoding));
            const auto archive = zen_from_world(made, {.game = game, .encoding = encoding});
            ASSERT_TRUE(archive) << archive.error().text();
            const ByteBuffer bytes = write_zen(*archive);
            if (encoding == ZenEncoding::binary) continue; // has no place for a mesh: see below
            EXPECT_TRUE(survives(zen, bytes));
            Diagnostics diagnostics;
            const auto file = read_world(bytes, &diagnostics);
            ASSERT_TRUE(file) << file.error().text();
            for (const Diagnostic& diagnostic : diagnostics) ADD_FAILURE() << diagnostic.text();
            EXPECT_EQ(file->game, game);
            EXPECT_TRUE(file->childs_sequential);
            EXPECT_EQ(file->root_vobs, 5u);
            EXPECT_EQ(file->archive.count_objects(), file->archive.encoding == ZenEncoding::bin_safe
                                                         ? file->archive.object_count
                                                         : file->archive.count_objects());
            // The second table refers to the mesh of the first; points are written once.
            EXPECT_EQ(file->visual_class(file->vobs[2]), "zCProgMeshProto");
            EXPECT_EQ(file->vobs[2].visual_object, file->vobs[0].visual_object);
            EXPECT_EQ(file->way_net->free_points, 1u);
            EXPECT_EQ(file->way_net->references, 2u);

            const auto back = to_world(*file, "small");
            ASSERT_TRUE(back) << back.error().text();
            EXPECT_TRUE(validate(*back).empty());
            ASSERT_EQ(back->objects.size(), made.objects.size());
            for (std::size_t i = 0; i < made.objects.size(); ++i) {
                const WorldObject &was = made.objects[i], &is = back->objects[i];
                EXPECT_EQ(is.name, was.name);
                EXPECT_EQ(is.visual, was.visual);
                EXPECT_EQ(is.parent, was.parent);
                EXPECT_LT(length(is.placement.translation - was.placement.translation), 1e-5f);
                EXPECT_GT(std::abs(dot(is.placement.rotation, was.placement.rotation)), 0.99999f);
            }
            const Json& light = back->objects[3].extras;
            EXPECT_EQ(light["class"].string(), "zCVobLight:zCVob");
            EXPECT_EQ(light["fields"]["range"].number(), 1500);
            EXPECT_EQ(light["fields"]["color"], Json(Json::Array{255, 200, 100, 255}));
            EXPECT_EQ(light["fields"]["rangeAniScale"].string(), "1 0.5 ");
            EXPECT_EQ(light["fields"].find("canMove") != nullptr, game == Game::gothic2);
            EXPECT_EQ(back->objects[4].extras["decal"]["decalDim"], Json(Json::Array{20, 30}));
            EXPECT_EQ(back->objects[5].extras["fields"]["keyframes"].string(), std::string(112, '7'));
            ASSERT_EQ(back->meshes.size(), 1u);
            EXPECT_EQ(back->meshes[0].indices.size(), 6u);
            const Mesh& floor = back->meshes[0];
            for (std::size_t i = 0; i < 6; i += 3) { // still looks up
                const auto corner = [&](std::size_t k) { return floor.positions[floor.indices[i + k]]; };
                EXPECT_GT(cross(corner(1) - corner(0), corner(2) - corner(0)).y, 0);
            }
            EXPECT_EQ(back->materials[0].name, "STONE");
            ASSERT_EQ(back->way_net.points.size(), 3u);
            EXPECT_EQ(back->way_net.edges.size(), 2u);
            EXPECT_EQ(back->way_net.points[2].extras["waterDepth"].integer(), 7);
            EXPECT_LT(length(back->way_net.points[1].direction - Vec3{1, 0, 0}), 1e-6f);

            // And from what came back the same file again.
            const auto again = zen_from_world(*back, {.game = game, .encoding = encoding});
            ASSERT_TRUE(again);
            const auto second = read_world(write_zen(*again));
            ASSERT_TRUE(second);
            EXPECT_EQ(second->vobs.size(), file->vobs.size());
        }
    }
}

TEST(WorldModel, RotationsThatAreNotQuiteSquareAreKept) {
    const World made = small_world();
    const ByteBuffer bytes = write_zen(*zen_from_world(made, {}));
    auto file = read_world(bytes).value();
    for (std::size_t i = 0; i < 3; ++i) {
        file.vobs[i].rotation[1] += 0.012f; // sheared
        file.vobs[i].rotation[3] += 0.012f;
    }
    Diagnostics diagnostics;
    const World world = to_world(file, "small", {}, &diagnostics).value();
    ASSERT_EQ(diagnostics.size(), 1u);
    EXPECT_TRUE(diagnostics[0].message.starts_with("3 VOBs have")) << diagnostics[0].message;
    for (std::size_t i : {std::size_t{0}, std::size_t{2}}) // the other is turned back by its parent
        EXPECT_GT(std::abs(dot(world.objects[i].placement.rotation, made.objects[i].placement.rotation)), 0.9999f);
    EXPECT_TRUE(validate(world).empty());

    file.vobs[0].rotation = {}; // flat
    diagnostics.clear();
    const World upright = to_world(file, "small", {}, &diagnostics).value();
    ASSERT_EQ(diagnostics.size(), 2u);
    EXPECT_NE(diagnostics[0].message.find("stands upright"), std::string::npos);
}

TEST(WorldModel, BinaryHoldsAWorldWithoutItsMesh) {
    World made = small_world();
    made.meshes.clear();
    for (const Game game : games) {
        const auto archive = zen_from_world(made, {.game = game, .encoding = ZenEncoding::binary});
        ASSERT_TRUE(archive);
        const ByteBuffer bytes = write_zen(*archive);
        Diagnostics diagnostics;
        const auto file = read_world(bytes, &diagnostics);
        ASSERT_TRUE(file) << file.error().text();
        for (const Diagnostic& diagnostic : diagnostics) ADD_FAILURE() << diagnostic.text();
        EXPECT_EQ(file->game, game);
        EXPECT_EQ(file->vobs.size(), made.objects.size());
        EXPECT_EQ(file->archive.text(file->vobs[1].vob_name), "CUP");
        EXPECT_TRUE(survives(zen, bytes));
    }
}

// Every class of the table, written and read: names and types agree, and BINARY objects have the size they say.
TEST(WorldModel, EveryClassOfVobsIsWrittenAsItIsRead) {
    for (const Game game : games) {
        for (const ZenEncoding encoding : encodings) {
            World world;
            world.objects.emplace_back().name = "PLAIN"; // tells the game
            for (const ZenClass& known : zen_classes()) {
                if (!is_vob(known.chain)) continue;
                WorldObject& object = world.objects.emplace_back();
                object.name = known.name;
                object.extras.set("class", known.chain);
                Json fields = Json::object();
                for (const ZenStep& step : known.steps)
                    if (step.kind == ZenStep::Kind::entry && step.type == ZenType::string)
                        fields.set(std::string(step.name) + (step.numbered ? "1" : ""), "some text");
                fields.set("numTarget", 2);
                fields.set("numSlaves", 2);
                fields.set("numKeyframes", 3);
                object.extras.set("fields", fields);
            }
            EXPECT_GT(world.objects.size(), 50u);
            const auto archive = zen_from_world(world, {.game = game, .encoding = encoding});
            ASSERT_TRUE(archive) << archive.error().text();
            const ByteBuffer bytes = write_zen(*archive);
            Diagnostics diagnostics;
            const auto file = read_world(bytes, &diagnostics);
            ASSERT_TRUE(file) << file.error().text();
            for (const Diagnostic& diagnostic : diagnostics) ADD_FAILURE() << diagnostic.text();
            ASSERT_EQ(file->vobs.size(), world.objects.size());
            for (std::size_t i = 0; i < file->vobs.size(); ++i) {
                const Json fields = class_fields(*file, file->vobs[i]);
                for (const Json::Member& asked : world.objects[i].extras["fields"].members()) {
                    const Json* found = fields.find(asked.name);
                    EXPECT_TRUE(!found || !asked.value.is_string() || *found == asked.value) << asked.name;
                }
            }
            EXPECT_TRUE(survives(zen, bytes));
        }
    }
}

TEST(WorldModel, VisualsAreLoadedOnceAndShared) {
    World world = small_world();
    Model box;
    box.name = "box";
    box.source = {"gothic", engine_basis};
    box.meshes = {world.meshes[0]};
    box.materials = world.materials;
    const auto mrm = mrm_from_model(box);
    ASSERT_TRUE(mrm) << mrm.error().text();
    const ByteBuffer bytes = write_mrm(*mrm);
    std::vector<std::string> asked;
    const FileLookup find = [&](std::string_view name) -> std::optional<ByteBuffer> {
        asked.emplace_back(name);
        if (name == "TABLE.MRM" || name == "CUP.MRM") return bytes;
        return {};
    };
    Diagnostics diagnostics;
    add_visuals(world, find, Game::gothic2, &diagnostics);
    EXPECT_EQ(asked, (std::vector<std::string>{"TABLE.MRM", "CUP.MRM", "LIFT.MRM"}));
    ASSERT_EQ(diagnostics.size(), 1u);
    EXPECT_NE(diagnostics[0].message.find("LIFT.3DS"), std::string::npos);
    EXPECT_EQ(world.objects[0].mesh, world.objects[2].mesh);
    EXPECT_NE(world.objects[0].mesh, world.objects[1].mesh);
    EXPECT_EQ(world.objects[5].mesh, -1);
    EXPECT_TRUE(validate(world).empty());

    // The decal: forty by sixty centimetres, looking against z.
    const Mesh& moon = world.meshes[static_cast<std::size_t>(world.objects[4].mesh)];
    EXPECT_FLOAT_EQ(moon.positions[1].y, -0.3f);
    EXPECT_FLOAT_EQ(std::abs(moon.positions[1].x), 0.2f);
    EXPECT_EQ(moon.normals[0], (Vec3{0, 0, -1}));
    const ossuary::Material& paint = world.materials[static_cast<std::size_t>(moon.surfaces[0].material)];
    EXPECT_TRUE(paint.double_sided);
    EXPECT_NEAR(paint.base_color.w, 0.5f, 0.01f);
    EXPECT_EQ(paint.texture, "MOON_A0.TGA");

    const std::size_t mesh_count = world.meshes.size();
    const Model model = to_model(std::move(world));
    EXPECT_TRUE(validate(model).empty());
    EXPECT_EQ(model.meshes.size(), mesh_count);
    EXPECT_EQ(model.meshes[1].joint, 0);
    EXPECT_EQ(model.meshes[1].instances, (std::vector<std::uint32_t>{2}));
    ASSERT_EQ(model.lines.size(), 1u);
    EXPECT_EQ(model.lines[0].lines.size(), 2u);
    EXPECT_EQ(without_instances(model).meshes.size(), mesh_count + 1);
}

TEST(WorldModel, SharedWorldsBecomeWorlds) {
    for (const std::string_view name : {"g1-ascii", "g1-binsafe", "g2-ascii", "g2-binsafe"}) {
        const auto bytes = shared_file("samples/zengin/synthetic-world-" + std::string(name) + ".zen");
        OSSUARY_NEED(bytes);
        const auto file = read_world(*bytes);
        ASSERT_TRUE(file);
        const auto world = to_world(*file, name);
        ASSERT_TRUE(world) << world.error().text();
        EXPECT_TRUE(validate(*world).empty());
        EXPECT_EQ(world->objects.size(), 9u);
        EXPECT_EQ(world->objects[4].name, "ITEM_\u00c4");
        ASSERT_EQ(world->meshes.size(), 1u);
        EXPECT_EQ(world->meshes[0].indices.size(), 24u); // eight triangles
        EXPECT_FLOAT_EQ(world->objects[3].placement.translation.x,
                        -0.015f - world->objects[0].placement.translation.x); // mirrored, in metres, below the level
    }
}

} // namespace
} // namespace ossuary::zengin
