// Names and texts on their way between files (bytes) and the model (UTF-8). Private to the room.
#pragma once

#include <string>
#include <string_view>

namespace ossuary::md5 {

// How the texts of a file become UTF-8. A file with any text that is not UTF-8 is Latin-1 throughout, so that going
// back gives the same bytes.
struct TextEncoding {
    bool latin1 = false;

    void look_at(std::string_view text);
    std::string decode(std::string_view text) const;
    std::string encode(std::string_view text) const;
};

} // namespace ossuary::md5
