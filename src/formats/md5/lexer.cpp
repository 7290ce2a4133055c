#include "lexer.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/number.h"

namespace ossuary::md5 {

namespace {

constexpr std::size_t placed_limit = 20; // a place costs a walk through the file, so a hostile file gets few
constexpr std::size_t shown_limit = 60;  // bytes of a token in a message
constexpr double largest_float = std::numeric_limits<float>::max();

bool is_punctuation(char c) { return c == '{' || c == '}' || c == '(' || c == ')'; }
bool is_line_end(char c) { return c == '\n' || c == '\r'; }
bool is_end_mark(char c) { return c == '\0' || c == '\x1a'; } // NUL padding and Ctrl-Z

// `nan`, `inf` and what C libraries print instead: `-1.#IND00`, `1.#QNAN0`.
bool names_non_number(std::string_view text) {
    std::string lower = lower_case(text);
    if (lower.starts_with('-') || lower.starts_with('+')) lower.erase(0, 1);
    if (const std::size_t mark = lower.find(".#"); mark != lower.npos) lower.erase(0, mark + 2);
    return lower.starts_with("nan") || lower.starts_with("inf") || lower.starts_with("ind") ||
           lower.starts_with("qnan") || lower.starts_with("snan");
}

std::string_view message_of(Oddity oddity) {
    switch (oddity) {
    case Oddity::not_finite: return "number is not finite and was read as 0";
    case Oddity::fraction: return "integer is written with a fraction";
    case Oddity::lone_minus: return "minus sign stands apart from its number";
    case Oddity::not_unit: return "orientation is not unit length";
    case Oddity::order: return "section is not where DOOM 3 expects it";
    case Oddity::no_shader: return "mesh has no shader";
    }
    return {};
}

} // namespace

Lexer::Lexer(Bytes bytes, Diagnostics* diagnostics, const ParseOptions& options)
    : scanner_(as_text(bytes)), cursor_(scanner_.cursor()), end_(scanner_.end()), token_(cursor_),
      lenient_(options.lenient), diagnostics_(diagnostics) {
    if (scanner_.text().starts_with("\xEF\xBB\xBF")) cursor_ += 3;
    const char* mark = end_;
    bool has_nul = false;
    for (const char* at = end_; at != cursor_ && (is_end_mark(at[-1]) || is_white_space(at[-1])); --at) {
        if (!is_end_mark(at[-1])) continue;
        mark = at - 1;
        has_nul |= at[-1] == '\0';
    }
    end_ = mark;
    if (has_nul) warn(end_, "file ends in NUL bytes");
}

bool Lexer::skip() {
    for (;;) {
        cursor_ = skip_blanks(cursor_);
        if (!is_comment(cursor_)) return true;
        if (cursor_[1] == '/') {
            cursor_ = line_end(cursor_);
            continue;
        }
        const std::string_view rest(cursor_ + 2, remaining() - 2);
        const std::size_t close = rest.find("*/");
        if (close == rest.npos) return fail_found(cursor_, "end of block comment", "end of file");
        cursor_ += close + 4;
    }
}

const char* Lexer::line_end(const char* at) const { return std::find_if(at, end_, is_line_end); }

// The token that starts here; an unterminated string ends with its line.
Token Lexer::token_at(const char* at) const {
    if (at == end_) return {TokenKind::end, {}, at};
    if (is_punctuation(*at)) return {TokenKind::punctuation, {at, 1}, at};
    if (*at == '"') {
        const char* close = std::find_if(at + 1, end_, [](char c) { return c == '"' || is_line_end(c); });
        return {TokenKind::string, {at + 1, static_cast<std::size_t>(close - at - 1)}, at};
    }
    const char* stop = at + 1;
    while (stop != end_ && !is_white_space(*stop) && !is_punctuation(*stop) && *stop != '"' && !is_comment(stop))
        ++stop;
    return {TokenKind::word, {at, static_cast<std::size_t>(stop - at)}, at};
}

bool Lexer::next(Token& token) {
    if (!skip()) return false;
    token = token_at(cursor_);
    const char* stop = token.text.data() + token.text.size();
    if (token.kind == TokenKind::string) {
        if (stop == end_ || *stop != '"') return fail_found(cursor_, "closing quote", "end of line");
        ++stop;
    }
    if (token.kind != TokenKind::end) cursor_ = stop;
    return true;
}

bool Lexer::read_header() {
    Token token;
    if (!next(token)) return false;
    if (!token.is("MD5Version")) return fail(token, "'MD5Version'");
    if (!next(token)) return false;
    if (token.kind == TokenKind::word && parse_number(token.text) == 10) return true;
    if (token.kind == TokenKind::word && token.text == "6")
        return fail_found(token.at, "version 10", "'6' (2002 alpha format is not supported)");
    return fail(token, "version 10");
}

bool Lexer::read_text(std::string& text, std::string_view what) {
    Token token;
    if (!next(token)) return false;
    if (token.kind != TokenKind::string && token.kind != TokenKind::word) return fail(token, what);
    text = token.text;
    return true;
}

bool Lexer::read_commandline(std::string& text) {
    static constexpr std::string_view keywords[] = {
        "numJoints", "numMeshes", "joints",    "mesh",  "numFrames", "frameRate", "numAnimatedComponents",
        "hierarchy", "bounds",    "baseframe", "frame", "numCuts",   "cuts",      "camera"};
    if (!skip()) return false;
    if (cursor_ == end_ || *cursor_ != '"') return read_text(text, "command line");
    const char* open = cursor_ + 1;
    const char* line = line_end(open);
    const char* first = std::find(open, line, '"');
    if (first == line) return fail_found(cursor_, "closing quote", "end of line");
    const auto closes = [&](const char* quote) {
        const char* rest = std::find_if_not(quote + 1, line, is_white_space);
        if (rest == line || is_comment(rest)) return true;
        const Token word = token_at(rest);
        return std::any_of(std::begin(keywords), std::end(keywords), [&](auto keyword) { return word.is(keyword); });
    };
    const char* close = first;
    while (close != line && !closes(close)) close = std::find(close + 1, line, '"');
    if (close == line) close = first;
    text.assign(open, close);
    cursor_ = close + 1;
    return true;
}

std::string Lexer::surface_comment() const {
    const char* at = skip_blanks(cursor_);
    const std::string_view line(at, static_cast<std::size_t>(line_end(at) - at));
    if (!line.starts_with("//")) return {};
    const auto trim = [](std::string_view text) {
        while (!text.empty() && is_white_space(text.front())) text.remove_prefix(1);
        while (!text.empty() && is_white_space(text.back())) text.remove_suffix(1);
        return text;
    };
    const std::string_view comment = trim(line.substr(2)), label = "meshes:";
    return std::string(comment.starts_with(label) ? trim(comment.substr(label.size())) : std::string_view());
}

bool Lexer::expect_after_comment(char punctuation) {
    Token token;
    if (!next(token)) return false;
    return token.is(punctuation) || fail(token, std::string{'\'', punctuation, '\''});
}

std::size_t Lexer::read_numbers(std::span<double> values) {
    std::size_t read = 0;
    while (read < values.size()) {
        QuickScan scan = quick();
        while (read < values.size() && scan.read(values[read])) ++read;
        accept(scan);
        if (read < values.size() && !read_any_number(values[read++])) return read - 1;
    }
    return read;
}

bool Lexer::read_any_number(double& value) {
    Token token;
    if (!next(token)) return false;
    token_ = token.at;
    if (token.kind == TokenKind::word) {
        if (const auto number = parse_number(token.text); number && std::abs(*number) <= largest_float) {
            value = *number;
            return true;
        }
        if (token.text == "-") { // DOOM 3 takes the minus for punctuation
            const char* minus = token.at;
            if (!next(token)) return false;
            const auto number =
                token.kind == TokenKind::word && token.text[0] != '-' ? parse_number(token.text) : std::nullopt;
            if (!number || std::abs(*number) > largest_float) return fail(token, "finite number");
            note(Oddity::lone_minus, minus);
            value = -*number;
            return true;
        }
        if (lenient_ && names_non_number(token.text)) {
            // One message per line: look whether a line ended since the last.
            const bool same_line = last_not_finite_ && std::none_of(last_not_finite_, token.at, is_line_end);
            if (!same_line) note(Oddity::not_finite, token.at);
            last_not_finite_ = token.at;
            value = 0;
            return true;
        }
    }
    return fail(token, "finite number");
}

bool Lexer::read_any_integer(std::int64_t& value, std::string_view what) {
    constexpr double limit = 4611686018427387904.0; // 2^62
    Token token;
    if (!next(token)) return false;
    token_ = token.at;
    if (token.kind != TokenKind::word) return fail(token, what);
    if (token.text == "-") {
        if (!next(token)) return false;
        const auto number =
            token.kind == TokenKind::word && token.text[0] != '-' ? parse_number(token.text) : std::nullopt;
        if (!number || std::floor(*number) != *number) return fail(token, what);
        note(Oddity::lone_minus, token_);
        value = static_cast<std::int64_t>(-std::min(*number, limit));
        return true;
    }
    const auto number = parse_number(token.text);
    if (!number || std::floor(*number) != *number) return fail(token, what);
    if (token.text.find_first_not_of("+-0123456789") != token.text.npos) note(Oddity::fraction, token.at);
    value = static_cast<std::int64_t>(std::clamp(*number, -limit, limit));
    return true;
}

bool Lexer::read_int32(std::int32_t& value, std::string_view what) {
    std::int64_t wide = 0;
    if (!read_integer(wide, what)) return false;
    if (!std::in_range<std::int32_t>(wide)) return fail_token(what);
    value = static_cast<std::int32_t>(wide);
    return true;
}

bool Lexer::read_count(std::int32_t& count, std::string_view what, std::size_t least_size) {
    std::int64_t wide = 0;
    if (!read_integer(wide, what)) return false;
    if (wide < 0 || !std::in_range<std::int32_t>(wide) || static_cast<std::size_t>(wide) > remaining() / least_size)
        return fail_token("count that fits in the file");
    count = static_cast<std::int32_t>(wide);
    return true;
}

bool Lexer::fail(const Token& token, std::string_view expected) { return fail_at(token.at, expected); }

bool Lexer::fail_at(const char* at, std::string_view expected) {
    const Token token = token_at(at);
    if (token.kind == TokenKind::end) return fail_found(at, expected, "end of file");
    std::string found = to_utf8(token.text.substr(0, shown_limit));
    if (token.text.size() > shown_limit) found += "…";
    return fail_found(at, expected, '\'' + found + '\'');
}

bool Lexer::fail_found(const char* at, std::string_view expected, std::string_view found) {
    error_ = Error(place_at(at), "expected " + std::string(expected) + ", found " + std::string(found));
    return false;
}

bool Lexer::stopped_at(char punctuation, Token& token) {
    token = token_at(token_);
    return token.is(punctuation);
}

// The end of the file belongs to its last line, also where that line is ended.
Place Lexer::place_at(const char* at) const {
    const char* start = scanner_.text().data();
    if (at == end_ && at != start && is_line_end(at[-1])) {
        --at;
        if (at != start && *at == '\n' && at[-1] == '\r') --at;
    }
    return scanner_.place_at(at);
}

void Lexer::warn(const char* at, std::string message) {
    if (diagnostics_) report(diagnostics_, Severity::warning, place_at(at), std::move(message));
}

void Lexer::note(Oddity oddity, const char* at) {
    if (++oddities_[static_cast<std::size_t>(oddity)] <= placed_limit) warn(at, std::string(message_of(oddity)));
}

void Lexer::finish() {
    for (std::size_t i = 0; i < oddities_.size(); ++i) {
        if (oddities_[i] <= placed_limit) continue;
        const std::string more = std::to_string(oddities_[i] - placed_limit);
        report(diagnostics_, Severity::warning, {},
               std::string(message_of(static_cast<Oddity>(i))) + ": " + more + " more times");
    }
}

} // namespace ossuary::md5
