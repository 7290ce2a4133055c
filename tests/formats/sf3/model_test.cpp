#include "ossuary/formats/sf3/model.h"

#include <algorithm>
#include <cmath>
#include <variant>

#include "formats/sf3/made_model.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/model/event.h"

namespace ossuary::sf3 {
namespace {

using namespace testing;

std::string all_of(const Diagnostics& diagnostics) {
    std::string text;
    for (const Diagnostic& one : diagnostics) text += one.text() + '\n';
    return text;
}
Model model_of(const ModelFile& file, const ToModelOptions& options = {}) {
    Result<Model> model = to_model(file, "x8pc00a", options);
    if (!model) ADD_FAILURE() << model.error().text();
    return model.value_or(Model{});
}
AnimationFile made_animations() {
    return {.animations = {made_animation(2, 35, 85)}, .eof_marker = false, .original = {}};
}
// The made model with its external clip.
Model whole_model(const ToModelOptions& options = {}) {
    Model model = model_of(made_model(), options);
    const AnimationFile animations = made_animations();
    const auto added = add_clips(model, animations, bind_model(clips_in(model), animations), options);
    EXPECT_TRUE(added);
    return model;
}
// Every polygon of the made mesh is replaced by one.
ModelFile with_face(const Face& face) {
    ModelFile file = made_model();
    for (MeshList& list : file.mesh_lists)
        for (Mesh& mesh : list) mesh.faces = {face};
    return file;
}

TEST(X8pcModel, BonesAreJointsTagsHangBelowThem) {
    const Model model = model_of(made_model());
    EXPECT_EQ(all_of(validate(model)), "");
    ASSERT_EQ(model.skeleton.joints.size(), 4u);
    EXPECT_EQ(model.skeleton.joints[1].parent, 0);
    EXPECT_EQ(model.skeleton.joints[2].name, "weapon");
    EXPECT_EQ(model.skeleton.joints[2].parent, 1);
    EXPECT_EQ(model.skeleton.joints[3].name, "chest");
    EXPECT_EQ(model.skeleton.joints[3].rest.translation, (Vec3{0, 1, 0})); // up is up
    EXPECT_EQ(model.source.basis, sf3_basis());
}

TEST(X8pcModel, MeshesAreRigidAndTheWeaponHangsOnItsTag) {
    const Model model = model_of(made_model());
    ASSERT_EQ(model.meshes.size(), 3u);
    EXPECT_EQ(model.meshes[0].joint, 0);
    EXPECT_EQ(model.meshes[1].joint, 1);
    EXPECT_EQ(model.meshes[2].joint, 2);
    EXPECT_TRUE(model.skins.empty());
}

TEST(X8pcModel, EveryWeaponTagShowsTheWeapon) {
    ModelFile file = made_model();
    file.skeleton.insert(file.skeleton.begin() + 1, file.skeleton[4]);
    const Model model = model_of(file);
    ASSERT_EQ(model.meshes.size(), 4u);
    EXPECT_EQ(model.meshes[2].positions, model.meshes[3].positions);
    EXPECT_NE(model.meshes[2].joint, model.meshes[3].joint);
}

TEST(X8pcModel, JointsRestInTheFirstIdleFrame) {
    const ModelFile file = made_model();
    const Model model = model_of(file);
    EXPECT_EQ(model.skeleton.joints[1].rest, to_float(sf3_basis().transform(pose_at(file.bones[1], 1))));
}

TEST(X8pcModel, QuadsBecomeTwoTrianglesThatFaceTheirNormal) {
    const Model model = model_of(made_model());
    const ossuary::Mesh& mesh = model.meshes[0];
    EXPECT_EQ(mesh.indices.size(), 9u); // a quad and a triangle
    for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
        const Vec3 &a = mesh.positions[mesh.indices[i]], &b = mesh.positions[mesh.indices[i + 1]],
                   &c = mesh.positions[mesh.indices[i + 2]];
        EXPECT_GT(dot(cross(b - a, c - a), Vec3{0, 0, 1}), 0); // -z in the file is towards us
        EXPECT_EQ(mesh.normals[mesh.indices[i]], (Vec3{0, 0, 1}));
    }
}

TEST(X8pcModel, TrianglesTurnRoundOnlyWhenAsked) {
    Face face = made_model().mesh_lists[0][0].faces[0];
    std::reverse(face.polygon.indices.begin(), face.polygon.indices.end());
    const auto area = [&](bool face_normals) {
        const ossuary::Mesh mesh = model_of(with_face(face), {.face_normals = face_normals}).meshes[0];
        const Vec3 &a = mesh.positions[mesh.indices[0]], &b = mesh.positions[mesh.indices[1]],
                   &c = mesh.positions[mesh.indices[2]];
        return dot(cross(b - a, c - a), Vec3{0, 0, 1});
    };
    EXPECT_LT(area(false), 0);
    EXPECT_GT(area(true), 0);
}

TEST(X8pcModel, TheWholeTextureLiesOnTheQuadWithItsFlips) {
    const Vec2 expected[4][4]{{{0, 0}, {1, 0}, {1, 1}, {0, 1}},
                              {{1, 0}, {0, 0}, {0, 1}, {1, 1}},
                              {{0, 1}, {1, 1}, {1, 0}, {0, 0}},
                              {{1, 1}, {0, 1}, {0, 0}, {1, 0}}};
    for (std::uint16_t flips = 0; flips < 4; ++flips) {
        Face face = made_model().mesh_lists[0][0].faces[0];
        face.attr.dir = static_cast<std::uint16_t>(Attr::textured_quad | flips << 4);
        const ossuary::Mesh mesh = model_of(with_face(face)).meshes[0];
        for (std::size_t corner = 0; corner < 4; ++corner) EXPECT_EQ(mesh.uv0[corner], expected[flips][corner]);
    }
}

TEST(X8pcModel, TrianglesKeepTheCornersOfTheirPlaces) {
    const std::pair<std::array<std::uint16_t, 4>, std::array<Vec2, 3>> cases[]{
        {{0, 1, 2, 0}, {{{0, 0}, {1, 0}, {1, 1}}}},
        {{0, 1, 2, 2}, {{{0, 0}, {1, 0}, {1, 1}}}},
        {{0, 0, 2, 3}, {{{0, 0}, {1, 1}, {0, 1}}}},
        {{0, 1, 1, 3}, {{{0, 0}, {1, 0}, {0, 1}}}},
    };
    for (const auto& [indices, corners] : cases) {
        Face face = made_model().mesh_lists[0][0].faces[0];
        face.polygon.indices = indices;
        const ossuary::Mesh mesh = model_of(with_face(face)).meshes[0];
        ASSERT_EQ(mesh.indices.size(), 3u);
        for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(mesh.uv0[mesh.indices[i]], corners[i]);
    }
    Face line = made_model().mesh_lists[0][0].faces[0];
    line.polygon.indices = {0, 1, 0, 1};
    EXPECT_TRUE(model_of(with_face(line)).meshes.empty());
}

TEST(X8pcModel, AttributesBecomeMaterials) {
    Face face = made_model().mesh_lists[0][0].faces[0];
    face.attr.texno = 1; // has transparent pixels
    EXPECT_EQ(model_of(with_face(face)).materials[0].alpha, AlphaMode::mask);
    EXPECT_EQ(model_of(with_face(face)).materials[0].filter, Filter::nearest);
    EXPECT_FALSE(model_of(with_face(face)).materials[0].double_sided);
    face.attr.atrb |= Attr::draws_zero;
    EXPECT_EQ(model_of(with_face(face)).materials[0].alpha, AlphaMode::opaque);
    face.attr.atrb |= 3;
    EXPECT_EQ(model_of(with_face(face)).materials[0].alpha, AlphaMode::blend);
    EXPECT_EQ(model_of(with_face(face)).materials[0].base_color.w, 0.5f);
    face.attr.atrb = Attr::usual_textured | Attr::checkered;
    EXPECT_EQ(model_of(with_face(face)).materials[0].alpha, AlphaMode::blend);
    face.attr.flag = 1;
    EXPECT_TRUE(model_of(with_face(face)).materials[0].double_sided);
    EXPECT_EQ(model_of(with_face(face)).materials[0].extras["sf3"]["atrb"].integer(), face.attr.atrb);

    const Material plain = model_of(made_model()).materials[1];
    EXPECT_EQ(plain.base_color, (Vec4{1, 0, 0, 1})); // 0x801f is red
    EXPECT_TRUE(plain.double_sided);
    EXPECT_EQ(plain.base_color_image, -1);
}

TEST(X8pcModel, TexturesBecomePicturesFromTheTop) {
    const Image image = to_image(made_model().textures[1], "x");
    EXPECT_EQ(image.width, 16u);
    EXPECT_EQ(image.height, 3u);
    EXPECT_EQ(image.bytes[3], std::byte{0});   // 0 is transparent
    EXPECT_EQ(image.bytes[7], std::byte{255}); // all else is not
    EXPECT_EQ(to_texture(image).value(), made_model().textures[1]);
}

TEST(X8pcModel, ClipsAreCutFromTheTimeline) {
    ModelFile file = made_model();
    file.clips[0].start = 5; // between keys at 1, 15 and 30
    file.clips[0].count = 20;
    const Model model = model_of(file, {.frame_rate = 60});
    ASSERT_EQ(model.clips.size(), 1u);
    const ossuary::Clip& clip = model.clips[0];
    EXPECT_EQ(clip.name, "idle");
    EXPECT_DOUBLE_EQ(clip.duration, 19 / 60.0);
    const Channel<Vec3>& translation = clip.joints[0].translation;
    EXPECT_EQ(translation.times, (std::vector<float>{0, static_cast<float>(10 / 60.0), static_cast<float>(19 / 60.0)}));
    const std::vector<Transformd> pose = sample_pose(clip, model.skeleton, 15 / 60.0); // frame 20
    for (std::size_t b = 0; b < 2; ++b) {
        const Transformd expected = sf3_basis().transform(pose_at(file.bones[b], 20));
        EXPECT_NEAR(length(pose[b].translation - expected.translation), 0, 1e-4);
        EXPECT_NEAR(std::abs(dot(pose[b].rotation, expected.rotation)), 1, 1e-7);
    }
    EXPECT_TRUE(clip.joints[0].scale.is_constant());
}

TEST(X8pcModel, ExternalClipsTakeTheirPlaceInTheTable) {
    ModelFile file = made_model();
    std::swap(file.clips[0], file.clips[1]);
    Model model = model_of(file);
    const AnimationFile animations = made_animations();
    for (int again = 0; again < 2; ++again) { // a second file takes the place of the first
        ASSERT_TRUE(add_clips(model, animations, bind_model(clips_in(model), animations)));
        ASSERT_EQ(model.clips.size(), 2u);
        EXPECT_EQ(all_of(validate(model)), "");
        const ossuary::Clip& clip = model.clips[0];
        EXPECT_EQ(clip.name, "attack");
        EXPECT_EQ(clip.extras["animation"].integer(-1), 0);
        EXPECT_EQ(clip.extras["bound"].string(), "table order");
        EXPECT_EQ(clip.extras["distance"].integer(), 37);
        ASSERT_EQ(clip.events.events.size(), 1u);
        EXPECT_TRUE(std::holds_alternative<HitEvent>(clip.events.events[0].data));
        EXPECT_EQ(clip.events.events[0].frame, 59);
        EXPECT_NEAR(clip.events.events[0].time, 24 / 30.0, 1e-6);
    }
}

TEST(X8pcModel, AGroupsOwnFramesCountWhereTheTableIsWrong) {
    ModelFile file = made_model();
    file.clips[1].count = 7;
    Model model = model_of(file);
    const AnimationFile animations = made_animations();
    const ModelBinding binding = bind_model(clips_in(model), animations);
    EXPECT_EQ(binding.method, BindMethod::group);
    ASSERT_TRUE(add_clips(model, animations, binding));
    EXPECT_DOUBLE_EQ(model.clips[1].duration, 50 / 30.0);
}

TEST(X8pcModel, AnimationsAloneAreLooseJoints) {
    AnimationFile animations = made_animations();
    animations.animations.push_back(made_animation(5, 1, 9));
    Diagnostics diagnostics;
    const auto model = to_model(animations, "x8an00", {}, &diagnostics);
    ASSERT_TRUE(model);
    EXPECT_EQ(all_of(validate(*model)), "");
    EXPECT_EQ(model->skeleton.joints.size(), 2u);
    EXPECT_EQ(model->clips.size(), 1u);
    EXPECT_EQ(diagnostics.size(), 2u);
}

TEST(X8pcModel, SamplePosesAreTheExpectedOnesInOurAxes) {
    const auto bytes = shared_file("samples/sf3/x8pc-small.bin"), other = shared_file("samples/sf3/x8an-small.bin");
    const auto json = shared_json("samples/sf3/x8pc-small.json");
    OSSUARY_NEED(bytes && other && json);
    Model model = model_of(parse_x8pc(*bytes).value());
    const AnimationFile animations = parse_x8an(*other).value();
    ASSERT_TRUE(add_clips(model, animations, bind_model(clips_in(model), animations)));
    EXPECT_EQ(all_of(validate(model)), "");
    EXPECT_EQ(model.clips.size(), 7u);
    for (const Json& expected : (*json)["expected_pose"].items()) {
        const auto clip = std::ranges::find_if(model.clips, [&](const ossuary::Clip& one) {
            return one.extras["animation"].integer(-1) == expected["animation"].integer();
        });
        ASSERT_NE(clip, model.clips.end());
        const double time = (expected["frame"].number() - clip->extras["start"].number()) / 30;
        const auto pose = object_pose(model.skeleton, sample_pose(*clip, model.skeleton, time));
        for (std::size_t b = 0; b < 5; ++b) {
            const Json& rows = expected["bone_world_rows3x4"].items()[b];
            const auto column = [&](std::size_t c) {
                const auto at = [&](std::size_t r) { return rows.items()[r].items()[c].number(); };
                return Vec3d{at(0), at(1), at(2)};
            };
            const Affined wanted = sf3_basis().matrix({column(0), column(1), column(2), column(3)});
            // Keys are normalised before they are blended here, after it in the expectation.
            EXPECT_LT(length(wanted.t - pose[b].t), 5e-4);
            EXPECT_LT(length(wanted.x - pose[b].x), 1e-4);
        }
    }
}

// ---- back

TEST(X8pcFromModel, AGamesModelComesBack) {
    const Model model = whole_model();
    Diagnostics diagnostics;
    const auto pair = x8pc_from_model(model, {}, &diagnostics);
    ASSERT_TRUE(pair) << pair.error().text();
    EXPECT_EQ(all_of(diagnostics), "");
    const ModelFile file = made_model();
    EXPECT_EQ(pair->model.textures, file.textures);
    EXPECT_EQ(pair->model.clips, file.clips);
    EXPECT_EQ(pair->model.box_half, file.box_half);
    EXPECT_EQ(run_skeleton(pair->model.skeleton).parents, run_skeleton(file.skeleton).parents);
    ASSERT_EQ(pair->model.mesh_lists.size(), 2u);
    for (std::size_t l = 0; l < 2; ++l)
        for (std::size_t m = 0; m < file.mesh_lists[l].size(); ++m) {
            const Mesh &was = file.mesh_lists[l][m], &is = pair->model.mesh_lists[l][m];
            ASSERT_EQ(is.faces.size(), was.faces.size());
            for (std::size_t f = 0; f < was.faces.size(); ++f) {
                EXPECT_EQ(is.faces[f].attr, was.faces[f].attr);
                EXPECT_EQ(is.faces[f].polygon.normal, was.faces[f].polygon.normal);
                for (std::size_t i = 0; i < 4; ++i)
                    EXPECT_EQ(is.points[is.faces[f].polygon.indices[i]], was.points[was.faces[f].polygon.indices[i]]);
            }
        }
    EXPECT_EQ(pair->model.bones.size(), 2u);
    for (double frame = 1; frame <= 30; frame += 0.5)
        for (std::size_t b = 0; b < 2; ++b)
            EXPECT_LT(
                length(pose_at(pair->model.bones[b], frame).translation - pose_at(file.bones[b], frame).translation),
                1e-4);
    EXPECT_EQ(pair->animations.animations.size(), 1u);
    EXPECT_EQ(span_of(pair->animations.animations[0].bones), (FrameSpan{35, 85}));
    EXPECT_TRUE(write_x8pc(pair->model)) << write_x8pc(pair->model).error().text();
    EXPECT_TRUE(write_x8an(pair->animations));
}

TEST(X8pcFromModel, WhatCameBackIsTheSameModel) {
    const Model model = whole_model({.scale = 0.05, .frame_rate = 60});
    const auto pair = x8pc_from_model(model);
    ASSERT_TRUE(pair);
    const ToModelOptions options{.scale = 0.05, .frame_rate = 60};
    Model again = model_of(pair->model, options);
    ASSERT_TRUE(add_clips(again, pair->animations, bind_model(clips_in(again), pair->animations), options));
    ASSERT_EQ(again.clips.size(), model.clips.size());
    for (std::size_t c = 0; c < model.clips.size(); ++c) {
        EXPECT_EQ(again.clips[c].name, model.clips[c].name);
        EXPECT_DOUBLE_EQ(again.clips[c].duration, model.clips[c].duration);
    }
    ASSERT_EQ(again.meshes.size(), model.meshes.size());
    for (std::size_t m = 0; m < model.meshes.size(); ++m) {
        EXPECT_EQ(again.meshes[m].indices.size(), model.meshes[m].indices.size());
        EXPECT_EQ(again.meshes[m].joint, model.meshes[m].joint);
    }
}

// A strip of two joints, skinned, made elsewhere.
Model foreign_model() {
    Model model;
    model.name = "strip";
    model.skeleton.joints = {{.name = "root"}, {.name = "tip", .parent = 0, .rest = {.translation = {0, 1, 0}}}};
    model.skins.push_back({"strip", {0, 1}, {Affine{}, Affine{.t = {0, -1, 0}}}});
    ossuary::Mesh mesh;
    mesh.name = "strip";
    mesh.skin = 0;
    mesh.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {1, 2, 0}, {0, 2, 0}};
    mesh.normals.assign(6, {0, 0, 1});
    mesh.uv0 = {{0, 1}, {1, 1}, {1, 0}, {0, 0}, {0.7f, 0}, {0.3f, 0}};
    mesh.indices = {0, 1, 2, 0, 2, 3, 3, 2, 4, 3, 4, 5};
    mesh.surfaces = {{"", 0, 0, 12, 0, 6}};
    mesh.influence_start = {0, 1, 2, 3, 4, 5, 6};
    mesh.influences = {{0, 1}, {0, 1}, {0, 1}, {0, 1}, {1, 1}, {1, 1}};
    model.meshes.push_back(std::move(mesh));
    Image image{.name = "skin", .source = {}, .width = 8, .height = 2, .bytes = ByteBuffer(64, std::byte{255})};
    model.images.push_back(std::move(image));
    model.materials.push_back({.name = "skin", .base_color_image = 0});
    ossuary::Clip clip;
    clip.name = "idle";
    clip.duration = 1;
    clip.frame_rate = 25;
    clip.joints.resize(2);
    clip.joints[1].rotation.rate = 25;
    for (int i = 0; i <= 25; ++i)
        clip.joints[1].rotation.values.push_back(to_float(axis_angle(Vec3d{0, 0, 1}, i * 0.05)));
    clip.events.add(0.5, SoundEvent{.name = "swish"});
    clip.events.add(0.6, HitEvent{});
    model.clips.push_back(std::move(clip));
    return model;
}

