#include "ossuary/base/number.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>

#include <fast_float/fast_float.h>

#include "ossuary/base/decimal.h"

namespace ossuary {

namespace {

// What scan_decimal does not take: many digits, exponents.
bool scan_any_number(const char** cursor, const char* end, double* value) {
    const char* at = *cursor;
    if (at != end && *at == '+') { // fast_float refuses a leading plus
        ++at;
        if (at != end && (*at == '-' || *at == '+')) return false;
    }
    const char* first = at != end && *at == '-' ? at + 1 : at;
    if (first == end || !(decimal::is_digit(*first) || *first == '.')) return false; // nan, inf
    double parsed = 0;
    const auto result = fast_float::from_chars(at, end, parsed);
    if (result.ec != std::errc() || !std::isfinite(parsed)) return false;
    *value = parsed;
    *cursor = result.ptr;
    return true;
}

template <class T> void append_shortest(std::string& text, T value) {
    char buffer[32];
    text.append(buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr);
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

void append_number(std::string& text, float value) { append_shortest(text, value); }
void append_number(std::string& text, double value) { append_shortest(text, value); }
void append_number(std::string& text, std::int64_t value) { append_shortest(text, value); }

void append_fixed(std::string& text, double value) {
    if (value == 0) {
        text += '0';
        return;
    }
    char buffer[400]; // a double in fixed notation takes at most 309 digits before or 343 after the point
    text.append(buffer, std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed).ptr);
}

void append_rounded(std::string& text, double value, int decimals) {
    char buffer[400];
    const int places = std::clamp(decimals, 0, 80);
    const char* end = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed, places).ptr;
    std::string_view digits(buffer, static_cast<std::size_t>(end - buffer));
    if (digits.find('.') != digits.npos) {
        digits = digits.substr(0, digits.find_last_not_of('0') + 1);
        if (digits.ends_with('.')) digits.remove_suffix(1);
    }
    text += digits == "-0" ? std::string_view("0") : digits;
}

double shortest_double(float value) {
    std::string text;
    append_number(text, value);
    return parse_number(text).value_or(value);
}

} // namespace ossuary
