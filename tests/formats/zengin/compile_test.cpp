#include "ossuary/formats/zengin/compile.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "formats/zengin/asc_files.h"
#include "formats/zengin/devkit_files.h"
#include "formats/zengin/every_script.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/zengin/mds.h"
#include "ossuary/formats/zengin/model.h"
#include "ossuary/model/event.h"

namespace ossuary::zengin {
namespace {

using namespace ossuary::testing;

void expect_close(const Vec3d& a, const Vec3d& b, double tolerance, std::string_view what = "") {
    EXPECT_LE(length(a - b), tolerance) << what << ": " << a.x << ' ' << a.y << ' ' << a.z << " against " << b.x << ' '
                                        << b.y << ' ' << b.z;
}
void expect_close(const Vec3& a, const Vec3& b, double tolerance, std::string_view what = "") {
    expect_close(to_double(a), to_double(b), tolerance, what);
}
std::string all_of(const Diagnostics& diagnostics) {
    std::string text;
    for (const Diagnostic& one : diagnostics) text += one.text() + "\n";
    return text;
}

ModelHierarchy body_hierarchy() { return compile_mdh(asc_body(), "Body.asc").value(); }
ModelMesh body_mesh(Game game = Game::gothic2) {
    return compile_mdm(asc_body(), "Body.asc", body_hierarchy(), {.game = game}).value();
}
Ani run_ani() {
    return {.name = "s_Run", .layer = 2, .next = "s_Run", .flags = "M.", .asc = "Run.asc", .first = 1, .last = 5};
}
ModelAnimation compiled_run(const Ani& ani = run_ani(), const AscFile& file = asc_motion(),
                            Diagnostics* found = nullptr, Packing packing = Packing::game) {
    return compile_man(file, ani, "\tani (\"s_Run\")", body_hierarchy(), {}, {.packing = packing}, found).value();
}

// ---- hierarchies

TEST(CompileMdh, TakesTheNodesTheGameTakes) {
    const ModelHierarchy hierarchy = body_hierarchy();
    std::vector<std::string> names;
    for (const HierarchyNode& node : hierarchy.nodes) names.push_back(node.name);
    EXPECT_EQ(names, (std::vector<std::string>{"BIP01", "BIP01 SPINE", "ZM_BACK", "ZS_HAND"}))
        << "the first ZM_ child of a bone is its mesh, a dummy takes its children with it, skins are no nodes";
    EXPECT_EQ(hierarchy.nodes[0].parent, -1);
    EXPECT_EQ(hierarchy.nodes[2].parent, 1);
    EXPECT_EQ(hierarchy.checksum, checksum(names));
    EXPECT_EQ(hierarchy.source_path, "\\_WORK\\DATA\\ANIMS\\BODY.ASC");
    EXPECT_EQ(hierarchy.version, 3u);
    EXPECT_EQ(hierarchy.source_date, Date{});
}

TEST(CompileMdh, MovesTheRootsTranslationOutAndTurnsItByHalf) {
    const ModelHierarchy hierarchy = body_hierarchy();
    expect_close(hierarchy.root_translation, {12.5f, 88, -1}, 1e-5);
    const Matrix& root = hierarchy.nodes[0].matrix;
    EXPECT_EQ(root[0][3], 0);
    EXPECT_EQ(root[1][3], 0);
    EXPECT_EQ(root[2][3], 0);
    EXPECT_NEAR(root[0][0], -std::cos(1.25f), 1e-6);
    EXPECT_NEAR(root[1][1], 1, 1e-6);
}

TEST(CompileMdh, StandsWhereTheSourceStands) {
    const Model compiled = to_model(body_hierarchy(), "BODY").value();
    const Model source = to_model(asc_body(), "BODY").value();
    const auto a = rest_object_pose(compiled.skeleton), b = rest_object_pose(source.skeleton);
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t j = 0; j < a.size(); ++j) {
        expect_close(a[j].t, b[j].t, 1e-6, compiled.skeleton.joints[j].name);
        expect_close(a[j].x, b[j].x, 1e-6, compiled.skeleton.joints[j].name);
    }
}

TEST(CompileMdh, BoundsAllMeshesAndShrinksThemForCollisions) {
    const BoundingBox box = body_hierarchy().bbox;
    // The skin is the largest: x and z are turned, the root translation taken off.
    expect_close(box.min, {-30 - 12.5f, 60 - 88, -30 + 1}, 1e-4);
    expect_close(box.max, {30 - 12.5f, 120 - 88, 30 + 1}, 1e-4);
    const BoundingBox collision = body_hierarchy().collision_bbox;
    expect_close(collision.min, {box.min.x * 0.5f, box.min.y * 0.7f, box.min.z * 0.5f}, 1e-4);
    expect_close(collision.max, {box.max.x * 0.5f, box.max.y * 0.8f, box.max.z * 0.5f}, 1e-4);
}

TEST(CompileMdh, RefusesAFileWithoutNodes) { EXPECT_FALSE(compile_mdh(AscFile{}, "EMPTY.ASC")); }

TEST(CompileMdh, OfSeveralRootsTheLastOnesPlaceCounts) {
    AscFile file;
    file.nodes = {asc_helper("BIP01", "", {1, 2, 3}), asc_helper("BIP01 OTHER", "", {10, 20, 30})};
    Diagnostics found;
    const ModelHierarchy hierarchy = compile_mdh(file, "X.ASC", {}, &found).value();
    expect_close(hierarchy.root_translation, {-10, 30, -20}, 1e-5);
    for (const HierarchyNode& node : hierarchy.nodes)
        for (std::size_t row = 0; row < 3; ++row) EXPECT_EQ(node.matrix[row][3], 0);
    EXPECT_NE(all_of(found).find("2 roots"), std::string::npos);
}

TEST(CompileMdh, ASecondRootKeepsItsPlaceWhereThatIsAskedFor) {
    AscFile file;
    file.nodes = {asc_helper("BIP01", "", {1, 2, 3}), asc_helper("BIP01 OTHER", "", {10, 20, 30})};
    const Model model = to_model(compile_mdh(file, "X.ASC", {.exact = true}).value(), "X").value();
    const auto pose = rest_object_pose(model.skeleton);
    expect_close(pose[1].t - pose[0].t, engine_basis.point(Vec3d{-9, 27, -18}), 1e-6);
}

// ---- meshes

TEST(CompileMdm, CanBeWrittenAndReadBack) {
    for (const Game game : {Game::gothic1, Game::gothic2}) {
        const ModelMesh mesh = body_mesh(game);
        EXPECT_FALSE(check_meshes(mesh));
        Diagnostics found;
        const auto back = parse_mdm(write_mdm(mesh), &found);
        ASSERT_TRUE(back) << back.error().text();
        ModelMesh expected = mesh; // the line with the number of objects is made when written
        const auto forget = [](ProtoMesh& proto) { proto.archive.objects_line.clear(); };
        ModelMesh got = *back;
        for (MeshAttachment& attachment : got.attachments) forget(attachment.mesh);
        for (SoftSkin& skin : got.softskins) forget(skin.mesh);
        EXPECT_EQ(got, expected);
        EXPECT_EQ(all_of(found), "");
    }
}

TEST(CompileMdm, HangsRigidMeshesOnTheirNodesInTheOrderOfTheHierarchy) {
    const ModelMesh mesh = body_mesh();
    ASSERT_EQ(mesh.attachments.size(), 2u);
    EXPECT_EQ(mesh.attachments[0].name, "BIP01 SPINE");
    EXPECT_EQ(mesh.attachments[1].name, "ZM_BACK");
    EXPECT_EQ(mesh.checksum, body_hierarchy().checksum);
    EXPECT_EQ(mesh.source_path, "\\_WORK\\DATA\\ANIMS\\BODY.ASC");
}

TEST(CompileMdm, ShowsEveryTriangleWhereTheSourceHasIt) {
    const Model source = to_model(asc_body(), "BODY").value();
    Model compiled = to_model(body_hierarchy(), "BODY").value();
    ASSERT_TRUE(add_meshes(compiled, body_mesh()));
    ASSERT_EQ(compiled.meshes.size(), source.meshes.size());
    const auto pose_a = rest_object_pose(source.skeleton), pose_b = rest_object_pose(compiled.skeleton);
    for (std::size_t m = 0; m < source.meshes.size(); ++m) {
        const Mesh &a = source.meshes[m], &b = compiled.meshes[m];
        ASSERT_EQ(a.indices, b.indices);
        ASSERT_EQ(a.surfaces.size(), b.surfaces.size());
        const auto at = posed_positions(source, a, pose_a), bt = posed_positions(compiled, b, pose_b);
        for (std::size_t v = 0; v < at.size(); ++v) {
            expect_close(at[v], bt[v], 1e-6, "position");
            expect_close(a.normals[v], b.normals[v], 1e-5, "normal");
            if (!a.uv0.empty()) {
                EXPECT_EQ(a.uv0[v], b.uv0[v]);
            }
        }
    }
}

TEST(CompileMdm, PlanesOfRigidMeshesHoldTheirTrianglesAndFaceOutwards) {
    const ProtoMesh mesh = body_mesh().attachments[0].mesh;
    EXPECT_TRUE(mesh.normals.empty());
    EXPECT_EQ(mesh.tail_floats, (std::array<float, 4>{1, 0, 0, 0}));
    for (const SubMesh& submesh : mesh.submeshes) {
        EXPECT_TRUE(submesh.edges.empty());
        ASSERT_EQ(submesh.plane_indices.size(), submesh.triangles.size());
        EXPECT_LT(submesh.planes.size(), submesh.triangles.size()) << "the two halves of a side share one";
        for (std::size_t t = 0; t < submesh.triangles.size(); ++t) {
            const Plane& plane = submesh.planes[submesh.plane_indices[t]];
            const auto at = [&](std::size_t k) {
                return mesh.positions[submesh.wedges[submesh.triangles[t][k]].position_index];
            };
            for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(dot(plane.normal, at(k)), plane.distance, 1e-3);
            EXPECT_LT(dot(plane.normal, cross(at(1) - at(0), at(2) - at(0))), 0) << "clockwise from the front";
            EXPECT_GT(dot(plane.normal, submesh.wedges[submesh.triangles[t][0]].normal), 0.5f);
        }
    }
}

TEST(CompileMdm, EdgesOfSkinsJoinTheWedgesOfTheirTriangles) {
    const ProtoMesh mesh = body_mesh().softskins[0].mesh;
    EXPECT_EQ(mesh.normals.size(), mesh.positions.size());
    EXPECT_EQ(mesh.tail_floats, (std::array<float, 4>{1, 0, 0.03f, 0}));
    for (const SubMesh& submesh : mesh.submeshes) {
        EXPECT_TRUE(submesh.planes.empty());
        EXPECT_EQ(submesh.edge_scores.size(), submesh.edges.size());
        ASSERT_EQ(submesh.triangle_edges.size(), submesh.triangles.size());
        for (std::size_t t = 0; t < submesh.triangles.size(); ++t) {
            for (std::size_t k = 0; k < 3; ++k) {
                const auto& edge = submesh.edges[submesh.triangle_edges[t][k]];
                EXPECT_EQ(std::minmax(edge[0], edge[1]),
                          std::minmax(submesh.triangles[t][k], submesh.triangles[t][(k + 1) % 3]));
            }
        }
    }
}

TEST(CompileMdm, HasNoLevelsOfDetail) {
    const ProtoMesh mesh = body_mesh().softskins[0].mesh;
    for (const SubMesh& submesh : mesh.submeshes) {
        EXPECT_EQ(submesh.wedge_map, std::vector<std::uint16_t>(submesh.wedges.size(), 0xFFFF));
        ASSERT_EQ(submesh.vertex_updates.size(), 9u);
        EXPECT_EQ(submesh.vertex_updates.front(), submesh.vertex_updates.back());
        EXPECT_EQ(submesh.vertex_updates.back()[0], submesh.triangles.size());
        EXPECT_EQ(submesh.vertex_updates.back()[1], submesh.wedges.size());
    }
}

TEST(CompileMdm, NamesMaterialsAfterTheFileInTheirOrderOfUse) {
    const ProtoMesh mesh = body_mesh(Game::gothic1).attachments[0].mesh;
    EXPECT_EQ(mesh.version, gothic1_mesh);
    ASSERT_EQ(mesh.materials.size(), 2u);
    EXPECT_EQ(mesh.materials[0].name, "BODY-SKIN");
    EXPECT_EQ(mesh.materials[0].entry_name, "BODY-SKIN");
    EXPECT_EQ(mesh.materials[0].texture, "SKIN.TGA");
    EXPECT_EQ(mesh.materials[0].version, gothic1_material);
    EXPECT_EQ(mesh.materials[0].tex_ani_map_dir, "9.9999997e-005 0");
    EXPECT_EQ(mesh.materials[0].smooth_angle, 60);
    EXPECT_EQ(mesh.materials[1].name, "BODY-CLOTH");
    EXPECT_EQ(mesh.materials[1].object_index, 1u);
    EXPECT_EQ(mesh.materials[1].color_bgra, (std::array<std::uint8_t, 4>{255, 128, 64, 255}));
    const ProtoMesh newer = body_mesh(Game::gothic2).attachments[0].mesh;
    EXPECT_EQ(newer.version, gothic2_mesh);
    EXPECT_EQ(newer.materials[0].version, gothic2_material);
    EXPECT_EQ(newer.materials[0].tex_ani_map_dir, "0 0");
}

TEST(CompileMdm, WeightsLeadFromTheBonesToThePosition) {
    const SoftSkin skin = body_mesh().softskins.at(0);
    const ModelHierarchy hierarchy = body_hierarchy();
    const Model model =
        to_model(hierarchy, "BODY", {.basis = {.axis = {0, 1, 2}, .sign = {1, 1, 1}, .scale = 1}}).value();
    const auto world = rest_object_pose(model.skeleton);
    std::size_t next = 0;
    for (std::size_t v = 0; v < skin.influence_counts.size(); ++v) {
        Vec3d sum;
        float weights = 0;
        EXPECT_EQ(skin.influence_counts[v], v < 4 ? 1u : 2u);
        if (v == 5) {
            EXPECT_EQ(skin.influences[next].weight, 0.25f) << "in the order of the text";
            EXPECT_EQ(skin.influences[next].node, 1);
        }
        for (std::uint32_t i = 0; i < skin.influence_counts[v]; ++i, ++next) {
            const SkinInfluence& influence = skin.influences[next];
            sum += world[influence.node].point(to_double(influence.position)) * static_cast<double>(influence.weight);
            weights += influence.weight;
        }
        EXPECT_FLOAT_EQ(weights, 1);
        expect_close(sum, to_double(skin.mesh.positions[v]), 1e-4);
    }
}

TEST(CompileMdm, BoxesOfASkinAreFourFifthsOfTheTrianglesTheyMoveMost) {
    AscFile file = asc_body();
    // The third bone of the weights owns nothing: it moves no vertex more than all others.
    file.skins[0].bones.push_back("ZS_Hand");
    file.skins[0].influences.insert(file.skins[0].influences.begin(), {2, 0.5f});
    for (std::size_t v = 1; v < file.skins[0].start.size(); ++v) ++file.skins[0].start[v];
    const ModelHierarchy hierarchy = body_hierarchy();
    const ModelMesh mesh = compile_mdm(file, "BODY.ASC", hierarchy).value();
    const SoftSkin& skin = mesh.softskins.at(0);
    EXPECT_EQ(skin.nodes, (std::vector<std::int32_t>{3, 0, 1})) << "in order of first use";
    ASSERT_EQ(skin.boxes.size(), 3u);
    EXPECT_EQ(skin.boxes[0].half, (Vec3{0.0001f, 0.0001f, 0.0001f}));
    // Both bones move corners of triangles on all sides of the box, which is 60 wide.
    for (const std::size_t place : {std::size_t{1}, std::size_t{2}})
        expect_close(skin.boxes[place].half, {24, 24, 24}, 1e-4, "half extents");
    EXPECT_EQ(node_boxes(mesh, hierarchy).size(), 2u + 2u) << "two rigid meshes, two bones with a box";

    // With the rest of the vertices on the root, the spine has the three triangles at the vertex that is left to it.
    for (AscInfluence& influence : file.skins[0].influences) influence.bone = 0;
    file.skins[0].influences[1].bone = 1; // of vertex 0
    file.skins[0].influences[0].bone = 1;
    file.nodes[7].meshes[0].faces.resize(1); // corners 0, 2, 3: a side of the bottom
    file.nodes[7].meshes[0].texture_faces.resize(1);
    const ModelMesh side = compile_mdm(file, "BODY.ASC", hierarchy).value();
    ASSERT_EQ(side.softskins.at(0).boxes.size(), 2u);
    for (const OrientedBox& box : side.softskins[0].boxes) expect_close(box.half, {24, 0, 24}, 1e-4, "half extents");
}

TEST(CompileMdm, DropsTrianglesWithoutArea) {
    AscFile file = asc_body();
    AscMesh& box = file.nodes[2].meshes[0];
    box.faces[3].vertices[2] = box.faces[3].vertices[1];
    box.vertices.push_back((box.vertices[0] + box.vertices[1]) * 0.5f); // on an edge
    box.faces[5].vertices = {0, 1, 8};
    const auto triangles = [](const ModelMesh& mesh) {
        std::size_t count = 0;
        for (const SubMesh& submesh : mesh.attachments.at(0).mesh.submeshes) count += submesh.triangles.size();
        return count;
    };
    const ModelMesh mesh = compile_mdm(file, "BODY.ASC", body_hierarchy()).value();
    EXPECT_EQ(triangles(mesh), 10u);
    EXPECT_EQ(mesh.attachments[0].mesh.positions.size(), 9u) << "positions stay";
    EXPECT_EQ(triangles(compile_mdm(file, "BODY.ASC", body_hierarchy(), {.exact = true}).value()), 12u);
}

TEST(CompileMdm, JoinsWedgesWhoseTextureCoordinatesAreNear) {
    AscFile file = asc_body();
    AscMesh& box = file.nodes[2].meshes[0];
    // The second triangle of the first side has coordinates of its own, a little off.
    box.texture_vertices.push_back({0.006f, 0.006f, 0});
    box.texture_vertices.push_back({1.008f, 1.008f, 0});
    box.texture_faces[1] = {4, 5, 3};
    const auto wedges = [&](const CompileOptions& options) {
        return compile_mdm(file, "BODY.ASC", body_hierarchy(), options)->attachments.at(0).mesh.submeshes[0].wedges;
    };
    EXPECT_EQ(wedges({.exact = true}).size(), 10u);
    EXPECT_EQ(wedges({}).size(), 9u) << "0.0085 is near, 0.0113 is not";
}

TEST(CompileMdm, TestsAlphaWhereATextureMayHaveIt) {
    const auto compiled = [](std::optional<bool> has_alpha) {
        const CompileOptions options{.has_alpha = [=](std::string_view texture) {
            EXPECT_EQ(texture, "SKIN.TGA");
            return has_alpha;
        }};
        return compile_mdm(asc_body(), "BODY.ASC", body_hierarchy(), options).value().attachments[0].mesh.alpha_test;
    };
    EXPECT_EQ(compiled(false), 0);
    EXPECT_EQ(compiled(true), 1);
    EXPECT_EQ(compiled({}), 1);
}

TEST(CompileMdm, TellsWhatTheHierarchyLacks) {
    ModelHierarchy hierarchy = body_hierarchy();
    hierarchy.nodes[1].name = "BIP01 OTHER";
    Diagnostics found;
    const ModelMesh mesh = compile_mdm(asc_body(), "BODY.ASC", hierarchy, {}, &found).value();
    EXPECT_EQ(mesh.attachments.size(), 1u);
    EXPECT_NE(all_of(found).find("the hierarchy has no node of this name"), std::string::npos);
    EXPECT_NE(all_of(found).find("Bip01 Spine, which is not there"), std::string::npos);
    for (const std::uint32_t count : mesh.softskins[0].influence_counts) EXPECT_GE(count, 1u);
}

TEST(CompileMdm, RefusesWhatTheFormatCannotNumber) {
    AscFile file = asc_body();
    AscMesh& mesh = file.nodes[2].meshes[0];
    mesh.vertices.resize(70000);
    const auto refused = compile_mdm(file, "BODY.ASC", body_hierarchy());
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().text(),
              "zm_Chest: BadCount: the mesh has 70000 positions, at most 65535 can be numbered");
    mesh.faces[0].vertices[0] = 80000;
    EXPECT_FALSE(compile_mdm(file, "BODY.ASC", body_hierarchy()));
}

