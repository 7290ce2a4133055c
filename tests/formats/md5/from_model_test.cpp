// Models back to MD5 files: those that came from there, and those that did not.
#include <cmath>

#include <gtest/gtest.h>

#include "ossuary/base/diagnostic.h"
#include "ossuary/model/event.h"
#include "shared_files.h"
#include "small_files.h"

namespace ossuary::md5 {
namespace {

using namespace testing;
using ossuary::testing::shared_file;

void expect_same_mesh(const MeshFile& back, const MeshFile& file, double tolerance) {
    EXPECT_EQ(back.commandline, file.commandline);
    ASSERT_EQ(back.joints.size(), file.joints.size());
    for (std::size_t j = 0; j < file.joints.size(); ++j) {
        EXPECT_EQ(back.joints[j].name, file.joints[j].name);
        EXPECT_EQ(back.joints[j].parent, file.joints[j].parent);
        EXPECT_LT(length(back.joints[j].position - file.joints[j].position), tolerance) << file.joints[j].name;
        const Quatd a = rebuild_orientation(back.joints[j].orientation),
                    b = rebuild_orientation(file.joints[j].orientation);
        EXPECT_GT(std::abs(dot(a, b)), 1 - 1e-10) << file.joints[j].name;
    }
    ASSERT_EQ(back.meshes.size(), file.meshes.size());
    for (std::size_t m = 0; m < file.meshes.size(); ++m) {
        const Mesh &ours = back.meshes[m], &theirs = file.meshes[m];
        EXPECT_EQ(ours.name, theirs.name);
        EXPECT_EQ(ours.shader, theirs.shader);
        EXPECT_EQ(ours.tris, theirs.tris);
        EXPECT_EQ(ours.weights.size(), theirs.weights.size());
        ASSERT_EQ(ours.verts.size(), theirs.verts.size());
        const auto positions = bind_positions(back, ours), expected = bind_positions(file, theirs);
        for (std::size_t v = 0; v < ours.verts.size(); ++v) {
            EXPECT_LT(length(positions[v] - expected[v]), tolerance);
            EXPECT_NEAR(ours.verts[v].tex_coord.x, theirs.verts[v].tex_coord.x, 1e-6);
            EXPECT_NEAR(ours.verts[v].tex_coord.y, theirs.verts[v].tex_coord.y, 1e-6);
            ASSERT_EQ(ours.verts[v].weight_count, theirs.verts[v].weight_count);
            // The same influences, the largest first.
            double sum = 0, last = 2;
            for (std::int32_t i = 0; i < ours.verts[v].weight_count; ++i) {
                const Weight& weight = ours.weights[static_cast<std::size_t>(ours.verts[v].first_weight + i)];
                EXPECT_LE(weight.bias, last);
                sum += last = weight.bias;
                double expected_bias = -1, apart = 1e9;
                for (std::int32_t k = 0; k < theirs.verts[v].weight_count; ++k) {
                    const Weight& other = theirs.weights[static_cast<std::size_t>(theirs.verts[v].first_weight + k)];
                    if (other.joint != weight.joint) continue;
                    expected_bias = other.bias;
                    apart = length(other.position - weight.position);
                }
                EXPECT_NEAR(weight.bias, expected_bias, 3e-6);
                EXPECT_LT(apart, 1e-3); // influences of one vertex disagree by 0.0003 in the file itself
            }
            EXPECT_NEAR(sum, 1, 1e-12);
        }
    }
}

void expect_same_anim(const AnimFile& back, const AnimFile& file, double tolerance) {
    EXPECT_EQ(back.commandline, file.commandline);
    EXPECT_EQ(back.frame_rate, file.frame_rate);
    ASSERT_EQ(back.num_frames, file.num_frames);
    ASSERT_EQ(back.hierarchy.size(), file.hierarchy.size());
    for (std::int32_t f = 0; f < file.num_frames; ++f) {
        const auto ours = local_skeleton(back, f), theirs = local_skeleton(file, f);
        for (std::size_t j = 0; j < ours.size(); ++j) {
            EXPECT_LT(length(ours[j].translation - theirs[j].translation), tolerance);
            EXPECT_GT(std::abs(dot(ours[j].rotation, theirs[j].rotation)), 1 - 1e-10);
        }
    }
}

TEST(Md5FromModel, GivesTheFilesBack) {
    for (const char* name : {"Bob", "synthetic/flags"}) {
        const auto mesh_bytes = shared_file(joined({"samples/md5/", name, ".md5mesh"})),
                   anim_bytes = shared_file(joined({"samples/md5/", name, ".md5anim"}));
        OSSUARY_NEED(mesh_bytes && anim_bytes);
        const MeshFile mesh = *parse_md5mesh(*mesh_bytes);
        const AnimFile anim = *parse_md5anim(*anim_bytes);
        for (const Front front : {Front::minus_y, Front::plus_x}) {
            const Basis basis = md5_basis(front);
            Model model = *to_model(mesh, "m", {.basis = basis});
            model.clips.push_back(*to_clip(anim, model.skeleton, "a", {.basis = basis}));
            const auto mesh_back = md5mesh_from_model(model);
            const auto anim_back = md5anim_from_model(model, model.clips[0]);
            ASSERT_TRUE(mesh_back) << mesh_back.error().text();
            ASSERT_TRUE(anim_back) << anim_back.error().text();
            if (std::string_view(name) == "Bob") expect_same_mesh(*mesh_back, mesh, 2e-5);
            expect_same_anim(*anim_back, anim, 1e-5);
            // What is written is read as the same values.
            EXPECT_EQ(*mesh_of(write_md5mesh(*mesh_back)), *mesh_back);
            EXPECT_EQ(*anim_of(write_md5anim(*anim_back)), *anim_back);
        }
    }
}

TEST(Md5FromModel, SharesWeightsAgainWhereTheSourceDid) {
    const auto bytes = shared_file("samples/md5/SimpleCube.md5mesh");
    OSSUARY_NEED(bytes);
    const MeshFile cube = *parse_md5mesh(*bytes);
    const auto back = md5mesh_from_model(*to_model(cube, "cube"));
    ASSERT_TRUE(back);
    expect_same_mesh(*back, cube, 2e-5);
    EXPECT_EQ(back->meshes[0].weights.size(), 16u);
}

TEST(Md5FromModel, OnlyWhatMovesIsAnimated) {
    Model model = *to_model(*mesh_of(small_mesh), "small");
    const auto clip = to_clip(*anim_of(small_anim), model.skeleton, "wave");
    const auto file = md5anim_from_model(model, *clip);
    ASSERT_TRUE(file) << file.error().text();
    EXPECT_EQ(file->hierarchy[0].flags, 1);
    EXPECT_EQ(file->hierarchy[1].flags, 32);
    EXPECT_EQ(file->hierarchy[1].first_component, 1);
    EXPECT_EQ(file->num_animated_components, 2);
    // Boxes are computed from the skinned mesh: in frame 1 the origin has moved by 1.
    EXPECT_NEAR(file->bounds[1].min.x, 1, 1e-4);
    EXPECT_NEAR(file->bounds[1].max.z, 10, 1e-4);
    const auto coarse = md5anim_from_model(model, *clip, {.position_tolerance = 5, .orientation_tolerance = 0.5});
    EXPECT_EQ(coarse->num_animated_components, 0);
    EXPECT_EQ(coarse->hierarchy[1].first_component, 0);
    EXPECT_TRUE(anim_of(write_md5anim(*coarse)));
}

TEST(Md5FromModel, RoundsTheFrameRate) {
    Model model = *to_model(*mesh_of(small_mesh), "small");
    Clip clip = *to_clip(*anim_of(small_anim), model.skeleton, "wave");
    clip.frame_rate = 9.97;
    Diagnostics diagnostics;
    const auto file = md5anim_from_model(model, clip, {}, &diagnostics);
    ASSERT_TRUE(file);
    EXPECT_EQ(file->frame_rate, 10);
    EXPECT_TRUE(mentions(diagnostics, "was rounded to 10"));
    EXPECT_EQ(md5anim_from_model(model, clip, {.frame_rate = 20})->num_frames, 5);
    clip.duration = 1e12;
    EXPECT_FALSE(md5anim_from_model(model, clip));
}

TEST(Md5FromModel, PutsOneRootAboveSeveral) {
    const std::string two = with(small_mesh, "\"arm\"\t0", "\"arm\"\t-1");
    Model model = *to_model(*mesh_of(two), "two");
    const auto clip = to_clip(*anim_of(with(small_anim, "\"arm\"\t0", "\"arm\"\t-1")), model.skeleton, "wave");
    Diagnostics diagnostics;
    const auto mesh = md5mesh_from_model(model, {}, &diagnostics);
    const auto anim = md5anim_from_model(model, *clip);
    ASSERT_TRUE(mesh && anim);
    EXPECT_TRUE(mentions(diagnostics, "2 roots"));
    ASSERT_EQ(mesh->joints.size(), 3u);
    EXPECT_EQ(mesh->joints[0].name, "origin#2") << "the model has an origin";
    EXPECT_EQ(mesh->joints[0].parent, -1);
    EXPECT_EQ(mesh->joints[1].parent, 0);
    EXPECT_EQ(mesh->joints[2].parent, 0);
    for (std::size_t j = 0; j < 3; ++j) {
        EXPECT_EQ(anim->hierarchy[j].name, mesh->joints[j].name);
        EXPECT_EQ(anim->hierarchy[j].parent, mesh->joints[j].parent);
    }
    EXPECT_EQ(anim->hierarchy[0].flags, 0);
}

// ---- models from elsewhere

// A box corner without a skin on a joint, whose parent is scaled.
Model rigid_model(const Vec3& scale) {
    Model model;
    model.skeleton.joints.push_back({.name = "root", .rest = {.scale = scale}});
    model.skeleton.joints.push_back({.name = "part", .parent = 0, .rest = {.translation = {0, 1, 0}}});
    ossuary::Mesh mesh;
    mesh.joint = 1;
    mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    mesh.indices = {0, 1, 2};
    mesh.surfaces.push_back({.index_count = 3, .vertex_count = 3});
    model.meshes.push_back(std::move(mesh));
    return model;
}

TEST(Md5FromModel, BindsRigidMeshesToTheirJoint) {
    Diagnostics diagnostics;
    const Model model = rigid_model({1, 1, 1});
    const auto file = md5mesh_from_model(model, {.basis = md5_basis(Front::minus_y, 1)}, &diagnostics);
    ASSERT_TRUE(file);
    EXPECT_TRUE(mentions(diagnostics, "without a skin"));
    EXPECT_EQ(file->meshes[0].weights[0].joint, 1);
    EXPECT_LT(length(bind_positions(*file, file->meshes[0])[2] - Vec3d{0, 0, 2}), 1e-6);
    EXPECT_EQ(file->meshes[0].tris[0], (Triangle{0, 2, 1}));
}

TEST(Md5FromModel, FoldsUniformScaleIntoPositions) {
    Model model = rigid_model({2, 2, 2});
    Clip& turn = model.clips.emplace_back();
    turn.name = "turn";
    turn.duration = 1;
    turn.joints.resize(2);
    const FromModelOptions options{.basis = md5_basis(Front::minus_y, 1)};
    const auto file = md5mesh_from_model(model, options);
    ASSERT_TRUE(file) << file.error().text();
    EXPECT_LT(length(file->joints[1].position - Vec3d{0, 0, 2}), 1e-6);
    EXPECT_LT(length(bind_positions(*file, file->meshes[0])[2] - Vec3d{0, 0, 4}), 1e-6);
    const auto anim = md5anim_from_model(model, model.clips[0], {.basis = options.basis});
    ASSERT_TRUE(anim) << anim.error().text();
    EXPECT_LT(length(object_skeleton(*anim, 0)[1].translation - Vec3d{0, 0, 2}), 1e-6);
    EXPECT_EQ(anim->num_frames, 25) << "24 frames a second where nobody says";
}

TEST(Md5FromModel, RefusesScaleItCannotHold) {
    const Model stretched = rigid_model({1, 2, 1});
    EXPECT_FALSE(md5mesh_from_model(stretched));
    Diagnostics diagnostics;
    EXPECT_TRUE(md5mesh_from_model(stretched, {.lenient = true}, &diagnostics));
    EXPECT_TRUE(mentions(diagnostics, "dropped"));

    Model growing = rigid_model({1, 1, 1});
    Clip& grow = growing.clips.emplace_back();
    grow.name = "grow";
    grow.duration = 1;
    grow.joints.resize(2);
    growing.clips[0].joints[1].scale = {.values = {{1, 1, 1}, {2, 2, 2}}, .rate = 1};
    EXPECT_FALSE(md5anim_from_model(growing, growing.clips[0]));
    EXPECT_TRUE(md5anim_from_model(growing, growing.clips[0], {.lenient = true}));
}

TEST(Md5FromModel, AddsAJointWhereThereIsNone) {
    Model model = rigid_model({1, 1, 1});
    model.skeleton.joints.clear();
    model.meshes[0].joint = -1;
    const auto file = md5mesh_from_model(model);
    ASSERT_TRUE(file);
    ASSERT_EQ(file->joints.size(), 1u);
    EXPECT_EQ(file->joints[0].name, "origin");
    EXPECT_TRUE(mesh_of(write_md5mesh(*file)));
}

TEST(Md5FromModel, LeavesOutMountsOfCameras) {
    Model model = *to_model(*mesh_of(small_mesh), "small");
    model.skeleton.joints.push_back({.name = "eye"});
    model.cameras.push_back({.name = "eye", .joint = 2});
    const auto file = md5mesh_from_model(model);
    ASSERT_TRUE(file);
    EXPECT_EQ(file->joints.size(), 2u) << "and the mount is no second root";
}

TEST(Md5FromModel, SurfacesThatShareVerticesGetTheirOwn) {
    Model model = rigid_model({1, 1, 1});
    ossuary::Mesh& mesh = model.meshes[0];
    mesh.positions.push_back({1, 1, 0});
    mesh.indices = {0, 1, 2, 1, 3, 2};
    mesh.surfaces = {{.index_count = 3, .vertex_count = 4}, {.first_index = 3, .index_count = 3, .vertex_count = 4}};
    const auto file = md5mesh_from_model(model);
    ASSERT_TRUE(file);
    ASSERT_EQ(file->meshes.size(), 2u);
    EXPECT_EQ(file->meshes[0].verts.size(), 3u);
    EXPECT_EQ(file->meshes[1].verts.size(), 3u);
    EXPECT_TRUE(mesh_of(write_md5mesh(*file)));
}

TEST(Md5FromModel, FollowsTheSkinThatBoundTheVertex) {
    // A second mesh was bound while the arm stood elsewhere; at the clip's pose both must come out right.
    Model model = *to_model(*mesh_of(small_mesh), "small");
    ossuary::Mesh second = model.meshes[0];
    Skin moved = model.skins[0];
    moved.inverse_bind[1].t = moved.inverse_bind[1].t + Vec3{0.1f, 0, 0};
    second.skin = 1;
    model.skins.push_back(moved);
    model.meshes.push_back(second);
    Diagnostics diagnostics;
    const auto file = md5mesh_from_model(model, {}, &diagnostics);
    ASSERT_TRUE(file);
    EXPECT_TRUE(mentions(diagnostics, "bound differently"));
    const auto clip = to_clip(*anim_of(small_anim), model.skeleton, "wave");
    const auto anim = md5anim_from_model(model, *clip);
    ASSERT_TRUE(anim);
    const auto pose = object_pose(model.skeleton, sample_pose(*clip, model.skeleton, 0.2));
    for (std::size_t m = 0; m < 2; ++m) {
        const auto expected = posed_positions(model, model.meshes[m], pose);
        const auto ours = skin_positions(file->meshes[m], object_skeleton(*anim, 2));
        for (std::size_t v = 0; v < ours.size(); ++v)
            EXPECT_LT(length(md5_basis().point(ours[v]) - expected[v]), 1e-5) << m << ' ' << v;
    }
}

TEST(Md5FromModel, TellsWhatIsLost) {
    Model model = *to_model(*mesh_of(small_mesh), "small");
    model.meshes[0].colors.resize(4);
    model.meshes[0].morphs.push_back({"smile", std::vector<Vec3>(4), {}});
    Diagnostics diagnostics;
    ASSERT_TRUE(md5mesh_from_model(model, {}, &diagnostics));
    EXPECT_TRUE(mentions(diagnostics, "no place for normals, colours"));
    EXPECT_TRUE(mentions(diagnostics, "morph targets"));
    Clip clip = *to_clip(*anim_of(small_anim), model.skeleton, "wave");
    clip.events.add(0.1, SoundEvent{.name = "step"});
    ASSERT_TRUE(md5anim_from_model(model, clip, {}, &diagnostics));
    EXPECT_TRUE(mentions(diagnostics, "no place for events: 1"));
}

TEST(Md5FromModel, NamesTheShaderAfterThePicture) {
    Model model = rigid_model({1, 1, 1});
    model.meshes[0].surfaces[0].material = 0;
    model.materials.push_back({.name = "skin"});
    EXPECT_EQ(md5mesh_from_model(model)->meshes[0].shader, "skin");
    model.images.push_back({.name = "bark", .encoding = ImageEncoding::tga});
    model.materials[0].base_color_image = 0;
    EXPECT_EQ(md5mesh_from_model(model)->meshes[0].shader, "bark.tga");
    model.images[0].source = "textures/bark.tga";
    EXPECT_EQ(md5mesh_from_model(model)->meshes[0].shader, "textures/bark.tga");
    model.materials[0].extras.set("sourceShader", "models/tree");
    EXPECT_EQ(md5mesh_from_model(model)->meshes[0].shader, "models/tree");
}

TEST(Md5FromModel, KeepsRotationsWhereWVanishes) {
    // Near half turns the last of ten decimals decides about w.
    Model model;
    model.skeleton.joints.push_back({.name = "root"});
    for (const double angle : {3.14159265358979, 3.1415, 3.14159, 3.1416, 3.141592}) {
        const Quatd turn = axis_angle(normalize(Vec3d{1, 2, 3}), angle);
        model.skeleton.joints[0].rest.rotation = to_float(turn);
        const auto file = md5mesh_from_model(model);
        ASSERT_TRUE(file);
        const Quatd back = md5_basis().rotation(rebuild_orientation(file->joints[0].orientation));
        const Quatd exact = normalize(to_double(model.skeleton.joints[0].rest.rotation));
        const double sine_of_half = length((conjugate(exact) * back).xyz());
        EXPECT_LT(sine_of_half, 4e-6) << angle;
    }
}

} // namespace
} // namespace ossuary::md5
