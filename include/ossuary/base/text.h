// Reading text with line and column, and a few things every reader of names needs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/result.h"

namespace ossuary {

// A cursor over text. It counts no lines while it runs: place() finds line and column when somebody asks, so that
// reading costs nothing for what only errors need. LF, CR LF and a lone CR each end one line.
class TextScanner {
public:
    explicit TextScanner(std::string_view text);

    bool at_end() const { return cursor_ == end_; }
    char peek() const { return cursor_ == end_ ? '\0' : *cursor_; }
    const char* cursor() const { return cursor_; }
    const char* end() const { return end_; }
    void move_to(const char* cursor) { cursor_ = cursor; }
    void advance() { ++cursor_; }
    std::size_t offset() const { return static_cast<std::size_t>(cursor_ - text_.data()); }
    std::size_t remaining() const { return static_cast<std::size_t>(end_ - cursor_); }
    std::string_view text() const { return text_; }

    // Space, tab, CR, LF, VT, FF.
    void skip_white_space();
    // The rest of the line without its end; the cursor moves behind the end.
    std::string_view take_line();

    Place place() const { return place_at(cursor_); }
    Place place_at(const char* where) const;

private:
    std::string_view text_;
    const char* cursor_;
    const char* end_;
};

inline bool is_white_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
inline char to_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }
bool equal_ignoring_case(std::string_view a, std::string_view b);
std::string lower_case(std::string_view text);

// The text itself if it is valid UTF-8, otherwise its bytes taken as Latin-1.
std::string to_utf8(std::string_view text);
// Every byte as the character of that number, which utf8_to_latin1 always undoes: for texts in an unknown code page.
std::string latin1_to_utf8(std::string_view text);
// The bytes back, if every character fits in Latin-1; the text unchanged otherwise.
std::string utf8_to_latin1(std::string_view text);

// The names made unique: later ones of the same get `#2`, `#3` … behind them. Returns how many were changed.
std::size_t make_unique(std::vector<std::string>& names);

// `dir/name.ext` → `name.ext`, `name`, `.ext` (lower case, with its dot) and `dir`. Both slashes separate.
std::string_view file_name(std::string_view path);
std::string_view file_stem(std::string_view path);
std::string file_extension(std::string_view path);
std::string_view parent_folder(std::string_view path);

// True if `name` matches `pattern`, in which * is any run and ? any one character; case does not matter.
bool matches_glob(std::string_view name, std::string_view pattern);

} // namespace ossuary
