// Plain decimal numbers (`-12.345678`), inline for the inner loops of text readers.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace ossuary {

namespace decimal {

inline constexpr double powers_of_ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,
                                           1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19};
inline constexpr std::uint64_t whole_powers_of_ten[] = {1,       10,        100,        1'000,      10'000,
                                                        100'000, 1'000'000, 10'000'000, 100'000'000};

inline bool is_digit(char c) { return static_cast<unsigned char>(c - '0') < 10; }

// Eight characters, digits as 0 to 9, the first one in the lowest byte; what is no digit has its high bit set in
// `foreign`.
struct EightDigits {
    std::uint64_t digits, foreign;

    explicit EightDigits(const char* at) {
        std::memcpy(&digits, at, 8);
        if constexpr (std::endian::native == std::endian::big) digits = __builtin_bswap64(digits);
        digits ^= 0x3030303030303030;
        foreign = ((digits + 0x7676767676767676) | digits) & 0x8080808080808080;
    }
    // The number that the first `count` of them (1 to 8) are.
    std::uint64_t first(int count) const {
        std::uint64_t word = digits << (64 - 8 * count); // zeros in front of fewer than eight
        word = word * 10 + (word >> 8);                  // pairs, then fours, then all eight
        constexpr std::uint64_t pairs = 0x000000FF000000FF;
        return ((word & pairs) * 0x000F424000000064 + (word >> 16 & pairs) * 0x0000271000000001) >> 32;
    }
};

// Appends the digits at `at` to the number and returns where they end. Eight are taken in one step, however many of
// them are digits: that spares the branch a loop would guess wrong.
inline const char* add_digits(const char* at, const char* end, std::uint64_t& number) {
    while (end - at >= 8) {
        const EightDigits eight(at);
        const int count = std::countr_zero(eight.foreign) / 8;
        if (count == 0) return at;
        number = number * whole_powers_of_ten[count] + eight.first(count);
        at += count;
        if (count < 8) return at;
    }
    while (at != end && is_digit(*at)) number = number * 10 + static_cast<unsigned>(*at++ - '0');
    return at;
}

} // namespace decimal

// Reads an optional minus, digits and an optional point at `*cursor` and moves it past. Returns false, cursor unmoved,
// where there is no digit, where an exponent follows, and where there are more digits than one exactly rounded division
// by a power of ten turns into the nearest double: nineteen, or 2^53 as a whole.
[[gnu::always_inline]] inline bool scan_decimal(const char** cursor, const char* end, double* value) {
    using namespace decimal;
    const char* at = *cursor;
    if (at == end) return false;
    const bool negative = *at == '-';
    at += negative;
    const auto finish = [&](std::uint64_t digits, double divisor) { // the sign without a branch: it cannot be foreseen
        const double magnitude = static_cast<double>(static_cast<std::int64_t>(digits)) / divisor;
        *value = std::bit_cast<double>(std::bit_cast<std::uint64_t>(magnitude) | std::uint64_t{negative} << 63);
        *cursor = at;
        return true;
    };
    // `0.123456 ` and `12.123456 `, which is what most exporters write, in a few steps. Where the number ends is then
    // foreseen, and the next one begins before this one is done.
    if (end - at >= 12) {
        const auto tens = static_cast<unsigned char>(at[0] - '0'), ones = static_cast<unsigned char>(at[1] - '0');
        const bool short_whole = at[1] == '.';
        if (tens < 10 && (short_whole || (ones < 10 && at[2] == '.'))) {
            const std::uint64_t whole = short_whole ? tens : tens * 10u + ones;
            const char* fraction = at + (short_whole ? 2 : 3);
            const EightDigits eight(fraction);
            const char behind = fraction[6];
            if ((eight.foreign & 0x0000808080808080) == 0 && (behind == ' ' || (behind >= '\t' && behind <= '\r')))
                [[likely]] {
                at = fraction + 6;
                return finish(whole * 1000000 + eight.first(6), 1e6);
            }
        }
    }
    const char* start = at;
    std::uint64_t digits = 0;
    while (at != end && is_digit(*at)) digits = digits * 10 + static_cast<unsigned>(*at++ - '0');
    std::ptrdiff_t count = at - start, decimals = 0;
    if (at != end && *at == '.') {
        const char* fraction = ++at;
        at = add_digits(at, end, digits);
        decimals = at - fraction;
        count += decimals;
    }
    const bool has_exponent = at != end && (*at == 'e' || *at == 'E');
    if (count == 0 || count > 19 || has_exponent || digits >= (std::uint64_t{1} << 53)) return false;
    return finish(digits, powers_of_ten[decimals]);
}

} // namespace ossuary
