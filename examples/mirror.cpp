// A strike of the right hand becomes one of the left.
#include <cstdio>

#include "ossuary/anim/mirror.h"
#include "ossuary/anim/object_space.h"
#include "ossuary/anim/sample.h"
#include "ossuary/base/math.h"
#include "samples/samples.h"

using namespace ossuary;

int main() {
    const Model hero = samples::make_hero();
    const anim::Rig rig = *anim::Rig::make(hero.skeleton);
    const anim::PreparedClip clip = *anim::PreparedClip::make(*hero.find_clip("strike_1"), rig);
    std::vector<JointBlock> pose = anim::make_pose(rig.joint_count()), other = pose;
    if (!anim::SampleJob{&clip, 0.3, anim::LoopPolicy::clamp, pose}.run()) return 1;

    // Left and right are found by the joints' names; the mirror is the plane x = 0.
    const anim::MirrorMap map = *anim::MirrorMap::make(rig);
    if (!anim::MirrorJob{&map, pose, other}.run()) return 1;

    std::vector<anim::ObjectMatrix> before(rig.joint_count()), after(rig.joint_count());
    if (!anim::LocalToObjectJob{&rig, pose, before}.run() || !anim::LocalToObjectJob{&rig, other, after}.run())
        return 1;
    const auto right = static_cast<std::size_t>(rig.find("BIP01 R HAND"));
    const std::size_t left = map.partner(right);
    const auto place = [](const anim::ObjectMatrix& m) { return Vec3{m.m[3], m.m[7], m.m[11]}; };
    const Vec3 r = place(before[right]), l = place(after[left]);
    std::printf("%s was at (%+.2f %+.2f %+.2f)\n", rig.names[right].c_str(), static_cast<double>(r.x),
                static_cast<double>(r.y), static_cast<double>(r.z));
    std::printf("%s is  at (%+.2f %+.2f %+.2f)\n", rig.names[left].c_str(), static_cast<double>(l.x),
                static_cast<double>(l.y), static_cast<double>(l.z));
    return length(Vec3{-r.x, r.y, r.z} - l) < 1e-3f ? 0 : 1;
}
