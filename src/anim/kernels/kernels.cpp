// Compiled once for each instruction set, fast and strict (cmake/Kernels.cmake).
#include "anim/kernels/additive_kernel.h"
#include "anim/kernels/blend_kernel.h"
#include "anim/kernels/model_space_kernel.h"
#include "anim/kernels/sample_kernel.h"
#if !defined(__wasm__)
#include "anim/kernels/skin_kernel.h"
#endif

namespace ossuary::anim {

extern const KernelTable OSSUARY_KERNELS = {
    W,       sample, blend, masked_blend, overlay, make_additive, additive, local_to_model, palette,
#if defined(__wasm__)
    nullptr, // a page leaves its vertices to the graphics card
#else
    skin,
#endif
};

} // namespace ossuary::anim
