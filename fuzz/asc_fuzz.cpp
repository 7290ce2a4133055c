// Any text: it is refused with a place, or it survives being written, and becomes a sound model or none.
#include "ossuary/formats/zengin/model.h"

#include "ossuary/base/diagnostic.h"

using namespace ossuary;
using namespace ossuary::zengin;

namespace {
void expect(bool holds) {
    if (!holds) __builtin_trap();
}

void check(const AscFile& file) {
    const auto back = parse_asc(as_bytes(write_asc(file)), nullptr, {.lenient = true});
    expect(back.has_value());
    Diagnostics diagnostics;
    const auto model = to_model(file, "fuzz", {}, &diagnostics);
    if (!model || !validate(*model).empty()) return; // numbers near the limits of a float leave it
    const auto geometry = asc_from_model(*model);
    expect(geometry.has_value());
    for (const Clip& clip : model->clips) (void)asc_from_clip(*model, clip);
}
} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Bytes bytes(reinterpret_cast<const std::byte*>(data), size);
    Diagnostics diagnostics;
    if (const auto file = parse_asc(bytes, &diagnostics))
        check(*file);
    else
        expect(file.error().place().line > 0);
    if (const auto lenient = parse_asc(bytes, &diagnostics, {.lenient = true})) check(*lenient);
    return 0;
}
