// What decodes a run of blocks that lie side by side. This header is seen by files compiled for one instruction set, so
// it has types only, no functions.
#pragma once

#include <cstddef>

#include "ossuary/base/cpu.h"

namespace ossuary::image {

// Decodes `count` blocks to four rows of 4 · count pixels, `stride` bytes apart. `count` is a multiple of `step`.
using DecodeRun = void (*)(const std::byte* blocks, std::size_t count, std::byte* rgba, std::size_t stride);

struct KernelTable {
    DecodeRun decode[3]; // by Dxt
    std::size_t step;
};

const KernelTable& kernels_for(Isa isa);

} // namespace ossuary::image
