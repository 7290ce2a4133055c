#include "ossuary/formats/zengin/world.h"

#include <map>
#include <set>

#include "formats/zengin/chunks/chunk_layout.h"
#include "formats/zengin/world/zen_class.h"
#include "formats/zengin/zen_files.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/zengin/tex.h"
#include "ossuary/formats/zengin/zen.h"

namespace ossuary::zengin {
namespace {

using namespace testing;
using ossuary::testing::golden;
using ossuary::testing::shared_file;

void expect_floats(const Json& expected, std::span<const float> values) {
    ASSERT_EQ(expected.size(), values.size());
    for (std::size_t i = 0; i < values.size(); ++i)
        EXPECT_EQ(static_cast<float>(expected.items()[i].number()), values[i]);
}
template <Components T> void expect_vector(const Json& expected, const T& v) {
    std::array<float, T::size> values{};
    for (std::size_t i = 0; i < T::size; ++i) values[i] = v[i];
    expect_floats(expected, values);
}

void expect_vob(const WorldFile& world, const Vob& vob, const Json& expected) {
    const ZenArchive& archive = world.archive;
    const ZenObject& object = archive.objects[vob.object];
    EXPECT_EQ(archive.class_chain(object), expected["cls"].string());
    EXPECT_EQ(object.version, expected["ver"].integer());
    EXPECT_EQ(object.index, expected["idx"].integer());
    EXPECT_EQ(vob.packed, expected["pack"].integer() != 0);
    expect_floats(expected["bbox"], std::array{vob.bbox.min.x, vob.bbox.min.y, vob.bbox.min.z, vob.bbox.max.x,
                                               vob.bbox.max.y, vob.bbox.max.z});
    expect_vector(expected["position"], vob.position);
    expect_floats(expected["rotation"], vob.rotation);
    EXPECT_EQ(latin1_to_utf8(archive.text(vob.preset_name)), expected["preset"].string());
    EXPECT_EQ(latin1_to_utf8(archive.text(vob.vob_name)), expected["name"].string());
    EXPECT_EQ(latin1_to_utf8(archive.text(vob.visual)), expected["visual"].string());
    const auto number = [&](std::string_view packed, std::string_view plain) {
        return expected[vob.packed ? packed : plain].integer(-1);
    };
    EXPECT_EQ(vob.show_visual, expected["showVisual"].integer() != 0);
    EXPECT_EQ(vob.visual_cam_align, number("camAlign", "visualCamAlign"));
    EXPECT_EQ(vob.cd_static, expected["cdStatic"].integer() != 0);
    EXPECT_EQ(vob.cd_dyn, expected["cdDyn"].integer() != 0);
    EXPECT_EQ(vob.static_vob, expected["staticVob"].integer() != 0);
    EXPECT_EQ(vob.dyn_shadow, expected["dynShadow"].integer());
    if (vob.packed) {
        EXPECT_EQ(vob.has_event_manager, expected["hasEvMan"].integer() != 0);
        EXPECT_EQ(vob.physics, expected["physics"].integer() != 0);
    }
    if (vob.packed && world.game == Game::gothic2) {
        EXPECT_EQ(vob.visual_ani_mode, expected["aniMode"].unsigned_integer());
        EXPECT_EQ(vob.zbias, expected["zbias"].integer());
        EXPECT_EQ(vob.ambient, expected["ambient"].integer() != 0);
        EXPECT_EQ(vob.visual_ani_strength, static_cast<float>(expected["aniStrength"].number()));
        EXPECT_EQ(vob.far_clip, static_cast<float>(expected["farClip"].number()));
    }
    const Json& visual = expected["visual_class"];
    EXPECT_EQ(vob.has_visual_object, !visual.is_null());
    EXPECT_EQ(world.visual_class(vob), visual.string() == "%" ? "" : visual.string());
}

constexpr std::string_view worlds[] = {"synthetic-world-g1-ascii.zen", "synthetic-world-g1-binsafe.zen",
                                       "synthetic-world-g2-ascii.zen", "synthetic-world-g2-binsafe.zen"};

struct Golden {
    std::optional<ByteBuffer> bytes;
    std::optional<Json> expected;
    explicit Golden(std::string_view name)
        : bytes(shared_file("samples/zengin/" + std::string(name))),
          expected(golden("zengin-" + std::string(name) + ".json")) {}
    explicit operator bool() const { return bytes && expected; }
};

TEST(World, VobsAndWaysAreAllFound) {
    for (const std::string_view name : worlds) {
        SCOPED_TRACE(name);
        const Golden file(name);
        OSSUARY_NEED(file);
        Diagnostics diagnostics;
        const auto world = read_world(*file.bytes, &diagnostics);
        ASSERT_TRUE(world) << world.error().text();
        EXPECT_TRUE(diagnostics.empty()) << diagnostics[0].text();
        const Json& expected = *file.expected;
        const ZenArchive& archive = world->archive;
        EXPECT_EQ(world->game, name.find("g1") != name.npos ? Game::gothic1 : Game::gothic2);
        ASSERT_EQ(world->sections.size(), expected["sections"].size());
        for (std::size_t i = 0; i < world->sections.size(); ++i)
            EXPECT_EQ(archive.name(archive.objects[world->sections[i]]), expected["sections"].items()[i].string());

        const Json& vobs = expected["vobs"];
        EXPECT_EQ(world->root_vobs, vobs["roots"].unsigned_integer());
        EXPECT_EQ(world->vobs.size(), vobs["total"].unsigned_integer());
        EXPECT_EQ(world->childs_sequential, vobs["childs_sequential"].boolean());
        std::map<std::string, std::int64_t> by_class;
        std::int64_t depth = 0, packed = 0, named = 0;
        for (const Vob& vob : world->vobs) {
            ++by_class[std::string(world->class_chain(vob))];
            depth = std::max<std::int64_t>(depth, vob.depth);
            packed += vob.packed;
            named += vob.vob_name.size > 0;
            EXPECT_EQ(vob.depth == 0, vob.parent < 0);
        }
        EXPECT_EQ(depth, vobs["max_depth"].integer());
        EXPECT_EQ(packed, vobs["packed"].integer());
        EXPECT_EQ(named, vobs["named"].integer());
        ASSERT_EQ(by_class.size(), vobs["by_class"].size());
        for (const Json::Member& member : vobs["by_class"].members())
            EXPECT_EQ(by_class[member.name], member.value.integer()) << member.name;
        for (std::size_t i = 0; i < vobs["first5"].size(); ++i)
            expect_vob(*world, world->vobs[i], vobs["first5"].items()[i]);

        ASSERT_TRUE(world->way_net);
        const WayNetEntries& net = *world->way_net;
        EXPECT_EQ(net.version, expected["waynet"]["version"].integer());
        EXPECT_EQ(net.free_points, expected["waynet"]["num_free"].unsigned_integer());
        EXPECT_EQ(net.ways.size(), expected["waynet"]["num_ways"].unsigned_integer());
        EXPECT_EQ(net.points.size(), expected["waynet"]["waypoints_total"].unsigned_integer());
        EXPECT_EQ(net.references, expected["waynet"]["refs"].unsigned_integer());
        for (std::size_t i = 0; i < net.points.size(); ++i) {
            const Json& point = expected["waynet"]["first3"].items()[i];
            EXPECT_EQ(archive.objects[net.points[i].object].index, point["idx"].unsigned_integer());
            EXPECT_EQ(archive.text(net.points[i].name), point["name"].string());
            expect_vector(point["pos"], net.points[i].position);
            expect_vector(point["dir"], net.points[i].direction);
        }
    }
}

TEST(World, MeshAndTreeAreThoseOfTheGolden) {
    for (const std::string_view name : worlds) {
        SCOPED_TRACE(name);
        const Golden file(name);
        OSSUARY_NEED(file);
        const auto world = read_world(*file.bytes);
        ASSERT_TRUE(world && world->mesh);
        const MeshAndBsp& block = *world->mesh;
        const Json& expected = (*file.expected)["mesh"];
        EXPECT_EQ(block.version, expected["bsp_version"].unsigned_integer());
        const ByteBuffer written = write_mesh_and_bsp(block);
        EXPECT_EQ(written.size() - 8, expected["declared"].unsigned_integer());
        ChunkReader chunks(written, nullptr, 8);
        for (const Json& chunk : expected["chunks"].items()) {
            ASSERT_TRUE(chunks.next());
            EXPECT_EQ(ChunkName(chunks.type()).text(), chunk.items()[0].string());
            EXPECT_EQ(chunks.payload().size(), chunk.items()[1].unsigned_integer());
            EXPECT_EQ(crc_text(crc32(chunks.payload())), chunk.items()[2].string());
        }
        EXPECT_TRUE(chunks.at_end());
        EXPECT_EQ(block.mesh.version, expected["mesh_version"].unsigned_integer());
        EXPECT_EQ(block.mesh.obb.size(), expected["obb_nodes"].unsigned_integer());
        EXPECT_EQ(block.mesh.positions.size(), expected["vertices"].unsigned_integer());
        EXPECT_EQ(block.mesh.features.size(), expected["features"].unsigned_integer());
        EXPECT_EQ(block.mesh.polygons.size(), expected["polygons"].unsigned_integer());
        EXPECT_EQ(block.mesh.alpha_test ? "01" : "", expected["mat_trailing"].string());
        EXPECT_EQ(count_light_maps(*block.mesh.light_maps), expected["lightmaps"].unsigned_integer());
        expect_vector(expected["v0"], block.mesh.positions[0]);
        std::string materials;
        for (const Material& material : block.mesh.materials.materials)
            materials += (materials.empty() ? "" : "\n") + material.name + '|' + material.texture;
        EXPECT_EQ(crc_text(crc32(as_bytes(materials))), expected["materials_crc"].string());

        EXPECT_EQ(block.bsp.version, expected["bsp_header"].unsigned_integer());
        EXPECT_EQ(block.bsp.mode, expected["bsp_mode"].unsigned_integer());
        EXPECT_EQ(block.bsp.polygons.size(), expected["bsp_polygons"].unsigned_integer());
        EXPECT_EQ(block.bsp.nodes.size(), expected["bsp_nodes"].unsigned_integer());
        EXPECT_EQ(block.bsp.leaf_count(), expected["bsp_leaves"].unsigned_integer());
        EXPECT_EQ(block.bsp.depth(), expected["bsp_depth"].unsigned_integer());
        EXPECT_EQ(block.bsp.light_points->size(), expected["bsp_light_points"].unsigned_integer());
        EXPECT_EQ(block.bsp.portals.size(), expected["bsp_portals"].unsigned_integer());
        EXPECT_EQ(block.bsp.end_mark, expected["end_byte"].unsigned_integer());
        ASSERT_EQ(block.bsp.sectors->size(), expected["bsp_sectors"].unsigned_integer());
        EXPECT_EQ(block.bsp.sectors->at(0).name, expected["bsp_sector_list"].items()[0].items()[0].string());

        std::set<std::uint32_t> in_leaves;
        for (const BspNode& node : block.bsp.nodes)
            for (std::uint32_t i = 0; node.leaf && i < node.count; ++i)
                in_leaves.insert(block.bsp.polygons[node.first + i]);
        EXPECT_EQ(in_leaves.size(), expected["leaf_polygons"].unsigned_integer());
        const std::vector<bool> drawn = drawn_polygons(block);
        std::size_t triangles = 0;
        for (std::size_t i = 0; i < drawn.size(); ++i)
            if (drawn[i]) triangles += block.mesh.polygons[i].corner_count - 2u;
        EXPECT_EQ(triangles, expected["render_triangles"].unsigned_integer());

        const auto rebuilt = build_mesh_and_bsp(*parse_json(print_json(dump_mesh_and_bsp(block))));
        ASSERT_TRUE(rebuilt) << rebuilt.error().text();
        EXPECT_EQ(write_mesh_and_bsp(*rebuilt), written);
    }
}

TEST(World, FilesAreWrittenAsTheyWere) {
    for (const std::string_view name : worlds) {
        SCOPED_TRACE(name);
        const Golden file(name);
        OSSUARY_NEED(file);
        EXPECT_TRUE(survives(zen, *file.bytes));
        expect_zen_truncations_are_handled(*file.bytes, 7);
        expect_zen_flips_are_handled(*file.bytes, 60);
    }
}

TEST(World, SingleVobsAreReadWithoutAWorld) {
    for (const std::string_view name : {"G1-oCMobDoor.zen", "G2-zCVob.zen", "G2-zCCSCamera.zen"}) {
        SCOPED_TRACE(name);
        const Golden file(name);
        OSSUARY_NEED(file);
        const auto world = read_world(*file.bytes);
        ASSERT_TRUE(world) << world.error().text();
        EXPECT_EQ(world->root, no_object);
        ASSERT_FALSE(world->vobs.empty());
        EXPECT_EQ(world->game, name.starts_with("G1") ? Game::gothic1 : Game::gothic2);
        if (file.expected->find("vob")) expect_vob(*world, world->vobs[0], (*file.expected)["vob"]);
    }
}

TEST(World, EntriesOfAnotherTypeAreReportedByName) {
    const ByteBuffer bytes = to_buffer(zen_header("ASCII") + "[% zCVobLight:zCVob 46080 0]\n\tpack=int:0\n"
                                                             "\trange=int:5\n\tvobName=float:1\n[]\n");
    Diagnostics diagnostics;
    const auto world = read_world(bytes, &diagnostics);
    ASSERT_TRUE(world);
    ASSERT_GE(diagnostics.size(), 2u);
    EXPECT_EQ(diagnostics[0].message, "zen: entry \"range\": expected float, found int");
    EXPECT_EQ(diagnostics[1].message, "zen: entry \"vobName\": expected string, found float");
    EXPECT_EQ(diagnostics[0].severity, Severity::error);
}

TEST(World, ADanglingWayIsRefused) {
    const ByteBuffer bytes =
        to_buffer(zen_header("ASCII") + "[% oCWorld:zCWorld 64513 0]\n\t[WayNet % 0 0]\n\t\t[% zCWayNet 0 1]\n"
                                        "\t\t\twaynetVersion=int:1\n\t\t\tnumWaypoints=int:0\n\t\t\tnumWays=int:1\n"
                                        "\t\t\t[wayl0 \xA7 0 99]\n\t\t\t[]\n\t\t\t[wayr0 \xA7 0 99]\n\t\t\t[]\n"
                                        "\t\t[]\n\t[]\n[]\n");
    const auto world = read_world(bytes);
    ASSERT_FALSE(world);
    EXPECT_EQ(world.error().message(), "waynet: dangling way 0");
}

TEST(World, TheVobTreeIsLimitedInDepth) {
    const auto tree = [](std::size_t depth) {
        std::string text = "[% zCWorld 64513 0]\n\t[VobTree % 0 0]\n\t\tchilds0=int:1\n";
        for (std::size_t i = 1; i <= depth; ++i)
            text += "\t\t[% zCVob 12289 " + std::to_string(i) + "]\n\t\t[]\n\t\tchilds" + std::to_string(i) +
                    (i == depth ? "=int:0\n" : "=int:1\n");
        return to_buffer(zen_header("ASCII") + text + "\t[]\n[]\n");
    };
    const ByteBuffer deep = tree(1024), deeper = tree(1025);
    const auto world = read_world(deep);
    ASSERT_TRUE(world) << world.error().text();
    EXPECT_EQ(world->vobs.back().depth, 1023u);
    EXPECT_EQ(world->vobs.back().parent, 1022);
    const auto refused = read_world(deeper);
    ASSERT_FALSE(refused);
    EXPECT_TRUE(refused.error().message().starts_with("zen: VOB tree too deep"));
}

} // namespace
} // namespace ossuary::zengin
