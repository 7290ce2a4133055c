// Instruction sets: run-time dispatch. A room compiles its kernels once for each set (cmake/Kernels.cmake), and a call
// takes the table of the set it is given: by default the best one this machine runs.
#pragma once

#include <cstdint>
#include <string_view>

namespace ossuary {

// baseline: x86-64-v2, WebAssembly SIMD, or plain C++; avx2: x86-64-v3; avx512: x86-64-v4.
enum class Isa : std::uint8_t { baseline, avx2, avx512, best };

std::string_view name_of(Isa isa);

// The widest set that this machine and its operating system run. Detected once.
Isa best_isa();
// The set itself where this machine runs it, else the widest that it does; never `best`.
Isa runnable(Isa isa);

} // namespace ossuary
