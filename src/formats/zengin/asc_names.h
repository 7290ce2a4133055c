// Names of nodes in the model: upper case, as the game has them, and valid UTF-8.
#pragma once

#include <string>
#include <string_view>

#include "ossuary/base/text.h"

namespace ossuary::zengin {

inline std::string upper_case(std::string_view text) {
    std::string upper(text);
    for (char& c : upper)
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    return upper;
}

inline std::string model_name(std::string_view node) { return upper_case(to_utf8(node)); }

} // namespace ossuary::zengin
