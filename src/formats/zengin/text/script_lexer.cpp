#include "script_lexer.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "ossuary/base/decimal.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/number.h"

namespace ossuary::zengin {

namespace {

// A hostile script may have a complaint per byte; the list must stay a small multiple of the file.
constexpr std::size_t most_diagnostics = 1000;

enum Class : std::uint8_t { other, separator, line_end, word_start, digit };

constexpr auto classes = [] {
    std::array<Class, 256> table{};
    for (const char c : {' ', '\t', '\v', '\f', '(', ')', ';'}) table[static_cast<std::uint8_t>(c)] = separator;
    table['\n'] = table['\r'] = line_end;
    for (int c = 'a'; c <= 'z'; ++c) {
        table[static_cast<std::size_t>(c)] = word_start;
        table[static_cast<std::size_t>(c - 'a' + 'A')] = word_start;
    }
    for (const char c : {'*', '_', '.'}) table[static_cast<std::uint8_t>(c)] = word_start;
    for (int c = '0'; c <= '9'; ++c) table[static_cast<std::size_t>(c)] = digit;
    return table;
}();

Class class_of(char c) { return classes[static_cast<std::uint8_t>(c)]; }
bool goes_on_as_word(char c) { return (class_of(c) == word_start && c != '*') || decimal::is_digit(c) || c == '-'; }

std::string describe_token(const Token& token) {
    switch (token.kind) {
    case TokenKind::end: return "the end of the file";
    case TokenKind::string: return "the string " + quoted(token.text);
    case TokenKind::number: return "the number " + quoted(token.text);
    default: return quoted(token.text);
    }
}

} // namespace

std::string quoted(std::string_view word) {
    std::string text = "`";
    text += word.substr(0, 40);
    text += word.size() > 40 ? "…`" : "`";
    return text;
}

bool is_plain_word(std::string_view text) {
    if (text.empty() || class_of(text[0]) != word_start || text[0] == '*') return false;
    if (text[0] == '.' && text.size() > 1 && decimal::is_digit(text[1])) return false; // a number
    return std::all_of(text.begin() + 1, text.end(), goes_on_as_word);
}

ScriptLexer::ScriptLexer(std::string_view text, Diagnostics* diagnostics, bool strict)
    : cursor_(text.data()), end_(text.data() + text.size()), line_start_(text.data()), diagnostics_(diagnostics),
      first_diagnostic_(diagnostics ? diagnostics->size() : 0), strict_(strict) {
    scan();
}

void ScriptLexer::complain(Severity severity, const Token& where, std::string message) {
    Place place{.line = where.line, .column = where.column};
    if (strict_) {
        if (!error_) error_ = Error(std::move(place), std::move(message));
        cursor_ = end_; // nothing after the first problem counts
        token_ = {TokenKind::end, {}, where.line, where.column, {}};
        return;
    }
    if (!diagnostics_) return;
    if (diagnostics_->size() - first_diagnostic_ >= most_diagnostics) {
        ++unlisted_;
        return;
    }
    report(diagnostics_, severity, std::move(place), std::move(message));
}

void ScriptLexer::close() {
    if (unlisted_ > 0) report(diagnostics_, Severity::note, {}, std::to_string(unlisted_) + " more are not listed");
}

bool ScriptLexer::expected(std::string_view what) {
    complain(Severity::error, "SyntaxError: expected " + std::string(what) + ", got " + describe_token(token_));
    return false;
}

bool ScriptLexer::missing(std::string_view what) {
    if (token_.line == last_line_ || last_line_ == 0) return expected(what);
    complain(Severity::error, {.line = last_line_, .column = last_end_},
             "SyntaxError: expected " + std::string(what) + ", got the end of the line");
    return false;
}

// White space, separators and comments up to the next token.
const char* ScriptLexer::skip_between() {
    const char* at = cursor_;
    for (; at != end_; ++at) {
        const Class kind = class_of(*at);
        if (kind == separator) continue;
        if (kind == line_end) {
            if (*at == '\r' && at + 1 != end_ && at[1] == '\n') ++at;
            ++line_;
            line_start_ = at + 1;
        } else if (*at == '/') {
            const char* slash = at;
            while (at + 1 != end_ && class_of(at[1]) != line_end) ++at;
            if (at == slash || slash[1] != '/') {
                cursor_ = at + 1;
                complain(Severity::warning,
                         {.line = line_, .column = static_cast<std::uint32_t>(slash - line_start_) + 1},
                         "a comment begins with one slash; two are meant");
                if (error_) return end_;
            }
        } else {
            return at;
        }
    }
    return at;
}

void ScriptLexer::scan() {
    for (;;) {
        const char* at = skip_between();
        token_ = {TokenKind::end, {}, line_, static_cast<std::uint32_t>(at - line_start_) + 1, {}};
        cursor_ = at;
        if (at == end_) return;
        const char* start = at;
        const char c = *at;
        const bool signed_number = (c == '-' || c == '.') && at + 1 != end_ && decimal::is_digit(at[1]);
        const Class kind = class_of(c);
        if (kind == word_start && !signed_number) {
            do ++at;
            while (at != end_ && goes_on_as_word(*at));
            token_.kind = TokenKind::word;
        } else if (kind == digit || signed_number) {
            if (c != '.') ++at;
            while (at != end_ && decimal::is_digit(*at)) ++at;
            if (at != end_ && *at == '.') {
                do ++at;
                while (at != end_ && decimal::is_digit(*at));
            }
            token_.kind = TokenKind::number;
        } else if (c == '"') {
            return scan_string(at);
        } else if (c == '{' || c == '}' || c == ':') {
            ++at;
            token_.kind = c == '{' ? TokenKind::open : c == '}' ? TokenKind::close : TokenKind::colon;
        } else {
            // One complaint for a run of characters that mean nothing.
            do ++at;
            while (at != end_ && class_of(*at) == other && *at != '/' && *at != '"' && *at != '{' && *at != '}' &&
                   *at != ':' && *at != '-');
            cursor_ = at;
            complain(Severity::warning, "characters without meaning are skipped");
            if (error_) return;
            continue;
        }
        token_.text = {start, static_cast<std::size_t>(at - start)};
        if (token_.kind == TokenKind::word) token_.keyword = Keyword(token_.text);
        cursor_ = at;
        return;
    }
}

void ScriptLexer::scan_string(const char* quote) {
    const char* at = quote + 1;
    while (at != end_ && *at != '"' && class_of(*at) != line_end) ++at;
    token_.kind = TokenKind::string;
    token_.text = {quote + 1, static_cast<std::size_t>(at - quote - 1)};
    if (at != end_ && *at == '"') {
        cursor_ = at + 1;
        return;
    }
    // `"NAME.ASC)` and `"Turn )`: the parenthesis was meant to follow the quote.
    std::string_view& text = token_.text;
    const std::size_t last = text.find_last_not_of(" \t");
    if (last != text.npos && text[last] == ')') {
        text = text.substr(0, last);
        text = text.substr(0, text.find_last_not_of(" \t") + 1);
    }
    cursor_ = at;
    complain(Severity::warning, "the string has no closing quote and ends with its line");
}

bool ScriptLexer::accept(TokenKind kind) {
    if (token_.kind != kind) return false;
    next();
    return true;
}

bool ScriptLexer::accept_word(const Keyword& keyword) {
    if (!at_word(keyword)) return false;
    next();
    return true;
}

bool ScriptLexer::read_string(std::string& value, std::string_view what) {
    if (!at(TokenKind::string)) return missing(what);
    value.assign(token_.text);
    next();
    return true;
}

bool ScriptLexer::read_int(std::int32_t& value, std::string_view what) {
    if (!at(TokenKind::number)) return missing(what);
    const char* end = token_.text.data() + token_.text.size();
    const auto result = std::from_chars(token_.text.data(), end, value);
    if (result.ptr != end || result.ec != std::errc()) {
        const auto number = parse_number(token_.text); // with a point, or too large
        if (!number || std::abs(*number) > 2147483647.0) {
            complain(Severity::error, "BadNumber: " + std::string(what) + " is out of range");
            return false;
        }
        value = static_cast<std::int32_t>(*number);
        complain(Severity::warning, std::string(what) + " should be a whole number");
        if (error_) return false;
    }
    next();
    return true;
}

bool ScriptLexer::read_number(float& value, std::string_view what) {
    if (!at(TokenKind::number)) return missing(what);
    const char* cursor = token_.text.data();
    double number = 0;
    const bool read = scan_number(&cursor, cursor + token_.text.size(), &number);
    value = static_cast<float>(number);
    if (!read || !std::isfinite(value)) {
        complain(Severity::error, "BadNumber: " + std::string(what) + " is out of range");
        return false;
    }
    next();
    return true;
}

bool ScriptLexer::read_flags(std::string& value) {
    if (!at(TokenKind::word) || token_.text.front() == '*') return missing("flags");
    value.assign(token_.text);
    next();
    accept(TokenKind::colon);
    return true;
}

bool ScriptLexer::read_option(float& value, std::string_view what) {
    if (!accept(TokenKind::colon)) return missing("`:`");
    return read_number(value, what);
}

void ScriptLexer::skip_statement(std::uint32_t line) {
    while (token_.line == line && !at(TokenKind::end) && !at(TokenKind::open) && !at(TokenKind::close) &&
           !(at(TokenKind::word) && token_.text.front() == '*'))
        next();
}

void ScriptLexer::skip_surplus(bool (*begins_statement)(const Keyword& word)) {
    const std::uint32_t line = last_line_;
    bool told = false;
    while (token_.line == line && !at(TokenKind::end) && !at(TokenKind::open) && !at(TokenKind::close)) {
        if (at(TokenKind::word) && (token_.text.front() == '*' || begins_statement(token_.keyword))) return;
        if (!told) complain(Severity::warning, describe_token(token_) + " belongs to nothing and is skipped");
        told = true;
        next();
    }
}

} // namespace ossuary::zengin
