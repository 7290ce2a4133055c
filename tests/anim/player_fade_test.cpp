#include "small_character.h"

#include <cmath>

#include "ossuary/base/math.h"

namespace ossuary::anim {
namespace {

// One pose held: the spine turned by an angle.
Clip held(std::string name, double angle, double blend_in = 0.2, double blend_out = 0.2, std::int32_t layer = 1,
          std::vector<int> joints = {0, 1, 2, 3, 4}) {
    Clip clip = make_clip(std::move(name), {.frames = 1, .joints = std::move(joints)});
    for (JointTrack& track : clip.joints)
        for (Quat& q : track.rotation.values) q = to_float(axis_angle(Vec3d{1, 0, 0}, angle * degrees));
    clip.hints.blend_in = blend_in;
    clip.hints.blend_out = blend_out;
    clip.hints.layer = layer;
    return clip;
}

double spine_angle(const Player& player, std::size_t joint = 1) {
    const Quat q = joints_of(player)[joint].rotation;
    return 2 * std::atan2(static_cast<double>(q.x), static_cast<double>(q.w)) / degrees;
}

class Fades : public ::testing::Test {
protected:
    void run(Player& player, int ms) {
        const Result<void> done = player.advance(milliseconds(ms));
        ASSERT_TRUE(done) << done.error().text();
    }
};

TEST_F(Fades, AreLinearInTime) {
    const Cast cast({held("A", 0), held("B", 4)});
    Player player(*cast.stack);
    EXPECT_TRUE(player.start(cast["A"]));
    run(player, 1000);
    EXPECT_TRUE(player.start(cast["B"]));
    for (int i = 0; i <= 4; ++i) {
        EXPECT_NEAR(spine_angle(player), i, 1e-3);
        run(player, 50);
    }
    EXPECT_NEAR(spine_angle(player), 4, 1e-4);
}

TEST_F(Fades, OldAndNewTakeTheirOwnTimes) {
    const Cast cast({held("A", 0, 0.2, 0.4), held("B", 4, 0.1, 0.1), held("C", 8, 0, 0)});
    Player player(*cast.stack);
    EXPECT_TRUE(player.start(cast["A"]));
    run(player, 1000);
    EXPECT_TRUE(player.start(cast["B"])); // rises within 0.1 s, while A falls within 0.4 s
    run(player, 100);
    EXPECT_NEAR(spine_angle(player), 4 * 1 / 1.75, 1e-3);
    run(player, 300);
    EXPECT_NEAR(spine_angle(player), 4, 1e-4);
    EXPECT_TRUE(player.start(cast["C"])); // without a blend-in it is there at once
    EXPECT_NEAR(spine_angle(player), 8, 1e-4);
}

TEST_F(Fades, TheFirstMoveIsThereAtOnce) {
    const Cast cast({held("A", 30)});
    Player player(*cast.stack);
    EXPECT_NEAR(spine_angle(player), 0, 1e-4); // nothing: the rest pose
    EXPECT_TRUE(player.start(cast["A"]));
    EXPECT_NEAR(spine_angle(player), 30, 1e-4);
    run(player, 100);
    player.stop(1);
    run(player, 100);
    EXPECT_NEAR(spine_angle(player), 15, 0.1);
    run(player, 100);
    EXPECT_NEAR(spine_angle(player), 0, 1e-4);
    EXPECT_FALSE(player.layer(1));
}

TEST_F(Fades, BeginAtThePoseOnDisplayWheneverTheyAreInterrupted) {
    const Cast cast({held("A", 0), held("B", 20), held("C", -20), held("D", 10)});
    Player player(*cast.stack);
    EXPECT_TRUE(player.start(cast["A"]));
    run(player, 500);
    const char* names[] = {"B", "C", "D", "A", "C", "B"};
    double last = spine_angle(player);
    for (int i = 0; i < 60; ++i) {
        if (i % 3 == 0) {
            const double before = spine_angle(player);
            EXPECT_TRUE(player.start(cast[names[i / 3 % 6]]));
            EXPECT_NEAR(spine_angle(player), before, 1e-3);
        }
        run(player, 16);
        EXPECT_LT(std::abs(spine_angle(player) - last), 40.0 * 16 / 200 + 1);
        last = spine_angle(player);
    }
}

TEST_F(Fades, NoJointStepsFurtherThanClipsAndBlendTogether) {
    std::vector<Clip> clips;
    for (int i = 0; i < 4; ++i) { // all within 5° of each other
        Clip clip = make_clip("C" + std::to_string(i), {.frames = 20 + i, .swing = 2.5, .phase = 0.2 * i});
        clip.hints.blend_in = clip.hints.blend_out = 0.1;
        clips.push_back(clip);
    }
    const Cast cast(clips);
    Player player(*cast.stack);
    EXPECT_TRUE(player.start(cast["C0"]));
    std::mt19937 random(11);
    std::vector<Transform> last = joints_of(player);
    const double clip_step = 2.5 * 2 * std::numbers::pi * 25 / 20 / 60; // per 60th of a second
    for (int i = 0; i < 2000; ++i) {
        if (random() % 4 == 0) {
            EXPECT_TRUE(player.start(cast["C" + std::to_string(random() % 4)]));
        }
        ASSERT_TRUE(player.advance(to_ticks(1 / 60.0)));
        const std::vector<Transform> now = joints_of(player);
        for (std::size_t j = 0; j < now.size(); ++j)
            ASSERT_LT(angle_between(last[j].rotation, now[j].rotation), clip_step + 1) << "step " << i;
        last = now;
    }
}

TEST_F(Fades, AMoveReplacedBeforeItWasSeenLeavesNoTrace) {
    const Cast cast({held("A", 0), held("B", 90), held("C", 4)});
    Player player(*cast.stack);
    EXPECT_TRUE(player.start(cast["A"]));
    run(player, 1000);
    EXPECT_TRUE(player.start(cast["B"]));
    EXPECT_TRUE(player.start(cast["C"]));
    run(player, 100);
    EXPECT_NEAR(spine_angle(player), 2, 1e-2);
}

TEST_F(Fades, AHigherLayerCoversTheJointsItHas) {
    const Cast cast({held("LOW", 10), held("HIGH", 50, 0.2, 0.2, 2, {1, 3})});
    Player player(*cast.stack);
    EXPECT_TRUE(player.start(cast["LOW"]));
    EXPECT_TRUE(player.start(cast["HIGH"]));
    run(player, 100);
    EXPECT_NEAR(spine_angle(player, 1), 30, 0.2); // risen by half
    run(player, 100);
    EXPECT_NEAR(spine_angle(player, 1), 50, 1e-3);
    EXPECT_NEAR(spine_angle(player, 2), 10, 1e-3);
    EXPECT_NEAR(spine_angle(player, 3), 50, 1e-3);
    player.stop(2);
    run(player, 100);
    EXPECT_NEAR(spine_angle(player, 1), 30, 0.2);
    run(player, 100);
    EXPECT_NEAR(spine_angle(player, 1), 10, 1e-3);
}

TEST_F(Fades, BetweenMovesWithOtherJointsLeaveTheRestToTheLayerBelow) {
    const Cast cast({held("LOW", 0), held("ARM", 40, 0.2, 0.2, 2, {3}), held("HEAD", 40, 0.2, 0.2, 2, {2, 3})});
    Player player(*cast.stack);
    EXPECT_TRUE(player.start(cast["LOW"]));
    EXPECT_TRUE(player.start(cast["ARM"]));
    run(player, 1000);
    EXPECT_TRUE(player.start(cast["HEAD"]));
    run(player, 100);
    EXPECT_NEAR(spine_angle(player, 2), 20, 0.2);  // only the new one has it
    EXPECT_NEAR(spine_angle(player, 3), 40, 1e-3); // both have it: nothing shows through
    EXPECT_TRUE(player.start(cast["ARM"]));
    run(player, 1000);
    EXPECT_NEAR(spine_angle(player, 2), 0, 1e-3);
}

TEST_F(Fades, LayersHaveWeightsAndMasks) {
    const Cast cast({held("LOW", 0), held("HIGH", 40, 0, 0, 2)});
    Player player(*cast.stack);
    EXPECT_TRUE(player.start(cast["LOW"]));
    EXPECT_TRUE(player.start(cast["HIGH"]));
    player.set_layer(2, {.weight = 0.5f});
    EXPECT_NEAR(spine_angle(player), 20, 0.2);
    JointWeights mask = player.rig().branch(2);
    player.set_layer(2, {.mask = mask});
    EXPECT_NEAR(spine_angle(player, 1), 0, 1e-3);
    EXPECT_NEAR(spine_angle(player, 2), 40, 1e-3);
}

TEST_F(Fades, AnAdditiveLayerAddsWhatItsMoveDoesSinceItsFirstFrame) {
    Clip lean = make_clip("LEAN", {.frames = 11, .rate = 10, .loop = LoopMode::once, .joints = {1}});
    for (std::size_t f = 0; f < 11; ++f) // starts at 50°, leans by 2° a frame
        lean.joints[1].rotation.values[f] =
            to_float(axis_angle(Vec3d{1, 0, 0}, (50 + 2.0 * static_cast<double>(f)) * degrees));
    lean.hints.layer = 2;
    const Cast cast({held("LOW", 10), lean});
    Player player(*cast.stack);
    player.set_layer(2, {.additive = true});
    EXPECT_TRUE(player.start(cast["LOW"]));
    EXPECT_TRUE(player.start(cast["LEAN"]));
    EXPECT_NEAR(spine_angle(player), 10, 1e-3);
    run(player, 500);
    EXPECT_NEAR(spine_angle(player), 20, 1e-3);
    player.set_layer(2, {.weight = 0.5f, .additive = true});
    EXPECT_NEAR(spine_angle(player), 15, 1e-3);
    EXPECT_NEAR(spine_angle(player, 2), 10, 1e-3);
}

TEST_F(Fades, AdditiveRotationsAreAboutTheParentsAxes) {
    Clip base = held("BASE", 90),
         turn = make_clip("TURN", {.frames = 2, .rate = 1, .loop = LoopMode::once, .joints = {1}});
    turn.joints[1].rotation.values = {Quat{}, to_float(axis_angle(Vec3d{0, 1, 0}, 90 * degrees))};
    turn.hints.layer = 2;
    const Cast cast({base, turn});
    Player player(*cast.stack);
    player.set_layer(2, {.additive = true});
    EXPECT_TRUE(player.start(cast["BASE"]));
    EXPECT_TRUE(player.start(cast["TURN"], {.blend_in = Ticks(0), .offset = milliseconds(1000)}));
    player.set_speed(2, 0);
    const Quatd expected = axis_angle(Vec3d{0, 1, 0}, 90 * degrees) * axis_angle(Vec3d{1, 0, 0}, 90 * degrees);
    EXPECT_LT(angle_between(joints_of(player)[1].rotation, to_float(expected)), 1e-2);
}

TEST_F(Fades, TheOldMoveKeepsPlayingOrFreezes) {
    Clip swing = make_clip("SWING", {.frames = 26, .rate = 25, .loop = LoopMode::once, .joints = {1}});
    for (std::size_t f = 0; f < 26; ++f)
        swing.joints[1].rotation.values[f] =
            to_float(axis_angle(Vec3d{1, 0, 0}, 2.0 * static_cast<double>(f) * degrees));
    swing.hints.blend_out = 0.2;
    const Cast cast({swing, held("STILL", 20)});
    Player playing(*cast.stack), frozen(*cast.stack, {.freeze_outgoing = true});
    for (Player* player : {&playing, &frozen}) {
        EXPECT_TRUE(player->start(cast["SWING"]));
        run(*player, 400); // 20°
        EXPECT_TRUE(player->start(cast["STILL"], {.force = true}));
        run(*player, 100); // SWING would be at 25° now
    }
    EXPECT_NEAR(spine_angle(playing), 22.5, 0.05);
    EXPECT_NEAR(spine_angle(frozen), 20, 0.05);
}

TEST_F(Fades, TheGothicProfileTakesTheLongerTime) {
    const Cast cast({held("A", 0, 0.1, 0.1), held("B", 4, 0.1, 0.4)});
    Player player(*cast.stack, {.longest_blend = true});
    EXPECT_TRUE(player.start(cast["A"]));
    run(player, 1000);
    EXPECT_TRUE(player.start(cast["B"]));
    run(player, 100);
    EXPECT_NEAR(spine_angle(player), 1, 1e-3);
}

TEST_F(Fades, PartsOfACombinationAreChosenOrMixed) {
    std::vector<Clip> clips;
    for (int i = 1; i <= 9; ++i) clips.push_back(held("C_AIM_" + std::to_string(i), i)); // 1° … 9°
    Clip aim = held("S_AIM", 5);
    aim.hints.combination = Combination{"C_AIM_", 9};
    clips.push_back(aim);
    const Cast cast(clips);
    ASSERT_EQ(cast["S_AIM"].parts.size(), 9u);
    Player player(*cast.stack);
    EXPECT_TRUE(player.start(cast["S_AIM"], {.part = 7}));
    EXPECT_NEAR(spine_angle(player), 7, 1e-3);
    EXPECT_TRUE(player.start(cast["S_AIM"], {.blend_in = Ticks(0)}));
    EXPECT_NEAR(spine_angle(player), 5, 1e-3);
    const auto aimed = [&](double column, double row) {
        EXPECT_TRUE(player.aim(1, column, row));
        return spine_angle(player);
    };
    EXPECT_NEAR(aimed(0, 0), 5, 1e-3);
    EXPECT_NEAR(aimed(-1, -1), 1, 1e-3);
    EXPECT_NEAR(aimed(1, 1), 9, 1e-3);
    EXPECT_NEAR(aimed(0.5, 0), 5.5, 1e-3);
    EXPECT_NEAR(aimed(0.25, -0.5), 5 + 0.25 - 1.5, 1e-2);
    EXPECT_FALSE(player.aim(2, 0, 0));
}

TEST_F(Fades, MorphWeightsFollowTheMoves) {
    Clip smile = held("SMILE", 0), frown = held("FROWN", 0);
    smile.morphs.push_back({.mesh = 1, .weights = {{.values = {1}}, {.values = {0.5f}}}});
    frown.morphs.push_back({.mesh = 1, .weights = {{.values = {0}}, {.values = {0.9f}}}});
    const Cast cast({smile, frown});
    Player player(*cast.stack);
    float weights[3] = {7, 7, 7};
    EXPECT_TRUE(player.start(cast["SMILE"]));
    player.morph_weights(1, weights);
    EXPECT_EQ(weights[0], 1);
    EXPECT_EQ(weights[1], 0.5f);
    EXPECT_EQ(weights[2], 0);
    run(player, 100);
    EXPECT_TRUE(player.start(cast["FROWN"]));
    run(player, 100);
    player.morph_weights(1, weights);
    EXPECT_NEAR(weights[0], 0.5f, 1e-6f);
    EXPECT_NEAR(weights[1], 0.7f, 1e-6f);
    player.morph_weights(0, weights);
    EXPECT_EQ(weights[1], 0);
}

// A face is a mesh of its own, without joints: blinking lies over talking, at full weight it hides it.
TEST_F(Fades, AMorphMeshWithoutJointsHasLayersToo) {
    const auto face = [](const char* name, std::int32_t layer, float first, float second) {
        Clip clip;
        clip.name = name;
        clip.duration = 1;
        clip.loop = LoopMode::wrap;
        clip.hints = {.layer = layer, .blend_in = 0.1, .blend_out = 0.1};
        clip.morphs.push_back({.mesh = 0, .weights = {{.values = {first}}, {.values = {second}}}});
        return clip;
    };
    Model model;
    model.clips = {face("talk", 1, 0.4f, 0.2f), face("blink", 2, 0, 1)};
    const Cast cast(model);
    Player player(*cast.stack);
    float weights[2];
    EXPECT_TRUE(player.start(cast["talk"]));
    EXPECT_TRUE(player.start(cast["blink"]));
    run(player, 50);
    player.morph_weights(0, weights);
    EXPECT_NEAR(weights[0], 0.2f, 1e-6f);
    EXPECT_NEAR(weights[1], 0.6f, 1e-6f);
    run(player, 50);
    player.morph_weights(0, weights);
    EXPECT_NEAR(weights[0], 0, 1e-6f);
    EXPECT_NEAR(weights[1], 1, 1e-6f);
    player.stop(2);
    run(player, 100);
    player.morph_weights(0, weights);
    EXPECT_NEAR(weights[1], 0.2f, 1e-6f);
}

} // namespace
} // namespace ossuary::anim
