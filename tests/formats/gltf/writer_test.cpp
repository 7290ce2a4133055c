#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/gltf/gltf.h"
#include "plain_evaluator.h"
#include "rich_model.h"

using namespace ossuary;
using ossuary::testing::PlainEvaluator;
using ossuary::testing::rich_model;

namespace {

PlainEvaluator written(const Model& model, const gltf::WriteOptions& options = {}, Diagnostics* diagnostics = nullptr) {
    const auto file = gltf::write_glb(model, options, diagnostics);
    EXPECT_TRUE(file) << file.error().text();
    return PlainEvaluator(*file);
}

double distance(const std::vector<Vec3d>& a, const std::vector<Vec3d>& b) {
    EXPECT_EQ(a.size(), b.size());
    double worst = 0;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) worst = std::max(worst, length(a[i] - b[i]));
    return worst;
}

std::vector<double> weights_at(const Clip& clip, std::uint32_t mesh, double time) {
    std::vector<double> weights;
    for (const MorphTrack& track : clip.morphs)
        if (track.mesh == mesh)
            for (const Channel<float>& channel : track.weights) weights.push_back(sample(channel, time, 0));
    return weights;
}

const Json& channel_for(const PlainEvaluator& file, std::size_t animation, std::int64_t node, std::string_view path) {
    static const Json none;
    for (const Json& channel : file.json["animations"].items()[animation]["channels"].items())
        if (channel["target"]["node"].integer() == node && channel["target"]["path"].string() == path) return channel;
    return none;
}

std::vector<double> times_of(const PlainEvaluator& file, std::size_t animation, const Json& channel) {
    const Json& sampler = file.json["animations"]
                              .items()[animation]["samplers"]
                              .items()[static_cast<std::size_t>(channel["sampler"].integer())];
    return file.numbers(static_cast<std::size_t>(sampler["input"].integer()));
}

// The model alone with its first mesh, named so that there is one to ask for.
Model one_mesh() {
    Model model = rich_model();
    model.meshes.resize(1);
    return model;
}

} // namespace

TEST(GltfWriter, VerticesMoveAsTheModelSays) {
    const Model model = rich_model();
    const PlainEvaluator file = written(model);
    const char* nodes[] = {"body", "banner", "slot", "badge", "crowd", "crowd#2"};
    for (std::size_t c = 0; c < model.clips.size(); ++c) {
        const Clip& clip = model.clips[c];
        for (const double time : {0.0, 0.1, 0.5, 0.61803, 1.0, clip.duration}) {
            const auto pose = object_pose(model.skeleton, sample_pose(clip, model.skeleton, time));
            for (std::uint32_t m = 0; m < model.meshes.size(); ++m) {
                const auto expected = posed_positions(model, model.meshes[m], pose, weights_at(clip, m, time));
                EXPECT_LT(distance(file.positions(file.node_named(nodes[m]), c, time), expected), 3e-6)
                    << clip.name << " at " << time << ", " << nodes[m];
            }
        }
    }
}

TEST(GltfWriter, SameModelGivesTheSameBytes) {
    EXPECT_EQ(*gltf::write_glb(rich_model()), *gltf::write_glb(rich_model()));
}

TEST(GltfWriter, SkinnedMeshIsASceneRootWithoutTransform) {
    const PlainEvaluator file = written(one_mesh());
    const Json& node = file.json["nodes"].items()[file.node_named("rich")];
    EXPECT_EQ(node["skin"].integer(-1), 0);
    EXPECT_EQ(node.size(), 3u) << "name, mesh and skin only";
    EXPECT_EQ(file.json["scenes"].items()[0]["nodes"].items()[0].integer(),
              static_cast<std::int64_t>(file.node_named("rich")));
}

TEST(GltfWriter, OneMeshIsNamedAfterTheModelAndKeepsItsOwnNameInExtras) {
    const PlainEvaluator file = written(one_mesh());
    const Json& mesh = file.json["meshes"].items()[0];
    EXPECT_EQ(mesh["name"].string(), "rich");
    EXPECT_EQ(mesh["extras"]["sourceName"].string(), "body");
}

