// The words of model scripts (MDS) and morph scripts (MMS): a lexer that keeps one token ahead, and the reading of
// arguments with positioned complaints. Nothing is allocated per token, and places cost nothing until asked for.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/result.h"

namespace ossuary::zengin {

enum class TokenKind : std::uint8_t { end, string, word, number, open, close, colon };

// A word of at most sixteen characters folded into two numbers, so that keywords compare at once and without case.
// Setting bit 5 folds letters and keeps the other characters of words apart.
struct Keyword {
    std::array<std::uint64_t, 2> packed{};

    constexpr Keyword() = default;
    constexpr Keyword(std::string_view word) {
        std::array<char, 16> folded{};
        const std::size_t length = word.size() <= folded.size() ? word.size() : 0;
        for (std::size_t i = 0; i < length; ++i) folded[i] = static_cast<char>(word[i] | 0x20);
        packed = std::bit_cast<std::array<std::uint64_t, 2>>(folded);
    }
    constexpr Keyword(const char* word) : Keyword(std::string_view(word)) {}
    constexpr bool operator==(const Keyword& other) const {
        return packed[0] == other.packed[0] && packed[1] == other.packed[1];
    }
};

struct Token {
    TokenKind kind = TokenKind::end;
    std::string_view text; // without quotes
    std::uint32_t line = 1;
    std::uint32_t column = 1;
    Keyword keyword; // of a word
};

// A word of the file for a message: in backquotes, cut if it is long; the place says where to look.
std::string quoted(std::string_view word);

// True if the text would be read as one word without a star.
bool is_plain_word(std::string_view text);

class ScriptLexer {
public:
    // Diagnostics go to `diagnostics` if it is not null. In strict mode the first one ends the text instead, and
    // error() tells it.
    ScriptLexer(std::string_view text, Diagnostics* diagnostics, bool strict);

    const Token& token() const { return token_; }
    // The line on which the last consumed token began.
    std::uint32_t last_line() const { return last_line_; }
    bool at(TokenKind kind) const { return token_.kind == kind; }
    bool at_word(const Keyword& keyword) const { return token_.kind == TokenKind::word && token_.keyword == keyword; }
    void next() {
        last_line_ = token_.line;
        last_end_ = static_cast<std::uint32_t>(cursor_ - line_start_) + 1;
        scan();
    }

    // Takes the token if it is what was asked for.
    bool accept(TokenKind kind);
    bool accept_word(const Keyword& keyword);
    // Takes the token, or complains and leaves it.
    bool read_string(std::string& value, std::string_view what);
    bool read_int(std::int32_t& value, std::string_view what);
    bool read_number(float& value, std::string_view what);
    // A word of flags and the colon that stands behind it by mistake here and there.
    bool read_flags(std::string& value);
    // `:` and a number.
    bool read_option(float& value, std::string_view what);

    // Skips the rest of a statement that began on `line`: up to a brace, the next line, or the next starred word.
    void skip_statement(std::uint32_t line);
    // Skips what stands behind a finished statement on its line and belongs to nothing, with a warning: everything up
    // to a brace, a starred word, or a word that begins a statement.
    void skip_surplus(bool (*begins_statement)(const Keyword& word));

    void complain(Severity severity, const Token& where, std::string message);
    void complain(Severity severity, std::string message) { complain(severity, token_, std::move(message)); }
    // Complains that `what` should stand here; returns false.
    bool expected(std::string_view what);
    // The same for an argument of a statement: where the line ended before it, that is what is said.
    bool missing(std::string_view what);

    bool failed() const { return error_.has_value(); }
    const Error& error() const { return *error_; }
    // To be called at the end: says how many complaints were not listed.
    void close();

private:
    void scan();
    void scan_string(const char* quote);
    const char* skip_between();

    const char* cursor_;
    const char* end_;
    const char* line_start_;
    std::uint32_t line_ = 1;
    std::uint32_t last_line_ = 0;
    std::uint32_t last_end_ = 1; // the column behind the last consumed token
    Token token_;
    Diagnostics* diagnostics_;
    std::size_t first_diagnostic_;
    std::size_t unlisted_ = 0;
    bool strict_;
    std::optional<Error> error_;
};

} // namespace ossuary::zengin