TEST(X8pcFromModel, AModelFromElsewhereIsCutIntoRigidParts) {
    Diagnostics diagnostics;
    const auto pair = x8pc_from_model(foreign_model(), {}, &diagnostics);
    ASSERT_TRUE(pair) << pair.error().text();
    const MeshList& body = pair->model.mesh_lists[0];
    ASSERT_EQ(body.size(), 2u);
    ASSERT_EQ(body[0].faces.size(), 2u);
    // A quad with the whole texture: its points run against the corners, so it is flipped.
    EXPECT_EQ(body[0].faces[0].attr.dir, Attr::textured_quad | Attr::flip_v);
    const Polygon& quad = body[0].faces[0].polygon;
    EXPECT_EQ(body[0].points[quad.indices[2]], (Vector{14 * fixed_one, -14 * fixed_one, 0}));
    EXPECT_EQ(body[1].faces.size(), 1u);
    EXPECT_EQ(body[1].faces[0].attr.dir, Attr::plain_polygon); // its coordinates are no corners
    EXPECT_EQ(body[1].faces[0].attr.colno, 0xFFFF);
    const std::string told = all_of(diagnostics);
    EXPECT_NE(told.find("2 faces show"), std::string::npos) << told;
    EXPECT_NE(told.find("2 triangles follow"), std::string::npos) << told;
    EXPECT_NE(told.find("1 event has"), std::string::npos) << told;
    ASSERT_EQ(pair->model.clips.size(), 1u);
    EXPECT_EQ(pair->model.clips[0].type, 0);
    EXPECT_EQ(pair->model.clips[0].count, 26);
    EXPECT_EQ(pair->model.clips[0].events, (std::vector<std::array<std::uint16_t, 2>>{{16, 6}}));
    EXPECT_TRUE(write_x8pc(pair->model)) << write_x8pc(pair->model).error().text();
}

