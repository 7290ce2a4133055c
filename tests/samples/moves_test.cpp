// Ossian's moves: loops close, feet stand still, events are where they belong.
#include "samples/samples.h"

#include <algorithm>
#include <variant>

#include <gtest/gtest.h>

#include "ossuary/base/math.h"
#include "ossuary/model/event.h"

namespace ossuary {
namespace {

const Model& moving_hero() {
    static const Model model = samples::make_hero();
    return model;
}

const Clip& clip_named(std::string_view name) {
    const Clip* clip = moving_hero().find_clip(name);
    EXPECT_NE(clip, nullptr) << name;
    return clip ? *clip : moving_hero().clips.front();
}

std::size_t joint(std::string_view name) {
    const std::int32_t index = moving_hero().skeleton.find(name);
    EXPECT_GE(index, 0) << name;
    return static_cast<std::size_t>(std::max(index, 0));
}

int last_frame(const Clip& clip) { return static_cast<int>(clip.duration * clip.frame_rate + 0.5); }

std::vector<Affined> pose_at(const Clip& clip, double frame) {
    return object_pose(moving_hero().skeleton, sample_pose(clip, moving_hero().skeleton, frame / clip.frame_rate));
}

constexpr const char* all_moves[] = {"idle", "walk", "run",    "sneak",    "turn_left", "turn_right", "jump",
                                     "fall", "land", "draw",   "strike_1", "strike_2",  "strike_3",   "parade",
                                     "hit",  "die",  "get_up", "wave",     "talk",      "drink"};

TEST(Moves, EveryOneIsThereAtThirtyFrames) {
    EXPECT_EQ(moving_hero().clips.size(), std::size(all_moves));
    for (const char* name : all_moves) {
        ASSERT_NE(moving_hero().find_clip(name), nullptr) << name;
        EXPECT_EQ(clip_named(name).frame_rate, 30) << name;
        EXPECT_GT(clip_named(name).duration, 0.4) << name;
    }
}

TEST(Moves, NextMovesExist) {
    for (const Clip& clip : moving_hero().clips)
        if (!clip.hints.next.empty()) {
            EXPECT_NE(moving_hero().find_clip(clip.hints.next), nullptr) << clip.name;
        }
    EXPECT_EQ(clip_named("jump").hints.next, "fall");
    EXPECT_EQ(clip_named("strike_1").hints.next, "idle");
}

TEST(Moves, LoopsCloseToTheBit) {
    int loops = 0;
    for (const Clip& clip : moving_hero().clips) {
        if (clip.loop != LoopMode::wrap) continue;
        ++loops;
        for (std::size_t j = 0; j < clip.joints.size(); ++j) {
            const JointTrack& track = clip.joints[j];
            if (track.rotation.values.size() > 1) {
                EXPECT_EQ(track.rotation.values.front(), track.rotation.values.back()) << clip.name << " joint " << j;
            }
            if (track.translation.values.size() > 1) {
                EXPECT_EQ(track.translation.values.front().x, track.translation.values.back().x) << clip.name;
                EXPECT_EQ(track.translation.values.front().y, track.translation.values.back().y) << clip.name;
            }
        }
        for (const MorphTrack& morph : clip.morphs)
            for (const Channel<float>& weight : morph.weights)
                EXPECT_EQ(weight.values.front(), weight.values.back()) << clip.name;
    }
    EXPECT_EQ(loops, 6); // idle, walk, run, sneak, fall, talk
}

TEST(Moves, GoingAdvancesAlongZ) {
    const auto advance = [](std::string_view name) {
        const auto& root = clip_named(name).joints[0].translation.values;
        return root.back().z - root.front().z;
    };
    EXPECT_NEAR(advance("walk"), 1.24, 1e-5);
    EXPECT_NEAR(advance("run"), 2.24, 1e-5);
    EXPECT_NEAR(advance("sneak"), 0.92, 1e-5);
    EXPECT_NEAR(advance("idle"), 0, 1e-7);
}

// Each clip says in its extras between which frames the ball of a foot stands.
TEST(Moves, StandingFeetDoNotSlide) {
    std::size_t contacts = 0;
    for (const Clip& clip : moving_hero().clips) {
        for (const Json& contact : clip.extras["contacts"].items()) {
            ++contacts;
            const std::size_t ball = joint(contact["foot"].string() == "left" ? "BIP01 L TOE0" : "BIP01 R TOE0");
            const auto first = contact["first"].integer(), last = contact["last"].integer();
            ASSERT_LT(first, last);
            ASSERT_LE(last, last_frame(clip));
            const Vec3d start = pose_at(clip, static_cast<double>(first))[ball].t;
            EXPECT_NEAR(start.y, 0.022, 0.005) << clip.name;
            for (double frame = static_cast<double>(first); frame <= static_cast<double>(last); frame += 0.5)
                EXPECT_LT(length(pose_at(clip, frame)[ball].t - start), 0.005)
                    << clip.name << ' ' << contact["foot"].string() << " foot at frame " << frame;
        }
    }
    EXPECT_GE(contacts, 15u);
}

TEST(Moves, FootstepsSoundWhenAFootComesDown) {
    for (const char* name : {"walk", "run", "sneak", "turn_left", "turn_right", "land"}) {
        const Clip& clip = clip_named(name);
        int steps = 0;
        for (const Event& event : clip.events.events) {
            const auto* step = std::get_if<GroundSoundEvent>(&event.data);
            if (!step) continue;
            ++steps;
            const bool left = step->name == "STEP_BONE_L";
            const auto pose = pose_at(clip, event.frame);
            const std::size_t ball = joint(left ? "BIP01 L TOE0" : "BIP01 R TOE0"),
                              heel = joint(left ? "BIP01 L FOOT" : "BIP01 R FOOT");
            // Either the ball is down, or the heel is: 0.085 is the ankle's height over a standing heel.
            EXPECT_TRUE(pose[ball].t.y < 0.03 || pose[heel].t.y < 0.1) << name << " frame " << event.frame;
        }
        EXPECT_EQ(steps, 2) << name;
    }
}

// The lowest point of what is solid: hems may trail, and light is no thing.
double lowest_point(const std::vector<Affined>& pose) {
    double lowest = 1;
    for (const Mesh& mesh : moving_hero().meshes) {
        if (mesh.name == "clothing") continue;
        const std::vector<Vec3d> positions = posed_positions(moving_hero(), mesh, pose);
        for (const Surface& surface : mesh.surfaces) {
            if (moving_hero().materials[static_cast<std::size_t>(surface.material)].alpha == AlphaMode::add) continue;
            for (std::uint32_t v = surface.first_vertex; v < surface.first_vertex + surface.vertex_count; ++v)
                lowest = std::min(lowest, positions[v].y);
        }
    }
    return lowest;
}

TEST(Moves, NothingGoesThroughTheGround) {
    for (const Clip& clip : moving_hero().clips) {
        if (clip.hints.layer != 1) continue;
        for (int frame = 0; frame <= last_frame(clip); frame += 2)
            EXPECT_GT(lowest_point(pose_at(clip, frame)), -0.03) << clip.name << " frame " << frame;
    }
}

TEST(Moves, EventsAreSortedAndInRange) {
    for (const Clip& clip : moving_hero().clips) {
        EXPECT_FALSE(clip.events.events.empty()) << clip.name;
        double before = 0;
        for (const Event& event : clip.events.events) {
            EXPECT_GE(event.time, before) << clip.name;
            EXPECT_LE(event.time, clip.duration) << clip.name;
            EXPECT_NEAR(event.time * clip.frame_rate, event.frame, 1e-9) << clip.name;
            if (const auto* window = std::get_if<WindowEvent>(&event.data)) {
                EXPECT_GT(window->end, event.time) << clip.name;
                EXPECT_LE(window->end, clip.duration) << clip.name;
            }
            before = event.time;
        }
    }
}

template <class Kind> int count(std::string_view clip) {
    int found = 0;
    for (const Event& event : clip_named(clip).events.events) found += std::holds_alternative<Kind>(event.data);
    return found;
}

TEST(Moves, StrikesHitOnceAndOpenTheirWindows) {
    for (const char* name : {"strike_1", "strike_2", "strike_3"}) {
        EXPECT_EQ(count<HitEvent>(name), 1) << name;
        EXPECT_EQ(count<HitEndEvent>(name), 1) << name;
        EXPECT_EQ(count<HitLimbEvent>(name), 1) << name;
    }
    EXPECT_EQ(count<WindowEvent>("strike_1"), 1);
    EXPECT_EQ(count<WindowEvent>("strike_2"), 1);
    EXPECT_EQ(count<WindowEvent>("strike_3"), 0); // the chain ends
    EXPECT_EQ(count<WindowEvent>("parade"), 1);
    EXPECT_EQ(count<CameraTremorEvent>("land"), 1);
    EXPECT_EQ(count<ItemEvent>("draw"), 2);
    EXPECT_EQ(count<FightModeEvent>("draw"), 1);
}

TEST(Moves, ParticlesThatStartAlsoStop) {
    for (const Clip& clip : moving_hero().clips)
        EXPECT_EQ(count<ParticleStartEvent>(clip.name), count<ParticleStopEvent>(clip.name)) << clip.name;
}

// Where one strike may pass into the next, the next begins in the same pose.
TEST(Moves, StrikesChainWithoutAJump) {
    const auto difference = [](std::string_view from, double frame, std::string_view to) {
        const auto a = pose_at(clip_named(from), frame), b = pose_at(clip_named(to), 0);
        const std::size_t hand = joint("BIP01 R HAND");
        return length(a[hand].t - b[hand].t);
    };
    EXPECT_LT(difference("strike_1", 15, "strike_2"), 0.06);
    EXPECT_LT(difference("strike_2", 14, "strike_3"), 0.06);
}

TEST(Moves, GesturesLeaveTheLegsAlone) {
    for (const char* name : {"wave", "talk", "drink"}) {
        const Clip& clip = clip_named(name);
        EXPECT_EQ(clip.hints.layer, 2) << name;
        for (const char* lower :
             {"BIP01", "BIP01 PELVIS", "BIP01 SPINE", "BIP01 L THIGH", "BIP01 R CALF", "BIP01 CLOAK M"}) {
            EXPECT_TRUE(clip.joints[joint(lower)].rotation.is_rest()) << name << ' ' << lower;
            EXPECT_TRUE(clip.joints[joint(lower)].translation.is_rest()) << name << ' ' << lower;
        }
        EXPECT_FALSE(clip.joints[joint("BIP01 L UPPERARM")].rotation.is_rest()) << name;
    }
}

TEST(Moves, TalkingMovesTheFace) {
    const Clip& talk = clip_named("talk");
    ASSERT_EQ(talk.morphs.size(), 1u);
    EXPECT_EQ(moving_hero().meshes[talk.morphs[0].mesh].name, "head");
    ASSERT_EQ(talk.morphs[0].weights.size(), 3u);
    const auto& open = talk.morphs[0].weights[0].values;
    EXPECT_GT(*std::max_element(open.begin(), open.end()), 0.7f);
    EXPECT_GE(*std::min_element(open.begin(), open.end()), 0.0f);
}

// The sword stays at the hip until the hand has it.
TEST(Moves, DrawTakesTheSwordFromItsSlot) {
    const Clip& draw = clip_named("draw");
    const std::size_t sword = joint("ZS_RIGHTHAND"), slot = joint("ZS_SWORD");
    const auto before = pose_at(draw, 0), after = pose_at(draw, last_frame(draw));
    EXPECT_LT(length(before[sword].t - before[slot].t), 0.001);
    EXPECT_GT(dot(before[sword].x, before[slot].x), 0.999);
    const auto rest = rest_object_pose(moving_hero().skeleton);
    const std::size_t hand = joint("BIP01 R HAND");
    EXPECT_NEAR(length(after[sword].t - after[hand].t), length(rest[sword].t - rest[hand].t), 1e-5);
}

} // namespace
} // namespace ossuary
