#include "ossuary/anim/ik.h"

#include <algorithm>
#include <cmath>

#include "allocation_count.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/math.h"
#include "random_motion.h"

namespace ossuary::anim {
namespace {

// A root, a limb of `upper` and `lower`, a twist bone between start and middle, a hand beyond the end.
class Limb {
public:
    Limb(double upper, double lower, std::uint32_t seed, bool straight = false) {
        Random random(seed);
        const auto rotation = [&] { return straight ? Quat{} : random.rotation(); };
        add(-1, random.vector(1), random.rotation());
        add(0, random.vector(0.3), rotation());
        add(1, {0, static_cast<float>(upper / 2), 0}, {});
        add(2, {0, static_cast<float>(upper / 2), 0}, rotation());
        add(3, {0, static_cast<float>(lower), 0}, rotation());
        add(4, {0, 0.1f, 0}, rotation());
        rig = *Rig::make(skeleton);
        pose = rig.rest;
        update();
    }
    TwoBoneIkJob job(const Vec3& target) { return {&rig, models, pose, 1, 3, 4, target}; }
    void update(std::int32_t from = -1) { ASSERT_TRUE((LocalToObjectJob{&rig, pose, models, from}.run())); }
    Vec3 place(std::size_t joint) const { return {models[joint].m[3], models[joint].m[7], models[joint].m[11]}; }

