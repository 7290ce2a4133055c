// Between numbers and their digits: natively the quickest there is, in a browser what needs no tables of its own.
// ossuary/base/number.h is what others use.
#pragma once

namespace ossuary {

// A double in fixed notation takes at most 309 digits before or 343 after the point.
inline constexpr int number_room = 400;

// Digits with optional point and exponent, no sign, correctly rounded. Returns what is behind it; null if there is
// none.
const char* read_decimal(const char* at, const char* end, double* value);

// Each writes into number_room characters and returns the end of what it wrote.
// As few digits as read back the same, in the shorter notation; the same in fixed notation.
char* write_shortest(char* to, float value);
char* write_shortest(char* to, double value);
char* write_fixed(char* to, double value);
// At most 80 places; at most 17 digits that count.
char* write_fixed(char* to, double value, int places);
char* write_general(char* to, double value, int digits);

} // namespace ossuary
