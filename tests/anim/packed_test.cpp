// Packed clips are played as they are: what comes out is what the expanded clip gives.
#include <algorithm>

#include <gtest/gtest.h>

#include "anim/allocation_count.h"
#include "anim/small_character.h"
#include "ossuary/anim/moveset.h"
#include "ossuary/anim/sample.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/math.h"
#include "ossuary/codec/decode.h"
#include "ossuary/codec/encode.h"
#include "ossuary/model/event.h"

namespace ossuary::anim {
namespace {

// Between two poses in object space, at the worst joint.
double worst_distance(PoseView a, PoseView b, const Skeleton& skeleton) {
    std::vector<Transformd> first, second;
    for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
        first.push_back(to_double(get_joint(a, j)));
        second.push_back(to_double(get_joint(b, j)));
    }
    const auto from = object_pose(skeleton, first), to = object_pose(skeleton, second);
    double worst = 0;
    for (std::size_t j = 0; j < from.size(); ++j) worst = std::max(worst, length(from[j].t - to[j].t));
    return worst;
}

constexpr double precision = 1e-5;

class Packed : public ::testing::Test {
protected:
    Packed() {
        model.name = "small";
        model.skeleton = small_skeleton();
        model.skeleton.joints[1].rest.rotation = axis_angle(Vec3{0, 1, 0}, 0.4f);
        model.clips.push_back(make_clip("run", {.step = {0, 0, 0.05}, .turn = 3}));
        model.clips.push_back(
            make_clip("open", {.frames = 30, .step = {0.01, 0, 0}, .loop = LoopMode::once, .phase = 1}));
        model.clips.push_back(make_clip("hands", {.frames = 40, .swing = 50, .joints = {3, 4}}));
        model.clips.push_back(make_clip("one", {.frames = 1, .loop = LoopMode::once}));
        model.clips.push_back(make_clip("back", {.frames = 25, .step = {0, 0, 0.03}}));
        model.clips[2].hints.layer = 2;
        model.clips[4].hints.direction = Direction::reverse;
        model.clips[0].events.add(0.2, GroundSoundEvent{.name = "left"}, 5);
        model.clips[0].events.add(0.5, GroundSoundEvent{.name = "right"}, 12);
        model.clips[1].events.add(0.4, TagEvent{.name = "tag"});
        model.clips[1].hints.next = "run";
        model.clips[1].hints.blend_in = 0.2;
        std::vector<codec::ClipSource> sources;
        for (const Clip& clip : model.clips) sources.push_back({&clip, &model.skeleton});
        const codec::EncodeOptions options{.precision = precision, .effort = codec::Effort::fast};
        file.rig = *codec::fit_rig(sources, options);
        for (const codec::ClipSource& source : sources)
            file.clips.push_back(codec::encode(source, file.rig, options)->clip);
        file.clips[1] = *codec::to_archive(file.rig, file.clips[1]);
    }
    std::shared_ptr<const codec::Decoder> decoder(std::size_t clip) const {
        return std::make_shared<const codec::Decoder>(
            *codec::Decoder::make(file.rig, *codec::to_resident(file.rig, file.clips[clip])));
    }

