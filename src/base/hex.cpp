#include "ossuary/base/hex.h"

namespace ossuary {

std::string hex_text(std::uint64_t value, std::size_t least_digits) {
    std::size_t digits = least_digits;
    while (digits < 16 && value >> (4 * digits) != 0) ++digits;
    std::string text(digits, '0');
    for (; value != 0; value >>= 4) text[--digits] = hex_digits[value & 15];
    return text;
}

void append_hex(std::string& text, std::span<const std::byte> bytes) {
    for (const std::byte b : bytes) {
        text += hex_digits[std::to_integer<std::size_t>(b) >> 4];
        text += hex_digits[std::to_integer<std::size_t>(b) & 15];
    }
}

std::string to_hex(std::span<const std::byte> bytes) {
    std::string text;
    text.reserve(2 * bytes.size());
    append_hex(text, bytes);
    return text;
}

bool from_hex(std::string_view text, std::span<std::byte> bytes) {
    if (text.size() != 2 * bytes.size()) return false;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const int high = hex_value(text[2 * i]), low = hex_value(text[2 * i + 1]);
        if (high < 0 || low < 0) return false;
        bytes[i] = static_cast<std::byte>(high << 4 | low);
    }
    return true;
}

std::optional<std::vector<std::byte>> from_hex(std::string_view text) {
    std::vector<std::byte> bytes(text.size() / 2);
    if (text.size() % 2 != 0 || !from_hex(text, bytes)) return {};
    return bytes;
}

} // namespace ossuary
