// Breathing, taken out of the idle clip as a difference, and put on top of a run.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "ossuary/anim/additive.h"
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
    const auto run = pose_of("run", 0.2), breath_out = pose_of("idle", 0), breath_in = pose_of("idle", 1);

    // What breathing in does beyond breathing out.
    std::vector<JointBlock> breath = anim::make_pose(rig.joint_count());
    if (!anim::MakeAdditiveJob{breath_in, breath_out, breath}.run()) return 1;

    std::vector<JointBlock> output = anim::make_pose(rig.joint_count());
    const auto chest = static_cast<std::size_t>(rig.find("BIP01 SPINE2"));
    for (const float weight : {0.0f, 0.5f, 1.0f}) {
        if (!anim::AdditiveJob{run, breath, weight, {}, output}.run()) return 1;
        const double cosine =
            dot(to_double(get_joint(output, chest).rotation), to_double(get_joint(run, chest).rotation));
        std::printf("weight %.1f turns the chest by %.3f°\n", static_cast<double>(weight),
                    2 * std::acos(std::min(std::abs(cosine), 1.0)) * 57.29578);
    }

    // On its own reference the difference gives the pose it was made of.
    if (!anim::AdditiveJob{breath_out, breath, 1, {}, output}.run()) return 1;
    const Quatd got = to_double(get_joint(output, chest).rotation);
    return std::abs(dot(got, to_double(get_joint(breath_in, chest).rotation))) > 0.999999 ? 0 : 1;
}
