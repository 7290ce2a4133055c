// The tokens the three MD5 kinds are made of, and the one way their readers fail. Private to the room.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "ossuary/base/text.h"
#include "ossuary/formats/md5/md5.h"

namespace ossuary::md5 {

enum class TokenKind : std::uint8_t { end, punctuation, word, string };

struct Token {
    TokenKind kind = TokenKind::end;
    std::string_view text; // a string's without its quotes
    const char* at = nullptr;

    bool is(char punctuation) const { return kind == TokenKind::punctuation && text[0] == punctuation; }
    // Keywords are words in any case.
    bool is(std::string_view keyword) const {
        return kind == TokenKind::word && text.size() == keyword.size() &&
               (std::memcmp(text.data(), keyword.data(), keyword.size()) == 0 || equal_ignoring_case(text, keyword));
    }
};

// What a reader survives; at most twenty of a kind are reported with their place, the rest are counted.
enum class Oddity : std::uint8_t { not_finite, fraction, lone_minus, not_unit, order, no_shader };

// Every function that reads returns false once something was wrong, and error() then says what and where. Nothing is
// counted, copied or placed on the way: lines are looked up only for a message.
class Lexer {
public:
    Lexer(Bytes bytes, Diagnostics* diagnostics, const ParseOptions& options);

    const Error& error() const { return error_; }
    bool lenient() const { return lenient_; }
    std::size_t remaining() const { return static_cast<std::size_t>(end_ - cursor_); }

    bool next(Token& token);
    void put_back(const Token& token) { cursor_ = token.at; }
    // `MD5Version 10`, which opens all three.
    bool read_header();
    // A string or a word, as names may be written.
    bool read_text(std::string& text, std::string_view what);
    // The value of `commandline`, which may hold quotes.
    bool read_commandline(std::string& text);
    // The name in a `// meshes: NAME` comment that comes next; empty if there is none. Consumes nothing.
    std::string surface_comment() const;

    bool expect(char punctuation) {
        const char* at = skip_blanks(cursor_);
        if (at != end_ && *at == punctuation) [[likely]] {
            cursor_ = at + 1;
            return true;
        }
        return expect_after_comment(punctuation);
    }
    bool read_number(double& value) {
        const char* at = skip_blanks(cursor_);
        const char* after = scan_decimal(at, value);
        if (after != nullptr && (after == end_ || ends_value(*after))) [[likely]] {
            token_ = at;
            cursor_ = after;
            return true;
        }
        return read_any_number(value);
    }
    // Any decimal integer, held to ±2^62; the caller checks the range, so that the message can name it.
    bool read_integer(std::int64_t& value, std::string_view what) {
        const char* at = skip_blanks(cursor_);
        const char* digit = at != end_ && *at == '-' ? at + 1 : at;
        const char* first = digit;
        std::int64_t magnitude = 0;
        while (digit != end_ && is_digit(*digit)) magnitude = magnitude * 10 + (*digit++ - '0');
        const bool plain = digit != first && digit - first <= 18 && (digit == end_ || ends_value(*digit));
        if (!plain) [[unlikely]]
            return read_any_integer(value, what);
        value = first == at ? magnitude : -magnitude;
        token_ = at;
        cursor_ = digit;
        return true;
    }
    // An integer of 32 bits without a range of its own.
    bool read_int32(std::int32_t& value, std::string_view what);
    bool read_vec3(Vec3d& value) {
        return expect('(') && read_number(value.x) && read_number(value.y) && read_number(value.z) && expect(')');
    }
    // A count of entries that take at least `least_size` bytes each.
    bool read_count(std::int32_t& count, std::string_view what, std::size_t least_size);
    // Reports an orientation that is longer than rounding explains, at the last token.
    void check_unit(const Vec3d& orientation) {
        if (dot(orientation, orientation) > 1.001) [[unlikely]]
            note(Oddity::not_unit, token_);
    }