TEST(GltfWriter, TwoRootsUnderASkinGetACommonOne) {
    const PlainEvaluator file = written(one_mesh());
    const std::size_t root = file.node_named("rich.root");
    ASSERT_NE(root, SIZE_MAX);
    EXPECT_EQ(file.json["nodes"].items()[root]["children"], *parse_json("[0, 5]"));
    Model rigid = one_mesh();
    rigid.meshes.clear();
    rigid.skins.clear();
    rigid.clips.clear();
    EXPECT_EQ(written(rigid).node_named("rich.root"), SIZE_MAX);
}

TEST(GltfWriter, SkinListsItsJointsInOrder) {
    EXPECT_EQ(written(rich_model()).json["skins"].items()[0]["joints"], *parse_json("[0, 1, 2, 3, 4, 5, 9]"));
}

TEST(GltfWriter, WeightsAddUpToOneAndUnusedSlotsAreJointZero) {
    const PlainEvaluator file = written(one_mesh());
    for (const Json& primitive : file.json["meshes"].items()[0]["primitives"].items()) {
        const auto numbers = [&](const char* name) {
            return file.numbers(static_cast<std::size_t>(primitive["attributes"][name].integer()));
        };
        const auto j0 = numbers("JOINTS_0"), j1 = numbers("JOINTS_1"), w0 = numbers("WEIGHTS_0"),
                   w1 = numbers("WEIGHTS_1");
        for (std::size_t v = 0; v < w0.size() / 4; ++v) {
            float sum = 0;
            std::set<double> joints;
            for (std::size_t i = v * 4; i < v * 4 + 4; ++i) {
                for (const auto& [joint, weight] : {std::pair(j0[i], w0[i]), std::pair(j1[i], w1[i])}) {
                    sum += static_cast<float>(weight);
                    EXPECT_TRUE(weight > 0 || joint == 0);
                    EXPECT_TRUE(weight == 0 || joints.insert(joint).second);
                }
                EXPECT_TRUE(i % 4 == 0 || w0[i - 1] >= w0[i]);
            }
            EXPECT_NEAR(sum, 1, 2e-7);
        }
    }
}

TEST(GltfWriter, CutsInfluencesToTheNumberAskedForAndSaysSo) {
    Diagnostics diagnostics;
    const PlainEvaluator file = written(one_mesh(), {.max_influences = 4}, &diagnostics);
    EXPECT_EQ(file.json["meshes"].items()[0]["primitives"].items()[0]["attributes"].find("JOINTS_1"), nullptr);
    ASSERT_FALSE(diagnostics.empty());
    EXPECT_EQ(diagnostics[0].severity, Severity::warning);
    EXPECT_EQ(diagnostics[0].place.field, "meshes[0].influences");
    EXPECT_NE(diagnostics[0].message.find("more than 4 influences"), std::string::npos);
}

TEST(GltfWriter, LeavesOutChannelsThatSayWhatTheRestPoseSays) {
    Model model = rich_model();
    model.clips.resize(1);
    Clip& clip = model.clips[0];
    clip.joints[4] = {};
    clip.joints[4].rotation = {{-model.skeleton.joints[4].rest.rotation, model.skeleton.joints[4].rest.rotation},
                               {},
                               24,
                               Interpolation::linear};
    clip.joints[4].translation = {{{0.5f, 0, 0}, {0.5f, 5e-7f, 0}}, {}, 24, Interpolation::linear};
    const PlainEvaluator reduced = written(model), full = written(model, {.reduce_channels = false});
    EXPECT_TRUE(channel_for(reduced, 0, 4, "rotation").is_null());
    EXPECT_EQ(times_of(reduced, 0, channel_for(reduced, 0, 4, "translation")), std::vector<double>{0});
    EXPECT_EQ(times_of(full, 0, channel_for(full, 0, 4, "rotation")).size(), 2u);
    EXPECT_EQ(times_of(full, 0, channel_for(full, 0, 4, "translation")).size(), 2u);
}

TEST(GltfWriter, KeysLieWhereFrameOverRateIs) {
    const PlainEvaluator file = written(rich_model());
    const auto times = times_of(file, 0, channel_for(file, 0, 0, "rotation"));
    ASSERT_EQ(times.size(), 31u);
    for (std::size_t i = 0; i < times.size(); ++i)
        EXPECT_EQ(times[i], static_cast<double>(static_cast<float>(static_cast<double>(i) / 24)));
}

