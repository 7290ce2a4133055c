// Zlib streams where zlib is not: through the stb headers. These neither look at the checksum nor say where a stream
// ended, so the reader's state is asked. The headers are compiled here, for PNG files too.
#include "ossuary/base/deflate.h"

#include <algorithm>
#include <climits>
#include <cstdlib>

#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#define STBI_NO_STDIO
#define STBI_NO_LINEAR
#define STBI_NO_THREAD_LOCALS
#include <stb/stb_image.h>
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STBI_WRITE_NO_STDIO
#include <stb/stb_image_write.h>

#include "ossuary/base/diagnostic.h"

namespace ossuary {

namespace {

constexpr std::size_t checksum_size = 4;

std::uint32_t adler32(Bytes bytes) {
    std::uint32_t a = 1, b = 0;
    while (!bytes.empty()) {
        // As many as cannot overflow the sums.
        const Bytes some = bytes.first(std::min<std::size_t>(bytes.size(), 5552));
        for (const std::byte value : some) {
            a += std::to_integer<std::uint32_t>(value);
            b += a;
        }
        a %= 65521;
        b %= 65521;
        bytes = bytes.subspan(some.size());
    }
    return b << 16 | a;
}

void append_big_endian(ByteBuffer& buffer, std::uint32_t value) {
    for (int shift = 24; shift >= 0; shift -= 8) buffer.push_back(static_cast<std::byte>(value >> shift));
}

// Blocks that are stored, not packed.
ByteBuffer wrapped(Bytes bytes) {
    ByteBuffer stream{std::byte{0x78}, std::byte{0x01}};
    const std::uint32_t checksum = adler32(bytes);
    do {
        const Bytes block = bytes.first(std::min<std::size_t>(bytes.size(), 0xffff));
        bytes = bytes.subspan(block.size());
        const auto size = static_cast<std::uint32_t>(block.size());
        for (const std::uint32_t value : {bytes.empty() ? 1u : 0u, size, size >> 8, ~size, ~size >> 8})
            stream.push_back(static_cast<std::byte>(value));
        stream.insert(stream.end(), block.begin(), block.end());
    } while (!bytes.empty());
    append_big_endian(stream, checksum);
    return stream;
}

} // namespace

struct Inflater::State {
    stbi__zbuf reader;
};

Inflater::Inflater() : state_(std::make_unique<State>()) {}
Inflater::~Inflater() = default;
Inflater::Inflater(Inflater&&) noexcept = default;
Inflater& Inflater::operator=(Inflater&&) noexcept = default;

Result<std::size_t> Inflater::unpack(Bytes stream, std::span<std::byte> out) {
    if (stream.size() > INT_MAX || out.size() > INT_MAX) return fail("is larger than a browser can unpack");
    if (stream.size() < 2 + checksum_size) return fail("is cut short");
    stbi__zbuf& reader = state_->reader;
    auto* const first = reinterpret_cast<stbi_uc*>(const_cast<std::byte*>(stream.data())); // it only reads
    reader.zbuffer = first;
    reader.zbuffer_end = first + stream.size();
    const int room = static_cast<int>(out.size());
    stbi__g_failure_reason = "is no zlib stream"; // not every failure has a reason of its own
    if (!stbi__do_zlib(&reader, reinterpret_cast<char*>(out.data()), room, 0, 1)) {
        const std::string_view reason = stbi_failure_reason();
        if (reason == "output buffer limit") return fail("unpacks to more than " + std::to_string(room) + " bytes");
        return fail(reader.zbuffer == reader.zbuffer_end ? "is cut short" : std::string(reason));
    }
    // Whole bytes that were fetched and not used belong to what follows.
    const auto read = static_cast<std::size_t>(reader.zbuffer - first) - static_cast<std::size_t>(reader.num_bits / 8);
    if (read + checksum_size > stream.size()) return fail("is cut short");
    const auto written = static_cast<std::size_t>(reader.zout - reader.zout_start);
    if (load<std::uint32_t>(stream.data() + read, Endian::big) != adler32(out.first(written)))
        return fail("incorrect data check");
    if (read + checksum_size != stream.size())
        return fail("has " + std::to_string(stream.size() - read - checksum_size) + " bytes behind its end");
    return written;
}

Result<ByteBuffer> deflate(Bytes bytes, int level) {
    if (level == 0 || bytes.empty()) return wrapped(bytes);
    if (bytes.size() > INT_MAX) return fail("is larger than a browser can pack");
    auto* const first = reinterpret_cast<unsigned char*>(const_cast<std::byte*>(bytes.data())); // it only reads
    int size = 0;
    const std::unique_ptr<unsigned char, decltype(&std::free)> packed(
        stbi_zlib_compress(first, static_cast<int>(bytes.size()), &size, level), &std::free);
    if (!packed) return fail("no memory for packing");
    const auto* begin = reinterpret_cast<const std::byte*>(packed.get());
    return ByteBuffer(begin, begin + size);
}

} // namespace ossuary
