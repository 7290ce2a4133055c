// Bits in and out, lowest first.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#include "ossuary/base/bytes.h"

namespace ossuary::codec {

class BitWriter {
public:
    // The lowest `width` bits of a value; 32 at the most.
    void write(std::uint64_t value, unsigned width) {
        pending_ |= (value & ((std::uint64_t{1} << width) - 1)) << filled_;
        filled_ += width;
        if (filled_ < 32) return;
        put(4);
        pending_ >>= 32;
        filled_ -= 32;
    }
    // value(i) in width(i) bits, for all i below `count`: the same as one by one, in less time.
    template <class Value, class Width> void write_each(std::size_t count, Value value, Width width) {
        const std::size_t room = 4 * (count + 1);
        if (bytes_.size() - size_ < room) bytes_.resize(std::max(size_ + room, 2 * bytes_.size()));
        std::byte* to = bytes_.data() + size_;
        std::uint64_t pending = pending_;
        unsigned filled = filled_;
        for (std::size_t i = 0; i < count; ++i) {
            const unsigned bits = width(i);
            pending |= (std::uint64_t{value(i)} & ((std::uint64_t{1} << bits) - 1)) << filled;
            filled += bits;
            store(to, static_cast<std::uint32_t>(pending), Endian::little);
            to += filled / 32 * 4;
            pending >>= filled & 32;
            filled &= 31;
        }
        size_ = static_cast<std::size_t>(to - bytes_.data());
        pending_ = pending;
        filled_ = filled;
    }
    void align() {
        put((filled_ + 7) / 8);
        pending_ = filled_ = 0;
    }
    std::size_t size() const { return size_; } // after align()
    ByteBuffer take() && {
        align();
        bytes_.resize(size_);
        return std::move(bytes_);
    }

private:
    // The lowest bytes of what is pending, four at the most.
    void put(std::size_t count) {
        if (bytes_.size() - size_ < 4) bytes_.resize(std::max<std::size_t>(64, 2 * bytes_.size()));
        store(bytes_.data() + size_, static_cast<std::uint32_t>(pending_), Endian::little);
        size_ += count;
    }

    ByteBuffer bytes_; // room for what is to come included
    std::size_t size_ = 0;
    std::uint64_t pending_ = 0;
    unsigned filled_ = 0;
};

// Past the end it reads zeros and is no longer ok().
class BitReader {
public:
    explicit BitReader(Bytes bytes) : bytes_(bytes) {}

    std::uint64_t read(unsigned width) {
        std::uint64_t value = 0;
        for (unsigned done = 0; done < width;) {
            const std::size_t byte = static_cast<std::size_t>(position_ / 8);
            if (byte >= bytes_.size()) {
                ok_ = false;
                return 0;
            }
            const unsigned skip = static_cast<unsigned>(position_ % 8), take = std::min(8 - skip, width - done);
            const auto part = (static_cast<std::uint64_t>(bytes_[byte]) >> skip) & ((1u << take) - 1);
            value |= part << done;
            done += take;
            position_ += take;
        }
        return value;
    }
    bool ok() const { return ok_; }
    std::uint64_t position() const { return position_; }
    void align() { position_ = (position_ + 7) / 8 * 8; }

private:
    Bytes bytes_;
    std::uint64_t position_ = 0;
    bool ok_ = true;
};

// Eight bytes as a number.
inline std::uint64_t word_at(const std::byte* bytes) {
    if constexpr (std::endian::native != std::endian::little) return load<std::uint64_t>(bytes, Endian::little);
    std::uint64_t word;
    std::memcpy(&word, bytes, 8);
    return word;
}

// `width` bits (32 at the most) at a bit address; the eight bytes from its byte on must be readable.
inline std::uint32_t bits_at(const std::byte* bytes, std::uint64_t address, unsigned width) {
    return static_cast<std::uint32_t>(word_at(bytes + address / 8) >> (address % 8) &
                                      ((std::uint64_t{1} << width) - 1));
}

constexpr unsigned width_of(std::uint64_t value) { return static_cast<unsigned>(std::bit_width(value)); }

} // namespace ossuary::codec
