// What definitions do to a world beyond moving nodes, however time is cut into steps.
#include <bit>
#include <cmath>
#include <random>

#include "formats/mw3/anim_files.h"
#include "formats/mw3/zbd_files.h"
#include "ossuary/formats/mw3/model.h"

namespace ossuary::mw3 {
namespace {

using namespace testing;
using enum StartOffset;

// The root `thing`, below it `gate`, `gate_left` and `a_rather_long_node_name`: joints 0 to 3, nodes 1 to 3.
struct Acting {
    AnimFile file;
    Skeleton nodes;
    PlayRules rules;

    explicit Acting(std::vector<Sequence> sequences, std::uint32_t flags = 0) {
        file.definitions.push_back(plain_definition("d"));
        file.definitions[0].sequences = std::move(sequences);
        file.definitions[0].flags = flags;
    }
    const Definition& definition(std::size_t i = 0) const { return file.definitions[i]; }
    SequencePlayer player() {
        nodes = nodes_of(file, file.definitions[0]);
        return SequencePlayer(file, nodes, rules);
    }
};

Vec3d place_of(const SequencePlayer& player, const Skeleton& nodes, std::size_t joint) {
    std::vector<Transformd> pose(nodes.joints.size());
    player.pose(pose);
    return object_pose(nodes, pose)[joint].t;
}
void pass(SequencePlayer& player, double seconds) { ASSERT_TRUE(player.advance(to_ticks(seconds))); }

event::ObjectMotion thrown(std::uint32_t flags = 0) {
    using Motion = event::ObjectMotion;
    event::ObjectMotion motion{.flags = Motion::has_gravity | Motion::translation | flags, .node_index = 1};
    motion.gravity = -10;
    motion.trans_initial = {{1, 5, 0}};
    return motion;
}
std::vector<Notice> bounces_in(const SequencePlayer& player) {
    std::vector<Notice> found;
    for (const Notice& notice : player.notices())
        if (notice.kind == NoticeKind::bounce) found.push_back(notice);
    return found;
}

TEST(Acting, ThrownThingsBounceOnTheGroundAndComeToRest) {
    event::ObjectMotion motion = thrown(event::ObjectMotion::bounce_sequences);
    motion.bounces[0].seq_name = std::string_view("land");
    motion.bounces[1].seq_name = std::string_view("splash");
    Acting acting({sequence_of("throw", {now(motion), at(event, 9, event::Callback{1})}),
                   sequence_of("land", {now(event::Callback{2})}, SequenceState::on_call),
                   sequence_of("splash", {now(event::Callback{3})}, SequenceState::on_call)});
    for (const GroundKind kind : {GroundKind::solid, GroundKind::water}) {
        SequencePlayer player = acting.player();
        player.surroundings().ground = [kind](const Vec3d&) { return Ground{0, kind}; };
        ASSERT_TRUE(player.start(acting.definition()));
        pass(player, 8);
        const auto bounces = bounces_in(player);
        ASSERT_GE(bounces.size(), 2u);
        EXPECT_NEAR(to_seconds(bounces[0].time), 1, 1e-6); // up for half a second, and down
        EXPECT_NEAR(bounces[0].speed, std::sqrt(26.0), 1e-5);
        EXPECT_EQ(bounces[0].ground, kind);
        EXPECT_NEAR(to_seconds(bounces[1].time), 1.4, 1e-5); // 0.4 of the speed
        std::size_t called = 0;
        for (const Notice& notice : player.notices())
            called += notice.kind == NoticeKind::sequence_start &&
                      notice.sequence->name.text() == (kind == GroundKind::solid ? "land" : "splash");
        EXPECT_EQ(called, bounces.size());
        EXPECT_NEAR(place_of(player, acting.nodes, 1).y, 0, 1e-5);
    }
    SequencePlayer player = acting.player(); // nothing below: falls on
    ASSERT_TRUE(player.start(acting.definition()));
    pass(player, 4);
    EXPECT_TRUE(bounces_in(player).empty());
    EXPECT_NEAR(place_of(player, acting.nodes, 1).y, 5 * 4 - 5 * 16, 1e-9);
}

TEST(Acting, WhatIsPutElsewhereNoLongerFalls) {
    Acting acting({sequence_of(
        "throw", {now(thrown()),
                  at(sequence, 0.5f, event::ObjectTranslateState{.translation = {{0, 7, 0}}, .node_index = 1})})});
    SequencePlayer player = acting.player();
    player.surroundings().ground = [](const Vec3d&) { return Ground{}; };
    ASSERT_TRUE(player.start(acting.definition()));
    pass(player, 4);
    EXPECT_TRUE(bounces_in(player).empty());
    EXPECT_EQ(place_of(player, acting.nodes, 1), (Vec3d{0, 7, 0}));
}

TEST(Acting, HitsWearHealthAndThrow) {
    event::ObjectMotion motion = thrown(event::ObjectMotion::impact_force);
    Acting acting({sequence_of("throw", {now(motion)})});
    Definition& definition = acting.file.definitions[0];
    definition.activation = Activation::weapon_hit;
    definition.max_health = definition.cur_health = 40;
    definition.reset = sequence_of("RESET_SEQUENCE", {});
    SequencePlayer player = acting.player();
    EXPECT_EQ(player.hit(1, HitKind::collision, 100), 0u);
    EXPECT_EQ(player.hit(1, HitKind::weapon, 25), 0u);
    EXPECT_EQ(player.health(definition), 15);
    EXPECT_EQ(player.hit(1, HitKind::weapon, 25, {0, 0, 3}), 1u); // a node below the root
    EXPECT_EQ(player.health(definition), 0);
    EXPECT_EQ(player.hit(0, HitKind::weapon, 25), 0u); // spent
    pass(player, 1);
    EXPECT_NEAR(place_of(player, acting.nodes, 1).z, 3, 1e-9);
    player.reset(definition);
    EXPECT_EQ(player.health(definition), 40);
    acting.rules.hits_wear_health = false;
    SequencePlayer other = acting.player();
    EXPECT_EQ(other.hit(0, HitKind::weapon, 1), 1u);
}

TEST(Acting, ConnectorsStretchBetweenTheirEnds) {
    event::ObjectConnector connector{
        .flags = 0x2000 | 2 | 0x40, .node_index = 3, .to_t_start = 0, .to_t_end = 1, .to_t_delta = 0.5f, .run_time = 2};
    Acting acting({sequence_of(
        "call", {now(event::ObjectTranslateState{.translation = {{0, 0, 2}}, .node_index = 1}),
                 now(event::ObjectTranslateState{.translation = {{6, 0, 10}}, .node_index = 2}),
                 now(event::CallObjectConnector{0x41, std::string_view("ray"), 0, 0, 1, 2, {}, {}}),
                 at(sequence, 3, event::ObjectTranslateState{.translation = {{0, 0, 12}}, .node_index = 2})})});
    acting.file.definitions.push_back(plain_definition("ray"));
    acting.file.definitions[1].sequences = {sequence_of("stretch", {now(connector)})};
    SequencePlayer player = acting.player();
    ASSERT_TRUE(player.start(acting.definition()));
    std::vector<Transformd> pose(acting.nodes.joints.size());
    pass(player, 1);
    player.pose(pose);
    EXPECT_LT(length(pose[3].translation - Vec3d{0, 0, 2}), 1e-9);
    EXPECT_NEAR(pose[3].scale.z, 5, 1e-9); // half of ten metres
    EXPECT_LT(length(rotate(pose[3].rotation, Vec3d{0, 0, 1}) - Vec3d{0.6, 0, 0.8}), 1e-9);
    pass(player, 3); // the other end has moved
    player.pose(pose);
    EXPECT_NEAR(pose[3].scale.z, 10, 1e-9);
    EXPECT_LT(length(rotate(pose[3].rotation, Vec3d{0, 0, 1}) - Vec3d{0, 0, 1}), 1e-9);
}

TEST(Acting, ChildrenAreAddedAndTaken) {
    Acting acting({sequence_of("hang", {now(event::ObjectTranslateState{.translation = {{10, 0, 0}}, .node_index = 1}),
                                        now(event::ObjectTranslateState{.translation = {{0, 1, 0}}, .node_index = 2}),
                                        at(sequence, 1, event::ObjectAddChild{1, 2}), now(event::ObjectAddChild{2, 1}),
                                        at(sequence, 2, event::ObjectDeleteChild{1, 2}),
                                        at(sequence, 3, event::ObjectActiveState{0, 1, 0})})});
    SequencePlayer player = acting.player();
    ASSERT_TRUE(player.start(acting.definition()));
    pass(player, 0.5);
    EXPECT_EQ(place_of(player, acting.nodes, 2), (Vec3d{0, 1, 0}));
    pass(player, 1);
    EXPECT_LT(length(place_of(player, acting.nodes, 2) - Vec3d{10, 1, 0}), 1e-9); // a ring is refused
    EXPECT_TRUE(player.is_active(2));
    pass(player, 1);
    EXPECT_FALSE(player.is_active(2));
    EXPECT_TRUE(player.is_active(1));
    const auto clip = to_clip(acting.file, acting.definition(), acting.nodes);
    ASSERT_TRUE(clip) << clip.error().text();
    const Channel<Vec3>& scale = clip->joints[1].scale; // hidden: it steps to nothing
    EXPECT_EQ(scale.interpolation, Interpolation::step);
    ASSERT_EQ(scale.values.size(), 2u);
    EXPECT_EQ(scale.times[1], 3);
    EXPECT_EQ(scale.values[1], Vec3{});
}

TEST(Acting, OpacityLightsFogCamerasAndTintFollowTime) {
    event::LightState lamp{.name = std::string_view("lamp"), .light_index = 1, .flags = 0x1A, .active_state = 1};
    lamp.node_index = 2;
    lamp.translation = {{0, 1, 0}};
    lamp.range = {{1, 20}};
    lamp.color = {{1, 0.5f, 0.5f}};
    const event::LightAnimation dims{
        .name = std::string_view("lamp"), .light_index = 1, .range = {{0, -10}}, .color = {{-1, 0, 0}}, .run_time = 2};
    Acting acting({sequence_of(
        "look",
        {now(lamp), at(sequence, 0, dims), at(sequence, 0, event::ObjectOpacityFromTo{1, 1, 0, 1, 0.5f, -0.25f, 2}),
         at(sequence, 0, event::FogState{.flags = 0xB, .fog_type = 2, .color = {{0.25f, 0, 0}}, .range = {{5, 200}}}),
         at(sequence, 0,
            event::CameraFromTo{.flags = 0x10, .node_index = 3, .fov_v = {{1, 0.5f, -0.25f}}, .run_time = 2}),
         at(sequence, 0, event::FbfxColorFromTo{{{1, 0, -0.5f}}, {}, {}, {{0.5f, 0, -0.25f}}, 2})})});
    SequencePlayer player = acting.player();
    ASSERT_TRUE(player.start(acting.definition()));
    pass(player, 1);
    const LightValues light = player.light(acting.definition(), 1);
    EXPECT_TRUE(light.is_on);
    EXPECT_EQ(light.joint, 2);
    EXPECT_EQ(light.far, 15);
    EXPECT_EQ(light.color, (Vec3d{0.5, 0.5, 0.5}));
    EXPECT_EQ(player.opacity(1), 0.75);
    EXPECT_FALSE(player.opacity(2));
    EXPECT_EQ(player.fog().type, FogType::exponential);
    EXPECT_EQ(player.fog().range[1], 200);
    EXPECT_EQ(player.camera("a_rather_long_node_name").fov_v, 0.75);
    EXPECT_FALSE(player.camera("a_rather_long_node_name").fov_h);
    EXPECT_EQ(player.tint(), (Tint{0.5, 0, 0, 0.25}));
    pass(player, 5);
    EXPECT_EQ(player.light(acting.definition(), 1).far, 10);
    EXPECT_FALSE(player.opacity(1)); // translucency is off at the end
    EXPECT_EQ(player.tint(), Tint{});
}

TEST(Acting, CamerasOfAWorldAreMovedByName) {
    Acting acting({sequence_of(
        "zoom",
        {now(event::CameraFromTo{.flags = 0x10, .node_index = 3, .fov_v = {{1, 0.5f, -0.25f}}, .run_time = 2})})});
    (*acting.file.definitions[0].nodes)[2].name = std::string_view("camera1");
    Model world;
    for (const char* name : {"thing", "gate", "gate_left"}) world.skeleton.joints.push_back({.name = name});
    Camera camera;
    camera.name = "camera1";
    world.cameras = {camera};
    Diagnostics diagnostics;
    ASSERT_TRUE(add_clips(world, acting.file, {}, &diagnostics));
    EXPECT_TRUE(diagnostics.empty()) << diagnostics[0].text(); // a camera is no node of the tree
    ASSERT_EQ(world.clips[0].cameras.size(), 1u);
    EXPECT_NEAR(sample(world.clips[0].cameras[0].vertical_fov, 1, 0), 0.75, 1e-6);
}

TEST(Acting, LightsMorphsFogAndTintOfAWorldAreInItsClips) {
    event::LightState lamp{.name = std::string_view("lamp"), .light_index = 1, .flags = 0x1A, .active_state = 1};
    lamp.light_type = 1;
    lamp.node_index = 2;
    lamp.translation = {{3, 1, 0}};
    lamp.range = {{1, 20}};
    lamp.color = {{1, 0.5f, 0.5f}};
    const event::LightAnimation dims{
        .name = std::string_view("lamp"), .light_index = 1, .range = {{0, -10}}, .color = {{-1, 0, 0}}, .run_time = 2};
    event::ObjectMotionFromTo swells{.flags = 8, .node_index = 1};
    swells.morph_from = 0.25f;
    swells.morph_to = 0.75f;
    swells.morph_delta = 0.25f;
    swells.run_time = 2;
    Acting acting({sequence_of(
        "look",
        {at(sequence, 1, lamp), at(sequence, 1, dims), at(sequence, 1, swells),
         at(sequence, 1, event::FogState{.flags = 0xB, .fog_type = 2, .color = {{0.25f, 0, 0}}, .range = {{5, 200}}}),
         at(sequence, 1, event::ObjectOpacityFromTo{1, 1, 0, 1, 0.5f, -0.25f, 2}),
         at(sequence, 1, event::FbfxColorFromTo{{{1, 0, -0.5f}}, {}, {}, {{0.5f, 0, -0.25f}}, 2}),
         at(sequence, 3.5, event::LightState{.name = std::string_view("lamp"), .light_index = 1})})});
    Model world;
    for (const char* name : {"thing", "gate", "gate_left"}) world.skeleton.joints.push_back({.name = name});
    Mesh mesh;
    mesh.joint = 1;
    mesh.positions.resize(3);
    mesh.morphs = {{"morph", std::vector<Vec3>(3), {}}};
    mesh.indices = {0, 1, 2};
    mesh.surfaces = {{"", -1, 0, 3, 0, 3}};
    world.meshes = {mesh};
    world.source = {"mw3", zbd_basis};
    ASSERT_TRUE(add_clips(world, acting.file));
    for (const Diagnostic& diagnostic : validate(world)) ADD_FAILURE() << diagnostic.text();
    const Clip& clip = world.clips[0];

    ASSERT_EQ(world.lights.size(), 1u);
    const ossuary::Light& light = world.lights[0];
    EXPECT_EQ(light.name, "lamp");
    EXPECT_EQ(light.type, LightType::point);
    EXPECT_EQ(light.joint, 2);
    EXPECT_EQ(light.position, (Vec3{-3, 1, 0}));
    EXPECT_EQ(light.intensity, 0); // dark until it is lit
    ASSERT_EQ(clip.lights.size(), 1u);
    const LightTrack& track = clip.lights[0];
    EXPECT_EQ(sample(track.intensity, 0.5, 0), 0);
    EXPECT_NEAR(sample(track.intensity, 1, 0), intensity_of(1, 1, 20), 1e-3);
    EXPECT_NEAR(sample(track.range, 2, 0), 15, 1e-4);
    EXPECT_NEAR(sample(track.color, 2, {}).x, 0.5, 1e-5);
    EXPECT_EQ(sample(track.intensity, 3.6, 0), 0);

    ASSERT_EQ(clip.morphs.size(), 1u);
    EXPECT_EQ(sample(clip.morphs[0].weights[0], 0.5, 0), 0);
    EXPECT_NEAR(sample(clip.morphs[0].weights[0], 2, 0), 0.5, 1e-5);
    EXPECT_NEAR(sample(clip.morphs[0].weights[0], 3.4, 0), 0.75, 1e-5);

    const Json& facts = clip.extras["mw3"];
    ASSERT_EQ(facts["fog"].size(), 1u);
    EXPECT_EQ(facts["fog"][0]["time"].number(), 1);
    EXPECT_EQ(facts["fog"][0]["type"].string(), "exponential");
    EXPECT_EQ(facts["opacity"][0]["node"].string(), "gate");
    EXPECT_GT(facts["tint"]["times"].size(), 10u);
}

TEST(Acting, CallsPassNodesAndPlaceTemplates) {
    event::CallAnimation call{.anim_name = std::string_view("boom"), .operand_index = 3, .flags = 7, .node_index = 1};
    call.position = {{0, 1, 0}};
    call.translation = {{0, 0, 5}};
    Acting acting({sequence_of(
        "call", {now(event::ObjectTranslateState{.translation = {{4, 0, 0}}, .node_index = 1}), now(call)})});
    acting.file.definitions.push_back(plain_definition("boom"));
    Definition& boom = acting.file.definitions[1];
    boom.name = std::string_view("flash");
    boom.anim_root_name = std::string_view("flash");
    boom.nodes.reset();
    boom.sequences = {sequence_of("go", {now(event::Callback{1})})};
    SequencePlayer player = acting.player();
    const auto flash = static_cast<std::size_t>(acting.nodes.find("flash"));
    ASSERT_TRUE(player.start(acting.definition()));
    pass(player, 1);
    EXPECT_EQ(place_of(player, acting.nodes, flash), (Vec3d{4, 1, 5}));
    bool seen = false;
    for (const Notice& notice : player.notices())
        if (notice.definition == &boom && notice.kind == NoticeKind::event) {
            EXPECT_EQ(notice.input, 1);
            EXPECT_EQ(notice.operand, 3);
            seen = true;
        }
    EXPECT_TRUE(seen);
}

TEST(Acting, RangesAndZonesAreKeptWhileRunning) {
    Acting acting({sequence_of("tick", {at(event, 1, event::Callback{1}), now(event::Loop{1, raw(0xFFFFu)})})},
                  definition_flags::execution_by_range);
    acting.file.definitions[0].exec_range = {{0, 100}};
    acting.file.definitions[0].activation = Activation::on_startup;
    SequencePlayer player = acting.player();
    player.surroundings().player_distance_squared = 200;
    player.load_world();
    pass(player, 1);
    EXPECT_FALSE(player.is_running(acting.definition())); // too far as yet
    player.surroundings().player_distance_squared = 50;
    pass(player, 1);
    EXPECT_TRUE(player.is_running(acting.definition()));
    player.surroundings().player_distance_squared = 101;
    pass(player, 1);
    EXPECT_FALSE(player.is_running(acting.definition()));
    player.surroundings().distance_squared = [](std::int32_t joint) { return joint == 0 ? 1.0 : 1000.0; };
    pass(player, 1);
    EXPECT_TRUE(player.is_running(acting.definition()));
    player.stop(acting.definition()); // for good
    pass(player, 1);
    EXPECT_FALSE(player.is_running(acting.definition()));

    acting.file.definitions[0].flags = definition_flags::execution_by_zone;
    SequencePlayer zoned = acting.player();
    bool inside = true;
    zoned.surroundings().in_zone = [&](std::int32_t) { return inside; };
    zoned.load_world();
    pass(zoned, 1);
    EXPECT_TRUE(zoned.is_running(acting.definition()));
    inside = false;
    pass(zoned, 1);
    EXPECT_FALSE(zoned.is_running(acting.definition()));
}

TEST(Acting, NodesGoBackToTheirRecordedState) {
    Acting acting({sequence_of("move", {now(event::ObjectTranslateState{.translation = {{4, 0, 0}}, .node_index = 1}),
                                        now(event::ObjectActiveState{0, 2, 0}), now(event::ObjectAddChild{1, 3})})},
                  definition_flags::auto_reset_node_states);
    acting.file.definitions[0].reset = sequence_of("RESET_SEQUENCE", {});
    SequencePlayer player = acting.player();
    ASSERT_TRUE(player.start(acting.definition()));
    pass(player, 1);
    EXPECT_EQ(place_of(player, acting.nodes, 3), (Vec3d{4, 0, 0}));
    player.reset(acting.definition());
    pass(player, 1);
    EXPECT_EQ(place_of(player, acting.nodes, 1), Vec3d{});
    EXPECT_EQ(place_of(player, acting.nodes, 3), Vec3d{});
    EXPECT_TRUE(player.is_active(2));
}

// Everything above at once, by steps of any length.
TEST(Acting, NothingDependsOnTheStep) {
    event::ObjectMotion motion = thrown(event::ObjectMotion::bounce_sequences | event::ObjectMotion::impact_force);
    motion.trans_rnd_xz = {{1, 0, 1}};
    motion.bounces[0].seq_name = std::string_view("land");
    event::ObjectConnector connector{.flags = 0x2000 | 1 | 0x20,
                                     .node_index = 3,
                                     .from_index = 1,
                                     .to_index = 2,
                                     .to_t_start = 0,
                                     .to_t_end = 1,
                                     .to_t_delta = 0.5f,
                                     .run_time = 2};
    event::LightState lamp{
        .name = std::string_view("lamp"), .light_index = 1, .flags = 0x18, .active_state = 1, .range = {{1, 20}}};
    Acting acting(
        {sequence_of("throw", {now(motion), at(event, 3, event::Loop{1, raw(3u)})}),
         sequence_of("land",
                     {now(lamp),
                      now(event::LightAnimation{
                          .name = std::string_view("lamp"), .light_index = 1, .range = {{0, -10}}, .run_time = 0.3f})},
                     SequenceState::on_call),
         sequence_of("ray",
                     {at(sequence, 0.7f, connector), at(sequence, 1.3f, event::ObjectAddChild{1, 2}),
                      at(sequence, 1.9f, event::ObjectActiveState{0, 2, 0}),
                      at(sequence, 2.3f, event::ObjectOpacityFromTo{1, 1, 0, 1, 0, -1, 1}),
                      at(sequence, 2.9f, event::ObjectActiveState{1, 2, 0}), at(event, 1, event::Loop{1, raw(2u)})})});
    const auto run = [&](const std::vector<Ticks>& steps) {
        SequencePlayer player = acting.player();
        player.surroundings().ground = [](const Vec3d& at) {
            return Ground{0.2 * std::sin(at.x) - 1, GroundKind::solid};
        };
        EXPECT_TRUE(player.start(acting.definition(), Call{.impact = {0.5, 0, 0}}));
        std::vector<std::uint64_t> log;
        const auto add = [&](double value) { log.push_back(std::bit_cast<std::uint64_t>(value)); };
        for (const Ticks step : steps) {
            EXPECT_TRUE(player.advance(step));
            for (const Notice& notice : player.notices()) {
                log.push_back(static_cast<std::uint64_t>(notice.time.count()));
                log.push_back(static_cast<std::uint64_t>(notice.kind));
                add(notice.speed);
            }
        }
        std::vector<Transformd> pose(acting.nodes.joints.size());
        player.pose(pose);
        for (const Transformd& node : pose)
            for (const double value :
                 {node.translation.x, node.translation.y, node.translation.z, node.rotation.w, node.scale.z})
                add(value);
        add(player.light(acting.definition(), 1).far);
        add(player.opacity(1).value_or(-1));
        return log;
    };
    std::mt19937 random(11);
    for (const double seconds : {2.5, 5.25, 11.0}) {
        const std::vector<std::uint64_t> whole = run({to_ticks(seconds)});
        EXPECT_GT(whole.size(), 60u);
        for (int round = 0; round < 6; ++round) {
            std::vector<Ticks> steps;
            for (Ticks left = to_ticks(seconds); left > Ticks{0}; left -= steps.back())
                steps.push_back(
                    std::min(left, Ticks{1 + static_cast<std::int64_t>(random() % (40'000'000u << round))}));
            EXPECT_EQ(run(steps), whole) << seconds << " s, round " << round;
        }
    }
}

} // namespace
} // namespace ossuary::mw3
