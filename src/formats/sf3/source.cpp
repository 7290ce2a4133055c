#include "source.h"

namespace ossuary::sf3 {

std::string entry_name(std::string_view list, std::size_t index) {
    return std::string(list) + '[' + std::to_string(index) + ']';
}

std::string hex(unsigned value) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (int shift = value > 0xFF ? 12 : 4; shift >= 0; shift -= 4) text += digits[value >> shift & 15];
    return text;
}

Failure Source::fail(std::string_view code, std::size_t offset, std::string_view field,
                     const std::string& message) const {
    std::string where = path;
    if (!where.empty() && !field.empty()) where += '.';
    where += field;
    return ossuary::fail({.offset = origin + offset, .field = std::move(where)}, std::string(code) + ": " + message);
}

} // namespace ossuary::sf3