TEST(CompileMdl, IsHierarchyAndMeshesInOne) {
    const ModelFile file = compile_mdl(asc_body(), "Body.asc").value();
    EXPECT_EQ(file.hierarchy, body_hierarchy());
    EXPECT_EQ(file.mesh, body_mesh());
}

// ---- animations

TEST(CompileMan, WritesTheHeaderTheScriptCallsFor) {
    const ModelAnimation animation = compiled_run();
    EXPECT_EQ(animation.version, 12);
    EXPECT_EQ(animation.name, "S_RUN");
    EXPECT_EQ(animation.layer, 2u);
    EXPECT_EQ(animation.next, "S_RUN");
    EXPECT_EQ(animation.num_frames, 5u);
    EXPECT_EQ(animation.fps, 25);
    EXPECT_EQ(animation.fps_source, 25);
    EXPECT_EQ(animation.source_path, "\\_WORK\\DATA\\ANIMS\\RUN.ASC");
    EXPECT_EQ(animation.source_script, "\tANI (\"S_RUN\")");
    EXPECT_EQ(animation.checksum, body_hierarchy().checksum);
    EXPECT_EQ(animation.node_indices, (std::vector<std::uint32_t>{0, 1})) << "the slot has no tracks";
    EXPECT_TRUE(animation.events.empty());
    const auto back = parse_man(write_man(animation));
    ASSERT_TRUE(back);
    EXPECT_EQ(*back, animation);
}

