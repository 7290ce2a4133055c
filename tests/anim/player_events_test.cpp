#include "small_character.h"

#include "ossuary/model/event.h"

namespace ossuary::anim {
namespace {

std::vector<Notice> events_in(std::vector<Notice> notices) {
    std::erase_if(notices, [](const Notice& notice) { return notice.kind != NoticeKind::event; });
    return notices;
}

std::vector<Notice> played(Player& player, Ticks total, const Cut& cut = {"whole", milliseconds(1'000'000)}) {
    std::vector<Notice> notices;
    collect(player, total, cut, notices);
    return notices;
}

// Twenty frames that do not close, at 25 Hz: a pass takes 0.8 s.
Clip twenty(std::string name = "RUN") {
    Clip clip = make_clip(std::move(name));
    return with_tags(clip, {0, 5, 19});
}

TEST(Events, OfTheReferenceLoopFireInEveryPassAtAnyStep) {
    const Cast cast({twenty()});
    ASSERT_EQ(cast["RUN"].period, Ticks(milliseconds(800)));
    for (const Cut& cut : cuts()) {
        Player player(*cast.stack);
        ASSERT_TRUE(player.start(cast["RUN"]));
        EXPECT_EQ(text_of(events_in(played(player, milliseconds(2000), cut))), "0.0000 event 1 RUN 0\n"
                                                                               "0.2000 event 1 RUN 5\n"
                                                                               "0.7600 event 1 RUN 19\n"
                                                                               "0.8000 event 1 RUN pass 1 0\n"
                                                                               "1.0000 event 1 RUN pass 1 5\n"
                                                                               "1.5600 event 1 RUN pass 1 19\n"
                                                                               "1.6000 event 1 RUN pass 2 0\n"
                                                                               "1.8000 event 1 RUN pass 2 5\n")
            << cut.name;
    }
}

TEST(Events, OfTheReferenceClipPlayedOnceBackwards) {
    Clip once = twenty("ONCE");
    once.loop = LoopMode::once;
    Clip reversed = twenty("REVERSED");
    reversed.loop = LoopMode::once;
    reversed.hints.direction = Direction::reverse;
    const Cast cast({once, reversed});
    for (const Cut& cut : cuts()) {
        Player player(*cast.stack);
        ASSERT_TRUE(player.start(cast["ONCE"], {.speed = -1}));
        EXPECT_EQ(text_of(events_in(played(player, milliseconds(2000), cut))),
                  "0.0000 event 1 ONCE 19\n0.5600 event 1 ONCE 5\n0.7600 event 1 ONCE 0\n")
            << cut.name;
        ASSERT_TRUE(player.start(cast["REVERSED"]));
        EXPECT_EQ(text_of(events_in(played(player, milliseconds(2000), cut))),
                  "2.0000 event 1 REVERSED 19\n2.5600 event 1 REVERSED 5\n2.7600 event 1 REVERSED 0\n")
            << cut.name;
    }
}

TEST(Events, AStepOfWholePassesFiresAllOfThem) {
    const Cast cast({twenty()});
    Player player(*cast.stack);
    EXPECT_TRUE(player.start(cast["RUN"]));
    EXPECT_EQ(events_in(played(player, milliseconds(800))).size(), 3u);
    EXPECT_EQ(events_in(played(player, milliseconds(1840))).size(), 8u);
}

TEST(Events, AtTheVeryEndOfAClipFireOnce) {
    Clip once = make_clip("ONCE", {.loop = LoopMode::once});
    with_tags(once, {19, 25}); // the second is past the end and comes at the end
    const Cast cast({once});
    for (const Cut& cut : cuts()) {
        Player player(*cast.stack);
        EXPECT_TRUE(player.start(cast["ONCE"]));
        EXPECT_EQ(text_of(played(player, milliseconds(1500), cut)), "0.0000 start 1 ONCE\n"
                                                                    "0.7600 event 1 ONCE 19\n"
                                                                    "0.7600 event 1 ONCE 25\n"
                                                                    "0.7600 stop 1 ONCE\n")
            << cut.name;
    }
}

TEST(Events, AtTheEndOfAPassComeBeforeThoseAtTheBeginningOfTheNext) {
    Clip loop = make_clip("LOOP", {.frames = 11, .rate = 10, .swing = 0}); // closes: a pass is 1 s
    with_event(loop, 0, ParticleStartEvent{.slot = 1, .name = "DUST"});
    with_event(loop, 10, ParticleStopEvent{.slot = 1});
    const Cast cast({loop});
    ASSERT_EQ(cast["LOOP"].period, Ticks(milliseconds(1000)));
    for (const Cut& cut : cuts()) {
        Player player(*cast.stack);
        EXPECT_TRUE(player.start(cast["LOOP"]));
        EXPECT_EQ(text_of(played(player, milliseconds(2500), cut)), "0.0000 start 1 LOOP\n"
                                                                    "0.0000 event 1 LOOP DUST\n"
                                                                    "1.0000 event 1 LOOP particle_stop\n"
                                                                    "1.0000 loop 1 LOOP pass 1\n"
                                                                    "1.0000 event 1 LOOP pass 1 DUST\n"
                                                                    "2.0000 event 1 LOOP pass 1 particle_stop\n"
                                                                    "2.0000 loop 1 LOOP pass 2\n"
                                                                    "2.0000 event 1 LOOP pass 2 DUST\n")
            << cut.name;
    }
}

TEST(Events, OfALoopGoneBackwardsComeInTheOtherOrder) {
    const Cast cast({twenty()});
    for (const Cut& cut : cuts()) {
        Player player(*cast.stack);
        EXPECT_TRUE(player.start(cast["RUN"], {.speed = -1}));
        EXPECT_EQ(text_of(played(player, milliseconds(1300), cut)), "0.0000 start 1 RUN\n"
                                                                    "0.0000 event 1 RUN 19\n"
                                                                    "0.5600 event 1 RUN 5\n"
                                                                    "0.7600 event 1 RUN 0\n"
                                                                    "0.7600 loop 1 RUN pass -1\n"
                                                                    "0.8000 event 1 RUN pass -1 19\n")
            << cut.name;
    }
}

TEST(Events, FollowTheSpeed) {
    const Cast cast({twenty()});
    for (const Cut& cut : cuts()) {
        Player player(*cast.stack);
        EXPECT_TRUE(player.start(cast["RUN"], {.speed = 2}));
        std::vector<Notice> notices = played(player, milliseconds(50), cut); // at 0.10 of the clip
        player.set_speed(1, 0);
        for (const Notice& n : played(player, milliseconds(1000), cut)) notices.push_back(n);
        player.set_speed(1, 0.5); // 0.20 after 0.2 s more
        for (const Notice& n : played(player, milliseconds(400), cut)) notices.push_back(n);
        player.set_speed(1, -1); // from 0.30 back
        for (const Notice& n : played(player, milliseconds(350), cut)) notices.push_back(n);
        EXPECT_EQ(text_of(events_in(notices)), "0.0000 event 1 RUN 0\n"
                                               "1.2500 event 1 RUN 5\n"
                                               "1.5500 event 1 RUN 5\n"
                                               "1.7500 event 1 RUN 0\n"
                                               "1.7900 event 1 RUN pass -1 19\n")
            << cut.name;
    }
}

TEST(Events, SurviveManyChangesOfSpeedWithoutLossOrRepetition) {
    const Cast cast({twenty()});
    Player player(*cast.stack);
    EXPECT_TRUE(player.start(cast["RUN"]));
    std::mt19937 random(3);
    std::vector<Notice> events;
    for (int i = 0; i < 20'000; ++i) {
        ASSERT_TRUE(player.advance(Ticks(1 + static_cast<std::int64_t>(random() % 9'000'000))));
        for (const Notice& n : player.notices())
            if (n.kind == NoticeKind::event) events.push_back(n);
        player.set_speed(1, 0.1 + static_cast<double>(random() % 1000) / 101);
    }
    ASSERT_GT(events.size(), 500u);
    const char* names[] = {"0", "5", "19"};
    for (std::size_t i = 0; i < events.size(); ++i) {
        EXPECT_EQ(events[i].pass, static_cast<std::int64_t>(i / 3));
        EXPECT_EQ(name_in(events[i].event->event->data), names[i % 3]);
    }
}

TEST(Events, SeekPassesOverThemInSilenceOrFiresThem) {
    const Cast cast({twenty()});
    Player player(*cast.stack);
    EXPECT_TRUE(player.start(cast["RUN"]));
    ASSERT_TRUE(player.seek(1, milliseconds(1400)));
    EXPECT_EQ(text_of(played(player, milliseconds(200))), "0.0000 start 1 RUN\n0.1600 event 1 RUN pass 1 19\n");
    ASSERT_TRUE(player.seek(1, milliseconds(2450), Seek::fire)); // it is at 1.6, exactly at a seam
    EXPECT_EQ(text_of(played(player, Ticks(1))), "0.2000 loop 1 RUN pass 2\n"
                                                 "0.2000 event 1 RUN pass 2 0\n"
                                                 "0.2000 event 1 RUN pass 2 5\n"
                                                 "0.2000 event 1 RUN pass 2 19\n"
                                                 "0.2000 loop 1 RUN pass 3\n"
                                                 "0.2000 event 1 RUN pass 3 0\n");
    EXPECT_EQ(player.layer(1)->elapsed, Ticks(milliseconds(2450)) + Ticks(1));
    EXPECT_FALSE(player.seek(7, Ticks(0)));
}

TEST(Events, OfAReplacedMoveFireUpToTheMomentAndOpenPairsAreCancelled) {
    Clip strike = make_clip("STRIKE", {.loop = LoopMode::once});
    with_event(strike, 1, ParticleStartEvent{.slot = 4, .name = "SPARKS"});
    with_event(strike, 2, WindowEvent{.kind = WindowKind::parade, .end = 10 / 25.0});
    with_event(strike, 3, ParticleStartEvent{.slot = 5, .name = "SMOKE"});
    with_event(strike, 4, ParticleStopEvent{.slot = 5});
    with_tags(strike, {5});
    const Cast cast({strike, make_clip("RUN")});
    for (const Cut& cut : cuts()) {
        Player player(*cast.stack);
        EXPECT_TRUE(player.start(cast["STRIKE"]));
        std::vector<Notice> notices = played(player, milliseconds(200), cut); // frame 5 is not reached yet
        ASSERT_TRUE(player.start(cast["RUN"], {.force = true}));
        for (const Notice& n : played(player, milliseconds(100), cut)) notices.push_back(n);
        EXPECT_EQ(text_of(notices), "0.0000 start 1 STRIKE\n"
                                    "0.0400 event 1 STRIKE SPARKS\n"
                                    "0.0800 event 1 STRIKE window\n"
                                    "0.1200 event 1 STRIKE SMOKE\n"
                                    "0.1600 event 1 STRIKE particle_stop\n"
                                    "0.2000 cancelled 1 STRIKE SPARKS\n"
                                    "0.2000 cancelled 1 STRIKE window\n"
                                    "0.2000 stop 1 STRIKE\n"
                                    "0.2000 start 1 RUN\n")
            << cut.name;
    }
}

TEST(Events, WindowsAreEnteredAndLeft) {
    Clip strike = make_clip("STRIKE", {.loop = LoopMode::once});
    with_event(strike, 2, WindowEvent{.kind = WindowKind::combo, .end = 10 / 25.0});
    with_event(strike, 10, WindowEvent{.kind = WindowKind::parade, .end = 10 / 25.0});
    const Cast cast({strike});
    for (const Cut& cut : cuts()) {
        Player player(*cast.stack);
        EXPECT_TRUE(player.start(cast["STRIKE"]));
        std::vector<Notice> notices = played(player, milliseconds(500), cut);
        player.set_speed(1, -1);
        for (const Notice& n : played(player, milliseconds(450), cut)) notices.push_back(n);
        EXPECT_EQ(text_of(notices), "0.0000 start 1 STRIKE\n"
                                    "0.0800 event 1 STRIKE window\n"
                                    "0.4000 leave 1 STRIKE window\n" // the first one, before the second opens
                                    "0.4000 event 1 STRIKE window\n"
                                    "0.4000 leave 1 STRIKE window\n"
                                    "0.6000 event 1 STRIKE window\n" // and back
                                    "0.6000 leave 1 STRIKE window\n"
                                    "0.6000 event 1 STRIKE window\n"
                                    "0.9200 leave 1 STRIKE window\n")
            << cut.name;
        EXPECT_EQ(notices[1].event, &cast["STRIKE"].events[0]);
        EXPECT_EQ(notices[3].event, &cast["STRIKE"].events[1]);
    }
}

TEST(Events, OfEveryKindArriveWithTheirFields) {
    const std::vector<EventData> kinds = {
        SoundEvent{"STEP", 300, true},
        GroundSoundEvent{"RUN", 250, false},
        ParticleStartEvent{2, "DUST", "BIP01", true},
        ParticleStopEvent{2},
        CameraTremorEvent{{1, 2, 3, 4}},
        MorphStartEvent{"SMILE", "BIP01 HEAD"},
        SwapMeshEvent{{"ZS_RIGHTHAND", "ZS_LEFTHAND"}},
        ItemEvent{ItemAction::create, "ZS_RIGHTHAND", "APPLE"},
        FightModeEvent{"1H"},
        HitLimbEvent{"ZS_RIGHTHAND"},
        HitDirectionEvent{"L"},
        DamageMultiplyEvent{"1.5 2"},
        HitEvent{},
        HitEndEvent{},
        WindowEvent{WindowKind::parade, 0.5},
        CutEvent{},
        TagEvent{.name = "SEQUENCE_17", .arguments = {"a", "b"}}, // a kind this room does not know
    };
    Clip clip = make_clip("ALL", {.loop = LoopMode::once});
    for (const EventData& data : kinds) with_event(clip, 3, data);
    const Cast cast({clip});
    Player player(*cast.stack);
    EXPECT_TRUE(player.start(cast["ALL"], {.step = 1})); // past the end of the only hit
    const std::vector<Notice> events = events_in(played(player, milliseconds(400)));
    ASSERT_EQ(events.size(), kinds.size());
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        EXPECT_EQ(events[i].event->event->data.index(), kinds[i].index());
        EXPECT_EQ(fields_of(events[i].event->event->data), fields_of(kinds[i]));
        EXPECT_EQ(events[i].event->event->frame, 3);
    }
}

TEST(Events, OfTwoLayersAtOneTimeComeLowestLayerFirst) {
    Clip upper = make_clip("UPPER", {.joints = {1, 2}});
    upper.hints.layer = 2;
    with_tags(upper, {0, 4, 5});
    const Cast cast({twenty(), upper});
    for (const Cut& cut : cuts()) {
        Player player(*cast.stack);
        EXPECT_TRUE(player.start(cast["UPPER"]));
        EXPECT_TRUE(player.start(cast["RUN"]));
        EXPECT_EQ(text_of(events_in(played(player, milliseconds(300), cut))), "0.0000 event 1 RUN 0\n"
                                                                              "0.0000 event 2 UPPER 0\n"
                                                                              "0.1600 event 2 UPPER 4\n"
                                                                              "0.2000 event 1 RUN 5\n"
                                                                              "0.2000 event 2 UPPER 5\n")
            << cut.name;
    }
}

TEST(Events, ATooLongStepIsAnErrorAndPlaybackGoesOn) {
    const Cast cast({twenty()});
    Player player(*cast.stack);
    player.max_passes = 10;
    EXPECT_TRUE(player.start(cast["RUN"]));
    EXPECT_FALSE(player.advance(milliseconds(100 * 800)));
    EXPECT_EQ(player.now(), Ticks(milliseconds(80'000)));
    ASSERT_TRUE(player.advance(milliseconds(300)));
    ASSERT_EQ(player.notices().size(), 2u); // the first two events of the pass that begins here
    EXPECT_EQ(player.notices()[1].pass, 100);
    EXPECT_EQ(player.notices()[1].time, Ticks(milliseconds(80'200)));
    EXPECT_FALSE(player.advance(Ticks(-1)));
}

// Random clips, chains and speeds: whatever the steps, the same notices and the same state.
class RandomPlay : public ::testing::TestWithParam<int> {};

TEST_P(RandomPlay, IsTheSameAtEveryStep) {
    std::mt19937 random(static_cast<unsigned>(GetParam()));
    const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    std::vector<Clip> clips;
    const double rates[] = {10, 12, 15, 25, 29.97, 30, 60, 100.0 / 3};
    for (int i = 0; i < 6; ++i) {
        ClipShape shape{.frames = 1 + below(40), .rate = rates[below(8)], .swing = below(3) * 10.0};
        shape.loop = below(2) ? LoopMode::wrap : LoopMode::once;
        shape.step = {0, 0, 0.01 * below(5)};
        shape.turn = below(3);
        Clip clip = make_clip("C" + std::to_string(i), shape);
        clip.hints.layer = 1 + below(2);
        clip.hints.blend_in = below(4) * 0.1;
        clip.hints.blend_out = below(4) * 0.1;
        clip.hints.direction = below(3) ? Direction::forward : Direction::reverse;
        if (shape.loop == LoopMode::once && i > 0) clip.hints.next = "C" + std::to_string(below(6));
        for (int e = below(6); e > 0; --e) with_tags(clip, {below(shape.frames + 1)});
        if (below(2)) with_event(clip, 0, WindowEvent{.kind = WindowKind::parade, .end = clip.duration * 0.7});
        clips.push_back(std::move(clip));
    }
    const Cast cast(std::move(clips));
    const double speeds[] = {1, 0.1, 10, -1, -2.5, 1.0 / 3, 0.7};
    struct Command {
        Ticks after;
        int move;
        double speed;
        bool set_speed;
    };
    std::vector<Command> script;
    for (int i = 0; i < 8; ++i)
        script.push_back({Ticks(1 + below(2'000'000'000)), below(6), speeds[below(7)], below(3) == 0});

    std::vector<Notice> expected;
    std::vector<Transform> expected_pose;
    Placement expected_place;
    std::string expected_state;
    for (const Cut& cut : cuts()) {
        if (cut.step < Ticks(milliseconds(5)) && !cut.random && GetParam() % 8 != 0) continue; // slow
        Player player(*cast.stack);
        player.max_passes = 100'000;
        std::vector<Notice> notices;
        for (const Command& command : script) {
            const Move& move = cast.set->moves()[static_cast<std::size_t>(command.move)];
            if (command.set_speed)
                player.set_speed(move.layer, command.speed);
            else
                EXPECT_TRUE(player.start(move, {.speed = command.speed, .force = true}));
            collect(player, command.after, cut, notices);
        }
        if (expected.empty()) {
            expected = notices;
            expected_pose = joints_of(player);
            expected_place = player.travelled();
            expected_state = print_json(player.save());
            ASSERT_GT(expected.size(), 5u);
            continue;
        }
        ASSERT_EQ(text_of(notices), text_of(expected)) << cut.name;
        ASSERT_EQ(notices, expected) << cut.name;
        EXPECT_EQ(joints_of(player), expected_pose) << cut.name;
        EXPECT_EQ(player.travelled(), expected_place) << cut.name;
        EXPECT_EQ(print_json(player.save()), expected_state) << cut.name;
    }
}
INSTANTIATE_TEST_SUITE_P(Seeds, RandomPlay, ::testing::Range(0, 64));

TEST(Events, ThatAreHeardAreFewAfterALongStep) {
    Clip clip = make_clip("RUN");
    for (const int f : {0, 5, 10}) with_event(clip, f, SoundEvent{"STEP"});
    with_event(clip, 7, HitEvent{});
    const Cast cast({clip});
    Player player(*cast.stack);
    ASSERT_TRUE(player.start(cast["RUN"]));
    ASSERT_TRUE(player.advance(milliseconds(2300)));
    const StepSounds sounds = sounds_of(player.notices());
    ASSERT_EQ(sounds.heard.size(), 4u);
    EXPECT_EQ(sounds.dropped, 5u);
    EXPECT_EQ(sounds.heard.back()->time, Ticks(milliseconds(2000)));
    EXPECT_TRUE(std::ranges::is_sorted(sounds.heard, {}, &Notice::time));
    EXPECT_EQ(sounds_of(player.notices(), 100).dropped, 0u);
}

} // namespace
} // namespace ossuary::anim
