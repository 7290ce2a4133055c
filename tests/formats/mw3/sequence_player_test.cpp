#include "ossuary/formats/mw3/sequence_player.h"

#include <cmath>
#include <cstdio>
#include <numbers>

#include "formats/mw3/anim_files.h"
#include "formats/mw3/zbd_files.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/mw3/model.h"

namespace ossuary::mw3 {
namespace {

using namespace testing;
using enum StartOffset;

// `1.250 blink LIGHT_STATE`, one per event of these kinds.
std::vector<std::string> log_of(SequencePlayer& player, std::span<const Ticks> steps,
                                std::initializer_list<NoticeKind> kinds = {NoticeKind::event, NoticeKind::movement,
                                                                           NoticeKind::flow}) {
    std::vector<std::string> log;
    for (const Ticks step : steps) {
        EXPECT_TRUE(player.advance(step));
        for (const Notice& notice : player.notices()) {
            if (std::ranges::find(kinds, notice.kind) == kinds.end()) continue;
            char time[32];
            std::snprintf(time, sizeof time, "%.3f ", to_seconds(notice.time));
            log.push_back(time + (notice.sequence ? std::string(notice.sequence->name.text()) + ' ' : std::string()) +
                          std::string(notice.event ? name_of(*notice.event) : name_of(notice.kind)));
        }
    }
    return log;
}
std::vector<Ticks> steps_of(double seconds, double step) {
    return std::vector<Ticks>(static_cast<std::size_t>(std::lround(seconds / step)), to_ticks(step));
}

// One file with one definition called `d` of these sequences.
AnimFile file_of(std::vector<Sequence> sequences) {
    AnimFile file;
    file.definitions.push_back(plain_definition("d"));
    file.definitions[0].sequences = std::move(sequences);
    return file;
}
Event callback(StartOffset offset, float time, std::uint32_t value = 0) {
    return at(offset, time, event::Callback{value});
}
Event move_to(StartOffset offset, float time, float run_time, const Vector& to = {{4, 0, 0}}) {
    event::ObjectMotionFromTo move{.flags = 1, .node_index = 1, .translate_to = to, .run_time = run_time};
    for (std::size_t i = 0; i < 3; ++i) move.translate_delta[i] = to[i] / run_time;
    return at(offset, time, move);
}

struct Played {
    std::vector<std::string> log;
    Diagnostics diagnostics;
};
Played play(const AnimFile& file, double seconds, const PlayRules& rules = {}) {
    Played played;
    const Skeleton nodes = nodes_of(file, file.definitions[0]);
    SequencePlayer player(file, nodes, rules, &played.diagnostics);
    EXPECT_TRUE(player.start(file.definitions[0]));
    played.log = log_of(player, steps_of(seconds, seconds));
    return played;
}
using Log = std::vector<std::string>;

TEST(SequencePlayer, PlaysTheExampleOfTheDescription) {
    const auto bytes = ossuary::testing::shared_file("samples/mw3/anim-small.zbd");
    OSSUARY_NEED(bytes);
    const auto file = parse_anim(*bytes);
    ASSERT_TRUE(file);
    const Definition& gate = file->definitions[0];
    const Skeleton nodes = nodes_of(*file, gate);
    const Log begin{"0.000 open_gate OBJECT_ACTIVE_STATE", "0.000 open_gate OBJECT_MOTION_FROM_TO",
                    "0.000 open_gate OBJECT_MOTION_FROM_TO", "0.250 open_gate SOUND", "0.250 open_gate IF"};
    bool seen[2] = {};
    for (std::uint64_t seed = 0; seed < 16; ++seed) {
        SequencePlayer player(*file, nodes, {.seed = seed});
        ASSERT_TRUE(player.start(gate));
        const Log log = log_of(player, steps_of(10, 0.25));
        Log expected = begin;
        const bool called = log.size() > 6;
        if (called)
            expected.insert(expected.end(),
                            {"0.750 open_gate CALL_SEQUENCE", "0.750 open_gate ENDIF", "0.750 blink LIGHT_STATE"});
        else
            expected.push_back("0.250 open_gate ENDIF");
        for (int round = 0; called && round < 3; ++round)
            for (const char* event : {"blink LOOP", "blink LIGHT_STATE"})
                expected.push_back(std::to_string(1 + round) + ".750 " + event);
        if (called) expected.push_back("4.750 blink LOOP");
        // CALL_SEQUENCE and what it starts: the called sequence comes after the event that called it.
        Log sorted_log = log, sorted_expected = expected;
        std::ranges::sort(sorted_log);
        std::ranges::sort(sorted_expected);
        EXPECT_EQ(sorted_log, sorted_expected);
        EXPECT_TRUE(player.is_idle());
        EXPECT_EQ(player.motions_end(), to_ticks(4));
        std::vector<Transformd> pose(nodes.joints.size());
        player.pose(pose);
        EXPECT_EQ(pose[static_cast<std::size_t>(nodes.find("gate_left"))].translation, (Vec3d{-6, 0, 0}));
        seen[called] = true;
    }
    EXPECT_TRUE(seen[0] && seen[1]);
}

TEST(SequencePlayer, AnyPartitionOfTimeGivesTheSame) {
    AnimFile file = whole_file();
    file.definitions[1].sequences[0].events = {callback(event, 0.7f), now(event::Sound{}),
                                               at(event, 0.3f, event::Loop{1, raw(4u)})};
    const Skeleton nodes = nodes_of(file, file.definitions[0]);
    const auto all = {
        NoticeKind::animation_start, NoticeKind::animation_end, NoticeKind::sequence_start, NoticeKind::sequence_end,
        NoticeKind::event,           NoticeKind::movement,      NoticeKind::flow,           NoticeKind::reset};
    const auto run = [&](std::span<const Ticks> steps) {
        PlayRules rules;
        rules.check_prerequisites = false;
        SequencePlayer player(file, nodes, rules);
        EXPECT_TRUE(player.start(file.definitions[0]));
        Log log = log_of(player, steps, all);
        std::vector<Transformd> pose(nodes.joints.size());
        player.pose(pose);
        for (const Transformd& node : pose)
            for (const double value : {node.translation.x, node.translation.y, node.rotation.x, node.rotation.w})
                log.push_back(std::to_string(std::bit_cast<std::uint64_t>(value)));
        return log;
    };
    const Log whole = run(steps_of(12, 12));
    EXPECT_GT(whole.size(), 50u);
    EXPECT_EQ(run(steps_of(12, 1)), whole);
    EXPECT_EQ(run(steps_of(12, 0.016)), whole);
    EXPECT_EQ(run(steps_of(12, 1.0 / 60)), whole);
    std::vector<Ticks> uneven;
    Ticks left = to_ticks(12);
    for (std::int64_t i = 1; left > Ticks{0}; i = i * 7 % 1'000'003) {
        uneven.push_back(std::min(left, Ticks{i * 4001}));
        left -= uneven.back();
    }
    EXPECT_EQ(run(uneven), whole);
}

TEST(SequencePlayer, StartOffsetsCountFromWhereTheySay) {
    // A second sequence begins at 1 s, so that animation and sequence clocks differ.
    const AnimFile file = file_of(
        {sequence_of("a", {at(sequence, 1, event::CallSequence{std::string_view("b")})}),
         sequence_of("b",
                     {callback(animation, 0), move_to(animation, 0, 2), callback(sequence, 0.5f),
                      callback(event, 0.25f), callback(animation, 0), callback(animation, 3), callback(sequence, 1)},
                     SequenceState::on_call)});
    EXPECT_EQ(play(file, 10).log,
              (Log{"1.000 a CALL_SEQUENCE", "1.000 b CALLBACK", "1.000 b OBJECT_MOTION_FROM_TO", "1.500 b CALLBACK",
                   "1.750 b CALLBACK", "1.750 b CALLBACK", "3.000 b CALLBACK", "3.000 b CALLBACK"}));
}

TEST(SequencePlayer, OnlyEventOffsetsWaitForTheEnd) {
    EXPECT_EQ(
        play(file_of({sequence_of("s", {move_to(sequence, 0, 2), move_to(sequence, 0, 3), callback(event, 1)})}), 9)
            .log,
        (Log{"0.000 s OBJECT_MOTION_FROM_TO", "0.000 s OBJECT_MOTION_FROM_TO", "4.000 s CALLBACK"}));
    EXPECT_EQ(play(file_of({sequence_of("s", {move_to(animation, 0, 2), callback(animation, 0)})}), 9).log,
              (Log{"0.000 s OBJECT_MOTION_FROM_TO", "2.000 s CALLBACK"}));
    // Times that are past, negative or none mean at once.
    EXPECT_EQ(play(file_of({sequence_of("s", {callback(sequence, 2), callback(animation, 1), callback(sequence, -1),
                                              callback(event, -5), callback(event, std::nanf(""))})}),
                   9)
                  .log,
              Log(5, "2.000 s CALLBACK"));
}

TEST(SequencePlayer, BranchesAreTakenOnce) {
    const auto branch = [](auto record, std::uint32_t lod) {
        record.condition = 4;
        record.value = raw(lod);
        return now(record);
    };
    const auto played = [&](std::uint32_t lod) {
        const AnimFile file = file_of({sequence_of(
            "s", {branch(event::If{}, 3), callback(animation, 0), branch(event::If{}, 9), callback(animation, 0),
                  now(event::Else{}), now(event::Sound{1, 0, {}}), now(event::EndIf{}), branch(event::ElseIf{}, 2),
                  now(event::AnimVerbose{}), branch(event::ElseIf{}, 1), now(event::FogState{}), now(event::Else{}),
                  now(event::ObjectCycleTexture{}), now(event::EndIf{}), now(event::ObjectAddChild{1, 2})})});
        const Skeleton nodes = nodes_of(file, file.definitions[0]);
        SequencePlayer player(file, nodes);
        player.surroundings().animation_lod = lod;
        player.start(file.definitions[0]);
        return log_of(player, steps_of(1, 1), {NoticeKind::event});
    };
    EXPECT_EQ(played(3), (Log{"0.000 s CALLBACK", "0.000 s SOUND", "0.000 s OBJECT_ADD_CHILD"}));
    EXPECT_EQ(played(2), (Log{"0.000 s ANIM_VERBOSE", "0.000 s OBJECT_ADD_CHILD"}));
    EXPECT_EQ(played(1), (Log{"0.000 s FOG_STATE", "0.000 s OBJECT_ADD_CHILD"}));
    EXPECT_EQ(played(0), (Log{"0.000 s OBJECT_CYCLE_TEXTURE", "0.000 s OBJECT_ADD_CHILD"}));
}

TEST(SequencePlayer, ConditionsAskTheSurroundings) {
    const auto holds = [](std::uint32_t condition, Raw<4> value, void (*set)(Surroundings&)) {
        const AnimFile file = file_of(
            {sequence_of("s", {now(event::If{condition, 1, value}), callback(animation, 0), now(event::EndIf{})})});
        const Skeleton nodes = nodes_of(file, file.definitions[0]);
        SequencePlayer player(file, nodes);
        set(player.surroundings());
        player.start(file.definitions[0]);
        return !log_of(player, steps_of(1, 1), {NoticeKind::event}).empty();
    };
    EXPECT_TRUE(holds(2, raw(100.0f), [](Surroundings& s) { s.player_distance_squared = 100; }));
    EXPECT_FALSE(holds(2, raw(100.0f), [](Surroundings& s) { s.player_distance_squared = 101; }));
    EXPECT_TRUE(holds(32, raw(0u), [](Surroundings& s) { s.hardware_rendering = false; }));
    EXPECT_FALSE(holds(32, raw(1u), [](Surroundings& s) { s.hardware_rendering = false; }));
    EXPECT_TRUE(holds(64, raw(1u), [](Surroundings& s) { s.first_person = true; }));
    EXPECT_FALSE(holds(16, raw(5u), [](Surroundings&) {}));
    EXPECT_TRUE(holds(16, raw(5u), [](Surroundings& s) {
        s.undercover = [](std::int32_t joint, std::uint32_t distance) { return joint == 1 && distance == 5; };
    }));
    EXPECT_TRUE(holds(1, raw(1.0f), [](Surroundings&) {}));
    EXPECT_FALSE(holds(1, raw(0.0f), [](Surroundings&) {}));
}

TEST(SequencePlayer, LoopsCountRoundsAndTime) {
    const auto rounds = [](event::Loop loop, float pause, double seconds, const PlayRules& rules = {}) {
        const AnimFile file = file_of({sequence_of("s", {callback(sequence, 0), at(event, pause, loop)})});
        const Log log = play(file, seconds, rules).log;
        return std::ranges::count(log, "s CALLBACK",
                                  [](const std::string& line) { return line.substr(line.find(' ') + 1); });
    };
    EXPECT_EQ(rounds({1, raw(3u)}, 1, 100), 4);
    EXPECT_EQ(rounds({1, raw(0u)}, 1, 100), 1);
    EXPECT_EQ(rounds({1, raw(0u)}, 1, 10, {.loop_count_zero_is_endless = true}), 11);
    EXPECT_EQ(rounds({1, raw(0xFFFFu)}, 1, 10), 11); // -1
    EXPECT_EQ(rounds({2, raw(3.5f)}, 1, 100), 4);
    EXPECT_EQ(rounds({1, raw(0xFFFFu)}, 0, 1), 61); // a round that takes no time begins anew a frame later
    EXPECT_EQ(rounds({1, raw(0xFFFFu)}, 1e-8f, 1), 1001);
}

TEST(SequencePlayer, SequencesThatCallOneAnotherAreStopped) {
    const auto call = [](const char* name) { return now(event::CallSequence{std::string_view(name)}); };
    const Played played = play(
        file_of(
            {sequence_of("a", {callback(event, 1e-8f), call("b"), call("nothing")}),
             sequence_of("b", {callback(event, 1e-8f), at(event, 1e-8f, event::CallSequence{std::string_view("a")})},
                         SequenceState::on_call)}),
        60);
    EXPECT_LT(played.log.size(), 500u);
    ASSERT_EQ(played.diagnostics.size(), 2u);
    EXPECT_NE(played.diagnostics[0].message.find("'nothing'"), std::string::npos);
    EXPECT_NE(played.diagnostics[1].message.find("again and again"), std::string::npos);
    // One that calls itself runs already.
    EXPECT_EQ(play(file_of({sequence_of("a", {call("a")})}), 1).log.size(), 1u);
}

TEST(SequencePlayer, DefinitionsThatCallOneAnotherAreStopped) {
    AnimFile file = file_of({sequence_of("s", {now(event::CallAnimation{.anim_name = std::string_view("e")})})});
    file.definitions.push_back(plain_definition("e"));
    file.definitions[1].sequences = {
        sequence_of("s", {now(event::CallAnimation{.anim_name = std::string_view("d")}),
                          now(event::CallAnimation{.anim_name = std::string_view("nobody")})})};
    const Played played = play(file, 1);
    EXPECT_LT(played.log.size(), 500u);
    ASSERT_EQ(played.diagnostics.size(), 2u);
    EXPECT_NE((played.diagnostics[0].message + played.diagnostics[1].message).find("again and again"),
              std::string::npos);
    EXPECT_NE((played.diagnostics[0].message + played.diagnostics[1].message).find("'nobody'"), std::string::npos);
}

TEST(SequencePlayer, TooMuchInOneStepIsAnError) {
    const AnimFile file = file_of({sequence_of("s", {callback(sequence, 0.001f), now(event::Loop{1, raw(0xFFFFu)})})});
    const Skeleton nodes = nodes_of(file, file.definitions[0]);
    SequencePlayer player(file, nodes, {.max_events_per_step = 1000});
    player.start(file.definitions[0]);
    EXPECT_FALSE(player.advance(to_ticks(3600)));
    EXPECT_EQ(player.now(), to_ticks(3600));
}

TEST(SequencePlayer, CallsMayWaitAndDoNotStartTwice) {
    AnimFile file = file_of(
        {sequence_of("s", {now(event::CallAnimation{.anim_name = std::string_view("e"), .flags = 16, .wait_for = 0}),
                           now(event::CallAnimation{.anim_name = std::string_view("e")}), callback(sequence, 0.5f)})});
    file.definitions.push_back(plain_definition("e"));
    file.definitions[1].sequences = {sequence_of("t", {now(event::Sound{1, 0, {}}), move_to(event, 1, 2)})};
    EXPECT_EQ(play(file, 20).log,
              (Log{"0.000 s CALL_ANIMATION", "0.000 t SOUND", "1.000 t OBJECT_MOTION_FROM_TO", "3.000 s CALL_ANIMATION",
                   "3.000 s CALLBACK", "3.000 t SOUND", "4.000 t OBJECT_MOTION_FROM_TO"}));
    // Without waiting the second call finds it running.
    std::get<event::CallAnimation>(file.definitions[0].sequences[0].events[0].data).flags = 0;
    EXPECT_EQ(play(file, 20).log, (Log{"0.000 s CALL_ANIMATION", "0.000 s CALL_ANIMATION", "0.000 t SOUND",
                                       "0.500 s CALLBACK", "1.000 t OBJECT_MOTION_FROM_TO"}));
}

TEST(SequencePlayer, CallsWaitForWhatRunsAlready) {
    const auto call = [](const char* name, std::uint16_t flags) {
        return now(event::CallAnimation{.anim_name = std::string_view(name), .flags = flags, .wait_for = 0});
    };
    AnimFile file = file_of({sequence_of("s", {call("e", 0), call("e", 16), callback(sequence, 0)})});
    file.definitions.push_back(plain_definition("e"));
    file.definitions[1].sequences = {sequence_of("t", {move_to(event, 1, 2)})};
    EXPECT_EQ(play(file, 20).log, (Log{"0.000 s CALL_ANIMATION", "0.000 s CALL_ANIMATION",
                                       "1.000 t OBJECT_MOTION_FROM_TO", "3.000 s CALLBACK"}));
}

TEST(SequencePlayer, DefinitionsThatWaitForEachOtherAreHeldForGood) {
    const auto call = [](const char* name) {
        return now(event::CallAnimation{.anim_name = std::string_view(name), .flags = 16, .wait_for = 0});
    };
    AnimFile file = file_of({sequence_of("s", {call("e"), callback(sequence, 0)})});
    file.definitions.push_back(plain_definition("e"));
    file.definitions[1].sequences = {sequence_of("t", {call("d"), callback(sequence, 0)})};
    const Played played = play(file, 60);
    EXPECT_EQ(played.log, (Log{"0.000 s CALL_ANIMATION", "0.000 t CALL_ANIMATION"}));
    ASSERT_EQ(played.diagnostics.size(), 1u);
    EXPECT_NE(played.diagnostics[0].message.find("wait for each other"), std::string::npos);
}

TEST(SequencePlayer, ConnectorsAreCalledAndReported) {
    AnimFile file = file_of({sequence_of("s", {now(event::CallObjectConnector{.anim_name = std::string_view("e")})})});
    file.definitions.push_back(plain_definition("e"));
    file.definitions[1].sequences = {sequence_of("t", {now(event::ObjectConnector{.node_index = 1})})};
    EXPECT_EQ(play(file, 1).log, (Log{"0.000 s CALL_OBJECT_CONNECTOR", "0.000 t OBJECT_CONNECTOR"}));
}

TEST(SequencePlayer, MissingNodesAreReportedWhenTheyAreWanted) {
    AnimFile file = file_of({sequence_of("s", {move_to(sequence, 0, 1)})});
    file.definitions.push_back(plain_definition("e"));
    Diagnostics diagnostics;
    const Skeleton nothing;
    SequencePlayer player(file, nothing, {}, &diagnostics);
    EXPECT_TRUE(diagnostics.empty());
    player.start(file.definitions[0]);
    EXPECT_EQ(diagnostics.size(), 3u);
    EXPECT_TRUE(player.advance(to_ticks(1)));
}

TEST(SequencePlayer, StopsResetsAndInvalidates) {
    AnimFile file = file_of(
        {sequence_of("s", {now(event::CallAnimation{.anim_name = std::string_view("e")}),
                           at(sequence, 1, event::StopAnimation{.name = std::string_view("e")}),
                           at(sequence, 2, event::ResetAnimation{.name = std::string_view("e")}),
                           at(sequence, 3, event::InvalidateAnimation{.name = std::string_view("e")}),
                           now(event::CallAnimation{.anim_name = std::string_view("e")}),
                           at(sequence, 4, event::StopSequence{std::string_view("s")}), callback(animation, 0)})});
    file.definitions.push_back(plain_definition("e"));
    file.definitions[1].reset->events = {now(event::ObjectTranslateState{.translation = {{9, 9, 9}}, .node_index = 1})};
    file.definitions[1].sequences = {sequence_of("t", {move_to(sequence, 0, 8), callback(event, 0)})};
    const Skeleton nodes = nodes_of(file, file.definitions[0]);
    SequencePlayer player(file, nodes);
    player.start(file.definitions[0]);
    const std::size_t gate = static_cast<std::size_t>(nodes.find("gate"));
    std::vector<Transformd> pose(nodes.joints.size());
    const auto x_at = [&](double seconds) {
        log_of(player, steps_of(seconds, seconds));
        player.pose(pose);
        return pose[gate].translation.x;
    };
    EXPECT_EQ(x_at(1), 0.5);
    EXPECT_FALSE(player.is_running(file.definitions[1]));
    EXPECT_EQ(x_at(0.5), 0.75); // what was begun goes on
    EXPECT_EQ(x_at(0.5), 9);
    EXPECT_EQ(x_at(1.5), 9); // the call at 3 s was refused
    EXPECT_TRUE(player.is_running(file.definitions[0]));
    const Log rest = log_of(player, steps_of(5, 5));
    EXPECT_EQ(rest, (Log{"4.000 s STOP_SEQUENCE"}));
    EXPECT_TRUE(player.is_idle());
}

TEST(SequencePlayer, StoppingAnIdleSequenceIsAChoice) {
    const AnimFile file = file_of({sequence_of("s", {now(event::StopSequence{std::string_view("t")})}),
                                   sequence_of("t", {callback(sequence, 1)}, SequenceState::on_call)});
    EXPECT_EQ(play(file, 3).log, (Log{"0.000 s STOP_SEQUENCE"}));
    EXPECT_EQ(play(file, 3, {.stop_starts_idle_sequences = true}).log,
              (Log{"0.000 s STOP_SEQUENCE", "1.000 t CALLBACK"}));
}

TEST(SequencePlayer, PrerequisitesMustHold) {
    AnimFile file = file_of({sequence_of("s", {now(event::ObjectActiveState{0, 1, 0})})});
    file.definitions.push_back(plain_definition("e"));
    Definition& e = file.definitions[1];
    e.sequences = {sequence_of("t", {callback(sequence, 0)})};
    e.prereqs.emplace(1);
    (*e.prereqs)[0] = {.type = PrerequisiteType::animation, .name = std::string_view("d")};
    const Skeleton nodes = nodes_of(file, e);
    const auto starts = [&](bool after_d) {
        SequencePlayer player(file, nodes);
        if (after_d) {
            player.start(file.definitions[0]);
            EXPECT_TRUE(player.advance(to_ticks(1)));
        }
        return player.start(e);
    };
    EXPECT_FALSE(starts(false));
    EXPECT_TRUE(starts(true));
    // The gate below the thing must be hidden, which is what `d` does.
    (*e.prereqs)[0] = {.type = PrerequisiteType::parent, .name = std::string_view("thing")};
    e.prereqs->push_back({.type = PrerequisiteType::object, .active = 0, .name = std::string_view("gate")});
    EXPECT_FALSE(starts(false));
    EXPECT_TRUE(starts(true));
    (*e.prereqs)[1].active = 1;
    EXPECT_TRUE(starts(false));
    EXPECT_FALSE(starts(true));
    // Optional ones only as many as are asked for.
    (*e.prereqs)[0].optional = (*e.prereqs)[1].optional = 1;
    EXPECT_TRUE(starts(true));
    e.prereq_min = 1;
    EXPECT_FALSE(starts(true));
    // By range.
    e.prereqs.reset();
    e.flags |= definition_flags::execution_by_range;
    e.exec_range = {{4, 9}};
    EXPECT_FALSE(starts(false));
}

TEST(SequencePlayer, LoadingTheWorldResetsAndStarts) {
    AnimFile file = file_of({sequence_of("s", {callback(sequence, 0)})});
    file.definitions[0].activation = Activation::on_startup;
    file.definitions[0].reset->events = {at(sequence, 5, event::ObjectActiveState{0, 1, 0})};
    const Skeleton nodes = nodes_of(file, file.definitions[0]);
    SequencePlayer player(file, nodes);
    player.load_world();
    EXPECT_FALSE(player.is_active(static_cast<std::size_t>(nodes.find("gate"))));
    EXPECT_EQ(log_of(player, steps_of(1, 1)), (Log{"0.000 RESET_SEQUENCE OBJECT_ACTIVE_STATE", "0.000 s CALLBACK"}));
}

TEST(SequencePlayer, GoesBackAfterItsResetTime) {
    AnimFile file = file_of({sequence_of("s", {move_to(sequence, 0, 1), callback(event, 0)})});
    file.definitions[0].flags = definition_flags::reset_time;
    file.definitions[0].reset_time = 2;
    file.definitions[0].reset->events = {now(event::ObjectTranslateState{.node_index = 1})};
    const Skeleton nodes = nodes_of(file, file.definitions[0]);
    for (const bool back : {true, false}) {
        PlayRules rules;
        rules.reset_after_reset_time = back;
        SequencePlayer player(file, nodes, rules);
        player.start(file.definitions[0]);
        log_of(player, steps_of(2.5, 2.5));
        std::vector<Transformd> pose(nodes.joints.size());
        player.pose(pose);
        EXPECT_EQ(pose[1].translation.x, 4);
        log_of(player, steps_of(1, 1));
        player.pose(pose);
        EXPECT_EQ(pose[1].translation.x, back ? 0 : 4);
    }
}

// The pose of node `gate` after a time, with these events carried out at once.
Transformd posed(std::vector<Event> events, double seconds, const PlayRules& rules = {}) {
    const AnimFile file = file_of({sequence_of("s", std::move(events))});
    const Skeleton nodes = nodes_of(file, file.definitions[0]);
    SequencePlayer player(file, nodes, rules);
    player.start(file.definitions[0]);
    EXPECT_TRUE(player.advance(to_ticks(seconds)));
    std::vector<Transformd> pose(nodes.joints.size());
    player.pose(pose);
    return pose[static_cast<std::size_t>(nodes.find("gate"))];
}

TEST(NodeMotion, StatesSetAndAdd) {
    EXPECT_EQ(posed({now(event::ObjectTranslateState{0, {{1, 2, 3}}, 1, 0}),
                     now(event::ObjectTranslateState{1, {{1, 0, 0}}, 1, 0})},
                    1)
                  .translation,
              (Vec3d{2, 2, 3}));
    // At another node's place, in that node's frame.
    const Transformd at_node =
        posed({now(event::ObjectTranslateState{0, {{5, 0, 0}}, 2, 0}),
               now(event::ObjectRotateState{0, {{0, std::numbers::pi_v<float> / 2, 0}}, 2, 0}),
               now(event::ObjectTranslateState{0, {{0, 0, 1}}, 1, 2}), now(event::ObjectRotateState{2, {}, 1, 2})},
              1);
    EXPECT_NEAR(at_node.translation.x, 6, 1e-6);
    EXPECT_NEAR(at_node.translation.z, 0, 1e-6);
    EXPECT_NEAR(at_node.rotation.y, std::sqrt(0.5), 1e-6);
    EXPECT_EQ(posed({now(event::ObjectScaleState{{{2, 3, 4}}, 1})}, 1).scale, (Vec3d{2, 3, 4}));
}

TEST(NodeMotion, AnglesTurnAboutYThenXThenZ) {
    const Quatd q =
        posed({now(event::ObjectRotateState{.rotation = {{0.5f, 1.25f, -0.75f}}, .node_index = 1})}, 1).rotation;
    const Quatd expected =
        axis_angle(Vec3d{0, 1, 0}, 1.25) * axis_angle(Vec3d{1, 0, 0}, 0.5) * axis_angle(Vec3d{0, 0, 1}, -0.75);
    EXPECT_NEAR(std::abs(dot(q, expected)), 1, 1e-12);
}

TEST(NodeMotion, FromToRunsAndStays) {
    event::ObjectMotionFromTo move{.flags = 7, .node_index = 1, .run_time = 2};
    move.translate_from = {{1, 0, 0}};
    move.translate_to = {{3, 0, 0}};
    move.translate_delta = {{1, 0, 0}};
    move.rotate_to = {{0, 0, 1}};
    move.rotate_delta = {{0, 0, 0.5f}};
    move.scale_from = move.scale_to = {{2, 2, 2}};
    const Transformd half = posed({now(move)}, 1), whole = posed({now(move)}, 9);
    EXPECT_EQ(half.translation, (Vec3d{2, 0, 0}));
    EXPECT_NEAR(half.rotation.z, std::sin(0.25), 1e-9);
    EXPECT_EQ(whole.translation, (Vec3d{3, 0, 0}));
    EXPECT_NEAR(whole.rotation.z, std::sin(0.5), 1e-9);
    EXPECT_EQ(whole.scale, (Vec3d{2, 2, 2}));
}

TEST(NodeMotion, ThrownBodiesFallAndSpin) {
    event::ObjectMotion thrown{.flags = 1 | 4 | 0x20 | 0x400, .node_index = 1, .gravity = -10};
    thrown.trans_initial = {{1, 20, 0}};
    thrown.xyz_rot_initial = {{0, 1, 0}};
    thrown.run_time = 3;
    const Transformd at_two = posed({now(thrown)}, 2), later = posed({now(thrown)}, 10);
    EXPECT_NEAR(at_two.translation.x, 2, 1e-9);
    EXPECT_NEAR(at_two.translation.y, 20 * 2 - 10 * 4 / 2, 1e-9);
    EXPECT_NEAR(at_two.rotation.y, std::sin(1), 1e-9);
    EXPECT_NEAR(later.translation.y, 20 * 3 - 10 * 9 / 2, 1e-9);
    thrown.flags &= ~0x400u;
    EXPECT_NEAR(posed({now(thrown)}, 10).translation.x, 10, 1e-9); // no end of its own
    event::ObjectMotion rolled{.flags = 4 | 0x40, .node_index = 1};
    rolled.trans_initial = {{0, 0, 2}};
    rolled.fwd_rot_initial = 0.5f;
    EXPECT_NEAR(posed({now(rolled)}, 1).rotation.x, std::sin(0.5), 1e-9);
    // Launched up, whatever the unit of the angle: radians or degrees.
    event::ObjectMotion launched{.flags = 0x18, .node_index = 1};
    launched.trans_range_initial = {{5, 5}};
    launched.trans_range_y = {{90, 90}};
    EXPECT_NEAR(posed({now(launched)}, 1, {.range_angles_in_degrees = true}).translation.y, 5, 1e-9);
    launched.trans_range_y = {{std::numbers::pi_v<float> / 2, std::numbers::pi_v<float> / 2}};
    EXPECT_NEAR(posed({now(launched)}, 1).translation.y, 5, 1e-5);
}

TEST(NodeMotion, ScriptsPlayTheirFrames) {
    event::ObjectMotionSiScript script{.node_index = 1};
    script.frames = {frame_of(0, 1, 1), frame_of(1, 2, 3), frame_of(2, 0, 4)};
    script.frames[1].translate.value().base = {{10, 0, 0}};
    script.frames[2].scale.value().base = {{3, 3, 3}};
    EXPECT_EQ(posed({now(script)}, 0.5).translation, (Vec3d{0.5, 1, 1.5}));
    EXPECT_EQ(posed({now(script)}, 1.5).translation, (Vec3d{10.5, 1, 1.5}));
    EXPECT_NEAR(posed({now(script)}, 1.5).rotation.y, std::sin(0.25), 1e-9); // half of the angle is stored
    EXPECT_EQ(posed({now(script)}, 5).translation, (Vec3d{11, 2, 3}));       // held after its end
    EXPECT_EQ(posed({now(script)}, 5).scale, (Vec3d{3, 3, 3}));
}

TEST(NodeMotion, NumbersThatAreNoneDoNotReachAPose) {
    const Transformd pose = posed({now(event::ObjectTranslateState{0, {{std::nanf(""), 0, 0}}, 1, 0}),
                                   now(event::ObjectScaleState{{{INFINITY, 1, 1}}, 1})},
                                  1);
    EXPECT_EQ(pose.translation, Vec3d());
    EXPECT_EQ(pose.scale, (Vec3d{1, 1, 1}));
}

} // namespace
} // namespace ossuary::mw3