// The worked example of the format's description.
TEST(CompileMan, TurnsTheRootAsTheGameDoes) {
    AscFile file;
    file.nodes = {asc_helper("Bip01", "", {})};
    AscTracks& tracks = file.nodes[0].tracks.emplace();
    tracks.positions = {{0, {-12.6353f, 1.09343f, 88.7525f}}};
    tracks.rotations = {{0, {0, 0, 1}, 1.78026f}};
    const ModelHierarchy hierarchy = compile_mdh(file, "X.ASC").value();
    const ModelAnimation animation =
        compile_man(file, {.name = "A", .asc = "X.ASC"}, "", hierarchy, {}, {.packing = Packing::game}).value();
    ASSERT_EQ(animation.samples.size(), 1u);
    const Quat q = decode_rotation(animation.samples[0].rotation);
    EXPECT_NEAR(q.y, 0.62931, 4e-5);
    EXPECT_NEAR(q.w, 0.77715, 4e-5);
    expect_close(
        decode_position(animation.samples[0].position, animation.sample_position_min, animation.sample_position_scale),
        {12.6353f, 88.7525f, -1.09343f}, 0.003);
}

TEST(CompileMan, CutsSamplesOffAsTheGameDoes) {
    const ModelAnimation animation = compiled_run();
    const Model model =
        to_model(body_hierarchy(), "BODY", {.basis = {.axis = {0, 1, 2}, .sign = {1, 1, 1}, .scale = 1}}).value();
    const Clip clip =
        to_clip(asc_motion(), model.skeleton, "RUN", {.basis = {.axis = {0, 1, 2}, .sign = {1, 1, 1}, .scale = 1}})
            .value();
    float min = 1e9f, max = -1e9f;
    for (std::size_t k = 0; k < 2; ++k)
        for (const Vec3& p : clip.joints[k].translation.values)
            for (std::size_t i = 0; i < 3; ++i) min = std::min(min, p[i]), max = std::max(max, p[i]);
    EXPECT_FLOAT_EQ(animation.sample_position_min, min);
    EXPECT_FLOAT_EQ(animation.sample_position_scale, (max - min) / 65535.0f);
    int exact = 0;
    for (std::size_t frame = 0; frame < 5; ++frame) {
        for (std::size_t k = 0; k < 2; ++k) {
            const PackedSample& sample = animation.samples[frame * 2 + k];
            const Vec3 p = clip.joints[k].translation.values[frame];
            Quat q = conjugate(clip.joints[k].rotation.values[frame]);
            if (q.w < 0) q = -q;
            for (std::size_t i = 0; i < 3; ++i) {
                const double place =
                    static_cast<double>((p[i] - animation.sample_position_min) / animation.sample_position_scale);
                EXPECT_GE(place + 0.02, sample.position[i]);
                EXPECT_LE(place - 0.02, sample.position[i] + 1.0);
                const double turn = static_cast<double>(q[i] / rotation_step);
                EXPECT_LE(std::abs(sample.rotation[i] - 32767.0), std::abs(turn) + 0.02) << "towards the middle";
                EXPECT_GE(std::abs(sample.rotation[i] - 32767.0) + 1.02, std::abs(turn));
                exact += sample.rotation[i] == 32767 + static_cast<int>(turn);
            }
        }
    }
    EXPECT_GE(exact, 28) << "of 30; the rest sit on the edge between two codes";
}

