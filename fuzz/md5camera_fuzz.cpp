// .md5camera: what is read must survive writing and conversion.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/md5/md5camera.h"

using namespace ossuary;

static void require(bool holds) {
    if (!holds) std::abort();
}

static void check(Bytes bytes, bool lenient) {
    Diagnostics diagnostics;
    const auto file = md5::parse_md5camera(bytes, &diagnostics, {.lenient = lenient});
    if (!file) {
        require(file.error().place().line > 0);
        return;
    }
    const std::string text = md5::write_md5camera(*file);
    const auto again = md5::parse_md5camera(as_bytes(text));
    require(again && *again == *file);
    require(md5::write_md5camera(*again) == text);
    const auto built = md5::build_md5camera(md5::dump_md5camera(*file));
    require(built && *built == *file);
    const auto model = md5::to_model(*file, "fuzz");
    if (!model) return;
    require(validate(*model).empty());
    const auto back = md5::md5camera_from_model(*model);
    require(!back || md5::parse_md5camera(as_bytes(md5::write_md5camera(*back))).has_value());
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Bytes bytes = std::as_bytes(std::span(data, size));
    check(bytes, false);
    check(bytes, true);
    return 0;
}
