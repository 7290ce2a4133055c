// A dwarf who walks like the hero: fewer joints, other proportions, bones with axes of their own.
#include <cstdio>

#include "ossuary/anim/object_space.h"
#include "ossuary/anim/retarget.h"
#include "ossuary/anim/sample.h"
#include "ossuary/base/math.h"
#include "samples/samples.h"

using namespace ossuary;

// Two thirds of the hero's size, without fingers, every joint's axes turned.
Skeleton make_dwarf(const Skeleton& hero) {
    Skeleton dwarf;
    std::vector<std::int32_t> place(hero.joints.size(), -1);
    const Quat turn = axis_angle(normalize(Vec3{1, 2, 3}), 1.0f);
    for (std::size_t j = 0; j < hero.joints.size(); ++j) {
        Joint joint = hero.joints[j];
        if (joint.name.find("FINGER") != std::string::npos) continue;
        if (joint.parent >= 0) joint.parent = place[static_cast<std::size_t>(joint.parent)];
        const Quat above = joint.parent >= 0 ? conjugate(turn) : Quat{};
        joint.rest.translation = rotate(above, joint.rest.translation) * 0.66f;
        joint.rest.rotation = above * joint.rest.rotation * turn;
        place[j] = static_cast<std::int32_t>(dwarf.joints.size());
        dwarf.joints.push_back(std::move(joint));
    }
    return dwarf;
}

int main() {
    const Model hero = samples::make_hero();
    const anim::Rig from = *anim::Rig::make(hero.skeleton), to = *anim::Rig::make(make_dwarf(hero.skeleton));
    const anim::PreparedClip clip = *anim::PreparedClip::make(*hero.find_clip("walk"), from);
    const anim::RetargetMap map = *anim::RetargetMap::make(from, to);
    std::printf("%zu joints to %zu, movements by %.2f\n", map.source_joints(), map.target_joints(), map.scale());

    std::vector<JointBlock> pose = anim::make_pose(from.joint_count()), dwarf = anim::make_pose(to.joint_count());
    std::vector<anim::ObjectMatrix> tall(from.joint_count()), small(to.joint_count());
    for (const double time : {0.0, 0.2, 0.4}) {
        if (!anim::SampleJob{&clip, time, anim::LoopPolicy::wrap, pose}.run() ||
            !anim::RetargetJob{&map, pose, dwarf}.run() || !anim::LocalToObjectJob{&from, pose, tall}.run() ||
            !anim::LocalToObjectJob{&to, dwarf, small}.run())
            return 1;
        const auto foot = [](const anim::Rig& rig, const std::vector<anim::ObjectMatrix>& models) {
            const anim::ObjectMatrix& m = models[static_cast<std::size_t>(rig.find("BIP01 L FOOT"))];
            return Vec3{m.m[3], m.m[7], m.m[11]};
        };
        const Vec3 a = foot(from, tall), b = foot(to, small);
        std::printf("%.1f s: foot at z %+.3f m, the dwarf's at %+.3f m\n", time, static_cast<double>(a.z),
                    static_cast<double>(b.z));
        if (length(a * 0.66f - b) > 0.01f) return 1;
    }
    return 0;
}