TEST(CompileMan, OfAHalfTurnTheGreatestComponentIsPositive) {
    const auto codes = [](const Quat& q, Rounding rounding) { return encode_rotation(q, rounding); };
    const auto up = codes({0, 1, 0, 0}, Rounding::truncate);
    EXPECT_GT(up[1], 60000);
    EXPECT_EQ(codes({0, -1, 0, 0}, Rounding::truncate), up);
    EXPECT_EQ(codes({0, -1, 0, 1e-8f}, Rounding::truncate), up) << "noise is no sign";
    EXPECT_GT(codes({0.6f, -0.8f, 0, 0}, Rounding::truncate)[1], 55000);
    EXPECT_LT(codes({0, -0.8f, 0, 0.6f}, Rounding::truncate)[1], 10000);
    EXPECT_LT(codes({0, -1, 0, 0}, Rounding::nearest)[1], 5000) << "codes that were read come back";
}

TEST(CompileMan, PicksFramesAndNeverMixesThem) {
    AscFile file = asc_motion();
    file.scene.first_frame = 0;
    file.scene.last_frame = 149;
    for (std::size_t n = 0; n < 2; ++n) {
        AscTracks& tracks = *file.nodes[n].tracks;
        tracks.positions.resize(1);
        tracks.rotations.resize(1);
        for (int i = 1; i < 150; ++i) {
            tracks.positions.push_back({i * 192, {static_cast<float>(i), 0, 0}});
            tracks.rotations.push_back({i * 192, {0, 0, 1}, 0.5f});
        }
        tracks.positions[0].position = {0, 0, 0};
    }
    Ani ani = run_ani();
    ani.first = 0;
    ani.last = -1;
    ani.fps = 15;
    const ModelAnimation animation = compiled_run(ani, file);
    EXPECT_EQ(animation.num_frames, 91u) << "the running sum in float32 decides";
    EXPECT_EQ(animation.fps, 15);
    EXPECT_EQ(animation.fps_source, 25);
    for (std::size_t frame = 0; frame < 91; ++frame) {
        const Vec3 p = decode_position(animation.samples[frame * 2].position, animation.sample_position_min,
                                       animation.sample_position_scale);
        EXPECT_LE(std::abs(p.x - std::round(p.x)), 0.01f) << "frame " << frame << " lies between two of the source";
    }
}

