#include <cstdlib>

#include "allocation_count.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/math.h"
#include "ossuary/model/event.h"
#include "small_character.h"

namespace ossuary::anim {
namespace {

// Three layers, chains, fades, windows and a combination.
Cast busy_cast() {
    std::vector<Clip> clips;
    const auto add = [&](Clip clip, std::int32_t layer, const char* next) -> Clip& {
        clip.hints.layer = layer;
        clip.hints.next = next;
        clip.hints.blend_in = 0.15;
        clip.hints.blend_out = 0.25;
        with_tags(clip, {0, 3, 7});
        return clips.emplace_back(std::move(clip));
    };
    add(make_clip("RUN", {.step = {0.01, 0, 0.05}, .turn = 2}), 1, "RUN");
    add(make_clip("TURN", {.frames = 11, .turn = 3, .loop = LoopMode::once}), 1, "RUN");
    Clip& wave = add(make_clip("WAVE", {.frames = 13, .rate = 30, .loop = LoopMode::once, .joints = {1, 3}}), 2, "NOD");
    with_event(wave, 2, WindowEvent{.kind = WindowKind::parade, .end = 0.3});
    with_event(wave, 1, ParticleStartEvent{.slot = 1, .name = "DUST"});
    add(make_clip("NOD", {.frames = 9, .rate = 12, .joints = {1, 2}}), 2, "NOD");
    for (int i = 1; i <= 3; ++i) add(make_clip("PART" + std::to_string(i), {.swing = 10.0 * i, .joints = {4}}), 3, "");
    Clip comb = make_clip("AIM", {.swing = 20, .joints = {4}});
    comb.hints.combination = Combination{"PART", 3};
    add(comb, 3, "AIM");
    return Cast(std::move(clips));
}

void act(Player& player, const Cast& cast, int i) {
    const char* names[] = {"RUN", "WAVE", "TURN", "AIM", "NOD", "TURN", "WAVE"};
    switch (i % 11) {
    case 3: player.set_speed(1, 0.5 + i % 3); break;
    case 5: player.stop(2); break;
    case 7: player.look({.yaw = 10.0 * (i % 5), .pitch = 5}); break;
    case 8: player.aim(3, 0.3, 0); break;
    case 9: player.set_layer(2, {.weight = 0.7f, .mask = JointWeights(16, 0.8f)}); break;
    default: (void)player.start(cast[names[i % 7]], {.part = static_cast<std::uint32_t>(i % 4), .force = i % 2 == 0});
    }
}

TEST(PlayerState, SavedAndRestoredInTheMiddleChangesNothing) {
    const Cast cast = busy_cast();
    std::mt19937 random(1);
    Player through(*cast.stack), broken(*cast.stack);
    for (int i = 0; i < 300; ++i) {
        act(through, cast, i);
        act(broken, cast, i);
        const Result<Json> state = parse_json(print_json(broken.save())); // also through text
        ASSERT_TRUE(state);
        Player restored(*cast.stack);
        Diagnostics diagnostics;
        ASSERT_TRUE(restored.restore(*state, &diagnostics));
        ASSERT_TRUE(diagnostics.empty());
        ASSERT_EQ(restored.save(), broken.save()) << i;
        broken = std::move(restored);

        const Ticks step(static_cast<std::int64_t>(random() % 150'000'000));
        ASSERT_TRUE(through.advance(step));
        ASSERT_TRUE(broken.advance(step));
        ASSERT_EQ(std::vector(broken.notices().begin(), broken.notices().end()),
                  std::vector(through.notices().begin(), through.notices().end()))
            << i;
        ASSERT_EQ(joints_of(broken), joints_of(through)) << i;
        ASSERT_EQ(broken.travelled(), through.travelled()) << i;
        ASSERT_EQ(broken.looking(), through.looking());
    }
    EXPECT_GT(length(through.travelled().position), 0.1);
}

TEST(PlayerState, DropsMovesThatAreGone) {
    const Cast cast = busy_cast(), other({make_clip("RUN")});
    Player player(*cast.stack), less(*other.stack);
    EXPECT_TRUE(player.start(cast["RUN"]));
    EXPECT_TRUE(player.start(cast["WAVE"]));
    ASSERT_TRUE(player.advance(milliseconds(100)));
    Diagnostics diagnostics;
    ASSERT_TRUE(less.restore(player.save(), &diagnostics));
    ASSERT_EQ(diagnostics.size(), 1u);
    EXPECT_NE(diagnostics[0].text().find("WAVE"), std::string::npos);
    EXPECT_EQ(less.layers().size(), 1u);
    EXPECT_TRUE(less.advance(milliseconds(100)));
}

TEST(PlayerState, RefusesWhatIsNoState) {
    const Cast cast = busy_cast();
    Player player(*cast.stack);
    EXPECT_TRUE(player.start(cast["RUN"]));
    EXPECT_FALSE(player.restore(Json(3)));
    EXPECT_FALSE(player.restore(Json::object()));
    EXPECT_EQ(player.layer(1)->move, &cast["RUN"]); // unchanged
}

// Numbers that no player would have written must not hang or crash one.
TEST(PlayerState, SurvivesAnyNumbers) {
    const Cast cast = busy_cast();
    Player player(*cast.stack);
    for (int i = 0; i < 7; ++i) {
        act(player, cast, i);
        ASSERT_TRUE(player.advance(milliseconds(90)));
    }
    const std::string text = print_json(player.save());
    std::mt19937 random(2);
    int restored = 0;
    for (int i = 0; i < 2000; ++i) {
        std::string changed = text;
        for (int k = 0; k < 3; ++k) {
            const std::size_t digit = changed.find_first_of("0123456789", random() % changed.size());
            if (digit == std::string::npos) continue;
            const char* values[] = {"9223372036854775807", "-9223372036854775807", "0", "-1", "1e300", "99", "null"};
            changed.replace(digit, changed.find_first_not_of("0123456789.e+-", digit) - digit, values[random() % 7]);
        }
        const Result<Json> state = parse_json(changed);
        if (!state) continue;
        Player copy(*cast.stack);
        if (!copy.restore(*state)) continue;
        ++restored;
        (void)copy.advance(milliseconds(100));
        (void)copy.advance(milliseconds(10'000));
        joints_of(copy);
    }
    EXPECT_GT(restored, 100);
}

TEST(PlayerState, NothingIsAllocatedOnceEverythingHasHappened) {
    const Cast cast = busy_cast();
    Player player(*cast.stack);
    PoseScratch scratch(player.rig());
    std::vector<JointBlock> pose = make_pose(player.rig().joint_count());
    float morphs[4];
    const char* names[] = {"RUN", "WAVE", "TURN", "AIM", "NOD"};
    const auto play = [&](int steps) {
        for (int i = 0; i < steps; ++i) {
            if (i % 7 == 0) {
                EXPECT_TRUE(player.start(cast[names[i / 7 % 5]], {.force = true}));
            }
            if (!player.advance(milliseconds(17))) std::abort();
            player.pose(pose, scratch);
            player.morph_weights(0, morphs);
        }
    };
    play(3000);
    const std::size_t before = testing::allocation_count();
    play(3000);
    EXPECT_EQ(testing::allocation_count(), before);
}

} // namespace
} // namespace ossuary::anim
