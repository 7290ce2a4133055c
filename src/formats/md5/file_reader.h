// Base class of the three MD5 readers (CRTP): the header, then one section after the other up to the end of the file.
// Private to the room.
#pragma once

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "lexer.h"

namespace ossuary::md5 {

// A Reader has `bool read_section(const Token&)` for the keyword that comes next and `bool finish(const Token& end)`
// for what can be checked once everything was read.
template <class Reader, class File> class FileReader {
public:
    Result<File> read() {
        const bool good = read_file();
        lexer_.finish();
        if (!good) return Failure(lexer_.error());
        return std::move(file_);
    }

protected:
    FileReader(Bytes bytes, Diagnostics* diagnostics, const ParseOptions& options,
               std::span<const std::string_view> keywords)
        : lexer_(bytes, diagnostics, options), sections_(keywords) {}

    bool require(const Token& end, std::initializer_list<std::string_view> names) {
        for (const std::string_view name : names)
            if (!sections_.has(name)) return lexer_.fail(end, '\'' + std::string(name) + '\'');
        return true;
    }
    // A count that does not fit the data: an error, or with `lenient` a warning and the data is right.
    bool check_count(const char* at, std::int64_t count, std::int64_t found, std::string_view what) {
        if (count == found) return true;
        const std::string expected = std::to_string(count) + ' ' + std::string(what);
        if (!lexer_.lenient()) return lexer_.fail_found(at, expected, std::to_string(found));
        lexer_.warn(at, "expected " + expected + ", found " + std::to_string(found));
        return true;
    }
    // A count of at least 1 whose entries take at least `least_size` bytes each.
    bool read_positive_count(std::int32_t& count, std::string_view what, std::string_view one, std::size_t least_size) {
        std::int64_t wide = 0;
        if (!lexer_.read_integer(wide, what)) return false;
        if (wide < 1) return lexer_.fail_token("at least 1 " + std::string(one));
        if (static_cast<std::uint64_t>(wide) > std::min<std::size_t>(lexer_.remaining() / least_size, INT32_MAX))
            return lexer_.fail_token("count that fits in the file");
        count = static_cast<std::int32_t>(wide);
        return true;
    }
    bool read_frame_rate() {
        if (!lexer_.read_number(file_.frame_rate)) return false;
        if (!(file_.frame_rate > 0)) return lexer_.fail_token("frame rate above 0");
        if (std::floor(file_.frame_rate) != file_.frame_rate) lexer_.warn(lexer_.token(), "frame rate is not whole");
        return true;
    }

    Lexer lexer_;
    File file_;
    Sections sections_;

private:
    bool read_file() {
        if (!lexer_.read_header()) return false;
        Reader& reader = static_cast<Reader&>(*this);
        Token token;
        for (;;) {
            if (!lexer_.next(token)) return false;
            if (token.kind == TokenKind::end) return reader.finish(token);
            const bool good = token.is("commandline") ? sections_.enter(lexer_, token, "commandline") &&
                                                            lexer_.read_commandline(file_.commandline)
                                                      : reader.read_section(token);
            if (!good) return false;
        }
    }
};

} // namespace ossuary::md5