TEST(CompileMan, ASpeedKeepsAllFrames) {
    Ani ani = run_ani();
    ani.fps = 10;
    ani.spd = 12.5f;
    const ModelAnimation animation = compiled_run(ani);
    EXPECT_EQ(animation.num_frames, 5u);
    EXPECT_EQ(animation.fps, 12.5f);
    EXPECT_EQ(animation.fps_source, 25);
}

TEST(CompileMan, TakesTheFramesOfTheScriptInTheNumbersOfTheFile) {
    Ani ani = run_ani();
    ani.first = 2;
    ani.last = 4;
    const ModelAnimation part = compiled_run(ani), whole = compiled_run();
    EXPECT_EQ(part.num_frames, 3u);
    expect_close(decode_position(part.samples[0].position, part.sample_position_min, part.sample_position_scale),
                 decode_position(whole.samples[2].position, whole.sample_position_min, whole.sample_position_scale),
                 0.01);
    ani.last = 99;
    Diagnostics found;
    EXPECT_EQ(compiled_run(ani, asc_motion(), &found).num_frames, 4u);
    EXPECT_NE(all_of(found).find("frames 2 to 99 are not all there; the file has 1 to 5"), std::string::npos);
}

TEST(CompileMan, OfAFileWithoutTracksHasFramesAndNoNodes) {
    AscFile file = asc_body();
    file.scene.last_frame = 9;
    Ani ani = run_ani();
    ani.first = 0;
    ani.last = -1;
    const ModelAnimation animation = compiled_run(ani, file);
    EXPECT_EQ(animation.num_frames, 10u);
    EXPECT_EQ(animation.num_nodes, 0u);
    EXPECT_EQ(animation.sample_position_scale, 0);
    EXPECT_TRUE(animation.samples.empty());
}

