// Half walking, half running; and a wave of the arm over both that leaves the legs alone.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "ossuary/anim/blend.h"
#include "ossuary/anim/sample.h"
#include "samples/samples.h"

using namespace ossuary;

int main() {
    const Model hero = samples::make_hero();
    const anim::Rig rig = *anim::Rig::make(hero.skeleton);
    const auto pose_of = [&](const char* name, double time) {
        std::vector<JointBlock> pose = anim::make_pose(rig.joint_count());
        const anim::PreparedClip clip = *anim::PreparedClip::make(*hero.find_clip(name), rig);
        if (!anim::SampleJob{&clip, time, anim::LoopPolicy::wrap, pose}.run()) std::abort();
        return pose;
    };
    const auto walk = pose_of("walk", 0.3), run = pose_of("run", 0.2), strike = pose_of("strike_1", 0.3);

    // Weights need not add up to one. Where they add up to almost nothing, the rest pose steps in.
    std::vector<JointBlock> output = anim::make_pose(rig.joint_count());
    const anim::BlendLayer layers[] = {{walk, 1}, {run, 1}};
    if (!anim::BlendJob{layers, rig.rest, 0.1f, output}.run()) return 1;

    // The upper body alone: one weight per joint.
    const anim::JointWeights upper_body = rig.branch(rig.find("BIP01 SPINE1"));
    if (!anim::OverlayJob{output, strike, 1, upper_body, output}.run()) return 1;

    const auto angle = [&](const std::vector<JointBlock>& pose, const char* joint) {
        const Quat q = get_joint(pose, static_cast<std::size_t>(rig.find(joint))).rotation;
        return 2 * std::acos(std::min(std::abs(static_cast<double>(q.w)), 1.0)) * 57.29578;
    };
    for (const char* joint : {"BIP01 L THIGH", "BIP01 R UPPERARM"})
        std::printf("%-16s  walk %5.1f°  run %5.1f°  strike %5.1f°  blended %5.1f°\n", joint, angle(walk, joint),
                    angle(run, joint), angle(strike, joint), angle(output, joint));
    return std::abs(angle(output, "BIP01 R UPPERARM") - angle(strike, "BIP01 R UPPERARM")) < 0.01 ? 0 : 1;
}
