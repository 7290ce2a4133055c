// The file: exact to the byte, and closed to everything that is not one.
#include <gtest/gtest.h>

#include "codec/made_clips.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/hash.h"
#include "ossuary/base/math.h"
#include "ossuary/codec/osa.h"
#include "ossuary/model/event.h"

namespace ossuary::codec {
namespace {

using testing::Made;
using testing::make_walk;
using testing::source_of;

ByteBuffer with_checksum(ByteBuffer bytes) {
    const std::uint32_t checksum = crc32(Bytes(bytes).subspan(12));
    store(bytes.data() + 8, checksum, Endian::little);
    return bytes;
}

class Osa : public ::testing::Test {
protected:
    Osa() {
        Made made = make_walk(70, 30);
        made.clip.events.add(0.25, GroundSoundEvent{.name = "step", .range = 800, .empty_slot = false}, 7);
        made.clip.events.add(1.5, TagEvent{.name = "DEF_HIT", .arguments = {"a", "b"}, .fields = {}});
        made.clip.hints.next = "stand";
        made.clip.hints.root_joint = 0;
        made.clip.hints.flags = MoveFlags{.move_object = true};
        made.clip.hints.collision_scale = 0.75f;
        made.clip.hints.combination = Combination{"part", 3};
        made.clip.extras.set("mood", "calm");
        auto result = encode_alone(source_of(made), {.exact_root = true});
        file.rig = result->rig;
        file.clips.push_back(result->encoded.clip);
        file.clips.push_back(*to_archive(file.rig, result->encoded.clip));
        file.clips[1].name = "archived";
        bytes = *write_osa(file);
    }
    OsaFile file;
    ByteBuffer bytes;
};

TEST_F(Osa, RoundTripKeepsEveryByte) {
    EXPECT_TRUE(recognise_osa(bytes));
    const auto back = parse_osa(bytes);
    ASSERT_TRUE(back) << back.error().text();
    EXPECT_EQ(back->rig, file.rig);
    ASSERT_EQ(back->clips.size(), 2u);
    EXPECT_EQ(back->clips[0].bases, file.clips[0].bases);
    EXPECT_EQ(back->clips[1].predictions, file.clips[1].predictions);
    EXPECT_EQ(back->clips[0].root, file.clips[0].root);
    EXPECT_EQ(*write_osa(*back), bytes);
}

TEST_F(Osa, KeepsEventsAndHints) {
    const auto back = parse_osa(bytes);
    ASSERT_TRUE(back);
    const PackedClip& clip = back->clips[0];
    ASSERT_EQ(clip.events.events.size(), 2u);
    EXPECT_EQ(clip.events.events[0].time, 0.25);
    EXPECT_EQ(clip.events.events[0].frame, 7);
    EXPECT_EQ(std::get<GroundSoundEvent>(clip.events.events[0].data).range, 800);
    EXPECT_EQ(std::get<TagEvent>(clip.events.events[1].data).arguments, (std::vector<std::string>{"a", "b"}));
    EXPECT_EQ(clip.hints.next, "stand");
    EXPECT_EQ(clip.hints.root_joint, 0);
    EXPECT_EQ(clip.hints, file.clips[0].hints);
    EXPECT_EQ(clip.extras["mood"].string(), "calm");
}

TEST_F(Osa, KeepsWhichJointsHaveATrackAndTheRestPose) {
    Made made = make_walk(40, 30);
    for (std::size_t j = 0; j < made.skeleton.joints.size(); ++j) {
        made.skeleton.joints[j].rest.rotation =
            axis_angle(normalize(Vec3{1, 0.3f, -0.2f}), 0.1f * static_cast<float>(j));
        if (j % 3 == 1) made.clip.joints[j] = {};
    }
    made.skeleton.joints[2].rest.scale = {1, 2, 1};
    made.clip.frame_rate = 15;
    const auto packed = encode_alone(source_of(made), {});
    ASSERT_TRUE(packed) << packed.error().text();
    const auto written =
        write_osa({packed->rig, {packed->encoded.clip, *to_archive(packed->rig, packed->encoded.clip)}});
    const auto back = parse_osa(*written);
    ASSERT_TRUE(back) << back.error().text();
    EXPECT_EQ(back->rig, packed->rig);
    EXPECT_EQ(*write_osa(*back), *written);

    const Skeleton skeleton = to_skeleton(back->rig);
    for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
        const Transform &is = skeleton.joints[j].rest, &was = made.skeleton.joints[j].rest;
        EXPECT_LE(length(is.translation - was.translation), back->rig.offset_step) << j;
        EXPECT_LE(length((conjugate(is.rotation) * was.rotation).xyz()), 3e-5f) << j;
        EXPECT_EQ(is.scale, was.scale) << j;
    }
    for (const PackedClip& clip : back->clips) {
        const auto unpacked = to_clip(back->rig, clip);
        ASSERT_TRUE(unpacked);
        EXPECT_EQ(unpacked->frame_rate, 15);
        for (std::size_t j = 0; j < skeleton.joints.size(); ++j)
            EXPECT_EQ(unpacked->joints[j] == JointTrack{}, made.clip.joints[j] == JointTrack{}) << j;
    }
}

TEST_F(Osa, AJointThatStaysInItsRestPoseStillHasItsTrack) {
    Made made = make_walk(20, 30);
    const auto hand = static_cast<std::size_t>(made.skeleton.find("left hand"));
    made.skeleton.joints[hand].rest.rotation = {};
    made.clip.joints[hand].rotation.values = {Quat{}};
    const auto packed = encode_alone(source_of(made), {});
    ASSERT_TRUE(packed);
    const auto clip = to_clip(packed->rig, packed->encoded.clip);
    EXPECT_TRUE(clip->joints[hand].translation.is_rest());
    EXPECT_EQ(clip->joints[hand].rotation.values, std::vector{Quat{}});
}

TEST_F(Osa, ClipsLieInTheFileAndPlayFromThere) {
    const auto back = parse_osa(bytes);
    ASSERT_TRUE(back);
    EXPECT_GE(back->clips[0].data.data(), bytes.data());
    EXPECT_LE(back->clips[0].data.data() + back->clips[0].data.size(), bytes.data() + bytes.size());
    EXPECT_TRUE(Decoder::make(back->rig, back->clips[0]));
    EXPECT_EQ(rig_bytes(file.rig) + clip_bytes(file.rig, file.clips[0]) + clip_bytes(file.rig, file.clips[1]),
              bytes.size());
}

TEST_F(Osa, TruncatedAnywhereIsAnError) {
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        const auto back = parse_osa(Bytes(bytes).first(size));
        ASSERT_FALSE(back) << size;
        EXPECT_FALSE(back.error().message().empty());
    }
}