TEST(CompileMan, BoundsTheBoxesOfTheNodesWithTheRootHeldInPlace) {
    // A box around the root, which is turned by a quarter about y over two frames and walks a long way meanwhile.
    AscFile file;
    file.nodes = {asc_helper("Bip01", "", {})};
    AscTracks& tracks = file.nodes[0].tracks.emplace();
    tracks.positions = {{0, {}}, {192, {1000, 1000, 1000}}};
    tracks.rotations = {{0, {0, 0, 1}, 0.4f}, {192, {0, 0, 1}, 0.4f + 1.5707963f}};
    file.scene.last_frame = 1;
    const ModelHierarchy hierarchy = compile_mdh(file, "X.ASC").value();
    const NodeBox box{0, {{-1, -2, -3}, {1, 2, 3}}};
    const ModelAnimation animation =
        compile_man(file, {.name = "A", .asc = "X.ASC"}, "", hierarchy, std::span(&box, 1)).value();
    const float c = std::cos(0.4f), s = std::sin(0.4f);
    const float wide = std::max(c * 1 + s * 3, s * 1 + c * 3);
    expect_close(animation.bbox.max, {wide, 2, wide}, 2e-3);
    expect_close(animation.bbox.min, {-wide, -2, -wide}, 2e-3);
    const NodeBox lost{7, {}};
    EXPECT_FALSE(compile_man(file, {.name = "A", .asc = "X.ASC"}, "", hierarchy, std::span(&lost, 1)));
}

// A child turned by nearly half, with another one a metre out: cut off, w is anything but what it was.
AscFile half_turned() {
    AscFile file;
    file.nodes = {asc_helper("Bip01", "", {0, 0, 100}), asc_helper("Bip01 Thigh", "Bip01", {0, 0, 90}),
                  asc_helper("Bip01 Foot", "Bip01 Thigh", {0, 0, 0})};
    file.scene.last_frame = 9;
    for (AscNode& node : file.nodes) {
        AscTracks& tracks = node.tracks.emplace();
        for (int i = 0; i < 10; ++i) {
            const float angle = 3.14159265f - 0.003f * static_cast<float>(i);
            const bool is_root = &node == &file.nodes[0];
            tracks.positions.push_back({i * 192, node.matrix.pos});
            tracks.rotations.push_back({i * 192, {0, 1, 0}, is_root ? 1.0f : 1.0f + angle});
        }
    }
    return file;
}
double worst_offset(const ModelAnimation& animation, const AscFile& file, const ModelHierarchy& hierarchy) {
    const Model model = to_model(hierarchy, "X").value();
    const Clip wanted = to_clip(file, model.skeleton, "A", ToClipOptions{}).value();
    const Clip got = to_clip(animation, model.skeleton, "A").value();
    double worst = 0;
    for (std::size_t frame = 0; frame < animation.num_frames; ++frame) {
        const double time = static_cast<double>(frame) / 25;
        const auto a = object_pose(model.skeleton, sample_pose(wanted, model.skeleton, time));
        const auto b = object_pose(model.skeleton, sample_pose(got, model.skeleton, time));
        for (std::size_t j = 0; j < a.size(); ++j) worst = std::max(worst, length(a[j].t - b[j].t));
    }
    return worst * 1000; // mm
}

TEST(CompileMan, PacksCloserThanTheGameOnlyWhereTheGameIsFarOff) {
    const AscFile file = half_turned();
    const ModelHierarchy hierarchy = compile_mdh(file, "X.ASC").value();
    const auto compiled = [&](Packing packing, Diagnostics* found = nullptr) {
        return compile_man(file, {.name = "A", .asc = "X.ASC"}, "", hierarchy, {}, {.packing = packing}, found).value();
    };
    EXPECT_GT(worst_offset(compiled(Packing::game), file, hierarchy), 1) << "millimetres";
    EXPECT_LT(worst_offset(compiled(Packing::closest), file, hierarchy), 0.1);
    Diagnostics found;
    EXPECT_EQ(compiled(Packing::automatic, &found), compiled(Packing::closest));
    EXPECT_NE(all_of(found).find("packed closer than the game does it"), std::string::npos);
    found.clear();
    EXPECT_EQ(compile_man(file, {.name = "A", .asc = "X.ASC"}, "", hierarchy, {}, {}, &found).value(),
              compiled(Packing::game))
        << "unasked it is the game's";
    ASSERT_EQ(found.size(), 1u);
    EXPECT_TRUE(found[0].message.starts_with(packing_note)) << found[0].message;

    const ModelAnimation near = compiled_run(run_ani(), asc_motion(), nullptr, Packing::automatic);
    EXPECT_EQ(near, compiled_run(run_ani(), asc_motion(), nullptr, Packing::game))
        << "where little is lost it is the game's";
}

// ---- scripts

TEST(CompileMsb, PutsDateAndPathInFront) {
    const Date date{2002, 8, 28, 12, 50, 52, 0};
    const CompiledScript compiled =
        compile_msb(every_script(), "Hero.mds", {.folder = "\\_work\\data\\Anims\\Sub\\", .date = date});
    EXPECT_EQ(compiled.root.path, "\\_WORK\\DATA\\ANIMS\\SUB\\");
    EXPECT_EQ(compiled.source.path, "\\_WORK\\DATA\\ANIMS\\SUB\\HERO.MDS");
    EXPECT_EQ(compiled.source.date, date);
    EXPECT_EQ(compiled.script, to_compiled(every_script()));
}

