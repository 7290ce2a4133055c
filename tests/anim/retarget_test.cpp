#include "ossuary/anim/retarget.h"

#include <cmath>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/math.h"
#include "random_motion.h"

namespace ossuary::anim {
namespace {

std::vector<Transform> retargeted(const RetargetMap& map, const std::vector<Transform>& pose) {
    const std::vector<JointBlock> input = packed(pose);
    std::vector<JointBlock> output = make_pose(map.target_joints());
    EXPECT_TRUE((RetargetJob{&map, input, output}.run()));
    std::vector<Transform> result(map.target_joints());
    unpack_pose(output, result);
    return result;
}

TEST(Retarget, ToItselfIsTheIdentity) {
    const Skeleton skeleton = random_skeleton(40);
    const Rig rig = *Rig::make(skeleton);
    const RetargetMap map = *RetargetMap::make(rig, rig);
    const std::vector<Transform> pose = random_transforms(40, 2), got = retargeted(map, pose);
    for (std::size_t j = 0; j < 40; ++j) expect_near(got[j], to_double(pose[j]), 2e-6);
}

// The same body with other axes in every joint and twice the size.
Skeleton other_axes(const Skeleton& skeleton, const std::vector<Quat>& turns) {
    Skeleton other = skeleton;
    for (std::size_t j = 0; j < turns.size(); ++j) {
        const std::int32_t parent = skeleton.joints[j].parent;
        const Quatd parent_turn = parent < 0 ? Quatd{} : to_double(turns[static_cast<std::size_t>(parent)]);
        const Transformd rest = to_double(skeleton.joints[j].rest);
        other.joints[j].rest.rotation = to_float(conjugate(parent_turn) * rest.rotation * to_double(turns[j]));
        other.joints[j].rest.translation = to_float(rotate(conjugate(parent_turn), rest.translation) * 2.0);
    }
    return other;
}

TEST(Retarget, LooksTheSameOnOtherAxesAndASecondSize) {
    const Skeleton skeleton = random_skeleton(30);
    Random random(5);
    std::vector<Quat> turns;
    for (int j = 0; j < 30; ++j) turns.push_back(random.rotation());
    const Skeleton large = other_axes(skeleton, turns);
    const RetargetMap map = *RetargetMap::make(*Rig::make(skeleton), *Rig::make(large));
    EXPECT_NEAR(map.scale(), 2, 1e-6);
    std::vector<Transform> pose;
    for (const Joint& joint : skeleton.joints)
        pose.push_back({joint.rest.translation, random.rotation_near(joint.rest.rotation, 1), {1, 1, 1}});
    pose[0].translation += random.vector(1);
    const auto before = object_space(skeleton, pose), after = object_space(large, retargeted(map, pose));
    // Where the roots rest is the rigs' own; what was moved from there is twice as far.
    const Vec3d shift =
        to_double(large.joints[0].rest.translation) - to_double(skeleton.joints[0].rest.translation) * 2.0;
    for (std::size_t j = 0; j < 30; ++j) EXPECT_LE(length(after[j].t - before[j].t * 2.0 - shift), 2e-5) << j;
}

TEST(Retarget, BridgesJointsThatOneRigDoesNotHave) {
    // hips → spine → chest → neck here; hips → chest → (collar) → neck there.
    const auto chain = [](std::initializer_list<const char*> names) {
        Skeleton skeleton;
        for (const char* name : names) {
            Joint& joint = skeleton.joints.emplace_back();
            joint.name = name;
            joint.parent = static_cast<std::int32_t>(skeleton.joints.size()) - 2;
            joint.rest.translation = {0, 0.3f, 0};
        }
        return skeleton;
    };
    const Skeleton source = chain({"hips", "spine", "chest", "neck"}),
                   target = chain({"hips", "chest", "collar", "neck"});
    const RetargetMap map = *RetargetMap::make(*Rig::make(source), *Rig::make(target));
    EXPECT_EQ(map.source_of(2), -1);
    Random random(6);
    std::vector<Transform> pose;
    for (const Joint& joint : source.joints) pose.push_back({joint.rest.translation, random.rotation(), {1, 1, 1}});
    const std::vector<Affined> before = object_space(source, pose);
    const std::vector<Transform> got = retargeted(map, pose);
    const std::vector<Affined> after = object_space(target, got);
    EXPECT_EQ(got[2].rotation, Quat{});
    for (const auto& [from, to] : {std::pair{0u, 0u}, std::pair{2u, 1u}, std::pair{3u, 3u}})
        for (const auto axis : {&Affined::x, &Affined::y, &Affined::z})
            EXPECT_LE(length(before[from].*axis - after[to].*axis), 1e-6) << to;
}

TEST(Retarget, TakesOtherNames) {
    Skeleton source = random_skeleton(4), target = source;
    target.joints[2].name = "elsewhere";
    const Rig from = *Rig::make(source), to = *Rig::make(target);
    EXPECT_EQ(RetargetMap::make(from, to)->source_of(2), -1);
    EXPECT_EQ(RetargetMap::make(from, to, {{{"elsewhere", "joint2"}}, {}})->source_of(2), 2);
    EXPECT_EQ(RetargetMap::make(from, to, {{{"elsewhere", "joint9"}}, {}}).error().message(),
              "the source has no joint 'joint9'");
    EXPECT_EQ(RetargetMap::make(from, to, {{{"nowhere", "joint2"}}, {}}).error().message(),
              "the target has no joint 'nowhere'");
}

TEST(RetargetJob, SaysWhichInputIsWrong) {
    const Rig small = *Rig::make(random_skeleton(3)), large = *Rig::make(random_skeleton(17));
    const RetargetMap map = *RetargetMap::make(small, large);
    std::vector<JointBlock> one = make_pose(3), two = make_pose(17);
    EXPECT_EQ((RetargetJob{nullptr, one, two}.check().error().message()), "map: is missing");
    EXPECT_EQ((RetargetJob{&map, two, two}.check().error().message()), "pose: has 2 blocks instead of 1");
    EXPECT_EQ((RetargetJob{&map, one, one}.check().error().message()), "output: has 1 blocks instead of 2");
    EXPECT_TRUE((RetargetJob{&map, one, two}.check()));
}

} // namespace
} // namespace ossuary::anim
