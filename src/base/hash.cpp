#include "ossuary/base/hash.h"

namespace ossuary {

namespace {
// Sixteen tables, so that sixteen bytes go through in one step.
constexpr auto crc_tables = [] {
    std::array<std::array<std::uint32_t, 256>, 16> tables{};
    for (std::uint32_t i = 0; i < 256; ++i) {
        std::uint32_t crc = i;
        for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) ? 0xEDB88320u : 0u);
        tables[0][i] = crc;
    }
    for (std::size_t k = 1; k < 16; ++k)
        for (std::size_t i = 0; i < 256; ++i)
            tables[k][i] = (tables[k - 1][i] >> 8) ^ tables[0][tables[k - 1][i] & 0xFF];
    return tables;
}();
} // namespace

std::uint32_t crc32(Bytes bytes, std::uint32_t crc) {
    crc = ~crc;
    const std::byte* at = bytes.data();
    std::size_t left = bytes.size();
    for (; left >= 16; at += 16, left -= 16) {
        const std::uint64_t first = load<std::uint64_t>(at, Endian::little) ^ crc;
        const std::uint64_t second = load<std::uint64_t>(at + 8, Endian::little);
        crc = 0;
        for (std::size_t k = 0; k < 8; ++k)
            crc ^= crc_tables[15 - k][(first >> (8 * k)) & 0xFF] ^ crc_tables[7 - k][(second >> (8 * k)) & 0xFF];
    }
    for (; left > 0; ++at, --left) crc = (crc >> 8) ^ crc_tables[0][(crc ^ std::to_integer<std::uint32_t>(*at)) & 0xFF];
    return ~crc;
}

void ContentHash::add(Bytes bytes) {
    for (const std::byte b : bytes) state_ = (state_ ^ std::to_integer<std::uint64_t>(b)) * 0x100000001b3u;
}

} // namespace ossuary
