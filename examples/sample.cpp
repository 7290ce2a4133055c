// The pose of a clip at any time: once, in a loop, backwards.
#include <cstdio>

#include "ossuary/anim/sample.h"
#include "ossuary/base/diagnostic.h"
#include "samples/samples.h"

using namespace ossuary;

int main() {
    const Model hero = samples::make_hero();
    const Clip* run = hero.find_clip("run");
    const auto rig = anim::Rig::make(hero.skeleton);
    if (!run || !rig) return 1;
    const auto clip = anim::PreparedClip::make(*run, *rig);
    if (!clip) {
        std::puts(clip.error().text().c_str());
        return 1;
    }

    // Does the last key repeat the first, or is there one frame more to go from the last to the first?
    const anim::LoopPolicy loop = anim::loop_policy(*run, hero.skeleton);
    std::printf("%s: %zu joints, repeats after %.3f s\n", run->name.c_str(), rig->joint_count(), clip->period(loop));

    std::vector<JointBlock> pose = anim::make_pose(rig->joint_count());
    const auto hand = static_cast<std::size_t>(rig->find("BIP01 R UPPERARM"));
    for (const double time : {0.0, 0.1, 10.1, 1e6, -0.1}) { // any time will do, at the same cost
        if (!anim::SampleJob{&*clip, time, loop, pose}.run()) return 1;
        const Quat q = get_joint(pose, hand).rotation;
        std::printf("%12.1f s  %+.3f %+.3f %+.3f %+.3f\n", time, static_cast<double>(q.x), static_cast<double>(q.y),
                    static_cast<double>(q.z), static_cast<double>(q.w));
    }

    // A job says what is wrong with its inputs, and does nothing then.
    const anim::SampleJob wrong{&*clip, 0, loop, {}};
    std::puts(wrong.check().error().message().c_str());
    return wrong.run() ? 1 : 0;
}
