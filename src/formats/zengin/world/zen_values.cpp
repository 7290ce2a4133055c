// What entries say, in the three encodings.
#include <algorithm>
#include <cmath>
#include <limits>

#include "formats/zengin/text/printed_number.h"
#include "ossuary/base/hex.h"
#include "ossuary/base/number.h"
#include "ossuary/base/text.h"
#include "zen_parts.h"

namespace ossuary::zengin {

namespace {

// Numbers that a C library prints for what is none.
std::optional<float> parse_real(std::string_view text) {
    if (const auto number = parse_number(text)) return static_cast<float>(*number);
    const bool negative = text.starts_with('-');
    if (negative) text.remove_prefix(1);
    const std::size_t mark = text.find(".#");
    if (mark == text.npos) return {};
    const std::string_view word = text.substr(mark + 2);
    float value = std::numeric_limits<float>::quiet_NaN();
    if (word.starts_with("INF"))
        value = std::numeric_limits<float>::infinity();
    else if (!word.starts_with("QNAN") && !word.starts_with("SNAN") && !word.starts_with("IND"))
        return {};
    return negative ? -value : value;
}

void append_real(std::string& text, float value) {
    if (!std::isfinite(value)) {
        text += std::isnan(value) ? "-1.#IND" : value < 0 ? "-1.#INF" : "1.#INF";
        return;
    }
    append_printed(text, value, 9);
}

template <class T> T load_value(Bytes bytes, std::size_t i = 0) {
    return load<T>(bytes.data() + i * sizeof(T), Endian::little);
}

// The numbers of a text, divided by blanks.
std::optional<std::vector<float>> parse_reals(std::string_view text) {
    std::vector<float> values;
    while (true) {
        const std::size_t start = text.find_first_not_of(' ');
        if (start == text.npos) return values;
        const std::size_t end = std::min(text.size(), text.find(' ', start));
        const auto value = parse_real(text.substr(start, end - start));
        if (!value) return {};
        values.push_back(*value);
        text.remove_prefix(end);
    }
}

} // namespace

std::optional<std::int64_t> integer_of(const ZenArchive& archive, const ZenItem& entry) {
    switch (entry.type) {
    case ZenType::integer:
    case ZenType::byte:
    case ZenType::word:
    case ZenType::boolean:
    case ZenType::enumeration: break;
    default: return {};
    }
    const Bytes bytes = archive.bytes(entry.value);
    if (archive.encoding == ZenEncoding::ascii) return parse_integer(as_text(bytes));
    switch (bytes.size()) {
    case 1: return load_value<std::uint8_t>(bytes);
    case 2: return load_value<std::uint16_t>(bytes);
    case 4:
        if (entry.type == ZenType::enumeration) return load_value<std::uint32_t>(bytes);
        return load_value<std::int32_t>(bytes);
    default: return {};
    }
}

std::optional<float> real_of(const ZenArchive& archive, const ZenItem& entry) {
    if (entry.type != ZenType::real) return {};
    const Bytes bytes = archive.bytes(entry.value);
    if (archive.encoding == ZenEncoding::ascii) return parse_real(as_text(bytes));
    return load_value<float>(bytes);
}

std::optional<std::array<std::uint8_t, 4>> color_of(const ZenArchive& archive, const ZenItem& entry) {
    if (entry.type != ZenType::color) return {};
    const Bytes bytes = archive.bytes(entry.value);
    std::array<std::uint8_t, 4> rgba{};
    if (archive.encoding == ZenEncoding::ascii) {
        const auto numbers = parse_reals(as_text(bytes));
        if (!numbers || numbers->size() != 4) return {};
        for (std::size_t i = 0; i < 4; ++i) {
            if (!((*numbers)[i] >= 0 && (*numbers)[i] <= 255)) return {};
            rgba[i] = static_cast<std::uint8_t>((*numbers)[i]);
        }
        return rgba;
    }
    for (std::size_t i = 0; i < 4; ++i) rgba[i] = std::to_integer<std::uint8_t>(bytes[i]);
    std::swap(rgba[0], rgba[2]);
    return rgba;
}

std::optional<std::vector<float>> reals_of(const ZenArchive& archive, const ZenItem& entry) {
    if (entry.type != ZenType::vec3 && entry.type != ZenType::raw_float) return {};
    const Bytes bytes = archive.bytes(entry.value);
    if (archive.encoding == ZenEncoding::ascii) return parse_reals(as_text(bytes));
    if (bytes.size() % 4 != 0) return {};
    std::vector<float> values(bytes.size() / 4);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = load_value<float>(bytes, i);
    return values;
}

std::optional<ByteBuffer> raw_of(const ZenArchive& archive, const ZenItem& entry) {
    if (entry.type != ZenType::raw) return {};
    const Bytes bytes = archive.bytes(entry.value);
    if (archive.encoding != ZenEncoding::ascii) return ByteBuffer(bytes.begin(), bytes.end());
    return from_hex(as_text(bytes));
}

ByteBuffer encode_integer(ZenEncoding encoding, ZenType type, std::int64_t value) {
    if (encoding == ZenEncoding::ascii) return to_buffer(std::to_string(value));
    ByteBuffer buffer(fixed_size(encoding, type).value_or(4));
    for (std::size_t i = 0; i < buffer.size(); ++i) buffer[i] = static_cast<std::byte>(value >> (8 * i));
    return buffer;
}

ByteBuffer encode_reals(ZenEncoding encoding, ZenType type, std::span<const float> values) {
    ByteBuffer buffer;
    if (encoding != ZenEncoding::ascii) {
        for (const float value : values) append_value(buffer, value);
        return buffer;
    }
    std::string text;
    for (const float value : values) {
        append_real(text, value);
        text += ' ';
    }
    if (type != ZenType::raw_float && !text.empty()) text.pop_back();
    return to_buffer(text);
}

ByteBuffer encode_color(ZenEncoding encoding, std::array<std::uint8_t, 4> rgba) {
    if (encoding != ZenEncoding::ascii) {
        std::swap(rgba[0], rgba[2]);
        const Bytes bytes = std::as_bytes(std::span(rgba));
        return {bytes.begin(), bytes.end()};
    }
    std::string text = std::to_string(rgba[0]);
    for (std::size_t i = 1; i < 4; ++i) text += ' ' + std::to_string(rgba[i]);
    return to_buffer(text);
}

ByteBuffer encode_raw(ZenEncoding encoding, Bytes bytes) {
    if (encoding != ZenEncoding::ascii) return {bytes.begin(), bytes.end()};
    return to_buffer(to_json(RawBytes{{bytes.begin(), bytes.end()}}).string());
}

} // namespace ossuary::zengin
