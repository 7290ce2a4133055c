// Bytes with shared ownership: a view of a mapped archive or of a buffer, and what keeps it alive.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>

#include "ossuary/base/bytes.h"

namespace ossuary {

// A range of bytes, so that it converts to Bytes wherever those are taken. Comparing compares the bytes.
struct SharedBytes {
    Bytes bytes;
    std::shared_ptr<const void> owner; // null: the caller keeps them alive

    SharedBytes() = default;
    explicit SharedBytes(Bytes kept_by_caller) : bytes(kept_by_caller) {}
    SharedBytes(Bytes view, std::shared_ptr<const void> keeper) : bytes(view), owner(std::move(keeper)) {}
    SharedBytes(ByteBuffer&& buffer) {
        auto kept = std::make_shared<const ByteBuffer>(std::move(buffer));
        bytes = *kept;
        owner = std::move(kept);
    }

    std::size_t size() const { return bytes.size(); }
    bool empty() const { return bytes.empty(); }
    const std::byte* data() const { return bytes.data(); }
    auto begin() const { return bytes.begin(); }
    auto end() const { return bytes.end(); }
    std::byte operator[](std::size_t at) const { return bytes[at]; }

    // A piece of them, kept alive by the same owner. It must lie within.
    SharedBytes part(std::size_t offset, std::size_t size) const { return {bytes.subspan(offset, size), owner}; }
    SharedBytes part(std::size_t offset) const { return {bytes.subspan(offset), owner}; }

    // A copy that can be changed.
    ByteBuffer to_buffer() const { return {bytes.begin(), bytes.end()}; }

    friend bool operator==(const SharedBytes& a, Bytes b) { return std::ranges::equal(a.bytes, b); }
    friend bool operator==(const SharedBytes& a, const SharedBytes& b) { return a == b.bytes; }
};

} // namespace ossuary
