#include "asc_reader.h"

#include <limits>

#include "ossuary/base/decimal.h"
#include "ossuary/base/diagnostic.h"

namespace ossuary::zengin {

namespace {

constexpr std::size_t most_warnings = 1000; // a hostile file may earn one per line

bool is_word(char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || (c >= 'a' && c <= 'z'); }

} // namespace

Place AscReader::place_at(const char* where) {
    if (where < counted_) {
        counted_ = line_start_ = begin_;
        line_ = 1;
    }
    for (; counted_ < where; ++counted_) {
        const bool pair = *counted_ == '\r' && counted_ + 1 != end_ && counted_[1] == '\n';
        if (*counted_ == '\n' || (*counted_ == '\r' && !pair)) {
            ++line_;
            line_start_ = counted_ + 1;
        }
    }
    return {.line = line_, .column = static_cast<std::uint32_t>(where - line_start_) + 1};
}

bool AscReader::fail_at(const char* where, std::string message) {
    if (!error_) error_ = Error(place_at(where), std::move(message));
    return false;
}

void AscReader::warn_at(const char* where, std::string message) {
    if (!diagnostics_ || ++warnings_ > most_warnings) return;
    report(diagnostics_, Severity::warning, place_at(where), std::move(message));
    if (warnings_ == most_warnings) report(diagnostics_, Severity::note, {}, "further warnings are not listed");
}

bool AscReader::bad_number() {
    return fail(at_ == end_ ? "SyntaxError: the file ends where a number should be" : "BadNumber: expected a number");
}

// One value that nobody asked for: a string, or characters up to a blank or brace.
bool AscReader::skip_value() {
    if (*at_ == '"') return read_quoted().has_value();
    while (at_ != end_ && !is_blank(*at_) && *at_ != '{' && *at_ != '}' && *at_ != '"') ++at_;
    return true;
}

// From `{` to behind its `}`.
bool AscReader::skip_block() {
    const char* open = at_;
    std::size_t depth = 0;
    while (at_ != end_) {
        const char c = *at_;
        if (c == '"') {
            if (!read_quoted()) return false;
            continue;
        }
        ++at_;
        if (c == '{') ++depth;
        if (c == '}' && --depth == 0) return true;
    }
    return fail_at(open, "SyntaxError: the block that begins here is not closed");
}

void AscReader::take_keyword(std::string_view& keyword, std::string_view expected) {
    const char* start = ++at_; // behind the star
    if (!expected.empty() && remaining() > expected.size() && is_blank(start[expected.size()]) &&
        std::memcmp(start, expected.data(), expected.size()) == 0) {
        at_ += expected.size();
        keyword = expected;
        return;
    }
    while (at_ != end_ && is_word(*at_)) ++at_;
    keyword = {start, static_cast<std::size_t>(at_ - start)};
}

bool AscReader::next_keyword(std::string_view& keyword, std::string_view expected) {
    if (error_) return false;
    for (;;) {
        skip_white_space();
        if (at_ == end_) return fail("SyntaxError: the file ends inside a block");
        if (*at_ == '*') {
            take_keyword(keyword, expected);
            return true;
        }
        if (*at_ == '}') {
            ++at_;
            return false;
        }
        if (*at_ == '{' ? !skip_block() : !skip_value()) return false;
    }
}

bool AscReader::next_top_keyword(std::string_view& keyword) {
    if (error_) return false;
    for (;;) {
        skip_white_space();
        if (at_ == end_) return false;
        if (*at_ == '*') {
            take_keyword(keyword, {});
            return true;
        }
        if (*at_ == '}') return fail("SyntaxError: `}` closes no block");
        if (*at_ == '{' ? !skip_block() : !skip_value()) return false;
    }
}

bool AscReader::enter_block() {
    if (error_) return false;
    for (;;) {
        skip_white_space();
        if (at_ == end_ || *at_ == '*' || *at_ == '}') return fail("SyntaxError: expected `{`");
        if (*at_ == '{') {
            ++at_;
            return true;
        }
        if (!skip_value()) return false;
    }
}

std::optional<std::string_view> AscReader::read_quoted() {
    skip_white_space();
    if (at_ == end_ || *at_ != '"') {
        fail("SyntaxError: expected a string in quotes");
        return {};
    }
    const char* start = at_ + 1;
    const char* close = start;
    while (close != end_ && *close != '"' && *close != '\n') ++close;
    if (close == end_ || *close != '"') {
        fail("UnterminatedString: the string that begins here has no closing quote on its line");
        return {};
    }
    at_ = close + 1;
    return std::string_view(start, static_cast<std::size_t>(close - start));
}

bool AscReader::read_string(std::string& value) {
    const auto text = read_quoted();
    if (text) value.assign(*text);
    return text.has_value();
}

bool AscReader::read_word(std::string& value) {
    skip_white_space();
    if (at_ != end_ && *at_ == '"') return read_string(value);
    const char* start = at_;
    while (at_ != end_ && !is_blank(*at_) && *at_ != '{' && *at_ != '}' && *at_ != '*') ++at_;
    if (at_ == start) return fail("SyntaxError: expected a word");
    value.assign(start, at_);
    return true;
}

bool AscReader::read_int(std::int32_t& value) {
    skip_white_space();
    const char* start = at_;
    const bool negative = at_ != end_ && *at_ == '-';
    if (negative) ++at_;
    const char* digits = at_;
    std::int64_t number = 0;
    while (at_ != end_ && decimal::is_digit(*at_) && at_ - digits < 11) number = number * 10 + (*at_++ - '0');
    if (at_ == digits || (at_ != end_ && !ends_number(*at_))) {
        at_ = start;
        double real = 0; // 25.0 and the like
        if (!scan_number(&at_, end_, &real) || (at_ != end_ && !ends_number(*at_))) return bad_number();
        if (!(std::abs(real) < 2e9)) return fail_at(start, "BadNumber: the number is out of range");
        value = static_cast<std::int32_t>(real);
        return true;
    }
    number = negative ? -number : number;
    if (number > std::numeric_limits<std::int32_t>::max() || number < std::numeric_limits<std::int32_t>::min())
        return fail_at(start, "BadNumber: the number is out of range");
    value = static_cast<std::int32_t>(number);
    return true;
}

bool AscReader::read_index(std::uint32_t& value) {
    std::int32_t number = 0;
    skip_white_space();
    const char* start = at_;
    if (!read_int(number)) return false;
    if (number < 0) return fail_at(start, "BadIndex: an index cannot be negative");
    value = static_cast<std::uint32_t>(number);
    return true;
}

bool AscReader::skip_colon() {
    skip_white_space();
    if (at_ != end_ && *at_ == ':') ++at_;
    return true;
}

bool AscReader::read_labelled(std::string_view label, std::uint32_t& value) {
    skip_white_space();
    if (remaining() <= label.size() || std::memcmp(at_, label.data(), label.size()) != 0 || at_[label.size()] != ':')
        return fail("SyntaxError: expected `" + std::string(label) + ":`");
    at_ += label.size() + 1;
    return read_index(value);
}

bool AscReader::read_line(std::string& value) {
    skip_white_space();
    const char* start = at_;
    while (at_ != end_ && *at_ != '\n' && *at_ != '\r' && *at_ != '}' && *at_ != '{') ++at_;
    const char* stop = at_;
    while (stop != start && is_blank(stop[-1])) --stop;
    if (stop == start) return fail("SyntaxError: expected a name");
    value.assign(start, stop);
    return true;
}

bool AscReader::at_number_on_line() {
    while (at_ != end_ && (*at_ == ' ' || *at_ == '\t')) ++at_;
    return at_ != end_ && (decimal::is_digit(*at_) || *at_ == '-');
}

bool AscReader::at_comma() {
    while (at_ != end_ && (*at_ == ' ' || *at_ == '\t')) ++at_;
    if (at_ == end_ || *at_ != ',') return false;
    ++at_;
    return true;
}

} // namespace ossuary::zengin
