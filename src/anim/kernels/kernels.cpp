// Compiled once for each instruction set, fast and strict, under the name OSSUARY_KERNELS (cmake/Kernels.cmake).
#include "anim/kernels/additive_kernel.h"
#include "anim/kernels/blend_kernel.h"
#include "anim/kernels/model_space_kernel.h"
#include "anim/kernels/sample_kernel.h"
#if !defined(__wasm__)
#include "anim/kernels/skin_kernel.h"
#endif

#if !defined(OSSUARY_KERNELS)
#define OSSUARY_KERNELS kernels_baseline
#endif

namespace ossuary::anim {

extern const Kernels OSSUARY_KERNELS = {
    W == 16  ? Isa::avx512
    : W == 8 ? Isa::avx2
             : Isa::baseline,
    W,
    sample,
    blend,
    masked_blend,
    overlay,
    make_additive,
    additive,
    local_to_model,
    palette,
#if defined(__wasm__)
    nullptr, // a page leaves its vertices to the graphics card
#else
    skin,
#endif
};

} // namespace ossuary::anim