    Model model;
    codec::OsaFile file;
};

TEST_F(Packed, SamplesAsTheClipItWasMadeFrom) {
    const Rig rig = *Rig::make(model.skeleton);
    std::vector<JointBlock> raw = make_pose(small_joints), packed = raw, plain = raw;
    std::mt19937 random(3);
    for (std::size_t c = 0; c < model.clips.size(); ++c) {
        const PreparedClip a = *PreparedClip::make(model.clips[c], rig), b = *PreparedClip::make(decoder(c), rig);
        EXPECT_EQ(a.duration(), b.duration());
        EXPECT_TRUE(std::ranges::equal(a.animated(), b.animated())) << model.clips[c].name;
        codec::Cursor cursor = b.packed()->make_cursor();
        for (const LoopPolicy loop : {LoopPolicy::clamp, LoopPolicy::wrap, LoopPolicy::wrap_interpolated}) {
            EXPECT_EQ(a.period(loop), b.period(loop));
            std::vector<double> times;
            for (double t = -0.3; t < a.period(loop) + 0.3; t += 0.013) times.push_back(t);
            for (double t = a.period(loop); t > 0; t -= 0.017) times.push_back(t);
            for (int i = 0; i < 100; ++i) times.push_back(static_cast<double>(random() % 3000) / 1000);
            for (const double time : times) {
                ASSERT_TRUE((SampleJob{&a, time, loop, raw}.run()));
                ASSERT_TRUE((SampleJob{&b, time, loop, packed, {}, &cursor}.run()));
                ASSERT_TRUE((SampleJob{&b, time, loop, plain}.run()));
                EXPECT_LE(worst_distance(raw, packed, model.skeleton), 2 * precision) << model.clips[c].name << time;
                for (std::size_t j = 0; j < small_joints; ++j)
                    ASSERT_EQ(get_joint(packed, j), get_joint(plain, j)) << "with a cursor and without, at " << time;
            }
        }
    }
}

TEST_F(Packed, RootMotionIsTakenOutOfTheRootAlone) {
    const Rig rig = *Rig::make(model.skeleton);
    const Clip expanded = *codec::to_clip(file.rig, file.clips[0]);
    const auto extracted = extract_root_motion(expanded, model.skeleton, LoopPolicy::clamp);
    ASSERT_TRUE(extracted);
    const PreparedClip a = *PreparedClip::make(extracted->in_place, rig);
    const PreparedClip b = *PreparedClip::make(decoder(0), rig, &extracted->in_place);
    std::vector<JointBlock> raw = make_pose(small_joints), packed = raw;
    for (double time = 0; time < a.duration(); time += 0.007) {
        ASSERT_TRUE((SampleJob{&a, time, LoopPolicy::clamp, raw}.run()));
        ASSERT_TRUE((SampleJob{&b, time, LoopPolicy::clamp, packed}.run()));
        EXPECT_LE(worst_distance(raw, packed, model.skeleton), 2e-6) << "the same keys, at " << time;
    }
    EXPECT_LT(b.size_in_bytes(), a.size_in_bytes() * 2);
}

TEST_F(Packed, ACursorOfAnotherClipIsRefused) {
    const Rig rig = *Rig::make(model.skeleton);
    const PreparedClip raw = *PreparedClip::make(model.clips[0], rig), packed = *PreparedClip::make(decoder(0), rig);
    codec::Cursor other = decoder(2)->make_cursor();
    std::vector<JointBlock> pose = make_pose(small_joints);
    for (const PreparedClip* clip : {&raw, &packed})
        EXPECT_EQ((SampleJob{clip, 0, {}, pose, {}, &other}.check().error().message()), "cursor: is of another clip");
}

TEST_F(Packed, AnotherRigIsRefused) {
    Skeleton other = model.skeleton;
    other.joints[2].name = "elsewhere";
    EXPECT_EQ(PreparedClip::make(decoder(0), *Rig::make(other)).error().text(),
              "packed: the joints are not those of the rig");
    Model stranger;
    stranger.skeleton = other;
    EXPECT_FALSE(Moveset::make(stranger, {&file, 1}));
}

// Two players of the same moves, one of the clips as they were, one of the packed ones.
class PackedPlayers : public Packed {
protected:
    void expect_same(Ticks step, double allowed) {
        ASSERT_TRUE(raw.advance(step));
        ASSERT_TRUE(packed.advance(step));
        ASSERT_EQ(raw.notices().size(), packed.notices().size());
        for (std::size_t i = 0; i < raw.notices().size(); ++i) {
            const Notice &a = raw.notices()[i], &b = packed.notices()[i];
            EXPECT_EQ(a.time, b.time);
            EXPECT_EQ(a.kind, b.kind);
            EXPECT_EQ(a.layer, b.layer);
            EXPECT_EQ(a.move->name, b.move->name);
            EXPECT_EQ(a.pass, b.pass);
            EXPECT_EQ(a.position, b.position);
            ASSERT_EQ(a.event == nullptr, b.event == nullptr);
            EXPECT_TRUE(!a.event || fields_of(a.event->event->data) == fields_of(b.event->event->data));
            EXPECT_LE(length(a.root.position - b.root.position), 3 * precision);
        }
        EXPECT_LE(length(raw.root_motion().position - packed.root_motion().position), 3 * precision);
        raw.pose(first, raw_scratch);
        packed.pose(second, packed_scratch);
        ASSERT_LE(worst_distance(first, second, model.skeleton), allowed) << "at " << to_seconds(raw.now());
    }
    template <class Do> void both(Do act) {
        act(raw, raw_stack);
        act(packed, packed_stack);
    }