    Skeleton skeleton;
    Rig rig;
    std::vector<JointBlock> pose;
    std::vector<ObjectMatrix> models = std::vector<ObjectMatrix>(6);

private:
    void add(std::int32_t parent, const Vec3& translation, const Quat& rotation) {
        Joint& joint = skeleton.joints.emplace_back();
        joint.parent = parent;
        joint.rest = {translation, rotation, {1, 1, 1}};
    }
};

TEST(TwoBoneIk, ReachesOrPoints) {
    Random random(1);
    int near = 0, far = 0;
    for (std::uint32_t i = 0; i < 300; ++i) {
        Limb limb(0.5, 0.3, i, i % 7 == 0);
        const Vec3 start = limb.place(1), target = start + random.vector(0.8);
        const double distance = length(to_double(target) - to_double(start));
        bool reached = false;
        TwoBoneIkJob job = limb.job(target);
        job.reached = &reached;
        if (i % 2) job.pole = random.vector(1);
        ASSERT_TRUE(job.run());
        limb.update(1);
        const Vec3d tip = to_double(limb.place(4)) - to_double(start), wanted = to_double(target) - to_double(start);
        const bool within = distance < 0.8 && distance > 0.2;
        EXPECT_EQ(reached, within) << distance;
        if (within) {
            EXPECT_LE(length(tip - wanted), 2e-6);
        }
        // Out of reach it is stretched, or folded, in the right direction.
        EXPECT_LE(length(normalize(tip) - normalize(wanted)), 2e-5);
        EXPECT_NEAR(length(tip), std::clamp(distance, 0.2, 0.8), 2e-6);
        ++(within ? near : far);
    }
    EXPECT_GT(near, 50);
    EXPECT_GT(far, 50);
}

TEST(TwoBoneIk, TheMiddlePointsToThePole) {
    Random random(2);
    for (std::uint32_t i = 0; i < 100; ++i) {
        Limb limb(0.4, 0.4, i);
        const Vec3 start = limb.place(1);
        const Vec3d line = normalize(to_double(random.vector(1)));
        TwoBoneIkJob job = limb.job(start + to_float(line * 0.5));
        job.pole = random.vector(1);
        job.twist = i % 2 ? 0.5f : 0.0f;
        ASSERT_TRUE(job.run());
        limb.update();
        const auto seen = [&](const Vec3d& v) { return normalize(v - line * dot(v, line)); };
        const Vec3d expected = rotate(axis_angle(line, static_cast<double>(job.twist)), seen(to_double(job.pole)));
        EXPECT_LE(length(seen(to_double(limb.place(3)) - to_double(start)) - expected), 1e-5);
    }
}

TEST(TwoBoneIk, SofteningNeverQuiteStretches) {
    double before = 0;
    for (double distance = 0.5; distance < 2; distance += 0.01) {
        Limb limb(0.5, 0.5, 3);
        const Vec3 start = limb.place(1);
        TwoBoneIkJob job = limb.job(start + to_float(Vec3d{0, 0, distance}));
        job.soften = 0.9f;
        ASSERT_TRUE(job.run());
        limb.update();
        const double reach = length(to_double(limb.place(4)) - to_double(start));
        if (distance < 0.9) {
            EXPECT_NEAR(reach, distance, 2e-6);
        }
        EXPECT_LE(reach, 1 + 2e-6);
        EXPECT_GE(reach, before - 2e-6); // no jump back
        EXPECT_LE(reach - before, before == 0 ? 1 : 0.01 + 4e-6);
        before = reach;
    }
}

TEST(TwoBoneIk, WeightGoesFromThePoseToTheTarget) {
    for (const float weight : {0.0f, 0.5f}) {
        Limb limb(0.5, 0.3, 4);
        const std::vector<JointBlock> before = limb.pose;
        const Vec3 start = limb.place(1), was = limb.place(4);
        bool reached = true;
        TwoBoneIkJob job = limb.job(start + Vec3{0.3f, 0.3f, 0});
        job.weight = weight;
        job.reached = &reached;
        ASSERT_TRUE(job.run());
        EXPECT_FALSE(reached);
        limb.update();
        const double moved = length(to_double(limb.place(4)) - to_double(was));
        EXPECT_EQ(moved > 1e-6, weight > 0) << moved;
        for (const std::size_t other : {0u, 2u, 4u, 5u})
            EXPECT_EQ(get_joint(limb.pose, other), get_joint(before, other));
    }
}

TEST(TwoBoneIk, AStraightLimbBendsAboutItsHinge) {
    Limb limb(0.5, 0.5, 5, true);
    const Quatd root = to_double(get_joint(limb.pose, 0).rotation);
    TwoBoneIkJob job = limb.job(limb.place(1) + to_float(rotate(root, Vec3d{0, 0.7, 0})));
    job.hinge = {1, 0, 0};
    ASSERT_TRUE(job.run());
    limb.update();
    const Vec3d elbow = rotate(conjugate(root), to_double(limb.place(3)) - to_double(limb.place(1)));
    EXPECT_NEAR(elbow.x, 0, 1e-6); // it left the line across the hinge, not along it
    EXPECT_GT(std::fabs(elbow.z), 0.3);
}

TEST(Aim, LooksAtTheTarget) {
    Random random(6);
    for (std::uint32_t i = 0; i < 200; ++i) {
        Limb limb(0.4, 0.4, i);
        bool reached = false;
        AimJob job{&limb.rig, limb.models, limb.pose, 3, random.vector(3)};
        job.forward = to_float(normalize(to_double(random.vector(1))));
        job.offset = random.vector(0.2);
        job.reached = &reached;
        if (i % 2) {
            job.pole = random.vector(1);
            const Vec3d forward = to_double(job.forward), any = to_double(random.vector(1));
            job.up = to_float(normalize(any - forward * dot(any, forward)));
        }
        ASSERT_TRUE(job.run());
        limb.update();
        const Affined matrix = to_double(to_affine(limb.models[3]));
        const Vec3d eye = matrix.point(to_double(job.offset)), ahead = matrix.direction(to_double(job.forward));
        const Vec3d to_target = to_double(job.target) - eye;
        const double distance = length(to_double(job.target) - matrix.t);
        if (length(to_double(job.offset)) < distance) {
            EXPECT_TRUE(reached);
            EXPECT_LE(length(normalize(to_target) - ahead), 1e-5);
        }
    }
}

TEST(Aim, UpLiesOnThePolesSide) {
    Limb limb(0.4, 0.4, 9);
    AimJob job{&limb.rig, limb.models, limb.pose, 0, limb.place(0) + Vec3{2, 0, 1}};
    job.pole = {0, 1, 0};
    ASSERT_TRUE(job.run());
    limb.update();
    const Affined matrix = to_double(to_affine(limb.models[0]));
    EXPECT_LE(length(matrix.z - normalize(Vec3d{2, 0, 1})), 1e-6);
    EXPECT_LE(length(matrix.y - Vec3d{0, 1, 0}), 1e-6);
}

TEST(Aim, WithinTheOffsetNothingMeetsTheTarget) {
    Limb limb(0.4, 0.4, 9);
    const std::vector<JointBlock> before = limb.pose;
    bool reached = true;
    AimJob job{&limb.rig, limb.models, limb.pose, 3, limb.place(3) + Vec3{0.1f, 0, 0}};
    job.offset = {0.5f, 0, 0}; // across the default forward
    job.reached = &reached;
    ASSERT_TRUE(job.run());
    EXPECT_FALSE(reached);
    EXPECT_EQ(get_joint(limb.pose, 3), get_joint(before, 3));
}

TEST(Ik, DoesNotAllocate) {
    Limb limb(0.5, 0.3, 1);
    const TwoBoneIkJob bend = limb.job({1, 1, 1});
    const AimJob aim{&limb.rig, limb.models, limb.pose, 4, {1, 2, 3}};
    const std::size_t before = ossuary::testing::allocation_count();
    const bool ran = bend.run() && aim.run();
    EXPECT_EQ(ossuary::testing::allocation_count(), before);
    EXPECT_TRUE(ran);
}

TEST(Ik, SaysWhichInputIsWrong) {
    Limb limb(0.5, 0.3, 1);
    const auto bend = [&](auto change) {
        TwoBoneIkJob job = limb.job({});
        EXPECT_TRUE(job.check());
        change(job);
        EXPECT_FALSE(job.run());
        return job.check().error().message();
    };
    EXPECT_EQ(bend([](TwoBoneIkJob& j) { j.rig = nullptr; }), "rig: is missing");
    EXPECT_EQ(bend([](TwoBoneIkJob& j) { j.matrices = j.matrices.first(2); }), "matrices: has 2 matrices instead of 6");
    EXPECT_EQ(bend([](TwoBoneIkJob& j) { j.start = 6; }), "start: is no joint of the rig");
    EXPECT_EQ(bend([](TwoBoneIkJob& j) { j.middle = 1; }), "middle: is not below start");
    EXPECT_EQ(bend([](TwoBoneIkJob& j) { j.end = 2; }), "end: is not below middle");
    EXPECT_EQ(bend([](TwoBoneIkJob& j) { j.target.x = NAN; }), "target: is not finite");
    EXPECT_EQ(bend([](TwoBoneIkJob& j) { j.soften = 0; }), "soften: is not above 0 and at most 1");
    EXPECT_EQ(bend([](TwoBoneIkJob& j) { j.weight = 2; }), "weight: is not between 0 and 1");
    AimJob aim{&limb.rig, limb.models, limb.pose, 3, {1, 1, 1}};
    EXPECT_TRUE(aim.check());
    aim.forward = {0, 0, 2};
    EXPECT_EQ(aim.check().error().message(), "forward: does not have unit length");
    aim.forward = {0, 0, 1};
    aim.joint = -1;
    EXPECT_EQ(aim.check().error().message(), "joint: is no joint of the rig");
}

} // namespace
} // namespace ossuary::anim
