#include "ossuary/base/cpu.h"

#include <algorithm>

namespace ossuary {

namespace {

Isa detect() {
#if defined(__x86_64__) && defined(__GNUC__)
    // The compiler's run-time library asks the processor, and the operating system whether it keeps the registers.
    if (__builtin_cpu_supports("x86-64-v4")) return Isa::avx512;
    if (__builtin_cpu_supports("x86-64-v3")) return Isa::avx2;
#endif
    return Isa::baseline;
}

} // namespace

std::string_view name_of(Isa isa) {
    switch (isa) {
    case Isa::baseline: return "baseline";
    case Isa::avx2: return "avx2";
    case Isa::avx512: return "avx512";
    case Isa::best: return "best";
    }
    return "";
}

Isa best_isa() {
    static const Isa best = detect();
    return best;
}

Isa runnable(Isa isa) { return std::min(isa, best_isa()); }

} // namespace ossuary