TEST(GltfWriter, AStillClipKeepsItsDuration) {
    const PlainEvaluator file = written(rich_model());
    for (const std::size_t clip : {1u, 2u}) {
        const auto times = times_of(file, clip, channel_for(file, clip, 0, "rotation"));
        EXPECT_EQ(times, (std::vector<double>{0, static_cast<double>(0.7f)}));
    }
    EXPECT_EQ(times_of(file, 2, channel_for(file, 2, 1, "rotation")), std::vector<double>{0});
}

TEST(GltfWriter, NeighbouringRotationsShareAHemisphere) {
    Model model = rich_model();
    for (std::size_t i = 0; i < 31; i += 2)
        model.clips[0].joints[1].rotation.values[i] = -model.clips[0].joints[1].rotation.values[i];
    const PlainEvaluator file = written(model);
    const Json& channel = channel_for(file, 0, 1, "rotation");
    const Json& sampler =
        file.json["animations"].items()[0]["samplers"].items()[static_cast<std::size_t>(channel["sampler"].integer())];
    const auto q = file.numbers(static_cast<std::size_t>(sampler["output"].integer()));
    for (std::size_t i = 4; i < q.size(); i += 4)
        EXPECT_GE(q[i - 4] * q[i] + q[i - 3] * q[i + 1] + q[i - 2] * q[i + 2] + q[i - 1] * q[i + 3], 0);
}

TEST(GltfWriter, EventsTellTimeFrameTypeNameAndArguments) {
    const PlainEvaluator file = written(rich_model());
    const Json& extras = file.json["animations"].items()[0]["extras"];
    EXPECT_EQ(extras["events"].items()[0], *parse_json(R"({"time": 0, "frame": 0, "type": "sound", "name": "step",
                              "args": {"kind": "sound", "name": "step", "range": 800, "empty_slot": true}})"));
    EXPECT_EQ(extras["source"].string(), "md5");
    EXPECT_EQ(extras["frameRate"].integer(), 24);
    EXPECT_EQ(extras["lastFrame"].integer(), 30);
    EXPECT_TRUE(extras["loop"].boolean());
    EXPECT_EQ(extras["md5"]["commandline"].string(), "export walk");
    EXPECT_EQ(file.json["scenes"].items()[0]["extras"]["animations"]["walk"], extras);
    const PlainEvaluator without = written(rich_model(), {.extras_in_scene = false});
    EXPECT_EQ(without.json["scenes"].items()[0]["extras"].find("animations"), nullptr);
}

TEST(GltfWriter, AssetRemembersSourceUnitAndAxes) {
    EXPECT_EQ(written(rich_model()).json["asset"]["extras"],
              *parse_json(R"({"source": "md5", "unitScale": 0.0254, "basis": "x,z,-y", "model": "rich"})"));
}

TEST(GltfWriter, EqualNamesBecomeUnique) {
    Model model = rich_model();
    model.skeleton.joints[1].name = "hips";
    model.skeleton.joints[2].name = "hips#2";
    model.clips[1].name = model.clips[2].name = "walk";
    const PlainEvaluator file = written(model);
    std::set<std::string_view> names;
    for (const Json& node : file.json["nodes"].items()) EXPECT_TRUE(names.insert(node["name"].string()).second);
    EXPECT_EQ(file.json["animations"].items()[2]["name"].string(), "walk#3");
}

TEST(GltfWriter, FewMovedVerticesAreStoredSparsely) {
    const PlainEvaluator file = written(one_mesh());
    const Json& targets = file.json["meshes"].items()[0]["primitives"].items()[0]["targets"];
    const auto accessor = [&](std::size_t target) -> const Json& {
        return file.json["accessors"].items()[static_cast<std::size_t>(targets.items()[target]["POSITION"].integer())];
    };
    EXPECT_NE(accessor(0).find("bufferView"), nullptr);
    EXPECT_EQ(accessor(1)["sparse"]["count"].integer(), 2);
    EXPECT_EQ(accessor(2).find("sparse"), nullptr);
    EXPECT_EQ(accessor(2).find("bufferView"), nullptr);
    EXPECT_EQ(accessor(2)["max"], *parse_json("[0, 0, 0]"));
}

