// Names and texts on their way between files (bytes) and the model (unique, UTF-8). Private to the room.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ossuary::md5 {

// How the texts of a file become UTF-8. A file with any text that is not UTF-8 is Latin-1 throughout, so that going
// back gives the same bytes.
struct TextEncoding {
    bool latin1 = false;

    void look_at(std::string_view text);
    std::string decode(std::string_view text) const;
    std::string encode(std::string_view text) const;
};

// The names made unique: later ones of the same get `#2`, `#3` … behind them. Returns how many were changed.
std::size_t make_unique(std::vector<std::string>& names);

} // namespace ossuary::md5
