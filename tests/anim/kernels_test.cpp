// What the tables of kernels promise together.
#include "ossuary/anim/kernels.h"

#include <cstring>

#include "allocation_count.h"
#include "ossuary/anim/additive.h"
#include "ossuary/anim/blend.h"
#include "ossuary/anim/sample.h"
#include "ossuary/anim/skinning.h"
#include "ossuary/base/math.h"
#include "random_motion.h"

namespace ossuary::anim {
namespace {

// One character through every job, on one table; the mesh's blocks are as wide as the table is.
class MovingCharacter {
public:
    explicit MovingCharacter(Kernels kernels) : kernels_(kernels) {
        clip_ = *PreparedClip::make(mixed_clip(), rig_);
        for (std::vector<JointBlock>* pose : {&first_, &second_, &mixed_, &difference_, &sum_}) *pose = make_pose(70);
        for (std::size_t j = 0; j < 70; ++j) mask_[j] = static_cast<float>(j % 5) / 4;
        Random random(8);
        Mesh mesh;
        mesh.influence_start.push_back(0);
        for (std::size_t v = 0; v < 500; ++v) {
            mesh.positions.push_back(random.vector(2));
            mesh.normals.push_back(to_float(normalize(to_double(random.vector(1)))));
            for (std::uint32_t i = 0; i <= v % 5; ++i)
                mesh.influences.push_back({random.below(70), random.real(0.1, 1)});
            mesh.influence_start.push_back(static_cast<std::uint32_t>(mesh.influences.size()));
        }
        mesh_ = *SkinMesh::make(mesh, 70, lane_count(kernels));
        binding_.rig_joints = 70;
        for (std::uint32_t j = 0; j < 70; ++j) {
            binding_.joints.push_back(j);
            binding_.inverse_bind.push_back(to_palette_matrix(to_affine(random.transform())));
        }
    }

    bool step(double time) {
        const BlendLayer layers[] = {{first_, 0.3f}, {second_, 0.6f}};
        const BlendLayer many[] = {{first_, 0.3f},         {second_, 0.6f, mask_}, {mixed_, 0.2f, mask_},
                                   {first_, 0.01f, mask_}, {second_, 0.4f},        {mixed_, 0.1f}};
        const InterleavedVertices records{std::as_writable_bytes(std::span(vertices_)), 2 * sizeof(Vec3), 0,
                                          sizeof(Vec3)};
        return SampleJob{&clip_, time, LoopPolicy::wrap, first_, kernels_}.run() &&
               SampleJob{&clip_, time * 1.7, LoopPolicy::wrap_interpolated, second_, kernels_}.run() &&
               BlendJob{layers, rig_.rest, 0.1f, mixed_, kernels_, 70}.run() &&
               BlendJob{many, rig_.rest, 0.1f, sum_, kernels_, 70}.run() &&
               OverlayJob{mixed_, second_, 0.7f, mask_, mixed_, kernels_, 70}.run() &&
               MakeAdditiveJob{first_, second_, difference_, kernels_}.run() &&
               AdditiveJob{sum_, difference_, 0.5f, mask_, sum_, kernels_, 70}.run() &&
               OverlayJob{sum_, mixed_, 0.5f, {}, sum_, kernels_, 70}.run() &&
               LocalToObjectJob{&rig_, sum_, models_, -1, nullptr, kernels_}.run() &&
               LocalToObjectJob{&rig_, mixed_, models_, 30, nullptr, kernels_}.run() &&
               SkinPaletteJob{&binding_, models_, palette_, kernels_}.run() &&
               SkinJob{&mesh_, palette_, {}, {}, records, kernels_}.run();
    }

