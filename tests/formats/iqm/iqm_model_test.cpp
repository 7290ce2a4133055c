#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "ossuary/base/box.h"
#include "ossuary/formats/iqm/iqm.h"
#include "ossuary/model/bounds.h"
#include "shared_files.h"
#include "small_files.h"

namespace ossuary::iqm {
namespace {

using namespace testing;
using ossuary::testing::golden;
using ossuary::testing::shared_file;

constexpr double tolerance = 2e-6; // the references are rounded to six decimals
constexpr const char* samples[] = {"skinned.iqm", "static.iqm", "odd.iqm"};

double number(const Json& list, std::size_t i) { return list.items()[i].number(); }
template <class Vector> void expect_numbers(const Vector& got, const Json& expected, const std::string& what) {
    ASSERT_EQ(expected.size(), Vector::size) << what;
    for (std::size_t i = 0; i < Vector::size; ++i)
        EXPECT_NEAR(static_cast<double>(got[i]), number(expected, i), tolerance) << what;
}
void expect_rotation(const Quat& got, const Json& expected, const std::string& what) {
    const Quatd wanted{number(expected, 0), number(expected, 1), number(expected, 2), number(expected, 3)};
    const Quat same_side = dot(to_double(got), wanted) < 0 ? -got : got;
    expect_numbers(same_side, expected, what);
}

TEST(IqmModel, IsAsTheReferenceHasIt) {
    for (const char* name : samples) {
        const auto bytes = shared_file(std::string("samples/iqm/") + name);
        const auto expected = golden(std::string("iqm/") + name + ".neutral.json");
        OSSUARY_NEED(bytes && expected);
        const auto model = to_model(parsed(*bytes), "sample");
        ASSERT_TRUE(model) << name;
        EXPECT_TRUE(validate(*model).empty()) << name;
        const Mesh& mesh = model->meshes.at(0);
        const auto each = [&](const char* field, const auto& values) {
            const Json& list = (*expected)[field];
            ASSERT_EQ(values.size(), list.size()) << name << ' ' << field;
            for (std::size_t i = 0; i < values.size(); ++i)
                expect_numbers(values[i], list.items()[i], std::string(name) + ' ' + field);
        };
        each("positions", mesh.positions);
        each("texcoords", mesh.uv0);
        each("normals", mesh.normals);
        each("tangents", mesh.tangents);
        ASSERT_EQ(mesh.colors.size(), (*expected)["colors"].size());
        for (std::size_t v = 0; v < mesh.colors.size(); ++v)
            EXPECT_NEAR(mesh.colors[v].g / 255.0, number((*expected)["colors"].items()[v], 1), tolerance);
        const Json& primitives = (*expected)["primitives"];
        ASSERT_EQ(mesh.surfaces.size(), primitives.size());
        for (std::size_t s = 0; s < mesh.surfaces.size(); ++s) {
            const Json& indices = primitives.items()[s]["indices"];
            EXPECT_EQ(mesh.surfaces[s].name, primitives.items()[s]["name"].string());
            ASSERT_EQ(mesh.surfaces[s].index_count, indices.size());
            for (std::size_t i = 0; i < indices.size(); ++i)
                EXPECT_EQ(mesh.indices[mesh.surfaces[s].first_index + i], indices.items()[i].unsigned_integer());
        }
        const Json& influences = (*expected)["influences"];
        for (std::size_t v = 0; v < influences.size(); ++v) {
            ASSERT_EQ(mesh.influence_start[v + 1] - mesh.influence_start[v], influences.items()[v].size()) << name << v;
            for (std::size_t i = 0; i < influences.items()[v].size(); ++i) {
                const Influence& influence = mesh.influences[mesh.influence_start[v] + i];
                EXPECT_EQ(influence.joint, number(influences.items()[v].items()[i], 0));
                EXPECT_NEAR(influence.weight, number(influences.items()[v].items()[i], 1), tolerance);
            }
        }
        const Json& joints = (*expected)["joints"];
        ASSERT_EQ(model->skeleton.joints.size(), joints.size());
        for (std::size_t j = 0; j < joints.size(); ++j) {
            const Joint& joint = model->skeleton.joints[j];
            EXPECT_EQ(joint.name, joints.items()[j]["name"].string());
            EXPECT_EQ(joint.parent, joints.items()[j]["parent"].integer());
            expect_numbers(joint.rest.translation, joints.items()[j]["translation"], joint.name);
            expect_rotation(joint.rest.rotation, joints.items()[j]["rotation"], joint.name);
            expect_numbers(joint.rest.scale, joints.items()[j]["scale"], joint.name);
        }
        const Json& animations = (*expected)["animations"];
        ASSERT_EQ(model->clips.size(), animations.size());
        for (std::size_t a = 0; a < animations.size(); ++a) {
            const Json& animation = animations.items()[a];
            const Clip& clip = model->clips[a];
            EXPECT_EQ(clip.name, animation["name"].string());
            EXPECT_EQ(clip.loop == LoopMode::wrap, animation["loop"].boolean());
            EXPECT_NEAR(clip.duration, animation["times"].items().back().number(), tolerance);
            for (std::size_t j = 0; j < joints.size(); ++j)
                for (std::size_t k = 0; k < animation["times"].size(); ++k) {
                    const double time = static_cast<double>(k) / clip.frame_rate;
                    const Transform at = to_float(sample_pose(clip, model->skeleton, time)[j]);
                    const Json& wanted = animation["joints"].items()[j].items()[k];
                    expect_numbers(at.translation, wanted["translation"], clip.name);
                    expect_rotation(at.rotation, wanted["rotation"], clip.name);
                    expect_numbers(at.scale, wanted["scale"], clip.name);
                }
        }
    }
}

TEST(IqmModel, MovesVerticesAsTheReferenceDoes) {
    for (const char* name : {"skinned.iqm", "odd.iqm"}) {
        const auto bytes = shared_file(std::string("samples/iqm/") + name);
        const auto expected = golden(std::string("iqm/") + name + ".eval.json");
        OSSUARY_NEED(bytes && expected);
        const IqmFile file = parsed(*bytes);
        const Model model = *to_model(file, "sample");
        const Basis back = model.source.basis.inverse();
        for (std::size_t a = 0; a < file.anims.size(); ++a)
            for (std::uint32_t f = 0; f < file.anims[a].num_frames; ++f) {
                const auto pose = sample_pose(model.clips[a], model.skeleton, f / model.clips[a].frame_rate);
                const auto vertices = posed_positions(model, model.meshes[0], object_pose(model.skeleton, pose));
                const Json& wanted = (*expected)["frames"].items()[file.anims[a].first_frame + f]["vertices"];
                ASSERT_EQ(vertices.size(), wanted.size());
                for (std::size_t v = 0; v < vertices.size(); ++v)
                    expect_numbers(back.point(vertices[v]), wanted.items()[v], name);
            }
    }
}

TEST(IqmModel, GuyDancesOnHisFeet) {
    const auto bytes = shared_file("samples/iqm/guy.iqm");
    OSSUARY_NEED(bytes);
    const Model model = *to_model(parsed(*bytes), "guy");
    ASSERT_EQ(model.clips.size(), 2u);
    EXPECT_EQ(model.clips[1].name, "dance");
    const Box rest = *bounds(model);
    EXPECT_GT(rest.size().y, rest.size().z) << "he stands upright";
    const auto pose = sample_pose(model.clips[1], model.skeleton, 0.5);
    for (const Vec3d& p : posed_positions(model, model.meshes[0], object_pose(model.skeleton, pose)))
        EXPECT_LT(length(p - to_double(rest.center())), 2 * length(to_double(rest.size()))) << "nothing flies off";
}

TEST(IqmModel, ComesBackAsItWas) {
    const IqmFile file = flag();
    const Model model = *to_model(file, "flag");
    const auto back = iqm_from_model(model);
    ASSERT_TRUE(back) << back.error().text();
    EXPECT_EQ(back->meshes, file.meshes);
    EXPECT_EQ(back->triangles, file.triangles);
    EXPECT_EQ(back->joints, file.joints);
    EXPECT_EQ(back->anims, file.anims);
    for (const ArrayType type : {ArrayType::position, ArrayType::texcoord, ArrayType::normal, ArrayType::blendindexes,
                                 ArrayType::blendweights})
        EXPECT_EQ(*back->find(type), *file.find(type)) << static_cast<int>(type);
    ASSERT_EQ(back->num_frames, 3u);
    EXPECT_EQ(back->bounds.size(), 3u);
    for (std::uint32_t f = 0; f < 3; ++f)
        for (std::size_t j = 0; j < 2; ++j)
            EXPECT_LE(length(decode_frame(*back, f)[j].translation - decode_frame(file, f)[j].translation), 2e-5);
    const ByteBuffer bytes = write_iqm(*back);
    EXPECT_EQ(write_iqm(parsed(bytes)), bytes);
}

TEST(IqmModel, LoopsRepeatTheirFirstFrame) {
    const Model model = *to_model(flag(), "flag");
    const Clip& clip = model.clips.at(0);
    EXPECT_EQ(clip.loop, LoopMode::wrap);
    EXPECT_NEAR(clip.duration, 0.3, 1e-9);
    EXPECT_EQ(clip.joints[1].translation.values.size(), 4u);
    EXPECT_EQ(clip.joints[1].translation.values.front(), clip.joints[1].translation.values.back());
    EXPECT_TRUE(clip.joints[0].rotation.is_constant());
}

TEST(IqmModel, AnimationsAloneBelongToASkeletonByIndex) {
    const Model model = *to_model(flag(), "flag");
    IqmFile file = flag();
    file.meshes.clear();
    file.arrays.clear();
    file.triangles.clear();
    file.joints.clear();
    file.num_vertexes = 0;
    const IqmFile alone = parsed(write_iqm(file));
    const auto clips = to_clips(alone, model.skeleton);
    ASSERT_TRUE(clips);
    EXPECT_EQ(clips->at(0).joints, model.clips[0].joints);
    EXPECT_EQ(to_model(alone, "alone")->skeleton.joints.at(1).name, "joint1");
    Skeleton other = model.skeleton;
    other.joints[1].parent = -1;
    EXPECT_EQ(to_clips(alone, other).error().message(), "animation does not fit this model");
    other.joints.pop_back();
    EXPECT_EQ(to_clips(alone, other).error().message(), "animation does not fit this model");
}

TEST(IqmModel, RefusesToMakeMorePosesThanMemoryHolds) {
    IqmFile file = flag();
    file.poses.resize(1000);
    file.poses[1].mask = 0;
    file.num_framechannels = 0;
    file.frames.clear();
    file.num_frames = 60'000;
    file.anims[0].num_frames = 60'000;
    const IqmFile small = parsed(write_iqm(file));
    const auto model = to_model(small, "large");
    ASSERT_FALSE(model);
    EXPECT_EQ(model.error().message(), "the animations have 60001000 pose transforms, at most 50000000 are made");
}

TEST(IqmModel, WeightsAddUpTo255) {
    Model model = *to_model(flag(), "flag");
    Mesh& mesh = model.meshes[0];
    mesh.influences.clear();
    mesh.influence_start = {0};
    for (int v = 0; v < 4; ++v) {
        mesh.influences.insert(mesh.influences.end(), {{0, 1.0f / 3}, {1, 2.0f / 3}});
        mesh.influence_start.push_back(static_cast<std::uint32_t>(mesh.influences.size()));
    }
    const IqmFile file = *iqm_from_model(model);
    const VertexArray& weights = *file.find(ArrayType::blendweights);
    EXPECT_EQ(weights.stored(0, 0), 170);
    EXPECT_EQ(weights.stored(0, 1), 85);
    EXPECT_EQ(file.find(ArrayType::blendindexes)->stored(0, 0), 1) << "the largest first";
}

TEST(IqmModel, TheOtherFrontTurnsTheModel) {
    const Model model = *to_model(flag(), "flag", {.basis = iqm_basis(Front::plus_x)});
    EXPECT_EQ(model.meshes[0].positions[1], (Vec3{0, 0, 1})) << "+x of the file is the front";
}

TEST(IqmModel, WhatIsNotFiniteIsReplaced) {
    IqmFile file = flag();
    const float nan = std::numeric_limits<float>::quiet_NaN();
    store(file.arrays[0].data.data(), nan, Endian::little);
    store(file.arrays[2].data.data(), nan, Endian::little);
    const Model model = *to_model(file, "flag");
    EXPECT_EQ(model.meshes[0].positions[0], Vec3{});
    EXPECT_EQ(model.meshes[0].normals[0], (Vec3{0, 1, 0}));
    EXPECT_TRUE(validate(model).empty());
}

} // namespace
} // namespace ossuary::iqm
