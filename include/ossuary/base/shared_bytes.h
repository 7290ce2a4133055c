// Bytes together with whoever keeps them alive: a piece of a mapped archive, or a buffer of their own.
#pragma once

#include <memory>
#include <utility>

#include "ossuary/base/bytes.h"

namespace ossuary {

struct SharedBytes {
    Bytes bytes;
    std::shared_ptr<const void> owner; // null: the caller sees to it that they stay

    SharedBytes() = default;
    explicit SharedBytes(Bytes kept_by_caller) : bytes(kept_by_caller) {}
    SharedBytes(Bytes view, std::shared_ptr<const void> keeper) : bytes(view), owner(std::move(keeper)) {}
    explicit SharedBytes(ByteBuffer&& buffer) {
        auto kept = std::make_shared<const ByteBuffer>(std::move(buffer));
        bytes = *kept;
        owner = std::move(kept);
    }

    // A piece of them, kept alive by the same owner. It must lie within.
    SharedBytes part(std::size_t offset, std::size_t size) const { return {bytes.subspan(offset, size), owner}; }
    SharedBytes part(std::size_t offset) const { return {bytes.subspan(offset), owner}; }
};

} // namespace ossuary
