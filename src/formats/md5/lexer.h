// The tokens the three MD5 kinds are made of, and the one way their readers fail. Private to the room.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "ossuary/base/decimal.h"
#include "ossuary/base/diagnostic.h"
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

// Reads well-formed runs of values without looking back: it knows white space, plain numbers and punctuation, and
// nothing else. Where it returns false the Lexer reads the same again, slowly, and finds out why.
class QuickScan {
public:
    QuickScan(const char* at, const char* end) : at_(at), end_(end) {}

    const char* cursor() const { return at_; }
    bool take(char punctuation) {
        skip_blanks();
        if (at_ == end_ || *at_ != punctuation) return false;
        ++at_;
        return true;
    }
    // The keyword in the case it is given in, and white space behind it.
    template <std::size_t Size> bool take(const char (&keyword)[Size]) {
        constexpr std::size_t length = Size - 1;
        skip_blanks();
        if (static_cast<std::size_t>(end_ - at_) <= length || std::memcmp(at_, keyword, length) != 0 ||
            !is_white_space(at_[length]))
            return false;
        at_ += length;
        return true;
    }
    bool read(double& value) {
        skip_blanks();
        const char* start = at_;
        if (scan_decimal(&at_, end_, &value) && ends_value(at_)) return true;
        at_ = start;
        return false;
    }
    bool read(Vec3d& value) { return take('(') && read(value.x) && read(value.y) && read(value.z) && take(')'); }
    // At most eighteen digits.
    bool read(std::int64_t& value) {
        skip_blanks();
        const bool negative = at_ != end_ && *at_ == '-';
        const char* digit = at_ + negative;
        const char* first = digit;
        std::uint64_t magnitude = 0; // may wrap, and is not used then
        while (digit != end_ && decimal::is_digit(*digit))
            magnitude = magnitude * 10 + static_cast<unsigned>(*digit++ - '0');
        if (digit == first || digit - first > 18 || !ends_value(digit)) return false;
        value = negative ? -static_cast<std::int64_t>(magnitude) : static_cast<std::int64_t>(magnitude);
        at_ = digit;
        return true;
    }

private:
    // What may follow a value directly, apart from a comment.
    bool ends_value(const char* at) const {
        return at == end_ || is_white_space(*at) || *at == ')' || *at == '(' || *at == '}' || *at == '{' || *at == '"';
    }
    void skip_blanks() {
        while (at_ != end_ && static_cast<unsigned char>(*at_) <= ' ' && is_white_space(*at_)) ++at_;
    }

    const char* at_;
    const char* end_;
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
    // For the long lists: reads ahead on its own; what it has read counts once it is accepted.
    QuickScan quick() const { return {cursor_, end_}; }
    void accept(const QuickScan& scan) { cursor_ = scan.cursor(); }
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
        QuickScan scan = quick();
        token_ = skip_blanks(cursor_);
        if (!scan.read(value)) return read_any_number(value);
        accept(scan);
        return true;
    }
    // Any decimal integer, held to ±2^62; the caller checks the range, so that the message can name it.
    bool read_integer(std::int64_t& value, std::string_view what) {
        QuickScan scan = quick();
        token_ = skip_blanks(cursor_);
        if (!scan.read(value)) return read_any_integer(value, what);
        accept(scan);
        return true;
    }
    // An integer of 32 bits without a range of its own.
    bool read_int32(std::int32_t& value, std::string_view what);
    bool read_vec3(Vec3d& value) {
        QuickScan scan = quick();
        if (scan.read(value)) {
            accept(scan);
            return true;
        }
        return expect('(') && read_number(value.x) && read_number(value.y) && read_number(value.z) && expect(')');
    }
    // As many of the values as there are; the first one that is not a number has set the error.
    std::size_t read_numbers(std::span<double> values);
    // A count of entries that take at least `least_size` bytes each.
    bool read_count(std::int32_t& count, std::string_view what, std::size_t least_size);
    // Reports an orientation that is longer than rounding explains, at the last token.
    void check_unit(const Vec3d& orientation) {
        if (dot(orientation, orientation) > 1.001) [[unlikely]]
            note(Oddity::not_unit, token_);
    }

    const char* skip_blanks(const char* at) const {
        while (at != end_ && is_white_space(*at)) ++at;
        return at;
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

} // namespace ossuary::md5
