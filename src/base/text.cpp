#include "ossuary/base/text.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <map>
#include <set>

#include "ossuary/base/diagnostic.h"

namespace ossuary {

TextScanner::TextScanner(std::string_view text) : text_(text), cursor_(text.data()), end_(text.data() + text.size()) {}

void TextScanner::skip_white_space() {
    while (cursor_ != end_ && is_white_space(*cursor_)) ++cursor_;
}

std::string_view TextScanner::take_line() {
    const char* start = cursor_;
    while (cursor_ != end_ && *cursor_ != '\n' && *cursor_ != '\r') ++cursor_;
    const std::string_view line(start, static_cast<std::size_t>(cursor_ - start));
    if (cursor_ != end_ && *cursor_++ == '\r' && cursor_ != end_ && *cursor_ == '\n') ++cursor_;
    return line;
}

Place TextScanner::place_at(const char* where) const {
    std::uint32_t line = 1;
    const char* line_start = text_.data();
    for (const char* c = text_.data(); c != where; ++c) {
        const bool pair = *c == '\r' && c + 1 != end_ && c[1] == '\n';
        if (*c == '\n' || (*c == '\r' && !pair)) {
            ++line;
            line_start = c + 1;
        }
    }
    return {.line = line, .column = static_cast<std::uint32_t>(where - line_start) + 1};
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) return false;
    // Most names are spelt alike; only from where they are not is it worth looking at letters.
    std::size_t i = 0;
    for (std::uint64_t left, right; i + 8 <= a.size(); i += 8) {
        std::memcpy(&left, a.data() + i, 8);
        std::memcpy(&right, b.data() + i, 8);
        if (left != right) break;
    }
    for (; i < a.size(); ++i)
        if (to_lower(a[i]) != to_lower(b[i])) return false;
    return true;
}

std::string lower_case(std::string_view text) {
    std::string lower(text);
    for (char& c : lower) c = to_lower(c);
    return lower;
}

namespace {

// The length of the valid UTF-8 character at `i`, or 0.
std::size_t utf8_length(std::string_view text, std::size_t i) {
    const auto at = [&](std::size_t k) -> unsigned {
        return k < text.size() ? static_cast<unsigned char>(text[k]) : 0u;
    };
    const unsigned c = at(i);
    if (c < 0x80) return 1;
    const auto follows = [&](std::size_t k) { return (at(k) & 0xC0u) == 0x80u; };
    if (c >= 0xC2 && c <= 0xDF) return follows(i + 1) ? 2 : 0;
    if (c >= 0xE0 && c <= 0xEF) {
        const unsigned second = at(i + 1);
        const bool overlong = c == 0xE0 && second < 0xA0, surrogate = c == 0xED && second > 0x9F;
        return follows(i + 1) && follows(i + 2) && !overlong && !surrogate ? 3 : 0;
    }
    if (c >= 0xF0 && c <= 0xF4) {
        const unsigned second = at(i + 1);
        const bool overlong = c == 0xF0 && second < 0x90, too_large = c == 0xF4 && second > 0x8F;
        return follows(i + 1) && follows(i + 2) && follows(i + 3) && !overlong && !too_large ? 4 : 0;
    }
    return 0;
}

} // namespace

std::string to_utf8(std::string_view text) {
    bool valid = true;
    for (std::size_t i = 0; i < text.size() && valid;) {
        const std::size_t length = utf8_length(text, i);
        valid = length > 0;
        i += length;
    }
    return valid ? std::string(text) : latin1_to_utf8(text);
}

std::string latin1_to_utf8(std::string_view text) {
    std::string utf8;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80) {
            utf8 += c;
        } else {
            utf8 += static_cast<char>(0xC0 | (byte >> 6));
            utf8 += static_cast<char>(0x80 | (byte & 0x3F));
        }
    }
    return utf8;
}

std::string utf8_to_latin1(std::string_view text) {
    std::string latin1;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if (byte < 0x80) {
            latin1 += text[i];
        } else if ((byte == 0xC2 || byte == 0xC3) && utf8_length(text, i) == 2) {
            latin1 += static_cast<char>(((byte & 3) << 6) | (static_cast<unsigned char>(text[++i]) & 0x3F));
        } else {
            return std::string(text);
        }
    }
    return latin1;
}

std::size_t make_unique(std::vector<std::string>& names) {
    std::set<std::string, std::less<>> taken(names.begin(), names.end());
    if (taken.size() == names.size()) return 0;
    std::map<std::string, std::size_t, std::less<>> uses; // of each name as the file has it
    std::size_t changed = 0;
    for (std::string& name : names) {
        std::size_t& use = uses[name];
        if (++use == 1) continue;
        std::string fresh;
        do fresh = name + '#' + std::to_string(use);
        while (!taken.insert(fresh).second && ++use);
        name = std::move(fresh);
        ++changed;
    }
    return changed;
}

std::string_view file_name(std::string_view path) {
    std::size_t begin = path.size();
    while (begin > 0 && path[begin - 1] != '/' && path[begin - 1] != '\\') --begin;
    return path.substr(begin);
}

std::string_view file_stem(std::string_view path) {
    const std::string_view name = file_name(path);
    const std::size_t dot = name.rfind('.');
    return dot == name.npos || dot == 0 || name == ".." ? name : name.substr(0, dot);
}

std::string file_extension(std::string_view path) { return lower_case(file_name(path).substr(file_stem(path).size())); }

std::string_view parent_folder(std::string_view path) {
    const std::size_t slash = path.find_last_of("/\\");
    return slash == path.npos ? std::string_view() : path.substr(0, slash);
}

bool matches_glob(std::string_view name, std::string_view pattern) {
    std::size_t n = 0, p = 0, star = pattern.npos, star_name = 0;
    while (n < name.size()) {
        if (p < pattern.size() && (pattern[p] == '?' || to_lower(pattern[p]) == to_lower(name[n])) &&
            pattern[p] != '*') {
            ++n, ++p;
        } else if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            star_name = n;
        } else if (star != pattern.npos) {
            p = star + 1;
            n = ++star_name;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*') ++p;
    return p == pattern.size();
}

} // namespace ossuary
