// Mixing and music, compiled once for each instruction set (cmake/Kernels.cmake).
#if defined(__AVX2__)
#include "sound/kernels/sound_kernel_avx2.h"
#else
#include "sound/kernels/sound_kernel.h"
#endif

namespace ossuary::sound {

#if defined(__AVX2__)
extern const KernelTable OSSUARY_KERNELS = {
    accumulate_wide, {resample_wide<1>, resample_wide<2>}, {play_wide<1>, play_wide<2>}};
#else
extern const KernelTable OSSUARY_KERNELS = {
    accumulate_plain, {resample_plain<1>, resample_plain<2>}, {play_plain<1>, play_plain<2>}};
#endif

} // namespace ossuary::sound
