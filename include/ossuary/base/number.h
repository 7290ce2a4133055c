// Numbers as text, without regard to the locale: exact reading, shortest printing that reads back the same.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ossuary {

// The whole text as a number: optional sign, digits with optional point, optional exponent. `nan`, `inf`, hexadecimal
// and anything that overflows to infinity give nothing.
std::optional<double> parse_number(std::string_view text);
// The whole text as a decimal integer with optional sign; nothing if it does not fit.
std::optional<std::int64_t> parse_integer(std::string_view text);

// The fast path of readers of large text files: reads a number at `*cursor`, moves it past, and returns false (cursor
// unmoved) where there is none or it is not finite. Stops at the first character that cannot belong to a number.
bool scan_number(const char** cursor, const char* end, double* value);

// Shortest text that reads back to the same value; exponents allowed (`1e-07`), `-0` kept.
void append_number(std::string& text, float value);
void append_number(std::string& text, double value);
void append_number(std::string& text, std::int64_t value);
// The same in fixed notation, never an exponent, zero always `0`: what old text formats can read.
void append_fixed(std::string& text, double value);
// Fixed notation rounded to at most `decimals` places (80 at the most), trailing zeros and point removed.
void append_rounded(std::string& text, double value, int decimals);
// At most `digits` digits that count (17 at the most), correctly rounded, in the shorter notation, as C's `%g`.
void append_general(std::string& text, double value, int digits);

template <class T> std::string number_text(T value) {
    std::string text;
    append_number(text, value);
    return text;
}

// The double whose shortest text is that of the float: 0.1f gives 0.1, not 0.10000000149011612.
double shortest_double(float value);

} // namespace ossuary
