// Kernels: the same loops compiled for each instruction set, and which of them to use.
//
// The tables of `best_kernels` are fast: the same bits for the same instruction set and build. The table of
// `strict_kernels` gives the same bits on every machine and is what replays and lock-step games want.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ossuary::anim {

enum class Isa : std::uint8_t { baseline, avx2, avx512 }; // baseline: x86-64-v2, WebAssembly SIMD, or plain C++

struct Kernels; // a table of function pointers, private to the room

// The widest this machine and its operating system can run.
Isa best_isa();
std::string_view name_of(Isa isa);
// Null if this build or this machine does not have it.
const Kernels* kernels_for(Isa isa);
const Kernels& best_kernels();
// The strict table in the width of an instruction set; the same results whichever it is.
const Kernels* strict_kernels_for(Isa isa);
const Kernels& strict_kernels();
// How many floats they work on at once: 4, 8 or 16.
std::size_t lane_count(const Kernels& kernels);

} // namespace ossuary::anim
