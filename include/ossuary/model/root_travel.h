// The travel of a clip's root joint, for converters: kept in the clip, stripped from it, or extracted. A program that
// plays clips has anim/root_motion.h.
#pragma once

#include <cstdint>

#include "ossuary/model/clip.h"
#include "ossuary/model/skeleton.h"

namespace ossuary {

enum class RootTravel : std::uint8_t { keep, strip, extract };

// The joint that carries locomotion: the clip's hint, else the first root; -1 if the skeleton is empty.
std::int32_t root_joint_of(const Clip& clip, const Skeleton& skeleton);

// strip: the root joint stays where its first key has it. extract: the same, and the way it went from there is kept in
// extras["rootMotion"], in metres, one entry per frame.
void apply_root_travel(Clip& clip, const Skeleton& skeleton, RootTravel travel);

} // namespace ossuary
