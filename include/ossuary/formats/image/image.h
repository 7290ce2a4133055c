// Pictures in and out: PNG through libspng, TGA and DDS by hand. What cannot be decoded (JPEG) is carried as it is.
#pragma once

#include <optional>
#include <string_view>

#include "ossuary/base/bytes.h"
#include "ossuary/base/result.h"
#include "ossuary/model/material.h"

namespace ossuary::image {

// A picture of more pixels is refused, whatever its bytes.
inline constexpr std::uint64_t max_pixels = 1u << 28;

// The encoding the bytes announce: PNG, JPEG and DDS by signature, TGA by a header and size that fit together.
std::optional<ImageEncoding> recognise_image(Bytes bytes);

// Width and height from the header, without decoding. PNG, JPEG, DDS and TGA.
struct Size {
    std::uint32_t width = 0, height = 0;
};
Result<Size> read_size(Bytes bytes);

// Wraps the bytes of an image file, undecoded, with name, encoding and size filled in. `source` is how the model
// named the file; the image is named after its stem.
Result<Image> from_file(std::string_view source, Bytes bytes);

// The same picture as rgba8 pixels; of a DDS, the largest level. Pictures of more than 2^28 pixels, or more than their
// bytes can hold, are refused.
Result<Image> decode(const Image& image);
// The same picture as PNG, deterministic; already a PNG: unchanged.
Result<Image> to_png(const Image& image);

// Fails unless the image is rgba8 pixels, at least one and no more than allowed, with all their bytes.
Result<void> check_pixels(const Image& image);

// What the alpha channel of a colour picture asks for: opaque if every pixel is, mask if at least nine in ten are 0
// or 255, else blend. Takes any decodable image.
Result<AlphaMode> guess_alpha(const Image& image);

} // namespace ossuary::image
