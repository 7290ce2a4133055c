// Which kernels a job runs on: an instruction set (base/cpu.h), and how it rounds.
#pragma once

#include <cstddef>

#include "ossuary/base/cpu.h"

namespace ossuary::anim {

// Fast kernels give the same bits for the same instruction set and build. Strict ones give the same bits on every
// machine, and are what replays and lock-step games want.
struct Kernels {
    Isa isa = Isa::best; // what the machine does not run becomes the widest that it does
    bool strict = false;
    bool operator==(const Kernels&) const = default;
};

// How many floats they work on at once: 4, 8 or 16.
std::size_t lane_count(Kernels kernels);

} // namespace ossuary::anim
