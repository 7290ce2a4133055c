// The records of chunk.h, field by field: one description for reading, writing, dump and build.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ossuary/formats/zengin/chunk.h"
#include "payload.h"

namespace ossuary::zengin {

using ChunkTypes = std::span<const ChunkType>;

Json to_json(ChunkType type);
bool from_json(const Json& json, ChunkType& type);
Json to_json(const RawBytes& raw);
bool from_json(const Json& json, RawBytes& raw);
Json to_json(const Layout& layout); // null when empty
bool from_json(const Json& json, Layout& layout);

// The first chunk of a file, for recognising it; type 0 if there is none.
struct ChunkHead {
    std::uint16_t type = 0;
    std::uint32_t size = 0;
    Bytes payload; // what is there of it
};
ChunkHead first_chunk(Bytes bytes);
template <class T> bool begins_with(const ChunkHead& chunk, T value) {
    return chunk.payload.size() >= sizeof(T) && load<T>(chunk.payload.data(), Endian::little) == value;
}

// A file of chunks whose sizes lead from one to the next up to its end has them right. Where one does not, for somebody
// changed a text and forgot the size, the file with the size that does; nothing if no size would. A warning tells.
std::optional<ByteBuffer> with_right_sizes(Bytes file, Diagnostics* diagnostics = nullptr);

// Walks through the chunks of a file and notes its Layout on the way.
class ChunkReader {
public:
    explicit ChunkReader(Bytes file, Diagnostics* diagnostics = nullptr, std::size_t start = 0)
        : file_(file), next_(start), diagnostics_(diagnostics) {}

    // Goes to the next chunk; false at the end of the file and after a failure.
    bool next();
    ChunkType type() const { return type_; }
    Bytes payload() const { return payload_; }
    std::size_t offset() const { return offset_; } // of the chunk's header
    std::size_t next_offset() const { return next_; }
    bool at_end() const { return next_ == file_.size(); }
    std::size_t bytes_left() const { return file_.size() - next_; }
    Diagnostics* diagnostics() const { return diagnostics_; }

    // The payload as an Io. Give it back with close(), which takes over its error or what it left unread.
    PayloadReader open() { return {payload_, offset_ + 6, type_, diagnostics_}; }
    bool close(PayloadReader& reader);
    // Reads the whole payload through one function: `read(io)`.
    template <class Read> bool read(Read read) {
        PayloadReader io = open();
        read(io);
        return close(io);
    }
    // Notes a chunk that is not known here.
    void keep();

    bool ok() const { return !error_; }
    const Error& error() const { return *error_; }
    Failure failure() const { return Failure(*error_); }
    // Messages begin with an error name. The place is the current chunk.
    bool fail(std::string message, std::string_view field = {});
    void warn(std::string message, std::string_view field = {});
    // Fails with `DuplicateChunk` if the flag is already set, and sets it.
    bool once(bool& seen);
    // Fails with `MissingChunk`, at the end of what was read.
    bool missing(ChunkType type);
    void warn_missing(ChunkType type);
    // What stands behind the end chunk of a stand-alone file, with the warning `TrailingData`.
    RawBytes take_trailing();

    // For files of many small chunks: notes no layout, only whether a chunk had anything that is worth noting.
    void note_only_oddities() { noting_ = false; }
    bool has_oddities() const { return odd_; }
    void set_odd() { odd_ = true; }
    // Puts bytes into the note of the chunk that was closed last.
    void keep_bytes(Bytes bytes) {
        if (noting_) layout_.chunks.back().bytes.bytes.assign(bytes.begin(), bytes.end());
    }

    // What was noted since the last call, or an empty Layout if that is as usual.
    Layout take_layout(ChunkTypes usual);

private:
    Bytes file_;
    std::size_t next_;
    std::size_t offset_ = 0;
    ChunkType type_{};
    Bytes payload_;
    Diagnostics* diagnostics_;
    std::unique_ptr<Error> error_;
    Layout layout_;
    bool noting_ = true;
    bool odd_ = false;
};

// What to write: the kept chunks, if they hold as many of each type of `content` as the usual ones; otherwise (the file
// was changed since) the usual ones, with the unknown chunks in front of the last.
std::vector<ChunkRecord> chunks_to_write(const Layout& kept, ChunkTypes usual, ChunkTypes content);

// Appends the chunks; `describe_chunk(io, type)`, or `(io, record)`, puts what is known of each and nothing of others.
template <class DescribeChunk>
void write_chunks(ByteBuffer& buffer, const std::vector<ChunkRecord>& chunks, DescribeChunk describe_chunk) {
    for (const ChunkRecord& chunk : chunks) {
        PayloadWriter io(buffer, &chunk.unusual_ends);
        io("type", chunk.type);
        io("size", std::uint32_t{0});
        const std::size_t start = io.offset();
        if constexpr (requires { describe_chunk(io, chunk); })
            describe_chunk(io, chunk);
        else
            describe_chunk(io, chunk.type);
        io.bytes(chunk.bytes.bytes);
        io.patch(start - 4, static_cast<std::uint32_t>(io.offset() - start));
    }
}

// Lossless JSON of any record of these formats. Texts are in an unknown code page: every byte becomes the character
// of that number, and back. A text that holds a terminator, usually 0x0A or 0x00, cannot be built.
Json bytes_as_characters(const Json& json);
Result<Json> characters_as_bytes(const Json& json, std::string_view terminators = {"\n\0", 2});
template <class T> Json dump_zengin(const T& record) { return bytes_as_characters(dump_record(record)); }
template <class T> Result<T> build_zengin(const Json& json) {
    const Result<Json> raw = characters_as_bytes(json);
    return raw ? build_record<T>(*raw) : Result<T>(Failure(raw.error()));
}

template <class Io> void describe(Io& io, Date& date) {
    io("year", date.year);
    io("month", date.month);
    io("day", date.day);
    io("hour", date.hour);
    io("minute", date.minute);
    io("second", date.second);
    io("padding", date.padding);
}
template <class Io> void describe(Io& io, BoundingBox& box) {
    io("min", box.min);
    io("max", box.max);
}
template <class Io> void describe(Io& io, ChunkRecord& chunk) {
    io("type", chunk.type);
    io("bytes", chunk.bytes);
    io("unusual_ends", chunk.unusual_ends);
}

} // namespace ossuary::zengin
