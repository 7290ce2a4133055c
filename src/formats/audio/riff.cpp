#include "ossuary/formats/audio/riff.h"

#include <algorithm>

#include "ossuary/base/diagnostic.h"

namespace ossuary::audio {

namespace {

constexpr int deepest_chunk = 16;
constexpr std::size_t chunk_header = 8;

class RiffParser {
public:
    RiffParser(Bytes bytes, Diagnostics* diagnostics) : bytes_(bytes), diagnostics_(diagnostics) {}

    Result<Riff> parse() {
        if (bytes_.size() < 12) return fail({.offset = bytes_.size()}, "riff: truncated header");
        if (load<FourCc>(bytes_.data(), Endian::little) != four_cc("RIFF"))
            return fail({.offset = 0}, "riff: bad signature");
        Riff riff;
        std::size_t at = 0;
        read(riff.form, at, bytes_.size(), 1);
        if (error_) return Failure(*error_);
        if (at < bytes_.size()) {
            warn(at, {}, "riff: bytes after the form");
            const Bytes rest = bytes_.subspan(at);
            riff.trailer.assign(rest.begin(), rest.end());
        }
        return riff;
    }

private:
    void warn(std::size_t offset, std::string field, std::string message) {
        report(diagnostics_, Severity::warning, {.offset = offset, .field = std::move(field)}, std::move(message));
    }
    void stop(std::size_t offset, FourCc id, std::string message) {
        if (!error_) error_ = Error({.offset = offset, .field = text_of(id)}, std::move(message));
    }

    // The chunk at `at`, which has at least its header before `end`; `at` moves behind it and its padding.
    void read(Chunk& chunk, std::size_t& at, std::size_t end, int depth) {
        chunk.id = load<FourCc>(bytes_.data() + at, Endian::little);
        const auto size = load<std::uint32_t>(bytes_.data() + at + 4, Endian::little);
        const std::size_t begin = at + chunk_header;
        const std::size_t there = std::min<std::size_t>(size, end - begin);
        if (there < size) {
            chunk.declared_size = size;
            warn(at, text_of(chunk.id), "riff: chunk size past parent");
        }
        at = begin + there;
        chunk.offset = begin;
        if (chunk.is_container()) {
            if (depth > deepest_chunk) return stop(begin, chunk.id, "riff: nesting too deep");
            if (there < 4) return stop(begin, chunk.id, "riff: list without type");
            chunk.type = load<FourCc>(bytes_.data() + begin, Endian::little);
            chunk.offset = begin + 4;
            read_all(chunk, begin + 4, at, depth);
        } else {
            const Bytes payload = bytes_.subspan(begin, there);
            chunk.bytes.assign(payload.begin(), payload.end());
        }
        if (there % 2 == 0 || chunk.declared_size) return;
        if (at == end) return warn(at, text_of(chunk.id), "riff: missing pad byte");
        chunk.pad = std::to_integer<std::uint8_t>(bytes_[at++]);
    }
    void read_all(Chunk& list, std::size_t at, std::size_t end, int depth) {
        while (end - at >= chunk_header && !error_) {
            list.chunks.emplace_back();
            read(list.chunks.back(), at, end, depth + 1);
        }
        if (at == end || error_) return;
        warn(at, text_of(list.type), "riff: stray bytes in list");
        const Bytes rest = bytes_.subspan(at, end - at);
        list.stray.assign(rest.begin(), rest.end());
    }

    Bytes bytes_;
    Diagnostics* diagnostics_;
    std::optional<Error> error_;
};

std::size_t padded_size(const Chunk& chunk) { return chunk_header + payload_size(chunk) + (chunk.pad ? 1 : 0); }

void write_chunk(ByteWriter& writer, const Chunk& chunk) {
    writer.write(chunk.id);
    writer.write(chunk.declared_size.value_or(static_cast<std::uint32_t>(payload_size(chunk))));
    if (chunk.is_container()) {
        writer.write(chunk.type);
        for (const Chunk& inner : chunk.chunks) write_chunk(writer, inner);
        writer.bytes(chunk.stray);
    } else {
        writer.bytes(chunk.bytes);
    }
    if (chunk.pad) writer.write(*chunk.pad);
}

} // namespace

std::string text_of(FourCc code) {
    std::string text;
    for (int i = 0; i < 4; ++i) {
        const auto c = static_cast<char>(static_cast<std::uint32_t>(code) >> (8 * i) & 0xff);
        text += c >= ' ' && c <= '~' ? c : '?';
    }
    return text;
}

const Chunk* Chunk::find(FourCc wanted_id) const {
    for (const Chunk& chunk : chunks)
        if (chunk.id == wanted_id) return &chunk;
    return nullptr;
}

const Chunk* Chunk::find_list(FourCc wanted_type) const {
    for (const Chunk& chunk : chunks)
        if (chunk.is_container() && chunk.type == wanted_type) return &chunk;
    return nullptr;
}

Chunk make_chunk(FourCc id, ByteBuffer bytes) {
    Chunk chunk;
    chunk.id = id;
    chunk.bytes = std::move(bytes);
    if (chunk.bytes.size() % 2 != 0) chunk.pad = std::uint8_t{0};
    return chunk;
}

Chunk make_list(FourCc id, FourCc type, std::vector<Chunk> chunks) {
    Chunk chunk;
    chunk.id = id;
    chunk.type = type;
    chunk.chunks = std::move(chunks);
    return chunk;
}

std::size_t payload_size(const Chunk& chunk) {
    if (!chunk.is_container()) return chunk.bytes.size();
    std::size_t size = 4 + chunk.stray.size();
    for (const Chunk& inner : chunk.chunks) size += padded_size(inner);
    return size;
}

bool recognise_riff(Bytes bytes) {
    return bytes.size() >= 12 && load<FourCc>(bytes.data(), Endian::little) == four_cc("RIFF");
}

bool is_form(Bytes bytes, FourCc type) {
    return recognise_riff(bytes) && load<FourCc>(bytes.data() + 8, Endian::little) == type;
}

Result<Riff> parse_riff(Bytes bytes, Diagnostics* diagnostics) { return RiffParser(bytes, diagnostics).parse(); }

ByteBuffer write_riff(const Riff& riff) {
    ByteWriter writer;
    write_chunk(writer, riff.form);
    writer.bytes(riff.trailer);
    return std::move(writer).take();
}

} // namespace ossuary::audio