    const MovesetStack raw_stack{*Moveset::make(model)}, packed_stack{*Moveset::make(file, "small")};
    Player raw{raw_stack}, packed{packed_stack};
    PoseScratch raw_scratch{raw.rig()}, packed_scratch{packed.rig()};
    std::vector<JointBlock> first = make_pose(small_joints), second = first;
};

TEST_F(PackedPlayers, MovesAreTheSame) {
    const auto &a = raw_stack.base().moves(), &b = packed_stack.base().moves();
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        EXPECT_EQ(a[i].name, b[i].name);
        EXPECT_EQ(a[i].loop, b[i].loop) << a[i].name;
        EXPECT_EQ(a[i].length, b[i].length) << a[i].name;
        EXPECT_EQ(a[i].period, b[i].period) << a[i].name;
        EXPECT_EQ(a[i].whole_body, b[i].whole_body) << a[i].name;
        EXPECT_EQ(a[i].root.moves(), b[i].root.moves()) << a[i].name;
        EXPECT_EQ(a[i].reversed, b[i].reversed) << a[i].name;
        EXPECT_FALSE(a[i].clip->packed());
        EXPECT_TRUE(b[i].clip->packed());
    }
}

TEST_F(PackedPlayers, PlayTheSameForwardsBackwardsAndAfterSeeks) {
    const auto start = [](const char* name, StartOptions options = {}) {
        return
            [=](Player& player, const MovesetStack& stack) { EXPECT_TRUE(player.start(*stack.find(name), options)); };
    };
    both(start("run"));
    for (int i = 0; i < 130; ++i) expect_same(milliseconds(13), 4 * precision);
    both([](Player& player, const MovesetStack&) { player.set_speed(1, -1.5); });
    for (int i = 0; i < 130; ++i) expect_same(milliseconds(17), 4 * precision);
    for (const int at : {700, 20, 410, 5000, 333}) {
        both([&](Player& player, const MovesetStack&) { player.seek(1, milliseconds(at), Seek::fire); });
        expect_same(milliseconds(5), 4 * precision);
    }
    both(start("back"));
    for (int i = 0; i < 90; ++i) expect_same(milliseconds(16), 4 * precision);
    both(start("one", {.force = true}));
    for (int i = 0; i < 5; ++i) expect_same(milliseconds(16), 4 * precision);
}

TEST_F(PackedPlayers, PlayTheSameOnLayersThatCoverAFewJoints) {
    const auto start = [](const char* name) {
        return [=](Player& player, const MovesetStack& stack) { EXPECT_TRUE(player.start(*stack.find(name))); };
    };
    both(start("hands")); // alone, over the rest pose
    for (int i = 0; i < 40; ++i) expect_same(milliseconds(16), 4 * precision);
    both(start("open")); // under it, and a successor that fades in
    for (int i = 0; i < 150; ++i) expect_same(milliseconds(16), 6 * precision);
    both([](Player& player, const MovesetStack&) { player.set_layer(2, {.weight = 0.7f, .additive = true}); });
    for (int i = 0; i < 60; ++i) expect_same(milliseconds(16), 8 * precision);
}

TEST_F(PackedPlayers, AskForMemoryOnlyWhenAClipIsNew) {
    EXPECT_TRUE(packed.start(*packed_stack.find("run")));
    EXPECT_TRUE(packed.start(*packed_stack.find("hands")));
    const auto play = [&] {
        for (int i = 0; i < 200; ++i) {
            ASSERT_TRUE(packed.advance(milliseconds(16)));
            packed.pose(second, packed_scratch);
        }
    };
    play();
    const std::size_t before = testing::allocation_count();
    play();
    EXPECT_EQ(testing::allocation_count(), before);
}

TEST_F(Packed, ABrokenClipIsReportedAndLeftOut) {
    file.clips[0].parts.back() += 1;
    Diagnostics diagnostics;
    const auto moves = Moveset::make(file, "small", {}, &diagnostics);
    ASSERT_TRUE(moves);
    EXPECT_EQ((*moves)->moves().size(), model.clips.size() - 1);
    ASSERT_EQ(diagnostics.size(), 1u);
    EXPECT_EQ(diagnostics[0].place.field, "run");
}

TEST_F(Packed, CursorsAreKeptForTheLastClips) {
    const Rig rig = *Rig::make(model.skeleton);
    ClipCursors cursors;
    EXPECT_EQ(cursors.find(std::make_shared<const PreparedClip>(*PreparedClip::make(model.clips[0], rig))), nullptr);
    std::vector<std::shared_ptr<const PreparedClip>> clips;
    for (int i = 0; i < 20; ++i) {
        clips.push_back(std::make_shared<const PreparedClip>(*PreparedClip::make(decoder(0), rig)));
        EXPECT_TRUE(clips.back()->packed()->made(*cursors.find(clips.back())));
        EXPECT_TRUE(clips.front()->packed()->made(*cursors.find(clips.front(), 1)));
    }
    std::size_t kept = 0;
    for (const auto& clip : clips) kept += static_cast<std::size_t>(clip.use_count() - 1);
    EXPECT_EQ(kept, 8u);
}

} // namespace
} // namespace ossuary::anim
