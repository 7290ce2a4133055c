// The table of kernels of one instruction set. Types only (bvh_tree.h says why).
#pragma once

#include "mesh/bvh_build.h"
#include "mesh/bvh_trace.h"
#include "ossuary/base/cpu.h"

namespace ossuary::mesh {

struct KernelTable {
    BuildKernels build;
    TraceKernels trace;
};

const KernelTable& kernels_for(Isa isa);

} // namespace ossuary::mesh
