// The way a run covers, taken out of the clip and given to the object; and a fade from walking to running.
#include <chrono>
#include <cstdio>

#include "ossuary/anim/moveset.h"
#include "ossuary/anim/player.h"
#include "ossuary/base/math.h"
#include "samples/samples.h"

using namespace ossuary;

int main() {
    const Model hero = samples::make_hero();

    // By hand: the path and the clip without it. Their product is the clip again.
    const Clip& run = *hero.find_clip("run");
    const auto root = anim::extract_root_motion(run, hero.skeleton, anim::loop_policy(run, hero.skeleton));
    if (!root) return 1;
    const anim::Placement pass = root->motion.loop();
    std::printf("one pass of the run: %.3f m in %.3f s\n", pass.position.z, run.duration);
    const anim::Placement far = root->motion.delta({}, to_ticks(run.duration) * 1000);
    std::printf("a thousand of them: %.3f m\n", far.position.z);

    // In a player: the object moves with the weights of the pose.
    const auto moves = anim::Moveset::make(hero);
    if (!moves) return 1;
    const anim::MovesetStack stack(*moves);
    anim::Player player(stack);
    anim::Placement object;
    if (!player.start(*stack.find("walk"))) return 1;
    for (int i = 0; i < 20; ++i) {
        if (i == 10 && !player.start(*stack.find("run"), {.blend_in = std::chrono::milliseconds(300)})) return 1;
        if (!player.advance(std::chrono::milliseconds(100))) return 1;
        object = object * player.root_motion();
        std::printf("%.1f s  %.2f m/s\n", to_seconds(player.now()), length(player.root_motion().position) / 0.1);
    }
    std::printf("it has come %.3f m\n", length(object.position));
    return length(object.position - player.travelled().position) < 1e-9 && object.position.z > 1 ? 0 : 1;
}
