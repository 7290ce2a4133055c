// A head that follows something that walks by, with the neck and the chest taking their part.
#include <cstdio>

#include "ossuary/anim/ik.h"
#include "ossuary/base/math.h"
#include "samples/samples.h"

using namespace ossuary;

int main() {
    const Model hero = samples::make_hero();
    const anim::Rig rig = *anim::Rig::make(hero.skeleton);
    std::vector<anim::ObjectMatrix> rest(rig.joint_count());
    if (!anim::LocalToObjectJob{&rig, rig.rest, rest}.run()) return 1;
    // A direction of the object in a joint's own axes: at rest the face looks along +Z.
    const auto own = [&](std::int32_t joint, const Vec3& v) {
        return normalize(inverse(anim::to_affine(rest[static_cast<std::size_t>(joint)])).direction(v));
    };
    struct Part {
        std::int32_t joint;
        float weight;
    };
    const std::int32_t head = rig.find("BIP01 HEAD");
    const Part parts[] = {{rig.find("BIP01 SPINE2"), 0.2f}, {rig.find("BIP01 NECK"), 0.4f}, {head, 1}};

    for (const float side : {-2.0f, 0.0f, 2.0f}) {
        std::vector<JointBlock> pose = rig.rest;
        std::vector<anim::ObjectMatrix> models = rest;
        bool reached = false;
        for (const Part& part : parts) { // from the chest up; the head does what is left
            anim::AimJob aim{&rig, models, pose, part.joint, {side, 1.2f, 3}};
            aim.forward = own(part.joint, {0, 0, 1});
            aim.up = own(part.joint, {0, 1, 0});
            aim.pole = {0, 1, 0}; // heads stay upright
            aim.weight = part.weight;
            aim.reached = &reached;
            if (!aim.run() || !anim::LocalToObjectJob{&rig, pose, models, part.joint}.run()) return 1;
        }
        const Vec3 face = anim::to_affine(models[static_cast<std::size_t>(head)]).direction(own(head, {0, 0, 1}));
        std::printf("looks (%+.2f %+.2f %+.2f), %s\n", static_cast<double>(face.x), static_cast<double>(face.y),
                    static_cast<double>(face.z), reached ? "at it" : "past it");
        if (!reached) return 1;
    }
    return 0;
}
