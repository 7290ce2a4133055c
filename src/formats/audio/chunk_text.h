// Texts inside chunks: UTF-16 of music files, Windows-1252 of collections and sounds; both end with a zero.
#pragma once

#include <string>

#include "ossuary/base/bytes.h"

namespace ossuary::audio {

// Up to the first zero.
std::string wide_text(Bytes bytes);
std::string ansi_text(Bytes bytes);
// With the zero at the end; characters that there is no byte for become `?`.
ByteBuffer wide_bytes(std::string_view utf8);
ByteBuffer ansi_bytes(std::string_view utf8);

} // namespace ossuary::audio
