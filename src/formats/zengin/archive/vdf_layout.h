// What reading and making archives share.
#pragma once

#include <string_view>

#include "ossuary/formats/zengin/vdf.h"

namespace ossuary::zengin {

inline constexpr std::size_t header_size = 296, record_size = 80;
inline constexpr std::string_view gothic1_signature = "PSVDSC_V2.00\r\n\r\n",
                                  gothic2_signature = "PSVDSC_V2.00\n\r\n\r";

ByteBuffer write_pieces(const VdfHeader& header, Bytes before_catalog, std::span<const VdfRecord> records, Bytes data);

// The head of a zipped stream, and whether bytes begin with one of a file of that size.
struct StreamHeader {
    static constexpr std::size_t packed_size = 12;
    std::uint32_t length = 0, block_size = 0, block_count = 0;
};
inline StreamHeader stream_header_of(Bytes bytes) {
    return {load<std::uint32_t>(bytes.data(), Endian::little), load<std::uint32_t>(bytes.data() + 4, Endian::little),
            load<std::uint32_t>(bytes.data() + 8, Endian::little)};
}
inline bool begins_as_stream(Bytes bytes, std::uint32_t size) {
    if (size == 0 || bytes.size() < StreamHeader::packed_size) return false;
    const auto [length, block_size, block_count] = stream_header_of(bytes);
    return length == size && block_size > 0 && block_count == (std::uint64_t{length} + block_size - 1) / block_size;
}

} // namespace ossuary::zengin