TEST(X8pcFromModel, ItStandsAndMovesAsBefore) {
    const Model before = foreign_model();
    const auto pair = x8pc_from_model(before);
    const Model after = model_of(pair->model, {.scale = 1 / 14.0, .frame_rate = 25});
    for (const double time : {0.0, 0.4, 1.0}) {
        const auto pose = object_pose(before.skeleton, sample_pose(before.clips[0], before.skeleton, time));
        const auto again = object_pose(after.skeleton, sample_pose(after.clips[0], after.skeleton, time));
        const Vec3d tip = pose[1].point({1, 1, 0}), tip_again = again[1].point({1, 1, 0});
        EXPECT_LT(length(tip - tip_again), 2e-4) << time;
    }
}

TEST(X8pcFromModel, AFullTimelineIsRefused) {
    Model model = foreign_model();
    model.clips[0].duration = 170;       // 4250 ticks
    EXPECT_TRUE(x8pc_from_model(model)); // the last clip may be long
    model.clips.push_back(model.clips[0]);
    const auto pair = x8pc_from_model(model);
    ASSERT_FALSE(pair);
    EXPECT_NE(pair.error().text().find("timeline"), std::string::npos);
}

TEST(X8pcFromModel, WhatIsTooFarOutIsRefused) {
    Model model = foreign_model();
    model.meshes[0].positions[0].x = 3000;
    EXPECT_FALSE(x8pc_from_model(model));
    model = foreign_model();
    model.clips[0].joints[0].translation.values = {{0, 9000, 0}};
    EXPECT_FALSE(x8pc_from_model(model));
    EXPECT_FALSE(x8pc_from_model(Model{}));
}

TEST(X8pcFromModel, BonesAreNumberedAsTheSkeletonPushesThem) {
    Model model = foreign_model();
    model.skeleton.joints.push_back({.name = "second", .parent = 0});
    model.skeleton.joints.push_back({.name = "below tip", .parent = 1});
    model.clips[0].joints.resize(4);
    const auto pair = x8pc_from_model(model);
    ASSERT_TRUE(pair);
    EXPECT_EQ(run_skeleton(pair->model.skeleton).parents, (std::vector<std::int32_t>{-1, 0, 1, 0}));
    EXPECT_TRUE(run_skeleton(pair->model.skeleton).is_closed);
}

} // namespace
} // namespace ossuary::sf3
