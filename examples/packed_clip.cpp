// Clips packed to a twenty-fifth, played from there: what a game keeps in memory is what it samples.
#include <cstdio>

#include "ossuary/anim/moveset.h"
#include "ossuary/anim/player.h"
#include "ossuary/codec/encode.h"
#include "samples/samples.h"

using namespace ossuary;

int main() {
    // Done once, by a tool: `ossuary pack hero.glb -o hero.osa`.
    const Model hero = samples::make_hero();
    const codec::EncodeOptions options{.precision = 1e-4, .effort = codec::Effort::fast};
    std::vector<codec::ClipSource> sources;
    for (const Clip& clip : hero.clips) sources.push_back({&clip, &hero.skeleton});
    auto rig = codec::fit_rig(sources, options);
    if (!rig) return 1;
    codec::OsaFile file{std::move(*rig), {}};
    std::size_t raw = 0;
    for (const codec::ClipSource& source : sources) {
        auto encoded = codec::encode(source, file.rig, options);
        if (!encoded) return 1;
        raw += encoded->raw_bytes;
        file.clips.push_back(std::move(encoded->clip));
    }
    const auto bytes = codec::write_osa(file);
    if (!bytes) return 1;
    std::printf("%zu clips, %zu bytes, packed %zu\n", file.clips.size(), raw, bytes->size());

    // In the game: a file in memory, or mapped, that outlives what plays from it.
    const auto packed = codec::parse_osa(*bytes);
    if (!packed) return 1;
    const auto moves = anim::Moveset::make(*packed, "hero");
    if (!moves) return 1;
    const anim::MovesetStack stack(*moves);
    anim::Player player(stack);
    anim::PoseScratch scratch(player.rig()); // keeps its place in the clips that are playing
    std::vector<JointBlock> pose = anim::make_pose(player.rig().joint_count());
    if (!player.start(*stack.find("run")) || !player.start(*stack.find("wave"))) return 1;
    for (int i = 0; i < 120; ++i) {
        if (!player.advance(to_ticks(1 / 60.0))) return 1;
        player.pose(pose, scratch);
    }
    std::printf("ran %.2f m\n", player.travelled().position.z);
    return player.travelled().position.z > 2 ? 0 : 1;
}
