#include "ossuary/anim/blend.h"

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/math.h"
#include "random_motion.h"

namespace ossuary::anim {
namespace {

class Blend : public EachTable {};
INSTANTIATE_TEST_SUITE_P(Tables, Blend, ::testing::ValuesIn(every_table()), table_name);

// What the header promises, in double.
Transformd reference(const std::vector<BlendLayer>& layers, PoseView rest, float threshold, std::size_t joint) {
    Transformd sum{{}, {0, 0, 0, 0}, {0, 0, 0}};
    double total = 0;
    const auto add = [&](PoseView pose, double weight) {
        const Transformd t = to_double(get_joint(pose, joint));
        const double sign = dot(t.rotation, sum.rotation) < 0 ? -weight : weight;
        for (std::size_t c = 0; c < 4; ++c) sum.rotation[c] += t.rotation[c] * sign;
        sum.translation += t.translation * weight;
        sum.scale += t.scale * weight;
        total += weight;
    };
    for (const BlendLayer& layer : layers)
        add(layer.pose, static_cast<double>(layer.weight) *
                            (layer.joint_weights.empty() ? 1.0 : static_cast<double>(layer.joint_weights[joint])));
    if (total < static_cast<double>(threshold)) add(rest, static_cast<double>(threshold) - total);
    return {sum.translation / total, normalize(sum.rotation), sum.scale / total};
}

TEST_P(Blend, IsTheWeightedMean) {
    constexpr std::size_t joints = 37;
    const std::vector<JointBlock> rest = random_pose(joints, 99);
    for (std::size_t count = 0; count <= 9; ++count) {
        for (const bool masked : {false, true}) {
            SCOPED_TRACE(std::to_string(count) + (masked ? " masked" : ""));
            Random random(static_cast<std::uint32_t>(count));
            std::vector<std::vector<JointBlock>> poses;
            std::vector<JointWeights> masks;
            std::vector<BlendLayer> layers;
            for (std::size_t k = 0; k < count; ++k) {
                poses.push_back(random_pose(joints, static_cast<std::uint32_t>(k)));
                JointWeights& mask = masks.emplace_back(poses[0].size() * block_joints, 0.0f);
                for (std::size_t j = 0; j < joints; ++j) mask[j] = random.below(3) == 0 ? 0 : random.real(0, 1);
            }
            for (std::size_t k = 0; k < count; ++k)
                layers.push_back({poses[k], random.real(0.05, 1),
                                  masked && k % 2 == 0 ? std::span<const float>(masks[k]) : std::span<const float>()});
            std::vector<JointBlock> output = make_pose(joints);
            ASSERT_TRUE((BlendJob{layers, rest, 0.1f, output, kernels(), joints}.run()));
            for (std::size_t j = 0; j < joints; ++j) {
                expect_near(get_joint(output, j), reference(layers, rest, 0.1f, j), 1e-6);
                expect_unit(get_joint(output, j).rotation);
            }
        }
    }
}

TEST_P(Blend, OfEqualPosesIsThatPose) {
    const std::vector<JointBlock> pose = random_pose(33, 5), rest = make_pose(33);
    for (std::size_t count = 1; count <= 6; ++count) {
        std::vector<BlendLayer> layers;
        for (std::size_t k = 0; k < count; ++k) layers.push_back({pose, 0.3f + 0.1f * static_cast<float>(k)});
        std::vector<JointBlock> output = make_pose(33);
        ASSERT_TRUE((BlendJob{layers, rest, 0.1f, output, kernels()}.run()));
        for (std::size_t j = 0; j < 33; ++j) expect_near(get_joint(output, j), to_double(get_joint(pose, j)), 3e-7);
    }
}

TEST_P(Blend, TheRestPoseFillsWhatIsMissing) {
    const std::vector<JointBlock> pose = random_pose(20, 5), rest = random_pose(20, 6);
    std::vector<JointBlock> output = make_pose(20);
    const std::vector<BlendLayer> none = {{pose, 0}};
    ASSERT_TRUE((BlendJob{none, rest, 0.1f, output, kernels()}.run()));
    for (std::size_t j = 0; j < 20; ++j) expect_near(get_joint(output, j), to_double(get_joint(rest, j)), 3e-7);
    const std::vector<BlendLayer> enough = {{pose, 0.1f}};
    ASSERT_TRUE((BlendJob{enough, rest, 0.1f, output, kernels()}.run()));
    for (std::size_t j = 0; j < 20; ++j) expect_near(get_joint(output, j), to_double(get_joint(pose, j)), 3e-7);
}

TEST_P(Blend, MayWriteOverAnyInput) {
    std::vector<std::vector<JointBlock>> poses;
    for (std::uint32_t k = 0; k < 7; ++k) poses.push_back(random_pose(40, k));
    const std::vector<JointBlock> rest = make_pose(40);
    for (const std::size_t count : {2u, 7u})
        for (std::size_t over = 0; over < count; ++over) {
            auto copies = poses;
            std::vector<BlendLayer> layers;
            for (std::size_t k = 0; k < count; ++k) layers.push_back({copies[k], 0.5f});
            std::vector<JointBlock> apart = make_pose(40);
            ASSERT_TRUE((BlendJob{layers, rest, 0.1f, apart, kernels()}.run()));
            ASSERT_TRUE((BlendJob{layers, rest, 0.1f, copies[over], kernels()}.run()));
            for (std::size_t j = 0; j < 40; ++j) EXPECT_EQ(get_joint(copies[over], j), get_joint(apart, j));
        }
}

TEST_P(Blend, OverlayGoesFromBaseToLayer) {
    const std::vector<JointBlock> base = random_pose(33, 1), layer = random_pose(33, 2);
    JointWeights mask(48, 0.0f);
    for (std::size_t j = 0; j < 33; ++j) mask[j] = static_cast<float>(j % 3) / 2;
    std::vector<JointBlock> output = make_pose(33);
    ASSERT_TRUE((OverlayJob{base, layer, 1, mask, output, kernels(), 33}.run()));
    for (std::size_t j = 0; j < 33; ++j) {
        const Transform got = get_joint(output, j), from = get_joint(base, j), to = get_joint(layer, j);
        if (j % 3 == 0) expect_near(got, to_double(from), 2e-7);
        if (j % 3 == 2) expect_near(got, to_double(to), 2e-7);
        const std::vector<BlendLayer> layers = {{base, 1 - mask[j]}, {layer, mask[j]}};
        expect_near(got, reference(layers, base, 0.1f, j), 1e-6);
    }
}

TEST(BlendJob, SaysWhichInputIsWrong) {
    std::vector<JointBlock> pose = make_pose(17), small = make_pose(3);
    const float few[] = {1, 2};
    const auto message = [&](BlendLayer layer, PoseView rest, float threshold) {
        const std::vector<BlendLayer> layers = {{pose}, layer};
        const BlendJob job{layers, rest, threshold, pose};
        EXPECT_FALSE(job.run());
        return job.check().error().message();
    };
    EXPECT_EQ(message({small}, pose, 0.1f), "layers[1].pose: has 1 blocks instead of 2");
    EXPECT_EQ(message({pose, -1}, pose, 0.1f), "layers[1].weight: is negative or not finite");
    EXPECT_EQ(message({pose, 1, few}, pose, 0.1f),
              "layers[1].joint_weights: does not have one weight per joint of the output's blocks");
    EXPECT_EQ(message({pose}, small, 0.1f), "rest: has 1 blocks instead of 2");
    EXPECT_EQ(message({pose}, pose, 0), "threshold: is not greater than zero");
    EXPECT_EQ((OverlayJob{pose, pose, 2, {}, pose}.check().error().message()), "weight: is not between 0 and 1");
    EXPECT_EQ((OverlayJob{pose, pose, 1, {}, pose, {}, 3}.check().error().message()),
              "joint_count: does not belong to the output's number of blocks");
}

} // namespace
} // namespace ossuary::anim
