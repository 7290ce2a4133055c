#include <charconv>
#include <system_error>

#include <fast_float/fast_float.h>

#include "base/conversions.h"

namespace ossuary {

const char* read_decimal(const char* at, const char* end, double* value) {
    const auto [behind, error] = fast_float::from_chars(at, end, *value);
    return error == std::errc() ? behind : nullptr;
}

char* write_shortest(char* to, float value) { return std::to_chars(to, to + number_room, value).ptr; }
char* write_shortest(char* to, double value) { return std::to_chars(to, to + number_room, value).ptr; }

char* write_fixed(char* to, double value) {
    return std::to_chars(to, to + number_room, value, std::chars_format::fixed).ptr;
}

char* write_fixed(char* to, double value, int places) {
    return std::to_chars(to, to + number_room, value, std::chars_format::fixed, places).ptr;
}

char* write_general(char* to, double value, int digits) {
    return std::to_chars(to, to + number_room, value, std::chars_format::general, digits).ptr;
}

} // namespace ossuary
