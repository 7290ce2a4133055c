#include "ossuary/base/hash.h"

namespace ossuary {

namespace {
// Sixteen tables, so that sixteen bytes go through in one step. Made when first needed, in less time than it takes to
// load them.
struct CrcTables {
    std::array<std::array<std::uint32_t, 256>, 16> of;

    CrcTables() {
        for (std::uint32_t i = 0; i < 256; ++i) {
            std::uint32_t crc = i;
            for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) ? 0xEDB88320u : 0u);
            of[0][i] = crc;
        }
        for (std::size_t k = 1; k < 16; ++k)
            for (std::size_t i = 0; i < 256; ++i) of[k][i] = (of[k - 1][i] >> 8) ^ of[0][of[k - 1][i] & 0xFF];
    }
};
} // namespace

std::uint32_t crc32(Bytes bytes, std::uint32_t crc) {
    static const CrcTables made;
    const auto& tables = made.of;
    crc = ~crc;
    const std::byte* at = bytes.data();
    std::size_t left = bytes.size();
    for (; left >= 16; at += 16, left -= 16) {
        const std::uint64_t first = load<std::uint64_t>(at, Endian::little) ^ crc;
        const std::uint64_t second = load<std::uint64_t>(at + 8, Endian::little);
        crc = 0;
        for (std::size_t k = 0; k < 8; ++k)
            crc ^= tables[15 - k][(first >> (8 * k)) & 0xFF] ^ tables[7 - k][(second >> (8 * k)) & 0xFF];
    }
    for (; left > 0; ++at, --left) crc = (crc >> 8) ^ tables[0][(crc ^ std::to_integer<std::uint32_t>(*at)) & 0xFF];
    return ~crc;
}

namespace {
// Eight bytes with their capital ASCII letters made small.
std::uint64_t to_lower(std::uint64_t letters) {
    constexpr std::uint64_t each = 0x0101'0101'0101'0101u, high = 0x80 * each;
    const std::uint64_t low = letters & ~high;
    const std::uint64_t from_a = low + (0x80 - 'A') * each, behind_z = low + (0x7F - 'Z') * each;
    return letters | (((from_a ^ behind_z) & ~letters & high) >> 2);
}
} // namespace

std::uint64_t folded_hash(std::string_view name, std::uint64_t seed) {
    constexpr std::uint64_t odd = 0x9E37'79B9'7F4A'7C15u;
    std::uint64_t hash = (seed ^ name.size()) * odd;
    const auto mix = [&](std::uint64_t letters) {
        hash = (hash ^ to_lower(letters)) * odd;
        hash ^= hash >> 29;
    };
    const std::byte* at = as_bytes(name).data();
    std::size_t left = name.size();
    for (; left >= 8; at += 8, left -= 8) mix(load<std::uint64_t>(at, Endian::little));
    std::uint64_t rest = 0;
    for (std::size_t i = 0; i < left; ++i) rest |= std::to_integer<std::uint64_t>(at[i]) << (8 * i);
    mix(rest);
    return hash ^ hash >> 32;
}

void ContentHash::add(Bytes bytes) {
    for (const std::byte b : bytes) state_ = (state_ ^ std::to_integer<std::uint64_t>(b)) * 0x100000001b3u;
}

} // namespace ossuary