// With the size and checksum set right again, what is missing must be found by looking.
TEST_F(Osa, TruncatedAndMendedIsAnErrorStill) {
    for (std::size_t size = 40; size < bytes.size(); ++size) {
        ByteBuffer cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
        store(cut.data() + 24, static_cast<std::uint64_t>(size), Endian::little);
        ASSERT_FALSE(parse_osa(with_checksum(std::move(cut)))) << size;
    }
}

TEST_F(Osa, AFlippedBitIsNoticed) {
    for (std::size_t bit = 0; bit < bytes.size() * 8; bit += 3) {
        ByteBuffer flipped = bytes;
        flipped[bit / 8] ^= static_cast<std::byte>(1 << bit % 8);
        ASSERT_FALSE(parse_osa(flipped)) << bit;
    }
}

TEST_F(Osa, AFlippedBitUnderAMendedChecksumNeverBreaksTheDecoder) {
    for (std::size_t bit = 40 * 8; bit < bytes.size() * 8; bit += 13) {
        ByteBuffer flipped = bytes;
        flipped[bit / 8] ^= static_cast<std::byte>(1 << bit % 8);
        flipped = with_checksum(std::move(flipped));
        const auto back = parse_osa(flipped);
        if (!back) continue;
        for (const PackedClip& clip : back->clips) {
            const auto resident = to_resident(back->rig, clip);
            if (!resident) continue;
            const auto decoder = Decoder::make(back->rig, *resident);
            if (!decoder) continue;
            std::vector<Transform> pose(back->rig.size());
            Cursor cursor = decoder->make_cursor();
            for (int i = 0; i < 5; ++i) decoder->sample(0.5 * i, cursor, pose);
            decoder->sample_joint(1, 0);
        }
    }
}

TEST_F(Osa, AnotherVersionIsNamed) {
    for (const std::uint16_t version : {std::uint16_t{1}, std::uint16_t{3}}) {
        ByteBuffer other = bytes;
        store(other.data() + 4, version, Endian::little);
        const auto back = parse_osa(with_checksum(std::move(other)));
        ASSERT_FALSE(back);
        EXPECT_EQ(back.error().text(),
                  "byte 0x4: version: version " + std::to_string(version) + ", this reader knows 2");
    }
}

TEST_F(Osa, DamageIsNamed) {
    ByteBuffer damaged = bytes;
    damaged[100] ^= std::byte{1};
    EXPECT_EQ(parse_osa(damaged).error().text(), "byte 0x8: checksum: the file is damaged");
    EXPECT_EQ(parse_osa(to_buffer(std::string(64, 'x'))).error().text(), "byte 0x0: magic: this is no .osa file");
}

TEST_F(Osa, LyingCountsAreRefusedBeforeAnythingIsAllocated) {
    ByteBuffer lying = bytes;
    store(lying.data() + 12, UINT32_MAX, Endian::little);
    const auto clips = parse_osa(with_checksum(lying));
    ASSERT_FALSE(clips);
    lying = bytes;
    store(lying.data() + 32, static_cast<std::uint64_t>(bytes.size()), Endian::little);
    ASSERT_FALSE(parse_osa(with_checksum(lying)));
}

} // namespace
} // namespace ossuary::codec