    // Everything that came out, bit for bit.
    std::vector<std::uint32_t> bits() const {
        std::vector<float> values;
        for (std::size_t j = 0; j < 70; ++j) {
            const Transform t = get_joint(sum_, j);
            for (std::size_t c = 0; c < 3; ++c) values.insert(values.end(), {t.translation[c], t.scale[c]});
            for (std::size_t c = 0; c < 4; ++c) values.push_back(t.rotation[c]);
            values.insert(values.end(), models_[j].m, models_[j].m + 16);
            values.insert(values.end(), palette_[j].m, palette_[j].m + 12);
        }
        for (const Vec3& v : vertices_) values.insert(values.end(), {v.x, v.y, v.z});
        std::vector<std::uint32_t> bits(values.size());
        std::memcpy(bits.data(), values.data(), values.size() * sizeof(float));
        return bits;
    }

private:
    // Most joints share their frames; some have times of their own.
    Clip mixed_clip() const {
        Clip clip = random_clip(skeleton_, 20);
        for (std::size_t j = 0; j < 70; j += 9) {
            clip.joints[j].rotation.rate = 0;
            for (std::size_t k = 0; k < 20; ++k)
                clip.joints[j].rotation.times.push_back(static_cast<float>(k * k) / 700);
        }
        return clip;
    }

    Kernels kernels_;
    Skeleton skeleton_ = random_skeleton(70);
    Rig rig_ = *Rig::make(skeleton_);
    PreparedClip clip_;
    std::vector<JointBlock> first_, second_, mixed_, difference_, sum_;
    JointWeights mask_ = JointWeights(80, 0.0f);
    std::vector<ObjectMatrix> models_ = std::vector<ObjectMatrix>(70);
    std::vector<PaletteMatrix> palette_ = std::vector<PaletteMatrix>(70);
    SkinMesh mesh_;
    SkinBinding binding_;
    std::vector<Vec3> vertices_ = std::vector<Vec3>(1000);
};

TEST(Kernels, StrictTablesGiveTheSameBits) {
    MovingCharacter baseline({Isa::baseline, true});
    for (const Isa isa : {Isa::avx2, Isa::avx512}) {
        if (runnable(isa) != isa) continue;
        MovingCharacter other({isa, true});
        for (double time = 0; time < 2; time += 0.0173) {
            ASSERT_TRUE(baseline.step(time) && other.step(time));
            ASSERT_EQ(baseline.bits(), other.bits()) << name_of(isa) << ' ' << time;
        }
    }
}

// Whatever machine and compiler: these are what every strict table has given since there has been one.
TEST(Kernels, StrictTablesGiveTheBitsTheyAlwaysGave) {
    MovingCharacter character({Isa::best, true});
    std::uint64_t hash = 0xcbf29ce484222325;
    for (double time = 0; time < 2; time += 0.0173) {
        ASSERT_TRUE(character.step(time));
        for (const std::uint32_t word : character.bits()) hash = (hash ^ word) * 0x100000001b3;
    }
    EXPECT_EQ(hash, 4636242217160293836u);
}

TEST(Kernels, EveryTableGivesTheSameBitsAgain) {
    for (const NamedKernels& table : every_table()) {
        MovingCharacter one(table.kernels), two(table.kernels);
        ASSERT_TRUE(one.step(0.123) && two.step(1.5) && two.step(0.123));
        EXPECT_EQ(one.bits(), two.bits()) << table.name;
    }
}

TEST(Kernels, JobsDoNotAllocate) {
    for (const NamedKernels& table : every_table()) {
        MovingCharacter character(table.kernels);
        const std::size_t before = ossuary::testing::allocation_count();
        bool ran = true;
        for (double time = 0; time < 1; time += 0.1) ran = ran && character.step(time);
        EXPECT_EQ(ossuary::testing::allocation_count(), before) << table.name;
        EXPECT_TRUE(ran);
    }
}

TEST(Kernels, TheBestIsAmongThem) {
    for (const bool strict : {false, true}) {
        EXPECT_EQ(lane_count({Isa::best, strict}), lane_count({best_isa(), strict}));
        EXPECT_EQ(lane_count({Isa::baseline, strict}), 4u);
        for (const Isa isa : {Isa::avx2, Isa::avx512})
            if (isa > best_isa()) {
                EXPECT_EQ(lane_count({isa, strict}), lane_count({Isa::best, strict}));
            }
    }
}

} // namespace
} // namespace ossuary::anim
