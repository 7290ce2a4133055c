// Any bytes: sizes and pictures are read or refused; what could be decoded survives being written and read again.
#include "ossuary/formats/image/image.h"
#include "ossuary/formats/image/png.h"
#include "ossuary/formats/image/tga.h"
#include "target.h"

namespace ossuary::fuzz::try_image {

namespace {
void check_picture(const Image& image) {
    expect(image.bytes.size() == std::size_t{image.width} * image.height * 4);
    if (image.bytes.size() > (1u << 20)) return; // packing large ones would only slow the search
    expect(image::parse_png(image::write_png(image).value())->bytes == image.bytes);
    for (const bool run_length : {false, true})
        expect(image::parse_tga(image::write_tga(image, {.run_length = run_length}).value())->bytes == image.bytes);
}
} // namespace

OSSUARY_FUZZ(image) {
    const auto file = image::from_file("picture", bytes);
    expect(file.has_value() <= image::recognise_image(bytes).has_value()); // what has a bytes.size() has an encoding
    if (file) (void)image::guess_alpha(*file);
    if (const auto png = image::parse_png(bytes)) check_picture(*png);
    if (const auto tga = image::parse_tga(bytes)) check_picture(*tga);
}

} // namespace ossuary::fuzz::try_image
