// URIs of buffers and pictures: percent coding, `data:` with base64, and which names may be looked up.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ossuary/base/bytes.h"
#include "ossuary/base/result.h"

namespace ossuary::gltf {

// Everything but letters, digits and `-._~` as %XX.
std::string percent_encode(std::string_view name);
// Nothing if a % is not followed by two hexadecimal digits.
std::optional<std::string> percent_decode(std::string_view uri);

bool is_data_uri(std::string_view uri);
struct DataUri {
    std::string_view media_type; // may be empty
    ByteBuffer bytes;
};
Result<DataUri> parse_data_uri(std::string_view uri);

// The decoded name of a file beside the document; an error for absolute paths, `..`, and URIs with a scheme.
Result<std::string> relative_name(std::string_view uri);

} // namespace ossuary::gltf
