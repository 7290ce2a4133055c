// Rays on any machine, and in WebAssembly.
#include "mesh/bvh_trace_lanes.h"

namespace ossuary::mesh {

const TraceKernels& portable_trace_kernels() { return trace_kernels; }

} // namespace ossuary::mesh
