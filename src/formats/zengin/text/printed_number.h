// Numbers as the run-time library of the games and their tools printed them.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "ossuary/base/number.h"

namespace ossuary::zengin {

// At most `digits` digits that count, or with 0 as few as read back the same; three digits in the exponent.
inline void append_printed(std::string& text, float value, int digits) {
    std::string printed;
    if (digits == 0)
        append_number(printed, value);
    else
        append_general(printed, static_cast<double>(value), digits);
    const std::size_t exponent = printed.find('e');
    if (exponent != printed.npos)
        printed.insert(exponent + 2, 3 - std::min<std::size_t>(3, printed.size() - exponent - 2), '0');
    text += printed;
}

} // namespace ossuary::zengin
