// The contents of an archive's files, and the blocks they are packed in.
#include <algorithm>

#include "ossuary/base/deflate.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"
#include "vdf_layout.h"

namespace ossuary::zengin {

namespace {

constexpr std::size_t block_header = 12;
constexpr std::uint64_t most_expansion = 1100; // deflate cannot make 1032 bytes or more of one

bool lies_within(const Vdf& vdf, std::uint64_t offset, std::uint64_t size) {
    return offset + size <= vdf.file.bytes.size();
}

Failure corrupt(const VdfRecord& record, std::size_t block, std::size_t offset, std::string_view why) {
    return fail(Place{.offset = offset}, "vdf: corrupt compressed block " + std::to_string(block) + " in " +
                                             latin1_to_utf8(name_of(record)) + ": " + std::string(why));
}

} // namespace

bool is_zipped(const Vdf& vdf, const VdfRecord& record) {
    return vdf.header.flags == zipped_volume && !record.is_directory() && lies_within(vdf, record.offset, 0) &&
           begins_as_stream(vdf.file.bytes.subspan(record.offset), record.size);
}

bool is_out_of_bounds(const Vdf& vdf, const VdfRecord& record) {
    return !record.is_directory() && record.size > 0 && !lies_within(vdf, record.offset, record.size) &&
           !is_zipped(vdf, record);
}

Result<std::vector<VdfBlock>> blocks_of(const Vdf& vdf, const VdfRecord& record, const ContainerLimits& limits) {
    std::vector<VdfBlock> blocks;
    if (!is_zipped(vdf, record)) return blocks;
    const Bytes rest = vdf.file.bytes.subspan(record.offset);
    const StreamHeader stream = stream_header_of(rest);
    if (stream.length > limits.file_size)
        return fail(Place{.offset = record.offset}, "vdf: file too large: " + std::to_string(stream.length) +
                                                        " bytes unpacked, the limit is " +
                                                        std::to_string(limits.file_size));
    if (stream.block_size > limits.block_size)
        return corrupt(record, 0, record.offset, "a block size of " + std::to_string(stream.block_size) + " bytes");
    if (stream.block_count > rest.size() / block_header || stream.length > most_expansion * rest.size())
        return corrupt(record, 0, record.offset, "more data than the rest of the archive can hold");
    blocks.reserve(stream.block_count);
    std::size_t at = record.offset + StreamHeader::packed_size;
    std::uint64_t left = stream.length;
    for (std::size_t k = 0; k < stream.block_count; ++k) {
        if (!lies_within(vdf, at, block_header)) return corrupt(record, k, at, "runs over the end of the archive");
        const std::byte* words = vdf.file.bytes.data() + at;
        const VdfBlock block{load<std::uint32_t>(words, Endian::little), load<std::uint32_t>(words + 4, Endian::little),
                             load<std::uint32_t>(words + 8, Endian::little), at + block_header};
        if (!lies_within(vdf, block.offset, block.compressed_length))
            return corrupt(record, k, at, "runs over the end of the archive");
        if (block.source_length > stream.block_size || block.source_length > left)
            return corrupt(record, k, at, "longer than what is left of the file, or than a block");
        if (block.source_length > most_expansion * block.compressed_length)
            return corrupt(record, k, at, "too few bytes for what it claims to hold");
        left -= block.source_length;
        at = block.offset + block.compressed_length;
        blocks.push_back(block);
    }
    if (left > 0)
        return corrupt(record, blocks.size() - 1, at, "the blocks lack " + std::to_string(left) + " bytes of the file");
    return blocks;
}

Result<SharedBytes> read_entry(const Vdf& vdf, const VdfRecord& record, const ContainerLimits& limits) {
    if (record.is_directory()) return fail("vdf: a directory has no contents");
    if (record.size == 0) return SharedBytes();
    if (!is_zipped(vdf, record)) {
        if (!lies_within(vdf, record.offset, record.size))
            return fail(Place{.offset = record.offset}, "vdf: entry out of bounds: " + std::to_string(record.size) +
                                                            " bytes, the archive ends at " +
                                                            std::to_string(vdf.file.bytes.size()));
        return vdf.file.part(record.offset, record.size);
    }
    const auto blocks = blocks_of(vdf, record, limits);
    if (!blocks) return Failure(blocks.error());
    const std::shared_ptr<std::byte[]> buffer(new std::byte[record.size]); // not cleared: every byte is written below
    std::byte* to = buffer.get();
    Inflater inflater;
    for (std::size_t k = 0; k < blocks->size(); ++k) {
        const VdfBlock& block = (*blocks)[k];
        const auto unpacked =
            inflater.unpack(vdf.file.bytes.subspan(block.offset, block.compressed_length), {to, block.source_length});
        if (!unpacked) return corrupt(record, k, block.offset, unpacked.error().message());
        if (*unpacked != block.source_length)
            return corrupt(record, k, block.offset,
                           "unpacks to " + std::to_string(*unpacked) + " bytes instead of " +
                               std::to_string(block.source_length));
        to += block.source_length;
    }
    return SharedBytes({buffer.get(), record.size}, buffer);
}

} // namespace ossuary::zengin
