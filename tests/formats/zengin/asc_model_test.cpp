#include "ossuary/formats/zengin/model.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "asc_files.h"
#include "ossuary/base/diagnostic.h"

namespace ossuary::zengin {
namespace {

using namespace ossuary::testing;

Model model_of(const AscFile& file, Diagnostics* diagnostics = nullptr) {
    auto model = to_model(file, "test", {}, diagnostics);
    EXPECT_TRUE(model) << model.error().text();
    if (!model) return {};
    for (const Diagnostic& finding : validate(*model)) ADD_FAILURE() << finding.text();
    return *std::move(model);
}

void expect_near(const Vec3d& a, const Vec3d& b, double tolerance, const char* what = "") {
    EXPECT_NEAR(a.x, b.x, tolerance) << what;
    EXPECT_NEAR(a.y, b.y, tolerance) << what;
    EXPECT_NEAR(a.z, b.z, tolerance) << what;
}

// 3ds Max to ours: (x, z, -y) in metres.
Vec3d ours(const Vec3& p) { return {p.x * 0.01, p.z * 0.01, p.y * -0.01}; }

TEST(AscModel, NodesBecomeJointsAsTheGameCompilesThem) {
    const AscFile file = asc_body();
    const AscHierarchy hierarchy = asc_hierarchy(file);
    ASSERT_EQ(hierarchy.entries.size(), 4u);      // BIP01, BIP01 SPINE, zm_Back, ZS_HAND
    EXPECT_EQ(hierarchy.entries[1].mesh_node, 2); // the first ZM_ below a bone is the bone's mesh
    EXPECT_EQ(hierarchy.entries[2].node, 3);      // the second is a joint of its own
    EXPECT_EQ(hierarchy.entries[2].mesh_node, 3);
    EXPECT_EQ(hierarchy.entry_of_node[2], 1);
    EXPECT_EQ(hierarchy.entry_of_node[5], -1); // a dummy is dropped with what hangs on it
    EXPECT_EQ(hierarchy.entry_of_node[6], -1);
    EXPECT_EQ(hierarchy.soft_skins, std::vector<std::int32_t>{7});

    const Model model = model_of(file);
    std::vector<std::string> names;
    for (const Joint& joint : model.skeleton.joints) names.push_back(joint.name);
    EXPECT_EQ(names, (std::vector<std::string>{"BIP01", "BIP01 SPINE", "ZM_BACK", "ZS_HAND"}));
}

TEST(AscModel, AFileWithoutTheGamesNamesIsTakenWhole) {
    AscFile file;
    file.nodes = {asc_helper("Root", "", {}), asc_geometry("Box01", "Root", AscMeshKind::rigid, asc_box({}, 1))};
    const Model model = model_of(file);
    EXPECT_EQ(model.skeleton.joints.size(), 2u);
    ASSERT_EQ(model.meshes.size(), 1u);
    EXPECT_EQ(model.meshes[0].joint, 1);
}

TEST(AscModel, ParentsMayComeLaterAndCyclesAreBroken) {
    AscFile file;
    file.nodes = {asc_helper("Bip01 A", "Bip01 B", {}), asc_helper("Bip01 B", "", {}),
                  asc_helper("Bip01 C", "Bip01 D", {}), asc_helper("Bip01 D", "Bip01 C", {}),
                  asc_helper("Bip01 E", "Bip01 E", {})};
    Diagnostics diagnostics;
    const Model model = model_of(file, &diagnostics);
    ASSERT_EQ(model.skeleton.joints.size(), 5u);
    EXPECT_EQ(model.skeleton.joints[0].name, "BIP01 B");
    EXPECT_EQ(model.skeleton.joints[1].parent, 0);
    EXPECT_EQ(diagnostics.size(), 2u);
}

TEST(AscModel, RestPosesStandWhereTheNodesStood) {
    const AscFile file = asc_body();
    const Model model = model_of(file);
    const auto rest = rest_object_pose(model.skeleton);
    for (const auto& [joint, node] : {std::pair<std::size_t, std::size_t>{0, 0}, {1, 1}, {2, 3}, {3, 4}})
        expect_near(rest[joint].t, ours(file.nodes[node].matrix.pos), 1e-6);
    // Row 0 of a node is the image of its x axis; ours is mirrored in the node, so it shows the other way.
    const Vec3& row = file.nodes[0].matrix.rows[0];
    expect_near(rest[0].x, {-row.x, -row.z, row.y}, 1e-6);
    EXPECT_EQ(model.source.basis, engine_basis);
}

TEST(AscModel, MeshesStandWhereTheyStoodAndFaceOutwards) {
    const AscFile file = asc_body();
    const Model model = model_of(file);
    ASSERT_EQ(model.meshes.size(), 3u);
    const auto rest = rest_object_pose(model.skeleton);
    const std::size_t nodes[] = {2, 3, 7};
    for (std::size_t m = 0; m < 3; ++m) {
        const Mesh& mesh = model.meshes[m];
        const AscMesh& source = file.nodes[nodes[m]].meshes[0];
        ASSERT_EQ(mesh.indices.size(), source.faces.size() * 3);
        const auto positions = posed_positions(model, mesh, rest);
        Vec3d middle;
        for (const Vec3& p : source.vertices) middle += ours(p) / 8.0;
        // Surfaces follow the order of first use, and here the faces already do.
        for (std::size_t f = 0; f < source.faces.size(); ++f) {
            std::array<Vec3d, 3> corner;
            for (std::size_t k = 0; k < 3; ++k) {
                corner[k] = positions[mesh.indices[f * 3 + k]];
                expect_near(corner[k], ours(source.vertices[source.faces[f].vertices[k]]), 1e-5);
            }
            EXPECT_GT(dot(cross(corner[1] - corner[0], corner[2] - corner[0]), corner[0] - middle), 0);
        }
    }
    EXPECT_EQ(model.meshes[0].joint, 1);
    EXPECT_EQ(model.meshes[0].name, "ZM_CHEST");
    EXPECT_EQ(model.meshes[1].joint, 2);
    EXPECT_TRUE(model.meshes[1].uv0.empty());
    EXPECT_EQ(model.meshes[2].skin, 0);
}

TEST(AscModel, RigidNormalsAreSmoothedWithinSixtyDegreesOnly) {
    const Model model = model_of(asc_body());
    // A box: sides stand at right angles, so each corner keeps the normal of its side.
    for (const Vec3& normal : model.meshes[1].normals)
        EXPECT_NEAR(std::max({std::abs(normal.x), std::abs(normal.y), std::abs(normal.z)}), 1, 1e-5);
    EXPECT_EQ(model.meshes[1].positions.size(), 24u);
    // A skin smooths everything at a vertex.
    EXPECT_LE(model.meshes[2].positions.size(), 32u);
    const Mesh& skin = model.meshes[2];
    for (std::size_t a = 0; a < skin.positions.size(); ++a) {
        for (std::size_t b = 0; b < a; ++b) {
            if (skin.positions[a] != skin.positions[b]) continue;
            EXPECT_NEAR(length(skin.normals[a] - skin.normals[b]), 0, 1e-6);
        }
    }
}

TEST(AscModel, TextureCoordinatesStartAtTheTop) {
    const Model model = model_of(asc_body());
    const Mesh& mesh = model.meshes[0];
    EXPECT_EQ(mesh.uv0[mesh.indices[0]], (Vec2{0, 1}));
    EXPECT_EQ(mesh.uv0[mesh.indices[2]], (Vec2{1, 0}));
}

TEST(AscModel, MaterialsAreTheSubmaterialsAndFacesPickThem) {
    AscFile file = asc_body();
    file.nodes[2].meshes[0].faces[0].material = 4;  // modulo two: 0
    file.nodes[2].meshes[0].faces[1].material = -1; // none: 0
    const Model model = model_of(file);
    ASSERT_EQ(model.materials.size(), 2u);
    EXPECT_EQ(model.materials[0].name, "Skin");
    EXPECT_EQ(model.materials[0].texture, "SKIN.TGA");
    EXPECT_NEAR(model.materials[1].base_color.y, 0.2140f, 1e-3);
    ASSERT_EQ(model.meshes[0].surfaces.size(), 2u);
    EXPECT_EQ(model.meshes[0].surfaces[0].material, 0);
    EXPECT_EQ(model.meshes[0].surfaces[0].index_count, 12u);
    EXPECT_EQ(model.meshes[0].surfaces[1].material, 1);
}

TEST(AscModel, SkinsKeepEveryInfluence) {
    const Model model = model_of(asc_body());
    const Mesh& mesh = model.meshes[2];
    const Skin& skin = model.skins[0];
    EXPECT_EQ(skin.joints, (std::vector<std::uint32_t>{0, 1}));
    std::size_t most = 0;
    for (std::size_t v = 0; v < mesh.positions.size(); ++v)
        most = std::max<std::size_t>(most, mesh.influence_start[v + 1] - mesh.influence_start[v]);
    EXPECT_EQ(most, 2u);
    expect_near(to_double(mesh.positions[mesh.indices[0]]), ours({-30, -30, 60}), 1e-6);
}

TEST(AscModel, BadWeightsAreRepairedWithAWarning) {
    AscFile file = asc_body();
    file.skins[0].bones[1] = "Bip01 Nobody";
    file.skins[0].influences[0].weight = 4;
    Diagnostics diagnostics;
    model_of(file, &diagnostics); // valid: weights add up to one
    EXPECT_EQ(diagnostics.size(), 2u);
    file.skins.clear();
    diagnostics.clear();
    model_of(file, &diagnostics);
    EXPECT_EQ(diagnostics.size(), 1u);
}

// ---- motion

TEST(AscModel, TheRootMovesAsTheCompiledFileDoes) {
    // The example of the format's description: 1.78026 about z becomes -1.36133 about y in the engine.
    AscFile file = asc_motion();
    file.nodes[0].tracks->positions[0].position = {-12.6353f, 1.09343f, 88.7525f};
    const Model model = model_of(file);
    const Clip& clip = model.clips.at(0);
    const Basis back = engine_basis.inverse();
    expect_near(back.point(sample(clip.joints[0].translation, 0, {})), {12.6353, 88.7525, -1.09343}, 1e-4);
    const Quatd stored = conjugate(back.rotation(sample(clip.joints[0].rotation, 0, {})));
    EXPECT_NEAR(std::abs(stored.y), 0.62931, 1e-5);
    EXPECT_NEAR(std::abs(stored.w), 0.77715, 1e-5);
    EXPECT_GT(stored.y * stored.w, 0);
}

TEST(AscModel, SamplesAreWorldPlacesOfTheirNodes) {
    const AscFile file = asc_motion();
    const Model model = model_of(file);
    const Clip& clip = model.clips.at(0);
    EXPECT_DOUBLE_EQ(clip.frame_rate, 25);
    EXPECT_DOUBLE_EQ(clip.duration, 4.0 / 25);
    EXPECT_EQ(clip.hints.root_joint, 0);
    EXPECT_TRUE(clip.joints[2].rotation.is_rest()); // the slot has no tracks
    for (std::size_t frame = 0; frame < 5; ++frame) {
        const auto pose =
            object_pose(model.skeleton, sample_pose(clip, model.skeleton, static_cast<double>(frame) / 25));
        for (std::size_t n = 0; n < 2; ++n)
            expect_near(pose[n].t, ours(file.nodes[n].tracks->positions[frame].position), 1e-5);
    }
}

TEST(AscModel, AClipTakesTheFramesOfItsScriptLine) {
    const AscFile file = asc_motion();
    const Model body = model_of(asc_body());
    Diagnostics diagnostics;
    const auto clip = to_clip(file, body.skeleton, "S_RUN", {.first = 2, .last = 4}, &diagnostics);
    ASSERT_TRUE(clip);
    EXPECT_TRUE(diagnostics.empty());
    EXPECT_DOUBLE_EQ(clip->duration, 2.0 / 25);
    expect_near(to_double(clip->joints[0].translation.values[0]), ours(file.nodes[0].tracks->positions[1].position),
                1e-6);

    const auto outside = to_clip(file, body.skeleton, "S_RUN", {.first = 4, .last = 400}, &diagnostics);
    ASSERT_TRUE(outside);
    EXPECT_DOUBLE_EQ(outside->duration, 1.0 / 25);
    EXPECT_EQ(diagnostics.size(), 1u);

    const auto fast = to_clip(file, body.skeleton, "S_RUN", {.spd = 50});
    EXPECT_DOUBLE_EQ(fast->duration, 4.0 / 50);
    const auto thin = to_clip(file, body.skeleton, "S_RUN", {.fps = 10});
    EXPECT_DOUBLE_EQ(thin->frame_rate, 10);
    EXPECT_EQ(thin->joints[0].translation.values.size(), 2u);
}

TEST(AscModel, ThinningPicksFramesByARunningSumInFloat32) {
    EXPECT_EQ(picked_frames(5, 25, 25).size(), 5u);
    EXPECT_EQ(picked_frames(5, 25, 30).size(), 5u);
    EXPECT_EQ(picked_frames(1, 25, 10).size(), 1u);
    EXPECT_EQ(picked_frames(50, 25, 10).size(), 20u);
    EXPECT_EQ(picked_frames(150, 25, 15).size(), 91u);
    EXPECT_EQ(picked_frames(60, 30, 25).at(10), 11u);
    EXPECT_TRUE(picked_frames(0, 25, 10).empty());
}

TEST(AscModel, AMotionOfAnotherSkeletonIsRefused) {
    Skeleton skeleton;
    skeleton.joints.push_back({.name = "TAIL"});
    EXPECT_FALSE(to_clip(asc_motion(), skeleton, "x"));
}

TEST(AscModel, MeshKeysBecomeMorphTargetsShownInTurn) {
    const AscFile file = asc_morph();
    const Model model = model_of(file);
    ASSERT_EQ(model.meshes.size(), 1u);
    const Mesh& mesh = model.meshes[0];
    ASSERT_EQ(mesh.morphs.size(), 2u);
    ASSERT_EQ(model.clips.size(), 1u);
    const MorphTrack& track = model.clips[0].morphs.at(0);
    const auto rest = rest_object_pose(model.skeleton);
    for (std::size_t key = 0; key < 3; ++key) {
        std::vector<double> weights;
        for (const auto& channel : track.weights) weights.push_back(sample(channel, static_cast<double>(key) / 5, 0));
        const auto positions = posed_positions(model, mesh, rest, weights);
        const AscMesh& source = file.nodes[0].meshes[key];
        for (std::size_t f = 0; f < source.faces.size(); ++f)
            for (std::size_t k = 0; k < 3; ++k)
                expect_near(positions[mesh.indices[f * 3 + k]], ours(source.vertices[source.faces[f].vertices[k]]),
                            1e-5);
    }
    EXPECT_DOUBLE_EQ(model.clips[0].duration, 2.0 / 5);
}

// ---- and back

void expect_same_model(const Model& a, const Model& b) {
    ASSERT_EQ(a.skeleton.joints.size(), b.skeleton.joints.size());
    const auto rest_a = rest_object_pose(a.skeleton), rest_b = rest_object_pose(b.skeleton);
    for (std::size_t j = 0; j < rest_a.size(); ++j) {
        EXPECT_EQ(a.skeleton.joints[j].name, b.skeleton.joints[j].name);
        EXPECT_EQ(a.skeleton.joints[j].parent, b.skeleton.joints[j].parent);
        for (std::size_t i = 0; i < 16; ++i) EXPECT_NEAR(rest_a[j].columns()[i], rest_b[j].columns()[i], 1e-5);
    }
    ASSERT_EQ(a.materials.size(), b.materials.size());
    for (std::size_t m = 0; m < a.materials.size(); ++m) {
        EXPECT_EQ(a.materials[m].name, b.materials[m].name);
        EXPECT_EQ(a.materials[m].extras, b.materials[m].extras);
        for (std::size_t i = 0; i < 4; ++i)
            EXPECT_NEAR(a.materials[m].base_color[i], b.materials[m].base_color[i], 1e-5);
    }
    ASSERT_EQ(a.meshes.size(), b.meshes.size());
    for (std::size_t m = 0; m < a.meshes.size(); ++m) {
        const Mesh &left = a.meshes[m], &right = b.meshes[m];
        EXPECT_EQ(left.name, right.name);
        EXPECT_EQ(left.joint, right.joint);
        ASSERT_EQ(left.indices.size(), right.indices.size());
        ASSERT_EQ(left.surfaces.size(), right.surfaces.size());
        ASSERT_EQ(left.morphs.size(), right.morphs.size());
        ASSERT_EQ(left.uv0.empty(), right.uv0.empty());
        ASSERT_EQ(left.influences.size(), right.influences.size());
        const auto at_a = posed_positions(a, left, rest_a), at_b = posed_positions(b, right, rest_b);
        for (std::size_t i = 0; i < left.indices.size(); ++i) {
            const std::uint32_t va = left.indices[i], vb = right.indices[i];
            expect_near(at_a[va], at_b[vb], 1e-5, "position");
            expect_near(to_double(left.normals[va]), to_double(right.normals[vb]), 1e-5, "normal");
            if (!left.uv0.empty()) {
                EXPECT_NEAR(left.uv0[va].x, right.uv0[vb].x, 1e-6);
                EXPECT_NEAR(left.uv0[va].y, right.uv0[vb].y, 1e-6);
            }
            for (std::size_t t = 0; t < left.morphs.size(); ++t)
                expect_near(to_double(left.morphs[t].positions[va]), to_double(right.morphs[t].positions[vb]), 1e-5,
                            "morph");
        }
    }
}

TEST(AscModel, GeometrySurvivesTheWayThroughTheModel) {
    for (const AscFile& file : {asc_body(), asc_morph()}) {
        const Model model = model_of(file);
        const auto written = asc_from_model(model);
        ASSERT_TRUE(written) << written.error().text();
        const auto text = parse_asc(as_bytes(write_asc(*written)));
        ASSERT_TRUE(text) << text.error().text();
        EXPECT_EQ(*text, *written);
        expect_same_model(model, model_of(*text));
    }
}

TEST(AscModel, VerticesAtOnePlaceStayApart) {
    AscFile file;
    file.nodes = {asc_geometry("zm_Leaf", "", AscMeshKind::rigid, {})};
    AscMesh& mesh = file.nodes[0].meshes[0];
    // Two triangles that bend by 45 degrees along an edge whose vertices are doubled: not smoothed.
    mesh.vertices = {{0, 0, 0}, {0, 10, 0}, {-10, 0, 0}, {0, 0, 0}, {0, 10, 0}, {7, 0, 7}};
    mesh.faces = {{.vertices = {0, 1, 2}}, {.vertices = {3, 5, 4}}};
    const Model model = model_of(file);
    EXPECT_GT(length(model.meshes[0].normals[0] - model.meshes[0].normals[3]), 0.5);
    const auto written = asc_from_model(model);
    ASSERT_TRUE(written);
    expect_same_model(model, model_of(*written));
}

TEST(AscModel, MotionSurvivesTheWayThroughTheModel) {
    const Model model = model_of(asc_motion());
    const auto written = asc_from_clip(model, model.clips[0]);
    ASSERT_TRUE(written) << written.error().text();
    const Model back = model_of(*written);
    ASSERT_EQ(back.clips.size(), 1u);
    EXPECT_NEAR(back.clips[0].duration, model.clips[0].duration, 1e-9);
    for (int frame = 0; frame < 5; ++frame) {
        const auto a = object_pose(model.skeleton, sample_pose(model.clips[0], model.skeleton, frame / 25.0));
        const auto b = object_pose(back.skeleton, sample_pose(back.clips[0], back.skeleton, frame / 25.0));
        for (std::size_t j = 0; j < a.size(); ++j)
            for (std::size_t i = 0; i < 16; ++i) EXPECT_NEAR(a[j].columns()[i], b[j].columns()[i], 1e-5);
    }
}

TEST(AscModel, AJointBetweenTwoThatMoveGetsTracksToo) {
    AscFile file = asc_motion();
    file.nodes[2].parent = "Bip01 Spine";
    file.nodes.push_back(asc_helper("Bip01 Tip", "ZS_Hand", {0, 0, 120}));
    file.nodes.back().tracks = file.nodes[1].tracks;
    file.nodes[2].tracks.reset();
    const Model model = model_of(file);
    const auto written = asc_from_clip(model, model.clips[0]);
    ASSERT_TRUE(written);
    EXPECT_TRUE(written->nodes[2].tracks);
    const Model back = model_of(*written);
    for (int frame = 0; frame < 5; ++frame) {
        const auto a = object_pose(model.skeleton, sample_pose(model.clips[0], model.skeleton, frame / 25.0));
        const auto b = object_pose(back.skeleton, sample_pose(back.clips[0], back.skeleton, frame / 25.0));
        expect_near(a[3].t, b[3].t, 1e-5);
    }
}

TEST(AscModel, AForeignModelIsWrittenAndReadBack) {
    Model model;
    model.name = "crate";
    model.skeleton.joints = {{.name = "root"}, {.name = "lid", .parent = 0, .rest = {.translation = {0, 1, 0}}}};
    Mesh triangle;
    triangle.name = "side";
    triangle.joint = 1;
    triangle.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    triangle.normals = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}};
    triangle.indices = {0, 1, 2};
    triangle.surfaces = {{.index_count = 3, .vertex_count = 3}};
    model.meshes = {triangle};
    triangle.joint = -1;
    triangle.name = "loose";
    model.meshes.push_back(triangle);
    ASSERT_TRUE(validate(model).empty());
    const auto written = asc_from_model(model);
    ASSERT_TRUE(written) << written.error().text();
    const Model back = model_of(*written);
    ASSERT_EQ(back.meshes.size(), 2u);
    const auto rest = rest_object_pose(back.skeleton);
    expect_near(posed_positions(back, back.meshes[0], rest)[1], {1, 1, 0}, 1e-6);
    expect_near(posed_positions(back, back.meshes[1], rest)[2], {0, 1, 0}, 1e-6);
}

TEST(AscModel, AFileBuiltWrongIsRefused) {
    AscFile file = asc_body();
    file.nodes[2].meshes[0].faces[0].vertices[1] = 99;
    EXPECT_FALSE(to_model(file, "x"));
    file = asc_body();
    file.skins[0].start[3] = 1000;
    EXPECT_FALSE(to_model(file, "x"));
    file = asc_body();
    file.skins[0].influences[3].bone = 7;
    EXPECT_FALSE(to_model(file, "x"));
    EXPECT_FALSE(to_model(AscFile{}, "x"));
}

} // namespace
} // namespace ossuary::zengin
