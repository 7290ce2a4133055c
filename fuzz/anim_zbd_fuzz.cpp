// Any bytes as animation definitions (anim.zbd): kept exactly, and played without an end.
#include "lossless.h"
#include "ossuary/formats/mw3/model.h"

namespace ossuary::fuzz::try_anim_zbd {

using namespace mw3;

OSSUARY_FUZZ(anim_zbd) {
    if (const auto file = parse_anim(bytes); file && !file->definitions.empty() && bytes.size() < 20'000) {
        const Definition& definition = file->definitions.front();
        const Skeleton nodes = nodes_of(*file, definition);
        PlayRules rules;
        rules.max_events_per_step = 10'000;
        const auto count = [&](Ticks step) {
            SequencePlayer player(*file, nodes, rules);
            player.load_world();
            player.start(definition);
            std::size_t notices = 0;
            while (player.now() < to_ticks(2)) {
                if (!player.advance(step)) return std::size_t{0};
                notices += player.notices().size();
            }
            return notices;
        };
        const std::size_t whole = count(to_ticks(2)), parts = count(to_ticks(0.25));
        expect(whole == parts || whole == 0 || parts == 0); // zero: too much in one step
    }
    check_lossless(bytes, parse_anim, write_anim, dump_anim, build_anim);
}

} // namespace ossuary::fuzz::try_anim_zbd
