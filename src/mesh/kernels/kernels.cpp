// Building and searching a Bvh, compiled once for each instruction set (cmake/Kernels.cmake).
#include "mesh/kernels/build_kernel.h"
#include "mesh/kernels/table.h"
#include "mesh/kernels/trace_kernel.h"

namespace ossuary::mesh {

extern const KernelTable OSSUARY_KERNELS = {build_kernels, trace_kernels};

} // namespace ossuary::mesh
