// The words of ASC text: keywords, values, blocks. Reads without allocating; the first failure sticks.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/math.h"
#include "ossuary/base/number.h"
#include "ossuary/base/result.h"

namespace ossuary::zengin {

class AscReader {
public:
    AscReader(std::string_view text, Diagnostics* diagnostics)
        : begin_(text.data()), at_(begin_), end_(begin_ + text.size()), diagnostics_(diagnostics), counted_(begin_),
          line_start_(begin_) {}

    bool ok() const { return !error_; }
    const Error& error() const { return *error_; }
    std::size_t remaining() const { return static_cast<std::size_t>(end_ - at_); }
    const char* cursor() const { return at_; }

    // The next keyword of the block the reader is in, without its star; everything that belongs to no known keyword is
    // passed over, blocks by counting braces. False at the `}` that ends the block, which is taken, and on failure.
    // `expected` is tried first: entries of long lists follow each other.
    bool next_keyword(std::string_view& keyword, std::string_view expected = {});
    // The same outside all blocks; false at the end of the text.
    bool next_top_keyword(std::string_view& keyword);
    // `{`, with whatever values stand before it on the way.
    bool enter_block();

    bool read_string(std::string& value);
    std::optional<std::string_view> read_quoted();
    // A word without quotes.
    bool read_word(std::string& value);
    bool read_int(std::int32_t& value);
    bool read_index(std::uint32_t& value);
    bool read_float(float& value) {
        skip_white_space();
        double number = 0;
        if (!scan_number(&at_, end_, &number)) return bad_number();
        value = static_cast<float>(number);
        if (!std::isfinite(value)) return fail("BadFloat: the number is too large");
        return at_ == end_ || ends_number(*at_) || bad_number();
    }
    bool read_floats(float& a, float& b, float& c) { return read_float(a) && read_float(b) && read_float(c); }
    bool read_vector(Vec3& v) { return read_floats(v.x, v.y, v.z); }
    // `A:` and an index.
    bool read_labelled(std::string_view label, std::uint32_t& value);
    // `:` behind an index.
    bool skip_colon();
    // The next line that is not blank, without blanks at its ends.
    bool read_line(std::string& value);
    // True if the next thing is a number, on this line.
    bool at_number_on_line();
    bool at_comma();

    bool fail(std::string message) { return fail_at(at_, std::move(message)); }
    bool fail_at(const char* where, std::string message);
    void warn_at(const char* where, std::string message);

private:
    static bool is_blank(char c) { return static_cast<unsigned char>(c) <= ' '; }
    static bool ends_number(char c) { return is_blank(c) || c == '}' || c == ':' || c == ',' || c == '*'; }
    void skip_white_space() {
        while (at_ != end_ && is_blank(*at_)) ++at_;
    }
    bool bad_number();
    bool skip_value();
    bool skip_block();
    void take_keyword(std::string_view& keyword, std::string_view expected);
    Place place_at(const char* where);

    const char* begin_;
    const char* at_;
    const char* end_;
    Diagnostics* diagnostics_;
    std::optional<Error> error_;
    // Lines are counted only when a place is asked for, and onward from the last one: warnings come in file order.
    const char* counted_;
    const char* line_start_;
    std::uint32_t line_ = 1;
    std::size_t warnings_ = 0;
};

} // namespace ossuary::zengin
