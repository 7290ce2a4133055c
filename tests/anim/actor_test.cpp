#include "ossuary/anim/actor.h"

#include <cmath>
#include <thread>

#include "allocation_count.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/math.h"
#include "small_character.h"

namespace ossuary::anim {
namespace {

using ossuary::testing::allocation_count;

Mesh triangle(std::string name) {
    Mesh mesh;
    mesh.name = std::move(name);
    mesh.positions = {{0, 0, 0}, {0.2f, 0, 0}, {0, 0.3f, 0.1f}};
    mesh.normals = {{0, 0, 1}, {0, 1, 0}, {1, 0, 0}};
    mesh.tangents = {{1, 0, 0, 1}, {1, 0, 0, -1}, {0, 1, 0, 1}};
    mesh.indices = {0, 1, 2};
    mesh.surfaces = {
        {.name = {}, .material = -1, .first_index = 0, .index_count = 3, .first_vertex = 0, .vertex_count = 3}};
    return mesh;
}

// A skinned mesh with morphs, a rigid one on a joint that is shown at two more, and one that stands still.
Model small_figure() {
    Model model = model_of({make_clip("WALK", {.step = {0, 0, 0.05}}), make_clip("NOD", {.swing = 40})});
    with_tags(model.clips[0], {5, 10});
    const std::vector<Affined> rest = rest_object_pose(model.skeleton);
    Skin& skin = model.skins.emplace_back();
    for (std::uint32_t j = 0; j < rest.size(); ++j) {
        skin.joints.push_back(j);
        skin.inverse_bind.push_back(to_float(inverse(rest[j])));
    }
    Mesh cloth = triangle("CLOTH");
    cloth.skin = 0;
    cloth.influence_start = {0, 1, 3, 5};
    cloth.influences = {{1, 1}, {1, 0.5f}, {2, 0.5f}, {3, 0.25f}, {1, 0.75f}};
    cloth.morphs = {{.name = "WIDE", .positions = {{0.1f, 0, 0}, {0.2f, 0, 0}, {0, 0, 0}}, .normals = {}}};
    Mesh sword = triangle("SWORD");
    sword.joint = 3;
    sword.instances = {4, 2};
    model.meshes = {cloth, sword, triangle("STAND")};
    for (Clip& clip : model.clips) {
        MorphTrack& track = clip.morphs.emplace_back();
        track.weights.push_back({.values = {0, 1, 0.5f}, .times = {}, .rate = 4});
    }
    return model;
}

std::shared_ptr<const Figure> figure_of(const Model& model) {
    Diagnostics diagnostics;
    auto figure = Figure::make(model, {}, &diagnostics);
    EXPECT_TRUE(figure) << (figure ? "" : figure.error().text());
    EXPECT_TRUE(diagnostics.empty()) << diagnostics.front().text();
    return *figure;
}

// Every shown mesh is where the reference of room model has it at the actor's own matrices and morph weights.
void expect_reference(Actor& actor) {
    const Model& model = actor.figure().model();
    std::vector<Affined> pose;
    for (const ObjectMatrix& matrix : actor.matrices()) pose.push_back(to_double(to_affine(matrix)));
    std::size_t shown = 0;
    for (const SkinnedMesh& skinned : actor.skin()) {
        const auto number = static_cast<std::uint32_t>(skinned.mesh - model.meshes.data());
        std::vector<float> weights(skinned.mesh->morphs.size());
        std::as_const(actor).player().morph_weights(number, weights, skinned.mesh->morph_weights);
        Mesh at_joint = *skinned.mesh;
        if (at_joint.skin < 0) at_joint.joint = skinned.joint;
        const std::vector<Vec3d> expected =
            posed_positions(model, at_joint, pose, std::vector<double>(weights.begin(), weights.end()));
        ASSERT_EQ(skinned.vertices.size(), expected.size());
        for (std::size_t v = 0; v < expected.size(); ++v)
            EXPECT_LE(length(to_double(skinned.vertices[v].position) - expected[v]), 1e-5) << skinned.mesh->name;
        ++shown;
    }
    std::size_t places = 0;
    for (const Mesh& mesh : model.meshes) places += 1 + mesh.instances.size();
    EXPECT_EQ(shown, places);
}

TEST(Actor, ShowsEveryMeshWhereTheReferenceHasIt) {
    Actor actor(figure_of(small_figure()));
    expect_reference(actor); // the rest pose
    ASSERT_TRUE(actor.play("WALK"));
    for (int frame = 0; frame < 40; ++frame) {
        ASSERT_TRUE(actor.advance(1 / 60.0));
        expect_reference(actor);
    }
}

TEST(Actor, GivesTheSameBitsAsTheJobs) {
    const Model model = small_figure();
    Actor actor(figure_of(model));
    EXPECT_TRUE(actor.play("NOD"));
    EXPECT_TRUE(actor.advance(0.3));

    const Cast cast(model);
    Player player(*cast.stack);
    EXPECT_TRUE(player.start(cast["NOD"]));
    ASSERT_TRUE(player.advance(to_ticks(0.3)));
    const Rig& rig = player.rig();
    std::vector<JointBlock> pose = make_pose(rig.joint_count());
    player.pose(pose);
    std::vector<ObjectMatrix> matrices(rig.joint_count());
    ASSERT_TRUE((LocalToObjectJob{.rig = &rig, .poses = pose, .output = matrices}.run()));
    const SkinBinding binding = *SkinBinding::make(model.skins[0], rig);
    const SkinMesh cloth = *SkinMesh::make(model.meshes[0], binding.joints.size());
    std::vector<PaletteMatrix> palette(binding.joints.size());
    ASSERT_TRUE((SkinPaletteJob{&binding, matrices, palette}.run()));
    std::vector<float> weights(1);
    player.morph_weights(0, weights);
    std::vector<SkinnedVertex> vertices(3);
    const InterleavedVertices records{std::as_writable_bytes(std::span(vertices)), sizeof(SkinnedVertex),
                                      offsetof(SkinnedVertex, position), offsetof(SkinnedVertex, normal),
                                      offsetof(SkinnedVertex, tangent)};
    ASSERT_TRUE((SkinJob{&cloth, palette, weights, {}, records}.run()));
    const SkinnedMesh& skinned = actor.skin()[0];
    for (std::size_t v = 0; v < 3; ++v) {
        EXPECT_EQ(skinned.vertices[v].position, vertices[v].position);
        EXPECT_EQ(skinned.vertices[v].normal, vertices[v].normal);
        EXPECT_EQ(skinned.vertices[v].tangent.w, model.meshes[0].tangents[v].w);
    }
}

TEST(Actor, ShowsAMeshWithoutASkeleton) {
    Model model;
    model.meshes = {triangle("STONE")};
    Actor actor(figure_of(model));
    ASSERT_TRUE(actor.advance(1.0));
    ASSERT_EQ(actor.skin().size(), 1u);
    for (std::size_t v = 0; v < 3; ++v) {
        EXPECT_EQ(actor.skin()[0].vertices[v].position, model.meshes[0].positions[v]);
        EXPECT_EQ(actor.skin()[0].vertices[v].normal, model.meshes[0].normals[v]);
        EXPECT_EQ(actor.skin()[0].vertices[v].tangent, model.meshes[0].tangents[v]);
    }
    EXPECT_EQ(actor.bounds()->max, (Vec3{0.2f, 0.3f, 0.1f}));
    EXPECT_TRUE(actor.matrices().empty());
}

TEST(Actor, NamesTheClipsThereAre) {
    Actor actor(figure_of(small_figure()));
    EXPECT_EQ(actor.play("RUN").error().text(), "there is no clip 'RUN' among WALK, NOD");
    EXPECT_EQ(*actor.play("walk"), Started::now);
    EXPECT_EQ(*actor.play("walk"), Started::already);
    Actor empty(figure_of(model_of({})));
    EXPECT_EQ(empty.play("RUN").error().text(), "there is no clip 'RUN': the model has none");
}

TEST(Actor, ReportsEventsAndMovesItsTransform) {
    Actor actor(figure_of(small_figure()));
    EXPECT_TRUE(actor.play("WALK"));
    actor.set_transform({{10, 0, 0}, axis_angle(Vec3d{0, 1, 0}, 90 * degrees)});
    std::string heard;
    Placement travelled;
    for (int frame = 0; frame < 30; ++frame) {
        ASSERT_TRUE(actor.advance(1 / 50.0));
        for (const ActorEvent& event : actor.events())
            heard += event.move->name + ' ' + std::string(name_in(event.event->data)) + ';';
        travelled = travelled * actor.root_motion();
    }
    EXPECT_EQ(heard, "WALK 5;WALK 10;");
    EXPECT_NEAR(travelled.position.z, 0.05 * 25 * 0.6, 1e-4);
    EXPECT_NEAR(actor.transform().position.x, 10 + 0.05 * 25 * 0.6, 1e-4); // +Z of the object is +X of the world
    EXPECT_NEAR(actor.transform().position.z, 0, 1e-9);
    const Placement here = actor.transform();
    EXPECT_FALSE(actor.advance(-1.0));
    EXPECT_EQ(actor.transform(), here);
    EXPECT_TRUE(actor.events().empty());
}

TEST(Actor, TakesAChangedPoseIntoItsMatrices) {
    Actor actor(figure_of(small_figure()));
    EXPECT_TRUE(actor.advance(0.1));
    Transform root = get_joint(actor.pose(), 0);
    root.translation.y += 5;
    set_joint(actor.pose(), 0, root);
    EXPECT_EQ(to_affine(actor.matrices()[0]).t.y, root.translation.y);
    expect_reference(actor);
    EXPECT_TRUE(actor.advance(0.1));
    EXPECT_LT(to_affine(actor.matrices()[0]).t.y, 2);
}

TEST(Actor, LeavesOutWhatCannotBePrepared) {
    Model model = small_figure();
    model.meshes[1].instances = {99};
    Diagnostics diagnostics;
    const auto figure = Figure::make(model, {}, &diagnostics);
    ASSERT_TRUE(figure);
    EXPECT_EQ((*figure)->meshes().size(), 2u);
    ASSERT_EQ(diagnostics.size(), 1u);
    EXPECT_EQ(diagnostics[0].text(), "meshes[1]: error: the mesh is left out: joint: 99 is no joint of the skeleton");
}

TEST(Actor, AllocatesNothingOnceItIsWarm) {
    Actor actor(figure_of(small_figure()));
    EXPECT_TRUE(actor.play("WALK"));
    const auto frame = [&] {
        EXPECT_TRUE(actor.advance(1 / 60.0));
        actor.events();
        actor.skin();
        actor.bounds();
    };
    for (int i = 0; i < 120; ++i) frame();
    const std::size_t before = allocation_count();
    for (int i = 0; i < 600; ++i) frame();
    EXPECT_EQ(allocation_count(), before);
}

// The positions of all frames, one after another.
std::vector<Vec3> played(const std::shared_ptr<const Figure>& figure, std::string_view clip) {
    std::vector<Vec3> positions;
    Actor actor(figure);
    EXPECT_TRUE(actor.play(clip));
    for (int frame = 0; frame < 200; ++frame) {
        EXPECT_TRUE(actor.advance(1 / 60.0));
        for (const SkinnedMesh& mesh : actor.skin())
            for (const SkinnedVertex& vertex : mesh.vertices) positions.push_back(vertex.position);
    }
    return positions;
}

TEST(Actor, SharesItsFigureWithOtherThreads) {
    const auto figure = figure_of(small_figure());
    const std::vector<Vec3> walk = played(figure, "WALK"), nod = played(figure, "NOD");
    std::vector<Vec3> walk_again, nod_again;
    std::thread one([&] { walk_again = played(figure, "WALK"); });
    std::thread two([&] { nod_again = played(figure, "NOD"); });
    one.join();
    two.join();
    EXPECT_EQ(walk, walk_again);
    EXPECT_EQ(nod, nod_again);
}

TEST(Actor, MovesWithItsBuffers) {
    Actor first(figure_of(small_figure()));
    EXPECT_TRUE(first.play("WALK"));
    Actor second = std::move(first);
    EXPECT_TRUE(second.advance(0.2));
    expect_reference(second);
}

} // namespace
} // namespace ossuary::anim
