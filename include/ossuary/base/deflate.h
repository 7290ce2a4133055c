// Deflate in the wrapping of zlib (RFC 1950): two bytes in front, an Adler-32 checksum behind.
#pragma once

#include <memory>
#include <span>

#include "ossuary/base/bytes.h"

namespace ossuary {

// Unpacks streams, one after the other; what it needs for that is made once. Not to be used by two threads at a time.
class Inflater {
public:
    Inflater();
    ~Inflater();
    Inflater(Inflater&&) noexcept;
    Inflater& operator=(Inflater&&) noexcept;

    // Unpacks one complete stream to the front of `out` and returns how many bytes that were. Never writes, and hardly
    // works, beyond `out`: a stream that holds more is an error, and so are one that is broken or cut short, a wrong
    // checksum, and bytes behind its end. Then `out` holds anything. The error has no place; the caller knows where.
    Result<std::size_t> unpack(Bytes stream, std::span<std::byte> out);

private:
    struct State;
    std::unique_ptr<State> state_;
};

// The bytes as one stream. The same bytes and level give the same stream, in one version of the library that packs.
// Level 1 is quick, 9 is small, 0 only wraps. Fails without memory only.
Result<ByteBuffer> deflate(Bytes bytes, int level = 6);

} // namespace ossuary
