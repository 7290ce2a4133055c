// A character that runs, waves while running, strikes, and goes back to idling by itself.
#include <cstdio>

#include "ossuary/anim/moveset.h"
#include "ossuary/anim/player.h"
#include "samples/samples.h"

using namespace ossuary;

int main() {
    const Model hero = samples::make_hero();
    const auto moves = anim::Moveset::make(hero);
    if (!moves) return 1;
    const anim::MovesetStack stack(*moves);
    anim::Player player(stack);

    // One room to work in for each thread, and one pose for each character: nothing else is allocated.
    anim::PoseScratch scratch(player.rig());
    std::vector<JointBlock> pose = anim::make_pose(player.rig().joint_count());
    const auto hand = static_cast<std::size_t>(player.rig().find("BIP01 R HAND"));

    const Ticks frame = to_ticks(1 / 60.0);
    for (int i = 0; i < 300; ++i) {
        if (i == 0 && !player.start(*stack.find("run"))) return 1;
        if (i == 60 && !player.start(*stack.find("wave"))) return 1; // on its own layer, over the run
        if (i == 120 && !player.start(*stack.find("strike_1"))) return 1;
        if (const auto done = player.advance(frame); !done) return 1;
        player.pose(pose, scratch);

        for (const anim::Notice& notice : player.notices())
            if (notice.kind == anim::NoticeKind::start)
                std::printf("%6.3f s  layer %d starts %s\n", to_seconds(notice.time), notice.layer,
                            notice.move->name.c_str());
        const Quat q = get_joint(pose, hand).rotation;
        if (i % 60 == 59)
            std::printf("%6.3f s  hand (%5.2f %5.2f %5.2f %5.2f)\n", to_seconds(player.now()), static_cast<double>(q.x),
                        static_cast<double>(q.y), static_cast<double>(q.z), static_cast<double>(q.w));
    }
    // The strike names what follows it.
    return player.layer(1) && player.layer(1)->move->name == "idle" ? 0 : 1;
}
