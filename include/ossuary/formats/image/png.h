// PNG files.
#pragma once

#include "ossuary/base/bytes.h"
#include "ossuary/base/result.h"
#include "ossuary/model/material.h"

namespace ossuary::image {

// By signature.
bool recognise_png(Bytes bytes);
// Decodes any PNG to rgba8. Checksums are checked; a picture cut short is refused.
Result<Image> parse_png(Bytes bytes);
// Encodes rgba8 pixels; without the alpha channel when every pixel is opaque. The same pixels give the same bytes.
Result<ByteBuffer> write_png(const Image& image);

} // namespace ossuary::image
