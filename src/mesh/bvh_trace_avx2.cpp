// Rays on machines with AVX2. Compiled for AVX2 alone.
#if defined(__AVX2__)

#include <immintrin.h>

#include "mesh/bvh_trace_lanes.h"

namespace ossuary::mesh {

const TraceKernels& avx2_trace_kernels() { return trace_kernels; }

} // namespace ossuary::mesh

#endif
