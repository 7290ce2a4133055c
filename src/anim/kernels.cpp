#include "ossuary/anim/kernels.h"

#include "anim/kernels/table.h"

namespace ossuary::anim {

const KernelTable& table_of(Kernels kernels) {
    return kernels.strict ? strict_kernels_for(kernels.isa) : kernels_for(kernels.isa);
}

std::size_t lane_count(Kernels kernels) { return table_of(kernels).width; }

} // namespace ossuary::anim
