// Ossian's own clips, by which no constant of the codec was found: packed within the bound, and played as they were.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <tuple>

#include "ossuary/anim/moveset.h"
#include "ossuary/anim/player.h"
#include "ossuary/base/math.h"
#include "ossuary/codec/decode.h"
#include "ossuary/codec/encode.h"
#include "samples/samples.h"

namespace ossuary {
namespace {

using std::chrono::milliseconds;

constexpr double precision = 1e-4;

struct PackedHero {
    Model model = samples::make_hero();
    codec::OsaFile file;
    std::size_t raw_bytes = 0;
    std::vector<codec::Encoded> encoded;

    explicit PackedHero(const codec::EncodeOptions& options) {
        std::vector<codec::ClipSource> sources;
        for (const Clip& clip : model.clips) sources.push_back({&clip, &model.skeleton});
        file.rig = *codec::fit_rig(sources, options);
        for (const codec::ClipSource& source : sources) {
            encoded.push_back(*codec::encode(source, file.rig, options));
            file.clips.push_back(encoded.back().clip);
            raw_bytes += encoded.back().raw_bytes;
        }
    }
};
TEST(HeldOutClips, KeepTheBoundAndAreSmall) {
    const PackedHero hero({.precision = precision});
    const double shell[] = {codec::default_shell};
    for (std::size_t c = 0; c < hero.file.clips.size(); ++c) {
        const Clip& clip = hero.model.clips[c];
        EXPECT_EQ(hero.encoded[c].shortfall, "") << clip.name;
        const auto decoder = codec::Decoder::make(hero.file.rig, hero.file.clips[c]);
        ASSERT_TRUE(decoder);
        std::vector<Transform> pose(decoder->joints());
        const auto error = codec::measure_error(
            hero.file.rig.parents,
            [&](double time, std::span<Transformd> to) {
                std::ranges::copy(sample_pose(clip, hero.model.skeleton, time), to.begin());
            },
            [&](double time, std::span<Transformd> to) {
                decoder->sample_plainly(time, pose);
                std::ranges::transform(pose, to.begin(), [](const Transform& t) { return to_double(t); });
            },
            decoder->frames(), decoder->rate(), shell);
        EXPECT_LE(error.worst_at_keys, precision) << clip.name;
        EXPECT_LE(error.worst_between, precision * codec::slack_between_keys) << clip.name;
        EXPECT_GT(error.worst(), precision / 10) << clip.name << " has bits to spare";
    }
    EXPECT_LT(codec::write_osa(hero.file)->size() * 24, hero.raw_bytes);
}

// The joints of the object in its own space, a few seconds of a busy life.
class TwoHeroes : public ::testing::Test {
protected:
    std::vector<Vec3d> places(const anim::Player& player, anim::PoseScratch& scratch) {
        std::vector<JointBlock> pose = anim::make_pose(player.rig().joint_count());
        player.pose(pose, scratch);
        std::vector<Transformd> local;
        for (std::size_t j = 0; j < player.rig().joint_count(); ++j) local.push_back(to_double(get_joint(pose, j)));
        std::vector<Vec3d> points;
        for (const Affined& joint : object_pose(hero.model.skeleton, local)) points.push_back(joint.t);
        return points;
    }

    const PackedHero hero{{.precision = precision, .exact_root = true, .effort = codec::Effort::fast}};
    const anim::MovesetStack raw_stack{*anim::Moveset::make(hero.model)};
    const anim::MovesetStack packed_stack{*anim::Moveset::make(hero.file, "hero")};
};

TEST_F(TwoHeroes, DoTheSameWhereverTheirClipsComeFrom) {
    anim::Player raw(raw_stack), packed(packed_stack);
    anim::PoseScratch raw_scratch(raw.rig()), packed_scratch(packed.rig());
    const char* order[] = {"walk", "run", "turn_left", "strike_1", "die", "get_up", "idle"};
    std::size_t notices = 0;
    for (int i = 0; i < 420; ++i) {
        for (auto [player, stack] : {std::pair(&raw, &raw_stack), std::pair(&packed, &packed_stack)}) {
            if (i % 60 == 0) {
                EXPECT_TRUE(player->start(*stack->find(order[i / 60]), {.force = true}));
            }
            if (i == 90) {
                EXPECT_TRUE(player->start(*stack->find("wave")));
            }
            if (i == 200) player->set_speed(1, -0.5);
            if (i == 230) player->seek(1, milliseconds(123));
            ASSERT_TRUE(player->advance(milliseconds(16)));
        }
        ASSERT_EQ(raw.notices().size(), packed.notices().size()) << i;
        for (std::size_t n = 0; n < raw.notices().size(); ++n, ++notices) {
            const anim::Notice &a = raw.notices()[n], &b = packed.notices()[n];
            EXPECT_EQ(std::tuple(a.time, a.kind, a.layer, a.pass, a.position),
                      std::tuple(b.time, b.kind, b.layer, b.pass, b.position));
            EXPECT_EQ(a.move->name, b.move->name);
        }
        const auto a = places(raw, raw_scratch), b = places(packed, packed_scratch);
        EXPECT_LE(length(raw.travelled().position - packed.travelled().position), 1e-6) << "an exact root is exact";
        for (std::size_t j = 0; j < a.size(); ++j)
            ASSERT_LE(length(a[j] - b[j]), 5 * precision)
                << "layers add up: " << packed.rig().names[j] << " in step " << i;
    }
    EXPECT_GT(notices, 40u);
}

} // namespace
} // namespace ossuary
