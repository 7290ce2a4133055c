#include "formats/audio/chunk_text.h"

#include <algorithm>
#include <array>

namespace ossuary::audio {

namespace {

// What Windows-1252 has where Latin-1 has control characters.
constexpr std::array<char16_t, 32> upper_ansi = {0x20ac, 0x81,   0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021,
                                                 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8d,   0x017d, 0x8f,
                                                 0x90,   0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
                                                 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0x9d,   0x017e, 0x0178};

void append_utf8(std::string& text, std::uint32_t code) {
    const auto add = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
    if (code < 0x80) {
        add(code);
    } else if (code < 0x800) {
        add(0xc0 | code >> 6);
        add(0x80 | (code & 0x3f));
    } else if (code < 0x10000) {
        add(0xe0 | code >> 12);
        add(0x80 | (code >> 6 & 0x3f));
        add(0x80 | (code & 0x3f));
    } else {
        add(0xf0 | code >> 18);
        add(0x80 | (code >> 12 & 0x3f));
        add(0x80 | (code >> 6 & 0x3f));
        add(0x80 | (code & 0x3f));
    }
}

// The next character of a text that is taken to be UTF-8.
std::uint32_t next_utf8(std::string_view text, std::size_t& at) {
    const auto byte = [&](std::size_t i) -> std::uint32_t {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0;
    };
    const std::uint32_t first = byte(at);
    const int more = first < 0xc0 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
    std::uint32_t code = more == 0 ? first : first & (0x3fu >> more);
    for (int i = 1; i <= more; ++i) code = code << 6 | (byte(at + static_cast<std::size_t>(i)) & 0x3f);
    at += static_cast<std::size_t>(more) + 1;
    return code;
}

} // namespace

std::string wide_text(Bytes bytes) {
    std::string text;
    const auto unit = [&](std::size_t i) -> std::uint32_t {
        return 2 * i + 2 <= bytes.size() ? load<std::uint16_t>(bytes.data() + 2 * i, Endian::little) : 0;
    };
    for (std::size_t i = 0; unit(i) != 0; ++i) {
        std::uint32_t code = unit(i);
        if (code >= 0xd800 && code < 0xdc00 && unit(i + 1) >= 0xdc00 && unit(i + 1) < 0xe000)
            code = 0x10000 + ((code - 0xd800) << 10) + (unit(++i) - 0xdc00);
        else if (code >= 0xd800 && code < 0xe000)
            code = 0xfffd;
        append_utf8(text, code);
    }
    return text;
}

std::string ansi_text(Bytes bytes) {
    std::string text;
    for (const std::byte byte : bytes) {
        const auto code = std::to_integer<std::uint32_t>(byte);
        if (code == 0) break;
        append_utf8(text, code >= 0x80 && code < 0xa0 ? upper_ansi[code - 0x80] : code);
    }
    return text;
}

ByteBuffer wide_bytes(std::string_view utf8) {
    ByteWriter writer;
    for (std::size_t at = 0; at < utf8.size();) {
        const std::uint32_t code = next_utf8(utf8, at);
        if (code >= 0x10000) writer.write(static_cast<std::uint16_t>(0xd800 + ((code - 0x10000) >> 10)));
        writer.write(static_cast<std::uint16_t>(code >= 0x10000 ? 0xdc00 + (code & 0x3ff) : code));
    }
    writer.write(std::uint16_t{0});
    return std::move(writer).take();
}

ByteBuffer ansi_bytes(std::string_view utf8) {
    ByteWriter writer;
    for (std::size_t at = 0; at < utf8.size();) {
        const std::uint32_t code = next_utf8(utf8, at);
        const auto upper = std::ranges::find(upper_ansi, code);
        if (upper != upper_ansi.end())
            writer.write(static_cast<std::uint8_t>(0x80 + (upper - upper_ansi.begin())));
        else
            writer.write(static_cast<std::uint8_t>(code < 0x100 ? code : '?'));
    }
    writer.write(std::uint8_t{0});
    return std::move(writer).take();
}

} // namespace ossuary::audio
