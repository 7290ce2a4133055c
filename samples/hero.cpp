#include "samples/assembly.h"
#include "samples/motion.h"
#include "samples/rig.h"
#include "samples/samples.h"

namespace ossuary::samples {

namespace {

Skin make_skin(const Skeleton& skeleton) {
    Skin skin;
    skin.name = "hero";
    const std::vector<Affined> rest = rest_object_pose(skeleton);
    for (std::uint32_t i = 0; i < rest.size(); ++i) {
        skin.joints.push_back(i);
        skin.inverse_bind.push_back(to_float(inverse(rest[i])));
    }
    return skin;
}

} // namespace

Model make_hero() {
    Model hero;
    hero.name = "hero";
    hero.source.format = "samples";
    hero.skeleton = make_skeleton();
    hero.skins.push_back(make_skin(hero.skeleton));
    add_materials(hero);

    Assembly body, cloth, gear;
    add_bones(body);
    add_clothing(cloth);
    add_gear(gear);
    hero.meshes.push_back(body.take("body"));
    hero.meshes.push_back(make_head());
    hero.meshes.push_back(cloth.take("clothing"));
    hero.meshes.push_back(gear.take("gear"));
    for (Mesh& mesh : hero.meshes) mesh.skin = 0;
    bake_light(hero);
    for (const auto& moves : {locomotion_moves(), fight_moves(), fallen_moves(), gesture_moves()})
        for (const Motion& move : moves) hero.clips.push_back(make_clip(move));
    return hero;
}

} // namespace ossuary::samples