    // Where the last number or integer was.
    const char* token() const { return token_; }
    // `expected EXPECTED, found 'token'`, at the token or at the last number or integer. Always false.
    bool fail(const Token& token, std::string_view expected);
    bool fail_token(std::string_view expected) { return fail_at(token_, expected); }
    bool fail_at(const char* at, std::string_view expected);
    // The same with a text of its own after `found`.
    bool fail_found(const char* at, std::string_view expected, std::string_view found);
    // True if what failed last failed on this punctuation; that token then, and no longer an error.
    bool stopped_at(char punctuation, Token& token);
    std::size_t size() const { return scanner_.text().size(); }

    void warn(const char* at, std::string message);
    void note(Oddity oddity, const char* at);
    // Adds up what note() did not report one by one; to be called when the file has been read.
    void finish();

private:
    static bool is_digit(char c) { return static_cast<unsigned char>(c - '0') < 10; }
    // What may follow a number directly, apart from a comment.
    static bool ends_value(char c) {
        return is_white_space(c) || c == ')' || c == '(' || c == '}' || c == '{' || c == '"';
    }
    const char* skip_blanks(const char* at) const {
        while (at != end_ && is_white_space(*at)) ++at;
        return at;
    }
    const char* scan_decimal(const char* at, double& value) const;
    bool skip();
    bool is_comment(const char* at) const { return end_ - at >= 2 && at[0] == '/' && (at[1] == '/' || at[1] == '*'); }
    bool expect_after_comment(char punctuation);
    bool read_any_number(double& value);
    bool read_any_integer(std::int64_t& value, std::string_view what);
    Token token_at(const char* at) const;
    const char* line_end(const char* at) const;
    Place place_at(const char* at) const;

    TextScanner scanner_;
    const char* cursor_;
    const char* end_;
    const char* token_;
    bool lenient_;
    Diagnostics* diagnostics_;
    Error error_;
    std::array<std::uint32_t, 6> oddities_{};
    const char* last_not_finite_ = nullptr;
};

// Which of a block's keywords have been read, in the order in which DOOM 3 wants them. Each may come once.
class Sections {
public:
    explicit Sections(std::span<const std::string_view> in_order) : names_(in_order) {} // kept, not copied

    bool has(std::string_view name) const { return (seen_ >> index_of(name) & 1) != 0; }
    // Marks one as read; false, with the lexer's error set, if it was before.
    bool enter(Lexer& lexer, const Token& token, std::string_view name) {
        if (has(name))
            return lexer.fail_found(token.at, "one '" + std::string(name) + '\'',
                                    "second '" + std::string(name) + '\'');
        pass(lexer, token, name);
        return true;
    }
    // The same for what may come again.
    void pass(Lexer& lexer, const Token& token, std::string_view name) {
        const std::uint32_t bit = 1u << index_of(name);
        if (seen_ >= bit << 1) lexer.note(Oddity::order, token.at);
        seen_ |= bit;
    }

private:
    std::size_t index_of(std::string_view name) const {
        std::size_t index = 0;
        while (names_[index] != name) ++index;
        return index;
    }
    std::span<const std::string_view> names_;
    std::uint32_t seen_ = 0;
};

// Plain decimals: at most nineteen digits and a point, so that the digits fit an integer; one exactly rounded division
// by a power of ten then gives the nearest double as long as that integer is below 2^53. Null for anything else.
inline const char* Lexer::scan_decimal(const char* at, double& value) const {
    static constexpr double powers_of_ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,
                                               1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19};
    const bool negative = at != end_ && *at == '-';
    if (negative) ++at;
    const char* start = at;
    std::uint64_t digits = 0;
    while (at != end_ && is_digit(*at)) digits = digits * 10 + static_cast<unsigned>(*at++ - '0');
    std::ptrdiff_t count = at - start, decimals = 0;
    if (at != end_ && *at == '.') {
        const char* point = ++at;
        while (at != end_ && is_digit(*at)) digits = digits * 10 + static_cast<unsigned>(*at++ - '0');
        decimals = at - point;
        count += decimals;
    }
    if (count == 0 || count > 19 || digits >= (std::uint64_t{1} << 53)) return nullptr;
    const double magnitude = static_cast<double>(digits) / powers_of_ten[decimals];
    value = negative ? -magnitude : magnitude;
    return at;
}

} // namespace ossuary::md5
