// Bytes and ByteBuffer: a view of bytes (a span) and bytes that are owned (a vector). base/bytes.h reads and writes
// them.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace ossuary {

using Bytes = std::span<const std::byte>;
using ByteBuffer = std::vector<std::byte>;

} // namespace ossuary