TEST(GltfWriter, MakesUpTangentsWhereANormalMapNeedsThem) {
    Model model = one_mesh();
    const std::vector<Vec4> tangents = std::move(model.meshes[0].tangents);
    model.meshes[0].tangents.clear();
    const PlainEvaluator file = written(model);
    const Json& attributes = file.json["meshes"].items()[0]["primitives"].items()[0]["attributes"];
    ASSERT_NE(attributes.find("TANGENT"), nullptr);
    const auto made = file.numbers(static_cast<std::size_t>(attributes["TANGENT"].integer()));
    // u grows with the angle, so tangents run along the tube; the image is mirrored where seen from outside.
    for (std::size_t v = 0; v < 9; ++v) {
        const double along =
            made[v * 4] * static_cast<double>(tangents[v].x) + made[v * 4 + 2] * static_cast<double>(tangents[v].z);
        EXPECT_NEAR(along, 1, 0.1);
        EXPECT_EQ(made[v * 4 + 3], -1);
    }
}

TEST(GltfWriter, LeavesOutWhatGltfCannotShowAndKeepsItsName) {
    Model model = one_mesh();
    model.images[0].encoding = ImageEncoding::dds;
    model.images[0].bytes = to_buffer("DDS and so on");
    model.images[0].source = "body.dds";
    Diagnostics diagnostics;
    const PlainEvaluator file = written(model, {}, &diagnostics);
    EXPECT_EQ(file.json["images"].size(), 4u);
    EXPECT_EQ(file.json["materials"].items()[0]["extras"]["images"]["baseColor"].string(), "body.dds");
    ASSERT_FALSE(diagnostics.empty());
    EXPECT_EQ(diagnostics[0].place.field, "images[0]");
}

TEST(GltfWriter, WhatMovesIsInExtrasAndItsTexturesCanBeMoved) {
    const PlainEvaluator file = written(rich_model(), {}, nullptr);
    const Json& lake = file.json["materials"].items()[6];
    EXPECT_EQ(lake["alphaMode"].string(), "BLEND");
    EXPECT_EQ(lake["extras"]["blend"].string(), "multiply");
    EXPECT_EQ(lake["extras"]["substance"].string(), "water");
    EXPECT_EQ(lake["extras"]["wave"]["mode"].string(), "ambient_ground");
    const Json& texture = lake["pbrMetallicRoughness"]["baseColorTexture"]["extensions"]["KHR_texture_transform"];
    EXPECT_EQ(texture["offset"].size(), 2u);
    const Json& shadow = file.json["materials"].items()[7];
    EXPECT_EQ(shadow["emissiveTexture"]["extensions"]["KHR_texture_transform"]["scale"].items()[1].number(), 3);
    bool is_declared = false;
    for (const Json& name : file.json["extensionsUsed"].items())
        is_declared |= name.string() == "KHR_texture_transform";
    EXPECT_TRUE(is_declared);
}

TEST(GltfWriter, RefusesAModelThatIsNotSound) {
    Model model = rich_model();
    model.meshes[0].indices[5] = 100000;
    const auto file = gltf::write_glb(model);
    ASSERT_FALSE(file);
    EXPECT_EQ(file.error().place().field, "meshes[0].indices[5]");
}

TEST(GltfWriter, AnEmptyModelIsAValidFile) {
    const auto file = gltf::write_glb(Model());
    ASSERT_TRUE(file);
    EXPECT_TRUE(gltf::recognise_gltf(*file));
    EXPECT_TRUE(gltf::parse_gltf(*file, "empty.glb"));
}

TEST(GltfWriter, GltfPutsBufferAndPicturesBesideItself) {
    const auto files = gltf::write_gltf(rich_model(), "my model");
    ASSERT_TRUE(files);
    std::vector<std::string> names;
    for (const NamedFile& file : *files) names.push_back(file.name);
    EXPECT_EQ(names, (std::vector<std::string>{"my model.gltf", "my model.bin", "body.png", "body_normal.png",
                                               "flame.png", "flame#2.png", "flame 3.png"}));
    const Json json = parse_json(as_text(files->front().bytes)).value();
    EXPECT_EQ(json["buffers"].items()[0]["uri"].string(), "my%20model.bin");
    EXPECT_EQ(json["images"].items()[3]["uri"].string(), "flame%232.png");
    EXPECT_TRUE(gltf::recognise_gltf(files->front().bytes));
}
