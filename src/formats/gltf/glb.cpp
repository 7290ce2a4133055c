#include "glb.h"

#include "ossuary/base/diagnostic.h"

namespace ossuary::gltf {

namespace {

constexpr std::uint64_t padded(std::uint64_t size) { return (size + 3) / 4 * 4; }

} // namespace

bool has_glb_magic(Bytes bytes) {
    return bytes.size() >= 4 && load<std::uint32_t>(bytes.data(), Endian::little) == glb_magic;
}

Result<GlbChunks> parse_glb(Bytes bytes, Diagnostics* diagnostics) {
    ByteReader reader(bytes);
    GlbHeader header;
    reader("header", header);
    if (!reader.ok()) return Failure(reader.error());
    if (header.magic != glb_magic) return fail({.offset = 0, .field = "header.magic"}, "not a GLB file");
    if (header.version != 2)
        return fail({.offset = 4, .field = "header.version"},
                    "version " + std::to_string(header.version) + " found, only 2 is read");
    if (header.length > bytes.size())
        return fail({.offset = 8, .field = "header.length"}, "the file should have " + std::to_string(header.length) +
                                                                 " bytes but has " + std::to_string(bytes.size()));
    if (header.length < 12) return fail({.offset = 8, .field = "header.length"}, "shorter than the header itself");
    if (header.length < bytes.size())
        report(diagnostics, Severity::warning, {.offset = header.length},
               std::to_string(bytes.size() - header.length) + " bytes after the end of the file are ignored");

    GlbChunks chunks;
    reader = ByteReader(bytes.first(header.length));
    reader.skip("header", 12);
    for (std::int64_t index = 0; reader.ok() && reader.remaining() > 0; ++index) {
        const ByteReader::Scope scope(reader, "chunks", index);
        const std::size_t start = reader.offset();
        GlbChunkHeader chunk;
        describe(reader, chunk);
        if (reader.ok() && chunk.length > reader.remaining())
            return fail({.offset = start, .field = "chunks[" + std::to_string(index) + "].length"},
                        "the chunk has " + std::to_string(chunk.length) + " bytes, only " +
                            std::to_string(reader.remaining()) + " are left");
        const Bytes data = reader.take("data", chunk.length);
        if (!reader.ok()) break;
        if (index == 0) {
            if (chunk.type != json_chunk)
                return fail({.offset = start + 4, .field = "chunks[0].type"}, "the first chunk is not JSON");
            chunks.json = as_text(data);
        } else if (chunk.type == bin_chunk && !chunks.has_binary) {
            chunks.binary = data;
            chunks.has_binary = true;
        } else {
            report(diagnostics, Severity::note, {.offset = start}, "a chunk of an unknown type is skipped");
        }
    }
    if (!reader.ok()) return Failure(reader.error());
    if (header.length == 12) return fail({.offset = 12, .field = "chunks"}, "there is no JSON chunk");
    return chunks;
}

Result<ByteBuffer> begin_glb(std::string_view json, std::uint64_t binary_size) {
    const std::uint64_t json_size = padded(json.size()), bin_size = padded(binary_size);
    const std::uint64_t total = 12 + 8 + json_size + (binary_size > 0 ? 8 + bin_size : 0);
    if (total > UINT32_MAX) return fail("the file would have 4 GiB or more, which GLB cannot hold");
    ByteWriter writer;
    writer.buffer().reserve(static_cast<std::size_t>(total));
    writer("header", GlbHeader{.length = static_cast<std::uint32_t>(total)});
    writer("chunk", GlbChunkHeader{static_cast<std::uint32_t>(json_size), json_chunk});
    writer.text(json);
    writer.align(4, std::byte{' '});
    if (binary_size > 0) writer("chunk", GlbChunkHeader{static_cast<std::uint32_t>(bin_size), bin_chunk});
    return std::move(writer).take();
}

} // namespace ossuary::gltf
