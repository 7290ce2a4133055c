// Base64 (RFC 4648) for bytes inside JSON.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ossuary/base/bytes.h"

namespace ossuary {

std::string to_base64(Bytes bytes);
// Nothing if the text is not whole groups of the alphabet with correct padding.
std::optional<ByteBuffer> from_base64(std::string_view text);

} // namespace ossuary
