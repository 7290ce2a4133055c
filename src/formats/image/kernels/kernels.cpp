// Decoding DXT blocks, compiled once for each instruction set (cmake/Kernels.cmake).
#if defined(__AVX2__)
#include "formats/image/kernels/dxt_kernel_avx2.h"
#else
#include "formats/image/kernels/dxt_kernel.h"
#endif
#include "ossuary/base/simd.h"

namespace ossuary::image {

extern const KernelTable OSSUARY_KERNELS = table;

} // namespace ossuary::image
