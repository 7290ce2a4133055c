// Bits in and out, lowest first.
#pragma once

#include <algorithm>
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
        const std::size_t size = bytes_.size();
        bytes_.resize(size + 4);
        store(bytes_.data() + size, static_cast<std::uint32_t>(pending_), Endian::little);
        pending_ >>= 32;
        filled_ -= 32;
    }
    void align() {
        for (; filled_ > 0; filled_ -= std::min(filled_, 8u), pending_ >>= 8)
            bytes_.push_back(static_cast<std::byte>(pending_ & 0xff));
    }
    std::size_t size() const { return bytes_.size(); } // after align()
    ByteBuffer take() && {
        align();
        return std::move(bytes_);
    }

private:
    ByteBuffer bytes_;
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

constexpr unsigned width_of(std::uint64_t value) {
    unsigned width = 0;
    for (; value > 0; value >>= 1) ++width;
    return width;
}

} // namespace ossuary::codec
