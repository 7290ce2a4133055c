// Decoding, compiled once for each instruction set (cmake/Kernels.cmake).
#if defined(__AVX2__)
#include "codec/kernels/fields_avx2.h"
#else
#include "codec/kernels/fields.h"
#endif

namespace ossuary::codec {

extern const KernelTable OSSUARY_KERNELS = {open, values, movements, turn, route};

} // namespace ossuary::codec
