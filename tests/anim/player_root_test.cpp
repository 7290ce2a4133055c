#include "small_character.h"

#include <cmath>

#include "ossuary/base/math.h"

namespace ossuary::anim {
namespace {

Clip walk(std::string name, double speed, double blend = 0.2) { // metres per second
    Clip clip = make_clip(std::move(name), {.step = {0, 0, speed / 25}});
    clip.hints.blend_in = clip.hints.blend_out = blend;
    return clip;
}

TEST(PlayerRoot, MovesTheObjectAndNotThePose) {
    const Cast cast({walk("WALK", 1.25)});
    Player player(*cast.stack);
    EXPECT_TRUE(player.start(cast["WALK"]));
    ASSERT_TRUE(player.advance(milliseconds(12'340)));
    EXPECT_NEAR(player.root_motion().position.z, 12.34 * 1.25, 1e-5);
    EXPECT_NEAR(joints_of(player)[0].translation.z, 0, 1e-6f);
}

TEST(PlayerRoot, AThousandLoopsInOneStepAreAThousandSingleOnes) {
    const Cast cast({make_clip("CURVE", {.step = {0.01, 0, 0.05}, .turn = 3.1})});
    Player one(*cast.stack), many(*cast.stack);
    EXPECT_TRUE(one.start(cast["CURVE"]));
    EXPECT_TRUE(many.start(cast["CURVE"]));
    ASSERT_TRUE(one.advance(milliseconds(800'000)));
    Placement sum;
    for (int i = 0; i < 1000; ++i) {
        ASSERT_TRUE(many.advance(milliseconds(800)));
        sum = sum * many.root_motion();
    }
    EXPECT_LT(length(sum.position - one.root_motion().position), 1e-6);
    EXPECT_EQ(one.travelled(), many.travelled());
}

TEST(PlayerRoot, AFadeMixesSpeedsAsItMixesPoses) {
    const Cast cast({walk("SLOW", 1), walk("FAST", 5)});
    for (const Cut& cut : cuts()) {
        Player player(*cast.stack);
        EXPECT_TRUE(player.start(cast["SLOW"]));
        advance_cut(player, milliseconds(1003), cut, [] {});
        EXPECT_NEAR(player.travelled().position.z, 1.003, 1e-5);
        EXPECT_TRUE(player.start(cast["FAST"]));
        advance_cut(player, milliseconds(100), cut, [] {}); // half of the fade: on average at a quarter
        EXPECT_NEAR(player.travelled().position.z, 1.003 + 0.1 * (0.75 * 1 + 0.25 * 5), 1e-3);
        advance_cut(player, milliseconds(900), cut, [] {});
        EXPECT_NEAR(player.travelled().position.z, 1.003 + 0.2 * 3 + 0.8 * 5, 1e-3);
    }
}

TEST(PlayerRoot, NoSpeedJumpsInAFade) {
    const Cast cast({walk("SLOW", 1), walk("FAST", 5)});
    Player player(*cast.stack);
    EXPECT_TRUE(player.start(cast["SLOW"]));
    ASSERT_TRUE(player.advance(milliseconds(500)));
    EXPECT_TRUE(player.start(cast["FAST"]));
    double last = 1;
    for (int i = 0; i < 60; ++i) {
        ASSERT_TRUE(player.advance(milliseconds(10)));
        const double speed = player.root_motion().position.z / 0.01;
        EXPECT_LT(std::abs(speed - last), 4 * 0.0167 / 0.2 + 0.15);
        last = speed;
    }
    EXPECT_NEAR(last, 5, 1e-3);
}

TEST(PlayerRoot, AHigherLayerTakesOverAsFarAsItHoldsTheRoot) {
    Clip whole = walk("WHOLE", 3, 0);
    whole.hints.layer = 2;
    Clip upper = make_clip("UPPER", {.joints = {1, 2, 3}});
    upper.hints.layer = 2;
    const Cast cast({walk("WALK", 1, 0), whole, upper});
    Player player(*cast.stack);
    const auto speed = [&] {
        EXPECT_TRUE(player.advance(milliseconds(1000)));
        return player.root_motion().position.z;
    };
    EXPECT_TRUE(player.start(cast["WALK"]));
    EXPECT_NEAR(speed(), 1, 1e-5);
    EXPECT_TRUE(player.start(cast["UPPER"]));
    EXPECT_NEAR(speed(), 1, 1e-5);
    EXPECT_TRUE(player.start(cast["WHOLE"], {.force = true}));
    EXPECT_NEAR(speed(), 3, 1e-5);
    player.set_layer(2, {.weight = 0.5f});
    EXPECT_NEAR(speed(), 2, 1e-5);
    player.set_layer(2, {.weight = 1, .mask = JointWeights(16, 0.f)});
    EXPECT_NEAR(speed(), 1, 1e-5);
}

TEST(PlayerRoot, FlagsSayWhatMoves) {
    const ClipShape shape{.step = {0, 0, 0.05}, .turn = 4.5};
    const auto flagged = [&](const char* flags) {
        ClipShape with = shape;
        with.flags = flags;
        return make_clip(flags, with);
    };
    const Cast cast({flagged("."), flagged("M"), flagged("R"), flagged("MR"), flagged("MP"), flagged("MI")});
    for (const Move& move : cast.set->moves()) {
        const Placement pass = move.root.loop();
        const bool moves = move.name == "M" || move.name == "MR", turns = move.name == "R" || move.name == "MR";
        EXPECT_EQ(length(pass.position) > 0.5, moves) << move.name;
        EXPECT_EQ(std::abs(pass.rotation.w) < 0.99, turns) << move.name;
    }
    Player player(*cast.stack);
    EXPECT_TRUE(player.start(cast["MP"])); // neither the object moves nor the pose
    ASSERT_TRUE(player.advance(milliseconds(400)));
    EXPECT_EQ(player.travelled().position, Vec3d{});
    EXPECT_NEAR(joints_of(player)[0].translation.z, 0, 1e-6f);
    EXPECT_TRUE(player.start(cast["."], {.blend_in = Ticks(0)})); // all of it stays in the pose
    ASSERT_TRUE(player.advance(milliseconds(400)));
    EXPECT_EQ(player.travelled().position, Vec3d{});
    EXPECT_NEAR(joints_of(player)[0].translation.z, 0.5f, 1e-5f);
}

TEST(PlayerRoot, AnIdleDayMovesNobody) {
    for (const char* flags : {(const char*)nullptr, "I", "MI", "P", "MP", "."}) {
        const Cast cast({make_clip("IDLE", {.step = {0.00005, 0, 0.00015}, .flags = flags})}); // 3 mm a pass
        Player player(*cast.stack);
        EXPECT_TRUE(player.start(cast["IDLE"]));
        Placement place;
        for (int minute = 0; minute < 24 * 60; ++minute) {
            ASSERT_TRUE(player.advance(milliseconds(60'000)));
            place = place * player.root_motion();
        }
        EXPECT_LT(length(place.position), 0.001) << (flags ? flags : "none");
    }
}

TEST(PlayerRoot, ReverseMovesGoBackTheWayTheyCame) {
    Clip ahead = walk("AHEAD", 2);
    ahead.loop = LoopMode::once;
    for (std::size_t f = 0; f < 20; ++f) // gets faster and faster
        ahead.joints[0].translation.values[f].z = 0.004f * static_cast<float>(f * f);
    Clip back = ahead;
    back.name = "BACK";
    back.hints.direction = Direction::reverse;
    const Cast cast({ahead, back});
    Player player(*cast.stack);
    EXPECT_TRUE(player.start(cast["AHEAD"]));
    ASSERT_TRUE(player.advance(milliseconds(760)));
    const double way = player.travelled().position.z;
    EXPECT_NEAR(way, 0.004 * 19 * 19, 1e-5);
    EXPECT_TRUE(player.start(cast["BACK"], {.blend_in = Ticks(0)}));
    ASSERT_TRUE(player.advance(milliseconds(40))); // one frame, the fastest
    EXPECT_NEAR(player.root_motion().position.z, -0.004 * (19 * 19 - 18 * 18), 1e-5);
    ASSERT_TRUE(player.advance(milliseconds(2000)));
    EXPECT_NEAR(player.travelled().position.z, 0, 1e-5);
}

TEST(PlayerRoot, NoticesSayHowFarAPassWent) {
    const Cast cast({walk("WALK", 1.25)});
    Player player(*cast.stack);
    EXPECT_TRUE(player.start(cast["WALK"], {.offset = milliseconds(400)}));
    ASSERT_TRUE(player.advance(milliseconds(1300)));
    player.stop(1);
    std::vector<Notice> notices(player.notices().begin(), player.notices().end());
    ASSERT_TRUE(player.advance(milliseconds(1)));
    notices.insert(notices.end(), player.notices().begin(), player.notices().end());
    ASSERT_EQ(text_of(notices),
              "0.0000 start 1 WALK\n0.4000 loop 1 WALK pass 1\n1.2000 loop 1 WALK pass 2\n1.3000 stop 1 WALK pass 2\n");
    EXPECT_NEAR(notices[1].root.position.z, 0.5, 1e-6);
    EXPECT_NEAR(notices[2].root.position.z, 1.0, 1e-6);
    EXPECT_NEAR(notices[3].root.position.z, 0.125, 1e-6);
}

} // namespace
} // namespace ossuary::anim
