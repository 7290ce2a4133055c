// Questions about a fight, answered from a move alone: is it an attack, may it be parried, where does it strike. Times
// count from the start of the move, as LayerState::elapsed does; intervals are half open.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "ossuary/anim/moveset.h"
#include "ossuary/base/math.h"

namespace ossuary::anim {

// It lands at least one blow.
bool is_attack(const Move& move);
// The blow that is still to come after a time; nothing if all have landed.
std::optional<Ticks> next_hit(const Move& move, Ticks elapsed);
// Within a parade window: a blow that lands now is parried.
bool in_parade_window(const Move& move, Ticks elapsed);
// Within the combo window of a step: an attack now leads on to the next step. The opening itself does not count, the
// closing does.
bool in_combo_window(const Move& move, Ticks elapsed, std::uint32_t step);
// Within any combo window, whatever its step: a parade held up there blocks.
bool blocks(const Move& move, Ticks elapsed);
// The same for evading backwards; a move without windows evades all the time.
bool evades(const Move& move, Ticks elapsed);
// How long a strike takes: to the end of the step, or of the move.
Ticks strike_length(const Move& move, std::uint32_t step);

// The joints that strike, as HIT_LIMB names them at or before a time, all of the same latest time; empty if none does.
// Of a move that names none at all those that the model names for all its moves.
std::vector<std::string_view> hit_limbs(const Move& move, Ticks elapsed);
// The direction of the blow, as the script wrote it; empty if it did not.
std::string_view hit_direction(const Move& move);
// The factor of a step's damage: the number of that place in DAM_MULTIPLY, the last one if there are fewer;
// otherwise 1.
double damage_factor(const Move& move, std::uint32_t step);

// A sphere's way from one place to another within a step, so that a fast blow does not pass through what it hits.
struct HitSweep {
    Vec3d from, to;
    double radius = 0.1;
};
// Of a joint between two poses, given as its object-space matrices.
HitSweep sweep_of(const Affine& before, const Affine& after, double radius);
// How far a sphere's surface is from the swept one; negative if they touch.
double distance(const HitSweep& sweep, const Vec3d& centre, double radius);
// The first time within the sweep (0 … 1) at which it touches a sphere.
std::optional<double> first_touch(const HitSweep& sweep, const Vec3d& centre, double radius);

} // namespace ossuary::anim