TEST(CompileMsb, NoTextEndsEarly) {
    Script script = every_script();
    std::get<Ani>(script.entries[0].data).flags = std::string("M\n.", 3);
    const CompiledScript compiled = compile_msb(script, std::string_view("A\0B.MDS", 7));
    EXPECT_EQ(compiled.source.path, "\\_WORK\\DATA\\ANIMS\\A B.MDS");
    const auto back = parse_msb(write_msb(compiled));
    ASSERT_TRUE(back);
    EXPECT_EQ(std::get<Ani>(back->script.entries[0].data).flags, "M .");
}

TEST(CompileMsb, GivesTheGamesBytesFromTheText) {
    const auto shipped = shared_file("samples/zengin/waran.msb");
    OSSUARY_NEED(shipped);
    const CompiledScript original = parse_msb(*shipped).value();
    Diagnostics found;
    const std::string text = write_mds(to_text(original.script, "WAR", &found));
    EXPECT_EQ(all_of(found), "");
    const Script script = parse_mds(as_bytes(text)).value();
    EXPECT_EQ(write_msb(compile_msb(script, "waran.mds", {.date = original.source.date})), *shipped);
}

// ---- against the game's own files

// The human skeleton in node order, each with its parent.
constexpr std::pair<std::string_view, int> human_nodes[] = {
    {"BIP01", -1},           {"BIP01 PELVIS", 0},      {"BIP01 SPINE", 1},
    {"BIP01 SPINE1", 2},     {"BIP01 SPINE2", 3},      {"BIP01 NECK", 4},
    {"BIP01 HEAD", 5},       {"ZS_HELMET", 6},         {"BIP01 L CLAVICLE", 5},
    {"BIP01 L UPPERARM", 8}, {"BIP01 L FOREARM", 9},   {"BIP01 L HAND", 10},
    {"BIP01 L FINGER0", 11}, {"ZS_LEFTHAND", 11},      {"ZS_LEFTARM", 10},
    {"BIP01 R CLAVICLE", 5}, {"BIP01 R UPPERARM", 15}, {"BIP01 R FOREARM", 16},
    {"BIP01 R HAND", 17},    {"BIP01 R FINGER0", 18},  {"ZS_RIGHTHAND", 18},
    {"ZS_CROSSBOW", 4},      {"ZS_LONGSWORD", 4},      {"ZS_SHIELD", 4},
    {"ZS_BOW", 4},           {"ZS_SWORD", 1},          {"BIP01 L THIGH", 2},
    {"BIP01 L CALF", 26},    {"BIP01 L FOOT", 27},     {"BIP01 L TOE0", 28},
    {"BIP01 R THIGH", 2},    {"BIP01 R CALF", 30},     {"BIP01 R FOOT", 31},
    {"BIP01 R TOE0", 32},
};
ModelHierarchy human_hierarchy() {
    ModelHierarchy hierarchy;
    for (const auto& [name, parent] : human_nodes)
        hierarchy.nodes.push_back({std::string(name),
                                   static_cast<std::int16_t>(parent),
                                   {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}}});
    hierarchy.checksum = node_checksum(hierarchy);
    return hierarchy;
}
int worst_code(const ModelAnimation& a, const ModelAnimation& b) {
    int worst = 0;
    for (std::size_t i = 0; i < std::min(a.samples.size(), b.samples.size()); ++i) {
        for (std::size_t k = 0; k < 3; ++k) {
            worst = std::max(worst, std::abs(a.samples[i].rotation[k] - b.samples[i].rotation[k]));
            worst = std::max(worst, std::abs(a.samples[i].position[k] - b.samples[i].position[k]));
        }
    }
    return worst;
}
void expect_shipped_header(const ModelAnimation& compiled, const ModelAnimation& shipped) {
    EXPECT_EQ(compiled.version, shipped.version);
    EXPECT_EQ(compiled.name, shipped.name);
    EXPECT_EQ(compiled.layer, shipped.layer);
    EXPECT_EQ(compiled.next, shipped.next);
    EXPECT_EQ(compiled.num_frames, shipped.num_frames);
    EXPECT_EQ(compiled.num_nodes, shipped.num_nodes);
    EXPECT_EQ(compiled.fps, shipped.fps);
    EXPECT_EQ(compiled.fps_source, shipped.fps_source);
    EXPECT_EQ(compiled.checksum, shipped.checksum);
    EXPECT_EQ(compiled.node_indices, shipped.node_indices);
    EXPECT_EQ(compiled.source_date, shipped.source_date);
    EXPECT_EQ(compiled.source_path, shipped.source_path);
    EXPECT_EQ(compiled.source_script, shipped.source_script);
    EXPECT_NEAR(compiled.sample_position_min, shipped.sample_position_min, shipped.sample_position_scale);
    EXPECT_NEAR(compiled.sample_position_scale, shipped.sample_position_scale, 1e-8);
}

