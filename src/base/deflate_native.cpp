// The only file that knows zlib.
#include "ossuary/base/deflate.h"

#include <algorithm>
#include <limits>

#include <zlib.h>

#include "ossuary/base/diagnostic.h"

namespace ossuary {

namespace {

// zlib counts in 32 bits; more is given to it in portions.
uInt portion(std::size_t size) {
    return static_cast<uInt>(std::min<std::size_t>(size, std::numeric_limits<uInt>::max()));
}

Bytef* writable(const std::byte* bytes) {
    return reinterpret_cast<Bytef*>(const_cast<std::byte*>(bytes)); // zlib only reads its input
}

} // namespace

struct Inflater::State {
    z_stream stream{};
    bool ready = inflateInit(&stream) == Z_OK;

    State() = default;
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    ~State() {
        if (ready) inflateEnd(&stream);
    }
};

Inflater::Inflater() : state_(std::make_unique<State>()) {}
Inflater::~Inflater() = default;
Inflater::Inflater(Inflater&&) noexcept = default;
Inflater& Inflater::operator=(Inflater&&) noexcept = default;

Result<std::size_t> Inflater::unpack(Bytes bytes, std::span<std::byte> out) {
    z_stream& stream = state_->stream;
    if (!state_->ready || inflateReset(&stream) != Z_OK) return fail("no memory for unpacking");
    std::size_t read = 0, written = 0;
    std::byte beyond; // has room where `out` has none, to see whether the stream ends there
    int code = Z_OK;
    while (code == Z_OK) {
        const bool full = written == out.size();
        const uInt given = portion(bytes.size() - read), room = full ? 1 : portion(out.size() - written);
        stream.next_in = writable(bytes.data() + read);
        stream.avail_in = given;
        stream.next_out = reinterpret_cast<Bytef*>(full ? &beyond : out.data() + written);
        stream.avail_out = room;
        code = inflate(&stream, given + read == bytes.size() && !full ? Z_FINISH : Z_NO_FLUSH);
        read += given - stream.avail_in;
        if (full && stream.avail_out == 0) return fail("unpacks to more than " + std::to_string(out.size()) + " bytes");
        if (!full) written += room - stream.avail_out;
        if (code == Z_BUF_ERROR && stream.avail_out == 0) code = Z_OK; // wants room: the next round tells
    }
    if (code == Z_BUF_ERROR) return fail("is cut short");
    if (code == Z_MEM_ERROR) return fail("no memory for unpacking");
    if (code != Z_STREAM_END) return fail(stream.msg ? stream.msg : "is no zlib stream");
    if (read != bytes.size()) return fail("has " + std::to_string(bytes.size() - read) + " bytes behind its end");
    return written;
}

Result<ByteBuffer> deflate(Bytes bytes, int level) {
    uLongf size = compressBound(static_cast<uLong>(bytes.size()));
    ByteBuffer packed(size);
    if (compress2(reinterpret_cast<Bytef*>(packed.data()), &size, writable(bytes.data()),
                  static_cast<uLong>(bytes.size()), level) != Z_OK)
        return fail("no memory for packing");
    packed.resize(size);
    return packed;
}

} // namespace ossuary
