// Checksums and content hashes.
#pragma once

#include <cstdint>
#include <string_view>

#include "ossuary/base/bytes.h"

namespace ossuary {

// CRC-32 (IEEE 802.3, as zlib computes it); pass the last result to go on.
std::uint32_t crc32(Bytes bytes, std::uint32_t crc = 0);

// A 64-bit hash for tables of names in which the case of ASCII letters does not count. With a seed that a file cannot
// know, no file makes a table slow. Never stored, nor seen in any order.
std::uint64_t folded_hash(std::string_view name, std::uint64_t seed);

// A running 64-bit content hash (FNV-1a), the same on every machine. Not for security.
class ContentHash {
public:
    void add(Bytes bytes);
    void add(std::string_view text) { // length first, so that "a","bc" and "ab","c" differ
        add(static_cast<std::uint64_t>(text.size()));
        add(as_bytes(text));
    }
    template <Scalar T> void add(T value) {
        std::array<std::byte, sizeof(T)> raw;
        store(raw.data(), value, Endian::little);
        add(Bytes(raw));
    }
    std::uint64_t value() const { return state_; }

private:
    std::uint64_t state_ = 0xcbf29ce484222325u;
};

} // namespace ossuary