// The shipped animation written as text, with its samples at the frames the compiler picks, and compiled again.
TEST(CompileMan, AShippedAnimationComesBackFromItsText) {
    const auto bytes = shared_file("samples/zengin/G2/HUMANS-S_FISTRUN.MAN");
    OSSUARY_NEED(bytes);
    const ModelAnimation shipped = parse_man(*bytes).value();
    Model model = to_model(human_hierarchy(), "HUMANS").value();
    const Clip clip = to_clip(shipped, model.skeleton, "S_FISTRUN").value();
    AscFile file = asc_from_clip(model, clip).value();
    file.scene = {.first_frame = 1, .last_frame = 50};
    const std::vector<std::uint32_t> picked = picked_frames(50, 25, 10);
    ASSERT_EQ(picked.size(), shipped.num_frames);
    for (AscNode& node : file.nodes) {
        // Unlisted nodes stand still in the file and are not animated.
        const auto number =
            std::ranges::find(human_nodes, std::string_view(node.name), &std::pair<std::string_view, int>::first);
        if (std::ranges::find(shipped.node_indices, static_cast<std::uint32_t>(number - human_nodes)) ==
            shipped.node_indices.end())
            node.tracks.reset();
        if (!node.tracks) continue;
        const AscTracks thinned = *node.tracks;
        node.tracks->positions.assign(50, {0, {9, 9, 9}}); // what lies between is never looked at
        node.tracks->rotations.assign(50, {0, {1, 0, 0}, 1});
        for (std::size_t i = 0; i < picked.size(); ++i) {
            node.tracks->positions[picked[i]] = thinned.positions[i];
            node.tracks->rotations[picked[i]] = thinned.rotations[i];
        }
    }
    const AscFile read = parse_asc(as_bytes(write_asc(file, {.six_digits = true}))).value();
    const std::string line =
        "\t\t\tani\t\t\t(\"s_FistRun\"\t\t\t\t1\t\"s_FistRun\"\t\t0.0 0.1 MI\t\"Hum_Amb_FistRun_M01.asc\"\tF   "
        "1\t50\tFPS:10)";
    const Script script = parse_mds(as_bytes("Model (\"HuS\") { aniEnum {\n" + line + "\n} }")).value();
    const Ani& ani = std::get<Ani>(script.entries.at(0).data);
    for (const Packing packing : {Packing::game, Packing::closest, Packing::automatic}) {
        const ModelAnimation compiled =
            compile_man(read, ani, line, human_hierarchy(), {}, {.packing = packing}).value();
        expect_shipped_header(compiled, shipped);
        ASSERT_EQ(compiled.samples.size(), shipped.samples.size());
        EXPECT_LE(worst_code(compiled, shipped), 1);
    }
}

TEST(CompileMan, AShippedAnimationComesBackFromItsSource) {
    const auto bytes = shared_file("samples/zengin/G2/HUMANS-S_FISTRUN.MAN");
    OSSUARY_NEED(bytes);
    const auto body = devkit_file("ASC_BODIES/HUMAN/HUM_BODY_NAKED0.ASC"), text = devkit_file("HUMANS.MDS"),
               motion = devkit_file("ASC_ANIMS/HUMAN/HUM_AMB_FISTRUN_M01.ASC");
    OSSUARY_NEED_DEVKIT(body && text && motion);
    const ModelAnimation shipped = parse_man(*bytes).value();
    const AscFile tree = parse_asc(*body).value();
    const ModelHierarchy hierarchy = compile_mdh(tree, "HUM_BODY_NAKED0.ASC").value();
    const ModelMesh mesh = compile_mdm(tree, "HUM_BODY_NAKED0.ASC", hierarchy).value();
    const Script script = parse_mds(*text).value();
    const auto entry = std::ranges::find_if(script.entries, [](const ScriptEntry& candidate) {
        return candidate.kind() == EntryKind::ani && upper_case(name_in(candidate)) == "S_FISTRUN";
    });
    ASSERT_NE(entry, script.entries.end());
    for (const Packing packing : {Packing::game, Packing::automatic}) {
        const ModelAnimation compiled = compile_man(parse_asc(*motion).value(), std::get<Ani>(entry->data),
                                                    source_lines(as_text(*text))[entry->line - 1], hierarchy,
                                                    node_boxes(mesh, hierarchy), {.packing = packing})
                                            .value();
        expect_shipped_header(compiled, shipped);
        ASSERT_EQ(compiled.samples.size(), shipped.samples.size());
        EXPECT_LE(worst_code(compiled, shipped), 1);
        expect_close(compiled.bbox.min, shipped.bbox.min, 0.05);
        expect_close(compiled.bbox.max, shipped.bbox.max, 0.05);
    }
}

TEST(CompileMdm, AShippedDoorComesBackFromItsSource) {
    const auto bytes = shared_file("samples/zengin/secretdoor.mdm");
    OSSUARY_NEED(bytes);
    const auto text = devkit_file("ASC_MOBSI/ANIMATED/SECRETDOOR_STONE.ASC");
    OSSUARY_NEED_DEVKIT(text);
    const ModelMesh shipped = parse_mdm(*bytes).value();
    const ModelFile compiled =
        compile_mdl(parse_asc(*text).value(), "SECRETDOOR_STONE.ASC", {.game = Game::gothic1}).value();
    EXPECT_EQ(compiled.mesh.source_path, shipped.source_path);
    ASSERT_EQ(compiled.mesh.attachments.size(), 1u);
    EXPECT_EQ(compiled.mesh.attachments[0].name, shipped.attachments[0].name);
    const ProtoMesh &a = compiled.mesh.attachments[0].mesh, &b = shipped.attachments[0].mesh;
    EXPECT_EQ(a.version, b.version);
    EXPECT_EQ(a.positions.size(), b.positions.size());
    expect_close(a.bbox.min, b.bbox.min, 1e-3);
    expect_close(a.bbox.max, b.bbox.max, 1e-3);
    EXPECT_EQ(a.submeshes[0].triangles.size(), b.submeshes[0].triangles.size());
    ASSERT_EQ(a.submeshes[0].planes.size(), b.submeshes[0].planes.size());
    for (std::size_t p = 0; p < a.submeshes[0].planes.size(); ++p) {
        expect_close(a.submeshes[0].planes[p].normal, b.submeshes[0].planes[p].normal, 1e-5);
        EXPECT_NEAR(a.submeshes[0].planes[p].distance, b.submeshes[0].planes[p].distance, 1e-3);
    }
    Material material = a.materials[0];
    material.tex_scale = b.materials[0].tex_scale; // the size of the picture, which the source does not say
    EXPECT_EQ(material, b.materials[0]);
}

} // namespace
} // namespace ossuary::zengin
