// The skeleton's commands as bytes.
#pragma once

#include <vector>

#include "ossuary/formats/sf3/skeleton.h"
#include "source.h"

namespace ossuary::sf3 {

struct SkeletonCode {
    std::vector<SkeletonOp> ops;
    std::size_t end = 0; // behind the last pop
};
// Operands are aligned from the start of the source.
Result<SkeletonCode> read_skeleton(const Source& source, std::size_t offset);
// Appends the commands; `origin` is where alignment counts from.
void write_skeleton(ByteWriter& writer, std::size_t origin, const std::vector<SkeletonOp>& ops);

} // namespace ossuary::sf3
