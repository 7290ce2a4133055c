#include "ossuary/formats/zengin/model.h"

#include <cmath>

#include <gtest/gtest.h>

#include "formats/zengin/binding_files.h"
#include "ossuary/base/diagnostic.h"
#include "shared_files.h"

namespace ossuary::zengin {
namespace {

using namespace testing;

double distance(const Vec3d& a, const Vec3d& b) { return length(a - b); }

double difference(const Affined& a, const Affined& b) {
    return std::max({distance(a.x, b.x), distance(a.y, b.y), distance(a.z, b.z), distance(a.t, b.t)});
}

Model figure(Diagnostics* diagnostics = nullptr) {
    return to_model(ModelFile{figure_hierarchy(), figure_meshes()}, "FIGURE", {}, diagnostics).value();
}

void expect_sound(const Model& model) {
    for (const Diagnostic& diagnostic : validate(model)) ADD_FAILURE() << diagnostic.text();
}

// Corners go round the side the normals point to.
void expect_outward(const Mesh& mesh) {
    for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
        const auto at = [&](std::size_t k) { return to_double(mesh.positions[mesh.indices[i + k]]); };
        const Vec3d face = cross(at(1) - at(0), at(2) - at(0));
        Vec3d normal;
        for (std::size_t k = 0; k < 3; ++k) normal += to_double(mesh.normals[mesh.indices[i + k]]);
        EXPECT_GT(dot(face, normal), 0) << "triangle " << i / 3;
    }
}

TEST(Binding, RestPoseHasTheRootTranslationPutBack) {
    const Model model = to_model(figure_hierarchy(), "FIGURE").value();
    ASSERT_EQ(model.skeleton.joints.size(), 3u);
    EXPECT_EQ(model.source.format, "gothic");
    EXPECT_EQ(model.source.basis, engine_basis);
    EXPECT_EQ(model.skeleton.joints[2].parent, 1);
    const auto pose = rest_object_pose(model.skeleton);
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_LT(difference(pose[i], engine_basis.matrix(figure_world()[i])), 1e-6) << i;
    EXPECT_NEAR(pose[0].t.x, -0.03, 1e-7); // mirrored, in metres
    EXPECT_NEAR(pose[0].t.y, 0.9, 1e-7);
    expect_sound(model);
}

TEST(Binding, ParentsBehindTheirChildrenAreSorted) {
    ModelHierarchy hierarchy = figure_hierarchy();
    std::swap(hierarchy.nodes[0], hierarchy.nodes[2]);
    hierarchy.nodes[0].parent = 1;
    hierarchy.nodes[1].parent = 2;
    hierarchy.nodes[2].parent = -1;
    hierarchy.checksum = node_checksum(hierarchy);
    const Model model = to_model(hierarchy, "FIGURE").value();
    EXPECT_EQ(model.skeleton.joints[0].name, "BIP01");
    EXPECT_EQ(model.skeleton.joints[0].extras["node"].integer(), 2);
    EXPECT_EQ(model.skeleton.joints[2].name, "BIP01 HAND");
    expect_sound(model);

    ModelAnimation animation = figure_animation();
    animation.node_indices = {2, 1}; // the same nodes under their new numbers
    animation.checksum = hierarchy.checksum;
    Diagnostics diagnostics;
    const Clip clip = to_clip(animation, model.skeleton, "S_RUN", {}, &diagnostics).value();
    EXPECT_TRUE(diagnostics.empty());
    EXPECT_FALSE(clip.joints[0].translation.is_rest());
    EXPECT_TRUE(clip.joints[2].translation.is_rest());
    EXPECT_EQ(clip.hints.root_joint, 0);
}

TEST(Binding, RigidMeshesHangOnTheirNodes) {
    const Model model = figure();
    expect_sound(model);
    ASSERT_EQ(model.meshes.size(), 2u);
    const Mesh& mesh = model.meshes[0];
    EXPECT_EQ(mesh.joint, 2);
    EXPECT_EQ(mesh.skin, -1);
    EXPECT_EQ(mesh.positions[2], (Vec3{-0.3f, 0.8f, 0}));
    EXPECT_EQ(mesh.uv0[3], (Vec2{3, 0.5f}));
    expect_outward(mesh);
    ASSERT_EQ(model.materials.size(), 1u) << "equal materials are one";
    EXPECT_EQ(model.materials[0].texture, "SKIN_V0.TGA");
    EXPECT_EQ(model.materials[0].extras["gothic"]["wave_grid"].number(), 100);
}

TEST(Binding, ASkinInBindPoseIsTheMeshItself) {
    Diagnostics diagnostics;
    const Model model = figure(&diagnostics);
    EXPECT_TRUE(diagnostics.empty());
    const Mesh& mesh = model.meshes[1];
    ASSERT_EQ(mesh.skin, 0);
    const auto posed = posed_positions(model, mesh, rest_object_pose(model.skeleton));
    ASSERT_EQ(posed.size(), 4u);
    for (std::size_t i = 0; i < 4; ++i)
        EXPECT_LT(distance(posed[i], engine_basis.point(to_double(figure_mesh().positions[i]))), 1e-6); // 1e-4 cm
    expect_outward(mesh);
}

TEST(Binding, ASkinMadeForAnotherPoseFollowsItsWeights) {
    std::array<Affined, 3> bind = figure_world();
    bind[1] = placed({1, 0, 0.5}, 1.3, {-20, 60, 8});
    bind[2] = bind[1] * figure_locals[2];
    ModelMesh meshes = figure_meshes();
    meshes.softskins[0] = figure_skin(bind);
    Diagnostics diagnostics;
    Model model = to_model(figure_hierarchy(), "FIGURE").value();
    ASSERT_TRUE(add_meshes(model, meshes, &diagnostics));
    EXPECT_TRUE(diagnostics.empty());

    const Mesh& mesh = model.meshes.back();
    const auto posed = posed_positions(model, mesh, rest_object_pose(model.skeleton));
    const SoftSkin& skin = meshes.softskins[0];
    for (std::size_t p = 0; p < 4; ++p) {
        Vec3d expected; // as the engine does it
        for (std::size_t i = 3 * p; i < 3 * p + 3; ++i)
            expected += figure_world()[skin.influences[i].node].point(to_double(skin.influences[i].position)) *
                        static_cast<double>(skin.influences[i].weight);
        EXPECT_LT(distance(posed[p], engine_basis.point(expected)), 1e-5) << p;
    }
}

TEST(Binding, OneOrTwoVerticesOfAJointFollowTheirWeights) {
    std::array<Affined, 3> bind = figure_world();
    bind[1] = placed({1, 0, 0.5}, 1.3, {-20, 60, 8});
    bind[2] = bind[1] * placed({2, -1, 1}, 2.9, {1, 150, 3});
    ModelMesh meshes = figure_meshes();
    SoftSkin& skin = meshes.softskins[0];
    skin.influence_counts.assign(4, 1);
    skin.influences.clear();
    const std::uint8_t nodes[] = {1, 2, 2, 0}; // one vertex of the arm, two of the hand
    for (std::size_t p = 0; p < 4; ++p)
        skin.influences.push_back(
            {1, to_float(inverse(bind[nodes[p]]).point(to_double(skin.mesh.positions[p]))), nodes[p]});
    Diagnostics diagnostics;
    Model model = to_model(figure_hierarchy(), "FIGURE").value();
    ASSERT_TRUE(add_meshes(model, meshes, &diagnostics));
    for (const Diagnostic& diagnostic : diagnostics) ADD_FAILURE() << diagnostic.text();
    std::array<Affined, 3> world = figure_world();
    const auto posed = posed_positions(model, model.meshes.back(), rest_object_pose(model.skeleton));
    for (std::size_t p = 0; p < 4; ++p)
        EXPECT_LT(distance(posed[p], engine_basis.point(world[nodes[p]].point(to_double(skin.influences[p].position)))),
                  1e-5) // 0.01 mm
            << p;
    // With nothing else to go by, a single vertex does not turn its joint.
    const Skin& bound = model.skins[static_cast<std::size_t>(model.meshes.back().skin)];
    const Affined inverse_bind = to_double(bound.inverse_bind[0]);
    const Affined rest = inverse(rest_object_pose(model.skeleton)[bound.joints[0]]);
    EXPECT_LT(distance(inverse_bind.x, rest.x) + distance(inverse_bind.y, rest.y), 1e-6);
}

TEST(Binding, WeightsThatFitNoPoseAreReported) {
    ModelMesh meshes = figure_meshes();
    meshes.softskins[0].influences[0].position.x += 50;
    Model model = to_model(figure_hierarchy(), "FIGURE").value();
    Diagnostics diagnostics;
    ASSERT_TRUE(add_meshes(model, meshes, &diagnostics));
    ASSERT_EQ(diagnostics.size(), 1u);
    EXPECT_NE(diagnostics[0].message.find("BIP01 do not agree"), std::string::npos) << diagnostics[0].message;
}

TEST(Binding, AnyNumberOfInfluencesIsKept) {
    ModelHierarchy hierarchy = figure_hierarchy();
    SoftSkin skin = figure_skin(figure_world(), 1);
    skin.influences.clear();
    for (std::uint8_t n = 3; n < 12; ++n) // nine more nodes, all where the root is
        hierarchy.nodes.push_back({.name = "BIP01 " + std::to_string(n), .parent = 0, .matrix = matrix_of(Affined{})});
    for (std::uint32_t& count : skin.influence_counts) count = 10;
    for (const Vec3& position : skin.mesh.positions)
        for (std::uint8_t i = 0; i < 10; ++i)
            skin.influences.push_back({0.2f, to_float(inverse(figure_world()[0]).point(to_double(position))),
                                       static_cast<std::uint8_t>(i == 0 ? 0 : i + 2)});
    ModelMesh meshes;
    meshes.softskins.push_back(skin);
    meshes.checksum = node_checksum(hierarchy);
    Model model = to_model(hierarchy, "FIGURE").value();
    ASSERT_TRUE(add_meshes(model, meshes));
    const Mesh& mesh = model.meshes[0];
    EXPECT_EQ(mesh.influence_start[1], 10u);
    EXPECT_FLOAT_EQ(mesh.influences[0].weight, 0.1f) << "weights are made to add up to one";
    expect_sound(model);
}

TEST(Binding, MeshesOfAnotherSkeletonAreReported) {
    ModelMesh meshes = figure_meshes();
    meshes.checksum = 7;
    meshes.attachments[0].name = "BIP01 TAIL";
    Model model = to_model(figure_hierarchy(), "FIGURE").value();
    Diagnostics diagnostics;
    ASSERT_TRUE(add_meshes(model, meshes, &diagnostics));
    ASSERT_EQ(diagnostics.size(), 2u);
    EXPECT_TRUE(diagnostics[0].message.starts_with("ChecksumMismatch"));
    EXPECT_NE(diagnostics[1].message.find("BIP01 TAIL"), std::string::npos);
    meshes.softskins[0].influences[0].node = 3;
    EXPECT_FALSE(add_meshes(model, meshes));
}

TEST(Binding, AClipTurnsTheOtherWayRound) {
    const Model model = figure();
    Diagnostics diagnostics;
    const Clip clip = to_clip(figure_animation(), model.skeleton, "S_RUN", {}, &diagnostics).value();
    EXPECT_TRUE(diagnostics.empty());
    EXPECT_DOUBLE_EQ(clip.duration, 1.0);
    EXPECT_EQ(clip.frame_rate, 10);
    EXPECT_EQ(clip.hints.next, "S_RUN");
    EXPECT_EQ(clip.hints.root_joint, 0);
    EXPECT_TRUE(clip.joints[2].rotation.is_rest());
    EXPECT_TRUE(clip.joints[0].rotation.is_constant());
    // Samples hold the transposed rotation: a stored +0.5 about z is -0.5 for columns, and +0.5 once x is mirrored.
    const auto pose = sample_pose(clip, model.skeleton, 0.5);
    const Quatd expected = axis_angle(Vec3d{0, 0, 1}, 0.5);
    EXPECT_GT(std::abs(dot(pose[1].rotation, expected)), 1 - 1e-8);
    EXPECT_LT(distance(pose[1].translation, {-0.1, 0.4, -0.05}), 1e-4);
    EXPECT_NEAR(pose[0].translation.z, 0.05, 1e-4);
}

TEST(Binding, AClipOfAnotherSkeletonIsReportedAndOneWithTooManyNodesRefused) {
    const Model model = figure();
    ModelAnimation animation = figure_animation();
    animation.checksum = 1;
    Diagnostics diagnostics;
    EXPECT_TRUE(to_clip(animation, model.skeleton, "S_RUN", {}, &diagnostics));
    ASSERT_EQ(diagnostics.size(), 1u);
    EXPECT_TRUE(diagnostics[0].message.starts_with("ChecksumMismatch"));
    animation.node_indices[1] = 3;
    EXPECT_FALSE(to_clip(animation, model.skeleton, "S_RUN"));
    animation.node_indices.pop_back();
    EXPECT_FALSE(to_clip(animation, model.skeleton, "S_RUN"));
}

TEST(Binding, TheSampleClipMovesAsTheGoldenSays) {
    const auto bytes = ossuary::testing::shared_file("samples/zengin/G2/HUMANS-S_FISTRUN.MAN");
    const auto golden = ossuary::testing::golden("humans-s_fistrun.man.json");
    OSSUARY_NEED(bytes && golden);
    Skeleton skeleton;
    skeleton.joints.resize(34);
    const Clip clip = to_clip(parse_man(*bytes).value(), skeleton, "S_FISTRUN").value();
    std::size_t compared = 0;
    for (const Json& sample : (*golden)["samples"].items()) {
        const Json& rows = sample["local_matrix_rows_column_vector"];
        if (rows.size() < 3) continue;
        Affined expected;
        const auto at = [&](std::size_t r, std::size_t c) { return rows.items()[r].items()[c].number(); };
        expected = {{at(0, 0), at(1, 0), at(2, 0)},
                    {at(0, 1), at(1, 1), at(2, 1)},
                    {at(0, 2), at(1, 2), at(2, 2)},
                    {at(0, 3), at(1, 3), at(2, 3)}};
        const double time = static_cast<double>(sample["frame"].integer()) / clip.frame_rate;
        const auto k = static_cast<std::size_t>(sample["node"].integer()); // counts among the animated nodes
        const auto node = static_cast<std::size_t>((*golden)["node_indices"].items()[k].integer());
        const auto pose = sample_pose(clip, skeleton, time);
        EXPECT_LT(difference(to_affine(pose[node]), engine_basis.matrix(expected)), 1e-5) << "sample " << compared;
        ++compared;
    }
    EXPECT_GE(compared, 1u);
}

MorphMesh bow(std::uint8_t flags) {
    MorphMesh file{.name = "BOW", .mesh = figure_mesh()};
    file.morph_positions = file.mesh.positions;
    MorphAnimation animation{.name = "S_SHOOT", .blend_in = 0.01f, .blend_out = -0.005f, .speed = 0.025f};
    animation.flags = flags;
    animation.frame_count = 3;
    animation.vertices = {3, 1};
    for (int frame = 0; frame < 3; ++frame)
        for (int i = 0; i < 2; ++i) animation.samples.push_back({static_cast<float>(10 * frame + i), 1, 0});
    file.animations = {animation, animation};
    file.animations[1].name = "S_RELAX";
    return file;
}

TEST(Binding, MorphAnimationsShowTheirFramesInTurn) {
    const Model model = to_model(bow(0), "BOW").value();
    expect_sound(model);
    ASSERT_EQ(model.meshes[0].morphs.size(), 6u);
    ASSERT_EQ(model.clips.size(), 2u);
    const Clip& clip = model.clips[1];
    EXPECT_EQ(clip.name, "S_RELAX");
    EXPECT_NEAR(clip.duration, 2 / 25.0, 1e-9);
    EXPECT_NEAR(clip.hints.blend_in, 0.1, 1e-7);
    EXPECT_NEAR(clip.hints.blend_out, 0.2, 1e-7);
    for (int frame = 0; frame < 3; ++frame) {
        std::vector<double> weights;
        for (const auto& channel : clip.morphs[0].weights) weights.push_back(sample(channel, frame / 25.0, 0));
        const auto posed = posed_positions(model, model.meshes[0], {}, weights);
        const Vec3d moved{10.0 * frame, 1, 0}; // the first sample of the frame belongs to position 3
        const Vec3d expected = engine_basis.point(to_double(figure_mesh().positions[3]) + moved);
        EXPECT_LT(distance(posed[3], expected), 1e-6) << frame;
        EXPECT_LT(distance(posed[0], engine_basis.point({0, 80, 0})), 1e-6) << frame;
    }
}

TEST(Binding, ALoopOfMorphsComesBackToItsFirstFrame) {
    const Model model = to_model(bow(MorphAnimation::loop), "BOW").value();
    expect_sound(model);
    const Clip& clip = model.clips[0];
    EXPECT_EQ(clip.loop, LoopMode::wrap);
    EXPECT_NEAR(clip.duration, 3 / 25.0, 1e-9);
    for (const double time : {0.0, clip.duration}) {
        EXPECT_NEAR(sample(clip.morphs[0].weights[0], time, 0), 1, 1e-5);
        EXPECT_NEAR(sample(clip.morphs[0].weights[2], time, 0), 0, 1e-5);
    }
}

TEST(Binding, MorphsOfNoVertexAreRefused) {
    MorphMesh file = bow(0);
    file.animations[0].vertices[0] = 4;
    EXPECT_FALSE(to_model(file, "BOW"));
    file = bow(0);
    file.animations[0].samples.pop_back();
    EXPECT_FALSE(to_model(file, "BOW"));
}

TEST(Binding, TheSampleMeshesFaceOutward) {
    const auto mrm = ossuary::testing::shared_file("samples/zengin/mesh0.mrm");
    const auto mdm = ossuary::testing::shared_file("samples/zengin/secretdoor.mdm");
    const auto mmb = ossuary::testing::shared_file("samples/zengin/morph0.mmb");
    OSSUARY_NEED(mrm && mdm && mmb);
    const Model cage = to_model(parse_mrm(*mrm).value(), "CAGE").value();
    expect_sound(cage);
    expect_outward(cage.meshes[0]);
    Model bow_model = to_model(parse_mmb(*mmb).value(), "BOW").value();
    expect_sound(bow_model);
    expect_outward(bow_model.meshes[0]);
    ModelHierarchy hierarchy = figure_hierarchy();
    hierarchy.nodes[1].name = "BIP01 DOOR";
    Model door = to_model(hierarchy, "DOOR").value();
    ASSERT_TRUE(add_meshes(door, parse_mdm(*mdm).value()));
    expect_outward(door.meshes[0]);
}

} // namespace
} // namespace ossuary::zengin
