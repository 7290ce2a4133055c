// Captured movement, packed, measured against the source by nothing but the public measure; and .osa files as the table
// of formats sees them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "ossuary/assets/dump.h"
#include "ossuary/assets/open_model.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/math.h"
#include "ossuary/codec/decode.h"
#include "ossuary/codec/encode.h"
#include "ossuary/codec/osa.h"
#include "ossuary/model/event.h"
#include "shared_files.h"

namespace ossuary {
namespace {

// Frame 0 of these is an added T-pose.
Result<Model> captured(const std::string& name) {
    auto bytes = testing::shared_file("samples/bvh/" + name + ".bvh");
    if (!bytes) return fail("not here");
    const NamedFile file{name + ".bvh", std::move(*bytes)};
    auto model = open_model({&file, 1}, {}, OptionValues().set("unit-scale", 0.0254 / 0.45));
    if (!model) return model;
    Clip& clip = model->clips[0];
    std::size_t frames = 0;
    for (JointTrack& track : clip.joints) {
        const auto thin = [&](auto& channel) {
            if (channel.values.size() < 2) return;
            auto kept = channel.values;
            kept.clear();
            for (std::size_t i = 1; i < channel.values.size(); i += 4) kept.push_back(channel.values[i]);
            channel.values = kept;
            channel.rate /= 4;
            frames = kept.size();
        };
        thin(track.translation);
        thin(track.rotation);
    }
    clip.frame_rate /= 4;
    clip.duration = static_cast<double>(frames - 1) / clip.frame_rate;
    return model;
}

class Captured : public ::testing::TestWithParam<const char*> {};

TEST_P(Captured, KeepsTheBoundByAnIndependentMeasure) {
    const auto model = captured(GetParam());
    OSSUARY_NEED(model);
    constexpr double bound = 1.47e-4;
    const auto packed = codec::encode_alone({&model->clips[0], &model->skeleton}, {.precision = bound});
    ASSERT_TRUE(packed) << packed.error().text();
    EXPECT_EQ(packed->encoded.shortfall, "");
    const auto decoder = codec::Decoder::make(packed->rig, packed->encoded.clip);
    ASSERT_TRUE(decoder);

    std::vector<Transform> pose(decoder->joints());
    const double shell[] = {codec::default_shell};
    const codec::ErrorReport error = codec::measure_error(
        packed->rig.parents,
        [&](double time, std::span<Transformd> to) {
            std::ranges::copy(sample_pose(model->clips[0], model->skeleton, time), to.begin());
        },
        [&](double time, std::span<Transformd> to) {
            decoder->sample_plainly(time, pose);
            for (std::size_t j = 0; j < pose.size(); ++j) to[j] = to_double(pose[j]);
        },
        decoder->frames(), decoder->rate(), shell);
    EXPECT_LE(error.worst_at_keys, bound);
    EXPECT_LE(error.worst_between, 2e-4);
    EXPECT_GT(packed->encoded.raw_bytes, 15 * packed->encoded.clip.data.size());

    const auto archived = codec::to_archive(packed->rig, packed->encoded.clip);
    ASSERT_TRUE(archived);
    EXPECT_LT(archived->data.size() * 100, packed->encoded.clip.data.size() * 95);
    const auto back = codec::to_resident(packed->rig, *archived, codec::packing_of(codec::Effort::normal));
    ASSERT_TRUE(back);
    EXPECT_TRUE(std::ranges::equal(back->data, packed->encoded.clip.data));
}

INSTANTIATE_TEST_SUITE_P(, Captured, ::testing::Values("02_01", "02_03", "09_01", "143_01", "16_02", "85_01", "90_01"));

TEST(OsaRows, SaveThenOpenGivesTheClipsWithinTheirPrecision) {
    const auto model = captured("143_01");
    OSSUARY_NEED(model);
    const Format* osa = find_format_by_extension(".osa");
    ASSERT_TRUE(osa);
    const auto saved = osa->save(*model, "run", {}, nullptr);
    ASSERT_TRUE(saved) << saved.error().text();
    ASSERT_EQ(saved->size(), 1u);
    EXPECT_EQ(find_format("renamed.bin", saved->front().bytes), osa);

    const auto opened = open_model(*saved, {});
    ASSERT_TRUE(opened) << opened.error().text();
    EXPECT_TRUE(validate(*opened).empty());
    ASSERT_EQ(opened->clips.size(), 1u);
    EXPECT_NEAR(opened->clips[0].duration, model->clips[0].duration, 1e-12);
    for (const double time : {0.0, 0.1, 0.5}) {
        const auto a = object_pose(model->skeleton, sample_pose(model->clips[0], model->skeleton, time));
        const auto b = object_pose(opened->skeleton, sample_pose(opened->clips[0], opened->skeleton, time));
        for (std::size_t j = 0; j < a.size(); ++j) EXPECT_LE(length(a[j].t - b[j].t), 2e-4);
    }

    const auto again = osa->rewrite(saved->front(), {}, {}, nullptr);
    ASSERT_TRUE(again);
    EXPECT_EQ(*again, saved->front().bytes);
    const auto facts = osa->info(saved->front(), {}, {}, nullptr);
    ASSERT_TRUE(facts);
    EXPECT_EQ((*facts)["numJoints"].integer(), 31);
    EXPECT_EQ((*facts)["clips"].items()[0]["segments"].integer(), 2);
    EXPECT_GT((*facts)["joints"].items()[0]["bitsPerFrame"].number(), 10);
}

// A door that swings, and stays where it is in a second clip that has no track for it.
Model make_door() {
    Model model;
    model.skeleton.joints = {{"frame", -1, {{0, 1, 0}, {}, {1, 1, 1}}, {}}, {"door", 0, {}, {}}};
    for (const std::size_t joint : {1u, 0u}) {
        Clip& clip = model.clips.emplace_back();
        clip.name = joint == 1 ? "open" : "shake";
        clip.frame_rate = clip.joints.emplace_back().rotation.rate = 30;
        clip.joints.resize(2);
        Channel<Quat>& turn = clip.joints[joint].rotation;
        turn.rate = 30;
        for (int i = 0; i < 100; ++i)
            turn.values.push_back(axis_angle(Vec3{0, 1, 0}, std::sin(0.05f * static_cast<float>(i))));
        clip.duration = 99 / 30.0;
        clip.events.add(0.5, TagEvent{.name = "creak", .arguments = {}, .fields = {}});
    }
    return model;
}

TEST(OsaRows, ADumpBuildsTheSameFile) {
    const Format* osa = find_format_by_extension(".osa");
    const auto saved = osa->save(make_door(), "door", {}, nullptr);
    ASSERT_TRUE(saved) << saved.error().text();
    auto file = *codec::parse_osa(saved->front().bytes);
    file.clips.push_back(*codec::to_archive(file.rig, file.clips[0]));
    const ByteBuffer bytes = *codec::write_osa(file);

    const auto dumped = dump_file(*osa, bytes);
    ASSERT_TRUE(dumped) << dumped.error().text();
    EXPECT_EQ(dumped->find("original"), nullptr);
    EXPECT_EQ((*dumped)["clips"].items()[0]["resting"].items().size(), 1u);
    EXPECT_EQ((*dumped)["clips"].items()[0]["parts"].items().size(), 7u);
    const auto built = build_file(*parse_json(print_json(*dumped)));
    ASSERT_TRUE(built) << built.error().text();
    EXPECT_EQ(built->bytes, bytes);
}

TEST(OsaRows, AnEditedDumpIsBuiltOrRefused) {
    const Format* osa = find_format_by_extension(".osa");
    const auto saved = osa->save(make_door(), "door", {}, nullptr);
    ASSERT_TRUE(saved);
    const Json dumped = *dump_file(*osa, saved->front().bytes);
    const auto edited = [&](std::string_view from, std::string_view to) {
        std::string text = print_json(dumped);
        const std::size_t at = text.find(from);
        EXPECT_NE(at, std::string::npos) << from;
        return osa->build(*parse_json(text.replace(at, from.size(), to)));
    };
    const auto renamed = edited("\"name\":\"open\"", "\"name\":\"close\"");
    ASSERT_TRUE(renamed) << renamed.error().text();
    EXPECT_EQ(codec::parse_osa(*renamed)->clips[0].name, "close");
    EXPECT_FALSE(edited("\"largest\":3", "\"largest\":9"));
    EXPECT_FALSE(edited("\"parent\":0", "\"parent\":1"));
    EXPECT_FALSE(edited("\"frames\":100", "\"frames\":1000"));
    EXPECT_FALSE(edited("\"widths\":[", "\"widths\":[99"));
    EXPECT_FALSE(edited("\"resting\":[0]", "\"resting\":[7]"));
    EXPECT_FALSE(edited("\"kind\":\"hinge\"", "\"kind\":\"wheel\""));
}

TEST(OsaRows, APartialClipStaysOne) {
    const Format* osa = find_format_by_extension(".osa");
    const Model door = make_door();
    const auto saved = osa->save(door, "door", {}, nullptr);
    ASSERT_TRUE(saved);
    const auto opened = open_model(*saved, {});
    ASSERT_TRUE(opened) << opened.error().text();
    for (std::size_t c = 0; c < 2; ++c)
        for (std::size_t j = 0; j < 2; ++j)
            EXPECT_EQ(opened->clips[c].joints[j].rotation.is_rest(), door.clips[c].joints[j].rotation.is_rest());
    EXPECT_EQ(opened->skeleton.joints[0].rest.translation, door.skeleton.joints[0].rest.translation);
}

TEST(OsaRows, AClipFindsItsJointsByName) {
    const auto model = captured("143_01");
    OSSUARY_NEED(model);
    const Format* osa = find_format_by_extension(".osa");
    const auto saved = osa->save(*model, "run", {}, nullptr);
    ASSERT_TRUE(saved);
    Model other;
    other.skeleton = model->skeleton;
    other.skeleton.joints.push_back({"Tail", 0, {}, {}});
    ASSERT_TRUE(osa->open(saved->front(), other, {}, {}, nullptr));
    ASSERT_EQ(other.clips.size(), 1u);
    EXPECT_EQ(other.clips[0].joints.size(), 32u);
    EXPECT_TRUE(other.clips[0].joints[31].rotation.is_rest());

    Model stranger;
    stranger.skeleton.joints.push_back({"Stone", -1, {}, {}});
    EXPECT_FALSE(osa->open(saved->front(), stranger, {}, {}, nullptr));
}

} // namespace
} // namespace ossuary
