// Hexadecimal text: digits, numbers and bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ossuary {

inline constexpr std::string_view hex_digits = "0123456789abcdef";
inline constexpr std::string_view upper_hex_digits = "0123456789ABCDEF";

// The value of a digit in either case; -1 for any other character.
constexpr int hex_value(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// A number in lower case, with leading zeros up to `least_digits`: hex_text(0x1a4) is "1a4", hex_text(10, 4) "000a".
std::string hex_text(std::uint64_t value, std::size_t least_digits = 1);

// Two digits a byte, in lower case.
std::string to_hex(std::span<const std::byte> bytes);
void append_hex(std::string& text, std::span<const std::byte> bytes);

// The bytes back; digits may have either case. False (nothing) unless the text has two digits for each byte.
bool from_hex(std::string_view text, std::span<std::byte> bytes);
std::optional<std::vector<std::byte>> from_hex(std::string_view text);

} // namespace ossuary
