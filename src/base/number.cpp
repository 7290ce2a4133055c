#include "ossuary/base/number.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <system_error>

#include <fast_float/fast_float.h>

#include "ossuary/base/bytes.h"

namespace ossuary {

namespace {

constexpr double powers_of_ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

bool is_digit(char c) { return static_cast<unsigned char>(c - '0') < 10; }

constexpr std::uint64_t integer_powers_of_ten[] = {1,       10,        100,        1'000,      10'000,
                                                   100'000, 1'000'000, 10'000'000, 100'000'000};

// Appends the digits at `at` to the number and returns where they end. Eight are taken in one step, as one word whose
// first character is its lowest byte, however many of them are digits: that spares the branch a loop would guess wrong.
const char* add_digits(const char* at, const char* end, std::uint64_t& number) {
    while (end - at >= 8) {
        // Digits become 0 to 9; what is more, or has its high bit set, is none.
        std::uint64_t word = load<std::uint64_t>(reinterpret_cast<const std::byte*>(at), Endian::little);
        word ^= 0x3030303030303030u;
        const std::uint64_t foreign = ((word + 0x7676767676767676u) | word) & 0x8080808080808080u;
        const int count = std::countr_zero(foreign) / 8;
        if (count == 0) return at;
        word <<= 64 - 8 * count;        // fewer than eight get zeros in front
        word = word * 10 + (word >> 8); // pairs, then fours, then all eight
        constexpr std::uint64_t pairs = 0x000000FF000000FFu;
        word = ((word & pairs) * 0x000F424000000064u + ((word >> 16) & pairs) * 0x0000271000000001u) >> 32;
        number = number * integer_powers_of_ten[count] + word;
        at += count;
        if (count < 8) return at;
    }
    while (at != end && is_digit(*at)) number = number * 10 + static_cast<unsigned>(*at++ - '0');
    return at;
}

// Everything the quick path below does not take: many digits, exponents.
bool scan_any_number(const char** cursor, const char* end, double* value) {
    const char* at = *cursor;
    if (at != end && *at == '+') { // fast_float refuses a leading plus
        ++at;
        if (at != end && (*at == '-' || *at == '+')) return false;
    }
    const char* first = at != end && *at == '-' ? at + 1 : at;
    if (first == end || !(is_digit(*first) || *first == '.')) return false; // nan, inf
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
    // At most nineteen digits and a point: the digits fit an integer, and one exactly rounded division by a power of
    // ten gives the nearest double whenever that integer is below 2^53.
    const char* at = *cursor;
    const bool negative = at != end && *at == '-';
    if (negative) ++at;
    std::uint64_t digits = 0;
    const char* start = at;
    while (at != end && is_digit(*at)) digits = digits * 10 + static_cast<unsigned>(*at++ - '0');
    std::ptrdiff_t count = at - start, decimals = 0;
    if (at != end && *at == '.') {
        const char* point = ++at;
        at = add_digits(at, end, digits);
        decimals = at - point;
        count += decimals;
    }
    const bool has_exponent = at != end && (*at == 'e' || *at == 'E');
    if (count == 0 || count > 19 || has_exponent || digits >= (std::uint64_t{1} << 53))
        return scan_any_number(cursor, end, value);
    const double magnitude = static_cast<double>(digits) / powers_of_ten[decimals];
    *value = negative ? -magnitude : magnitude;
    *cursor = at;
    return true;
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
