// A hand that takes hold of things: within reach, at the end of it, and beyond.
#include <cstdio>

#include "ossuary/anim/ik.h"
#include "ossuary/base/math.h"
#include "samples/samples.h"

using namespace ossuary;

int main() {
    const Model hero = samples::make_hero();
    const anim::Rig rig = *anim::Rig::make(hero.skeleton);
    const std::int32_t upper = rig.find("BIP01 R UPPERARM"), fore = rig.find("BIP01 R FOREARM"),
                       hand = rig.find("BIP01 R HAND");
    const auto place = [](const anim::ObjectMatrix& m) { return Vec3{m.m[3], m.m[7], m.m[11]}; };

    int hits = 0;
    for (const Vec3& target : {Vec3{-0.3f, 1.2f, 0.3f}, Vec3{-0.2f, 1.5f, 0.45f}, Vec3{-0.5f, 2.5f, 1}}) {
        std::vector<JointBlock> pose = rig.rest;
        std::vector<anim::ObjectMatrix> models(rig.joint_count());
        if (!anim::LocalToObjectJob{&rig, pose, models}.run()) return 1;

        bool reached = false;
        anim::TwoBoneIkJob reach{&rig, models, pose, upper, fore, hand, target};
        reach.pole = {0, -1, -0.5f}; // elbows point down and back
        reach.soften = 0.97f;        // and never snap straight
        reach.reached = &reached;
        if (!reach.run()) return 1;

        // The job has turned two joints of the pose; the matrices follow from the shoulder down.
        if (!anim::LocalToObjectJob{&rig, pose, models, upper}.run()) return 1;
        const Vec3 at = place(models[static_cast<std::size_t>(hand)]);
        std::printf("the hand is %.3f m from the target: %s\n", static_cast<double>(length(at - target)),
                    reached ? "reached" : "out of reach");
        if (reached) ++hits;
        if (reached && length(at - target) > 1e-3f) return 1;
    }
    return hits == 2 ? 0 : 1;
}
