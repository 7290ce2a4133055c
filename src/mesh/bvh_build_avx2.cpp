// Building on machines with AVX2. Compiled for AVX2 alone.
#if defined(__AVX2__)

#include "mesh/bvh_build_lanes.h"

namespace ossuary::mesh {

const BuildKernels& avx2_build_kernels() { return build_kernels; }

} // namespace ossuary::mesh

#endif
