#include "ossuary/anim/kernels.h"

#include "anim/kernels/table.h"

namespace ossuary::anim {

Isa best_isa() {
#if defined(__x86_64__)
    // The compiler's run-time library asks the processor, and the operating system whether it keeps the registers.
    if (__builtin_cpu_supports("x86-64-v4")) return Isa::avx512;
    if (__builtin_cpu_supports("x86-64-v3")) return Isa::avx2;
#endif
    return Isa::baseline;
}

std::string_view name_of(Isa isa) {
    switch (isa) {
    case Isa::baseline: return "baseline";
    case Isa::avx2: return "avx2";
    case Isa::avx512: return "avx512";
    }
    return "";
}

const Kernels* kernels_for(Isa isa) {
    if (isa > best_isa()) return nullptr;
#if defined(__x86_64__)
    if (isa == Isa::avx512) return &kernels_avx512;
    if (isa == Isa::avx2) return &kernels_avx2;
#endif
    return &kernels_baseline;
}

const Kernels& best_kernels() {
    static const Kernels& best = *kernels_for(best_isa());
    return best;
}

const Kernels* strict_kernels_for(Isa isa) {
    if (isa > best_isa()) return nullptr;
#if defined(__x86_64__)
    if (isa == Isa::avx512) return &kernels_avx512_strict;
    if (isa == Isa::avx2) return &kernels_avx2_strict;
#endif
    return &kernels_baseline_strict;
}

const Kernels& strict_kernels() {
    static const Kernels& best = *strict_kernels_for(best_isa());
    return best;
}

std::size_t lane_count(const Kernels& kernels) { return kernels.width; }

} // namespace ossuary::anim
