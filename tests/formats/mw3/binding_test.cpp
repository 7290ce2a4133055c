#include <cmath>

#include "formats/mw3/anim_files.h"
#include "formats/mw3/zbd_files.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/mw3/model.h"
#include "ossuary/model/event.h"

namespace ossuary::mw3 {
namespace {

using namespace testing;
using enum StartOffset;

void expect_valid(const Model& model) {
    for (const Diagnostic& diagnostic : validate(model)) ADD_FAILURE() << diagnostic.text();
}

MotionFile motion_file(std::initializer_list<const char*> parts) {
    MotionFile file;
    MotionEntry& entry = file.entries.emplace_back();
    entry.entry.name = std::string_view("mech_walk");
    entry.motion.loop_time = 2;
    entry.motion.frame_count = 4;
    float height = 0;
    for (const char* name : parts) {
        MotionPart& part = entry.motion.parts.emplace_back();
        part.name = name;
        height += 1;
        for (int key = 0; key <= 4; ++key) {
            part.translations.push_back({{0, height, static_cast<float>(key % 4)}});
            part.rotations.push_back({{2, 0, 0, 0}}); // normalised before use
        }
    }
    return file;
}

TEST(MotionBinding, NamesGiveTheHierarchy) {
    const auto model = to_model(motion_file({"lfoot", "lthigh", "lcalf", "antenna", "hip", "torso", "lhand"}), "mech");
    ASSERT_TRUE(model) << model.error().text();
    expect_valid(*model);
    const auto parent = [&](const char* name) {
        const std::int32_t index = model->skeleton.joints[static_cast<std::size_t>(model->skeleton.find(name))].parent;
        return index < 0 ? std::string("-") : model->skeleton.joints[static_cast<std::size_t>(index)].name;
    };
    EXPECT_EQ(parent("hip"), "-");
    EXPECT_EQ(parent("lthigh"), "hip");
    EXPECT_EQ(parent("lcalf"), "lthigh");
    EXPECT_EQ(parent("lfoot"), "hip"); // not the calf
    EXPECT_EQ(parent("lhand"), "torso");
    EXPECT_EQ(parent("antenna"), "-");
    const auto other = to_model(motion_file({"lthigh", "hips"}), "mech");
    EXPECT_EQ(other->skeleton.joints[1].name, "lthigh");
    EXPECT_EQ(other->skeleton.joints[1].parent, 0);
    const auto flat = to_model(motion_file({"hips", "torso"}), "mech", {.hierarchy_by_name = false});
    EXPECT_EQ(flat->skeleton.joints[1].parent, -1);
}

TEST(MotionBinding, KeysBecomeAClipThatLoops) {
    const auto model = to_model(motion_file({"hips"}), "mech");
    ASSERT_TRUE(model);
    ASSERT_EQ(model->clips.size(), 1u);
    const Clip& clip = model->clips[0];
    EXPECT_EQ(clip.name, "mech_walk");
    EXPECT_EQ(clip.duration, 2);
    EXPECT_EQ(clip.frame_rate, 2);
    EXPECT_EQ(clip.loop, LoopMode::wrap);
    EXPECT_EQ(model->skeleton.joints[0].rest.translation, (Vec3{0, 1, 0}));
    EXPECT_EQ(sample_pose(clip, model->skeleton, 0.75)[0].translation, (Vec3d{0, 1, -1.5})); // +z there is back
    EXPECT_EQ(clip.joints[0].rotation.values[0], Quat());
}

TEST(MotionBinding, ClipsAreAddedToAModelByName) {
    Model model;
    model.skeleton.joints = {{.name = "hips"}, {.name = "torso", .parent = 0}};
    Diagnostics diagnostics;
    ASSERT_TRUE(add_clips(model, motion_file({"torso", "tail"}), {}, &diagnostics));
    ASSERT_EQ(model.clips.size(), 1u);
    expect_valid(model);
    EXPECT_TRUE(model.clips[0].joints[0].translation.is_rest());
    EXPECT_EQ(model.clips[0].joints[1].translation.values.size(), 5u);
    ASSERT_EQ(diagnostics.size(), 1u);
    EXPECT_NE(diagnostics[0].message.find("tail"), std::string::npos);
}

// The hip goes 1 m a key to -z for seven keys, swinging, and jumps back with the eighth.
MotionFile walk_file() {
    MotionFile file;
    MotionEntry& entry = file.entries.emplace_back();
    entry.entry.name = std::string_view("mech_walk");
    entry.motion.loop_time = 0.75f;
    entry.motion.frame_count = 8;
    MotionPart& hip = entry.motion.parts.emplace_back();
    hip.name = "hip";
    for (int key = 0; key <= 8; ++key) {
        hip.translations.push_back({{0, key % 2 == 0 ? 5.0f : 5.25f, static_cast<float>(-3 - key % 8)}});
        hip.rotations.push_back({{1, 0, 0, 0}});
    }
    return file;
}

TEST(MotionBinding, AWalkGoesOnWhereItsLastKeyJumpsBack) {
    const auto model = to_model(walk_file(), "mech");
    ASSERT_TRUE(model) << model.error().text();
    expect_valid(*model);
    const Clip& clip = model->clips[0];
    EXPECT_EQ(clip.hints.root_joint, 0);
    EXPECT_NEAR(sample_pose(clip, model->skeleton, 0.75 * 7 / 8)[0].translation.z, 10, 1e-5);
    EXPECT_NEAR(sample_pose(clip, model->skeleton, 0.75)[0].translation.z, 11, 1e-5);
    EXPECT_NEAR(clip.joints[0].translation.values.back().y, 5 + 0.25 + 0.25 / 7, 1e-5);
    const auto back = motion_from_model(*model);
    ASSERT_TRUE(back) << back.error().text();
    EXPECT_EQ(back->entries[0].motion.parts[0].translations, walk_file().entries[0].motion.parts[0].translations);
}

TEST(MotionBinding, AWalkInPlaceStillSwings) {
    MotionFile file = walk_file();
    for (auto& key : file.entries[0].motion.parts[0].translations) key[1] = 5; // and those of the fifth key, below
    file.entries[0].motion.parts[0].translations[4][1] = 5.25f;
    for (const RootTravel travel : {RootTravel::strip, RootTravel::extract}) {
        const auto model = to_model(file, "mech", {.travel = travel});
        ASSERT_TRUE(model) << model.error().text();
        const Clip& clip = model->clips[0];
        for (const Vec3& key : clip.joints[0].translation.values) EXPECT_NEAR(key.z, 3, 1e-5);
        EXPECT_EQ(clip.joints[0].translation.values.front(), clip.joints[0].translation.values.back());
        EXPECT_NEAR(clip.joints[0].translation.values[4].y, 5.25, 1e-5);
        EXPECT_EQ(clip.extras["rootMotion"].size(), travel == RootTravel::extract ? 9u : 0u);
    }
}

TEST(MotionBinding, ComesBackFromTheModel) {
    const MotionFile file = motion_file({"hips", "torso"});
    const auto model = to_model(file, "");
    ASSERT_TRUE(model);
    const auto back = motion_from_model(*model);
    ASSERT_TRUE(back) << back.error().text();
    ASSERT_EQ(back->entries.size(), 1u);
    const Motion& motion = back->entries[0].motion;
    EXPECT_EQ(back->entries[0].entry.name.text(), "mech_walk");
    EXPECT_EQ(motion.frame_count, 4u);
    EXPECT_EQ(motion.loop_time, 2.0f);
    EXPECT_EQ(motion.parts[1].translations, file.entries[0].motion.parts[1].translations);
    Diagnostics diagnostics;
    ASSERT_TRUE(parse_motion(write_motion(*back), &diagnostics));
    EXPECT_TRUE(diagnostics.empty());
}

TEST(MotionBinding, ClosesWhatDoesNotLoopAndTakesTravelOut) {
    Model model;
    model.name = "mech";
    model.skeleton.joints = {{.name = "hips"}};
    Clip& clip = model.clips.emplace_back();
    clip.name = "walk";
    clip.duration = 1;
    clip.frame_rate = 4;
    clip.loop = LoopMode::wrap;
    clip.joints.resize(1);
    clip.joints[0].translation = {.values = {{0, 1, 0}, {0, 2, 1}, {0, 1, 2}, {0, 2, 3}, {0, 1, 4}}, .rate = 4};
    Diagnostics diagnostics;
    auto file = motion_from_model(model, {}, &diagnostics);
    ASSERT_TRUE(file) << file.error().text();
    EXPECT_EQ(file->entries[0].entry.name.text(), "mech_walk");
    EXPECT_EQ(file->entries[0].motion.parts[0].translations[3], (Vector{{0, 2, 0}}));
    ASSERT_EQ(diagnostics.size(), 1u);
    model.clips[0].loop = LoopMode::once;
    file = motion_from_model(model);
    EXPECT_EQ(file->entries[0].motion.frame_count, 5u);
    EXPECT_EQ(file->entries[0].motion.loop_time, 1.25f);
    EXPECT_EQ(file->entries[0].motion.parts[0].translations[4], (Vector{{0, 1, -4}})); // forward is -z there
    EXPECT_EQ(file->entries[0].motion.parts[0].translations[5], (Vector{{0, 1, 0}}));
    model.skeleton.joints[0].name = "hüfte";
    EXPECT_FALSE(motion_from_model(model));
}

TEST(MotionBinding, SamplePosesAreThoseOfTheDescription) {
    const auto bytes = ossuary::testing::shared_file("samples/mw3-models/motion-scout.zbd");
    const auto poses = ossuary::testing::golden("mw3-models/motion-scout.pose.json");
    const auto neutral = ossuary::testing::golden("mw3-models/mechlib-scout.neutral.json");
    OSSUARY_NEED(bytes && poses && neutral);
    const auto file = parse_motion(*bytes);
    ASSERT_TRUE(file) << file.error().text();
    Model model;
    model.source = {"mw3", Basis{}}; // in the file's axes, as the values are
    const auto vec = [](const Json& json) {
        return Vec3d{json.items()[0].number(), json.items()[1].number(), json.items()[2].number()};
    };
    for (const Json& node : (*neutral)["nodes"].items()) {
        const Json::Array& q = node["rotation_xyzw"].items();
        model.skeleton.joints.push_back(
            {.name = std::string(node["name"].string()),
             .parent = static_cast<std::int32_t>(node["parent"].integer()),
             .rest = to_float(Transformd{vec(node["translation"]),
                                         {q[0].number(), q[1].number(), q[2].number(), q[3].number()},
                                         vec(node["scale"])})});
    }
    ASSERT_TRUE(add_clips(model, *file));
    std::size_t compared = 0;
    const auto compare = [&](const Json& pose) {
        const Clip* clip = model.find_clip(pose["clip"].string());
        ASSERT_NE(clip, nullptr);
        const auto world = object_pose(model.skeleton, sample_pose(*clip, model.skeleton, pose["time"].number()));
        for (std::size_t i = 0; i < world.size(); ++i) {
            const Json& expected =
                pose["world"].is_object() ? pose["world"][model.skeleton.joints[i].name] : pose["world"].items()[i];
            EXPECT_LT(length(world[i].t - vec(expected)), 1e-5) << model.skeleton.joints[i].name;
            ++compared;
        }
    };
    if (poses->is_array())
        for (const Json& pose : poses->items()) compare(pose);
    else
        for (const Json& pose : (*poses)["poses"].items()) compare(pose);
    EXPECT_GT(compared, 12u);
}

// A gate that jumps at 1 s, slides from 2 s to 4 s, with a sound at 2.5 s, and calls another.
AnimFile gate_file() {
    AnimFile file;
    file.definitions.push_back(plain_definition("open"));
    event::ObjectMotionFromTo slide{.flags = 1, .node_index = 1, .run_time = 2};
    slide.translate_from = {{0, 5, 0}};
    slide.translate_to = {{8, 5, 0}};
    slide.translate_delta = {{4, 0, 0}};
    file.definitions[0].reset->events = {now(event::ObjectTranslateState{.translation = {{0, 1, 0}}, .node_index = 1})};
    file.definitions[0].sequences = {
        sequence_of("main", {at(sequence, 1, event::ObjectTranslateState{.translation = {{0, 5, 0}}, .node_index = 1}),
                             at(sequence, 2, slide), at(sequence, 2.5f, event::Sound{1, 2, {{0, 1, 0}}}),
                             now(event::CallAnimation{.anim_name = std::string_view("ring")})})};
    file.definitions.push_back(plain_definition("ring"));
    file.definitions[1].anim_root_name = std::string_view("tower");
    (*file.definitions[1].nodes)[0].name = std::string_view("bell");
    file.definitions[1].sequences = {
        sequence_of("toll", {now(event::Callback{5}), at(event, 1, event::Loop{1, raw(1u)})})};
    return file;
}

TEST(AnimBinding, ADefinitionBecomesAClip) {
    const AnimFile file = gate_file();
    const auto model = to_model(file, "gate", {.definition = "open"});
    ASSERT_TRUE(model) << model.error().text();
    expect_valid(*model);
    // Its own nodes below its root, and those of the one it calls.
    const Skeleton& nodes = model->skeleton;
    EXPECT_EQ(nodes.joints[0].name, "thing");
    const auto gate = static_cast<std::size_t>(nodes.find("gate"));
    EXPECT_EQ(nodes.joints[gate].parent, 0);
    EXPECT_EQ(nodes.joints[gate].rest.translation, (Vec3{0, 1, 0}));
    EXPECT_EQ(
        nodes.joints[static_cast<std::size_t>(nodes.joints[static_cast<std::size_t>(nodes.find("bell"))].parent)].name,
        "tower");
    ASSERT_EQ(model->clips.size(), 1u);
    const Clip& clip = model->clips[0];
    EXPECT_EQ(clip.duration, 4.5);
    const auto height = [&](double time) { return sample(clip.joints[gate].translation, time, Vec3d{}); };
    EXPECT_EQ(height(0.999), (Vec3d{0, 1, 0}));
    EXPECT_EQ(height(1), (Vec3d{0, 5, 0}));
    EXPECT_NEAR(height(3).x, -4, 1e-5); // turned half about Y
    EXPECT_EQ(height(4.25), (Vec3d{-8, 5, 0}));
    // The sound and the two callbacks, exactly when they come.
    ASSERT_EQ(clip.events.events.size(), 3u);
    EXPECT_EQ(clip.events.events[0].time, 2.5);
    const auto& sound = std::get<TagEvent>(clip.events.events[0].data);
    EXPECT_EQ(sound.name, "SOUND");
    EXPECT_EQ(sound.arguments, (std::vector<std::string>{"bang", "gate_left"}));
    EXPECT_EQ(sound.fields["sequence"].string(), "main");
    EXPECT_EQ(sound.fields["data"]["position"].items()[1].number(), 1);
    EXPECT_EQ(clip.events.events[2].time, 3.5);
    EXPECT_EQ(std::get<TagEvent>(clip.events.events[2].data).fields["definition"].string(), "ring");
}

TEST(AnimBinding, TimelinesHaveEveryEvent) {
    const auto model = to_model(gate_file(), "gate", {.definition = "open", .every_event = true});
    ASSERT_TRUE(model);
    std::vector<std::string> names;
    for (const ossuary::Event& event : model->clips[0].events.events)
        names.push_back(std::get<TagEvent>(event.data).name);
    EXPECT_EQ(names, (std::vector<std::string>{"OBJECT_TRANSLATE_STATE", "OBJECT_MOTION_FROM_TO", "SOUND",
                                               "CALL_ANIMATION", "CALLBACK", "LOOP", "CALLBACK", "LOOP"}));
    EXPECT_EQ(std::get<TagEvent>(model->clips[0].events.events[1].data).fields["duration"].number(), 2);
}

TEST(AnimBinding, EndlessDefinitionsAreCut) {
    AnimFile file = gate_file();
    file.definitions[1].sequences[0].events[1].data = event::Loop{1, raw(0xFFFFu)};
    Diagnostics diagnostics;
    const auto model = to_model(file, "gate", {.definition = "ring", .most_seconds = 5}, &diagnostics);
    ASSERT_TRUE(model);
    EXPECT_EQ(model->clips[0].duration, 5);
    EXPECT_EQ(model->clips[0].events.events.size(), 6u);
    ASSERT_FALSE(diagnostics.empty());
    EXPECT_NE(diagnostics.back().message.find("does not end"), std::string::npos);
    EXPECT_FALSE(to_model(file, "gate", {.definition = "nobody"}));
}

TEST(AnimBinding, WithoutANameEveryDefinitionIsAClip) {
    for (const Game game : {Game::recoil, Game::mechwarrior3, Game::pirates_moon}) {
        const auto model = to_model(whole_file(game), "all");
        ASSERT_TRUE(model) << model.error().text();
        expect_valid(*model);
        EXPECT_EQ(model->clips.size(), 2u);
    }
}

} // namespace
} // namespace ossuary::mw3
