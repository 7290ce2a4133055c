// Building on any machine, and in WebAssembly.
#include "mesh/bvh_build_lanes.h"

namespace ossuary::mesh {

const BuildKernels& portable_build_kernels() { return build_kernels; }

} // namespace ossuary::mesh
