// Through the C library, which rounds correctly too and has no tables: those of the quick algorithms do not compress
// and would be a fifth of what a page has to load.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "base/conversions.h"
#include "ossuary/base/decimal.h"

namespace ossuary {

namespace {

const char* behind_digits(const char* at, const char* end) {
    while (at != end && decimal::is_digit(*at)) ++at;
    return at;
}

// The digits of the number and the power of ten of the first, at the first precision that reads back the same. Of a
// power of two that may be one digit more than there need be.
struct Digits {
    bool negative;
    char digits[24];
    int count;
    int power;
};

template <class T> Digits shortest_digits(T value) {
    constexpr int most = sizeof(T) == sizeof(float) ? 9 : 17;
    char text[40];
    for (int count = 1;; ++count) {
        std::snprintf(text, sizeof text, "%.*e", count - 1, static_cast<double>(value));
        if (count == most || static_cast<T>(sizeof(T) == sizeof(float) ? std::strtof(text, nullptr)
                                                                       : std::strtod(text, nullptr)) == value)
            break;
    }
    Digits found{.negative = text[0] == '-', .digits = {}, .count = 0, .power = 0};
    const char* at = text + found.negative;
    for (; *at != 'e'; ++at)
        if (*at != '.') found.digits[found.count++] = *at;
    found.power = std::atoi(at + 1);
    return found;
}

char* put(char* to, const char* text, int count) {
    std::memcpy(to, text, static_cast<std::size_t>(count));
    return to + count;
}

char* put_zeros(char* to, int count) {
    std::memset(to, '0', static_cast<std::size_t>(count));
    return to + count;
}

char* write_fixed(char* to, const Digits& number, double value) {
    if (number.count <= number.power)
        return to + std::sprintf(to, "%.0f", std::abs(value)); // all its digits, not zeros
    if (number.power < 0) {
        to = put_zeros(put(to, "0.", 2), -number.power - 1);
        return put(to, number.digits, number.count);
    }
    const int whole = number.power + 1;
    if (number.count == whole) return put(to, number.digits, whole);
    to = put(put(to, number.digits, whole), ".", 1);
    return put(to, number.digits + whole, number.count - whole);
}

char* write_with_exponent(char* to, const Digits& number) {
    *to++ = number.digits[0];
    if (number.count > 1) to = put(put(to, ".", 1), number.digits + 1, number.count - 1);
    return to + std::sprintf(to, "e%c%02d", number.power < 0 ? '-' : '+', std::abs(number.power));
}

// How std::to_chars chooses: the shorter notation, fixed where both are as long.
template <class T> char* write_shorter(char* to, T value) {
    if (!std::isfinite(value)) return to + std::sprintf(to, "%g", static_cast<double>(value));
    const Digits number = shortest_digits(value);
    if (number.negative) *to++ = '-';
    const int fixed = number.power < 0                   ? number.count - number.power + 1
                      : number.count <= number.power + 1 ? number.power + 1
                                                         : number.count + 1;
    const int with_exponent = number.count + (number.count > 1) + (std::abs(number.power) > 99 ? 5 : 4);
    return fixed <= with_exponent ? write_fixed(to, number, static_cast<double>(value))
                                  : write_with_exponent(to, number);
}

} // namespace

const char* read_decimal(const char* at, const char* end, double* value) {
    const char* behind = behind_digits(at, end);
    auto digits = behind - at;
    if (behind != end && *behind == '.') {
        const char* fraction = behind + 1;
        behind = behind_digits(fraction, end);
        digits += behind - fraction;
    }
    if (digits == 0) return nullptr;
    if (behind != end && (*behind == 'e' || *behind == 'E')) {
        const char* exponent = behind + 1;
        if (exponent != end && (*exponent == '-' || *exponent == '+')) ++exponent;
        if (const char* last = behind_digits(exponent, end); last != exponent) behind = last;
    }
    *value = std::strtod(std::string(at, behind).c_str(), nullptr);
    return behind;
}

char* write_shortest(char* to, float value) { return write_shorter(to, value); }
char* write_shortest(char* to, double value) { return write_shorter(to, value); }

char* write_fixed(char* to, double value) {
    if (!std::isfinite(value)) return write_shorter(to, value);
    const Digits number = shortest_digits(value);
    if (number.negative) *to++ = '-';
    return write_fixed(to, number, value);
}

char* write_fixed(char* to, double value, int places) { return to + std::sprintf(to, "%.*f", places, value); }
char* write_general(char* to, double value, int digits) { return to + std::sprintf(to, "%.*g", digits, value); }

} // namespace ossuary
