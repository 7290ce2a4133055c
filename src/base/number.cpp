#include "ossuary/base/number.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>

#include "base/conversions.h"
#include "ossuary/base/decimal.h"

namespace ossuary {

namespace {

// What scan_decimal does not take: many digits, exponents.
bool scan_any_number(const char** cursor, const char* end, double* value) {
    const char* at = *cursor;
    const bool negative = at != end && *at == '-';
    if (at != end && (*at == '-' || *at == '+')) ++at;
    if (at == end || !(decimal::is_digit(*at) || *at == '.')) return false; // nan, inf
    double parsed = 0;
    const char* behind = read_decimal(at, end, &parsed);
    if (!behind || !std::isfinite(parsed)) return false;
    *value = negative ? -parsed : parsed;
    *cursor = behind;
    return true;
}

} // namespace

bool scan_number(const char** cursor, const char* end, double* value) {
    return scan_decimal(cursor, end, value) || scan_any_number(cursor, end, value);
}

std::optional<double> parse_number(std::string_view text) {
    const char* cursor = text.data();
    double value = 0;
    if (!scan_number(&cursor, text.data() + text.size(), &value) || cursor != text.data() + text.size()) return {};
    return value;
}

std::optional<std::int64_t> parse_integer(std::string_view text) {
    if (text.starts_with('+')) {
        text.remove_prefix(1);
        if (text.starts_with('-')) return {};
    }
    std::int64_t value = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
    if (result.ec != std::errc() || result.ptr != text.data() + text.size()) return {};
    return value;
}

void append_number(std::string& text, float value) {
    char buffer[number_room];
    text.append(buffer, write_shortest(buffer, value));
}

void append_number(std::string& text, double value) {
    char buffer[number_room];
    text.append(buffer, write_shortest(buffer, value));
}

void append_number(std::string& text, std::int64_t value) {
    char buffer[number_room];
    text.append(buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr);
}

void append_fixed(std::string& text, double value) {
    if (value == 0) {
        text += '0';
        return;
    }
    char buffer[number_room];
    text.append(buffer, write_fixed(buffer, value));
}

void append_rounded(std::string& text, double value, int decimals) {
    char buffer[number_room];
    const char* end = write_fixed(buffer, value, std::clamp(decimals, 0, 80));
    std::string_view digits(buffer, static_cast<std::size_t>(end - buffer));
    if (digits.find('.') != digits.npos) {
        digits = digits.substr(0, digits.find_last_not_of('0') + 1);
        if (digits.ends_with('.')) digits.remove_suffix(1);
    }
    text += digits == "-0" ? std::string_view("0") : digits;
}

void append_general(std::string& text, double value, int digits) {
    char buffer[number_room];
    text.append(buffer, write_general(buffer, value, std::clamp(digits, 1, 17)));
}

double shortest_double(float value) {
    std::string text;
    append_number(text, value);
    return parse_number(text).value_or(value);
}

} // namespace ossuary
