#include "text_writer.h"

#include "lexer.h"
#include "ossuary/base/number.h"

namespace ossuary::md5 {

TextWriter::TextWriter(std::string_view commandline) {
    text_ = "MD5Version 10\ncommandline ";
    // A command line read from a file may hold quotes; it goes back as it was if it can be read again.
    const std::string raw = '"' + std::string(commandline) + "\"\n";
    std::string again;
    Lexer lexer(as_bytes(raw), nullptr, {});
    Token rest;
    const bool survives =
        lexer.read_commandline(again) && again == commandline && lexer.next(rest) && rest.kind == TokenKind::end;
    if (survives)
        text_ += raw;
    else
        quoted(commandline) << '\n';
}

TextWriter& TextWriter::integer(std::int64_t value) {
    append_number(text_, value);
    return *this;
}

TextWriter& TextWriter::operator<<(double value) {
    append_fixed(text_, value);
    return *this;
}

TextWriter& TextWriter::operator<<(const Vec3d& value) {
    return *this << "( " << value.x << ' ' << value.y << ' ' << value.z << " )";
}

TextWriter& TextWriter::quoted(std::string_view value) {
    text_ += '"';
    for (const char c : value) text_ += c == '"' ? '\'' : c == '\n' || c == '\r' ? ' ' : c;
    text_ += '"';
    return *this;
}

TextWriter& TextWriter::remark(std::string_view value) {
    for (const char c : value) text_ += c == '\n' || c == '\r' ? ' ' : c;
    return *this;
}

} // namespace ossuary::md5
