#include "formats/mw3/sequence_falls.h"

namespace ossuary::mw3 {

std::optional<Landing> Falls::begin(const Throw& thrown, std::int32_t joint, Ticks time) {
    using Motion = event::ObjectMotion;
    Fall& fall = falls_[joint];
    fall = {thrown, fall.ticket + 1, time};
    const std::uint32_t flags = thrown.motion().flags;
    if (!(flags & Motion::has_gravity) || (flags & Motion::no_altitude)) return {};
    return next_landing(joint, time);
}

std::optional<Landing> Falls::next_landing(std::int32_t joint, Ticks time) const {
    if (!stage_.surroundings.ground) return {};
    const auto lands = stage_.motion.landing(joint, time, stage_.surroundings.ground);
    if (!lands) return {};
    return Landing{*lands, joint, falls_.at(joint).ticket};
}

std::optional<Impact> Falls::land(std::int32_t joint, std::uint32_t ticket, Ticks time) {
    Fall& fall = falls_[joint];
    const bool is_replaced = stage_.motion.moves_since(joint) != fall.since;
    if (fall.ticket != ticket || is_replaced || !stage_.surroundings.ground) return {};
    fall.since = time;
    const auto below = stage_.surroundings.ground(stage_.motion.object_at(joint, time).t);
    Impact impact{.thrown = fall.thrown, .ground = below ? below->kind : GroundKind::solid};
    impact.speed = stage_.motion.bounce(joint, time);
    return impact;
}

} // namespace ossuary::mw3
