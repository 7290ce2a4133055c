#include "uri.h"

#include <algorithm>
#include <array>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"

#include "ossuary/base/hex.h"

namespace ossuary::gltf {

namespace {

bool is_plain(char c) {
    return (c >= '0' && c <= '9') || (to_lower(c) >= 'a' && to_lower(c) <= 'z') || c == '-' || c == '.' || c == '_' ||
           c == '~';
}

// What a character of base64 stands for; -1 for none. The URL alphabet is taken as well.
int base64_value(char c) {
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    if (c == '+' || c == '-') return 62;
    return c == '/' || c == '_' ? 63 : -1;
}

std::optional<ByteBuffer> decode_base64(std::string_view text) {
    while (text.ends_with('=')) text.remove_suffix(1);
    if (text.size() % 4 == 1) return {};
    ByteBuffer bytes;
    bytes.reserve(text.size() * 3 / 4);
    std::uint32_t bits = 0;
    int count = 0;
    for (const char c : text) {
        const int value = base64_value(c);
        if (value < 0) return {};
        bits = bits << 6 | static_cast<std::uint32_t>(value);
        count += 6;
        if (count < 8) continue;
        count -= 8;
        bytes.push_back(static_cast<std::byte>(bits >> count & 0xFF));
    }
    return bytes;
}

} // namespace

std::string percent_encode(std::string_view name) {
    std::string uri;
    for (const char c : name) {
        if (is_plain(c)) {
            uri += c;
        } else {
            const auto byte = static_cast<unsigned char>(c);
            uri += {'%', upper_hex_digits[byte >> 4], upper_hex_digits[byte & 15]};
        }
    }
    return uri;
}

std::optional<std::string> percent_decode(std::string_view uri) {
    std::string name;
    for (std::size_t i = 0; i < uri.size(); ++i) {
        if (uri[i] != '%') {
            name += uri[i];
            continue;
        }
        if (i + 2 >= uri.size() || hex_value(uri[i + 1]) < 0 || hex_value(uri[i + 2]) < 0) return {};
        name += static_cast<char>(hex_value(uri[i + 1]) << 4 | hex_value(uri[i + 2]));
        i += 2;
    }
    return name;
}

bool is_data_uri(std::string_view uri) { return equal_ignoring_case(uri.substr(0, 5), "data:"); }

Result<DataUri> parse_data_uri(std::string_view uri) {
    const std::size_t comma = uri.find(',');
    if (!is_data_uri(uri) || comma == uri.npos) return fail("the data URI has no comma before its data");
    const std::string_view head = uri.substr(5, comma - 5), data = uri.substr(comma + 1);
    DataUri result{head.substr(0, head.find(';')), {}};
    if (head.ends_with(";base64")) {
        auto bytes = decode_base64(data);
        if (!bytes) return fail("the data URI is not valid base64");
        result.bytes = std::move(*bytes);
    } else {
        const auto text = percent_decode(data);
        if (!text) return fail("the data URI has a % without two hexadecimal digits");
        result.bytes = to_buffer(*text);
    }
    return result;
}

Result<std::string> relative_name(std::string_view uri) {
    const auto name = percent_decode(uri);
    if (!name) return fail("the URI has a % without two hexadecimal digits");
    if (name->empty() || name->find('\0') != name->npos) return fail("the URI names no file");
    if (name->find(':') != name->npos) return fail("only files beside the document are read, not '" + *name + "'");
    if (name->front() == '/' || name->front() == '\\') return fail("the path '" + *name + "' is absolute");
    for (std::size_t start = 0; start <= name->size();) {
        const std::size_t end = std::min(name->find_first_of("/\\", start), name->size());
        if (std::string_view(*name).substr(start, end - start) == "..")
            return fail("the path '" + *name + "' leaves the document's folder");
        start = end + 1;
    }
    return *name;
}

} // namespace ossuary::gltf
