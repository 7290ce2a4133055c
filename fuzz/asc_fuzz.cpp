// Any text: it is refused with a place, or it survives being written, and becomes a sound model or none.
#include "ossuary/formats/zengin/model.h"

#include "ossuary/base/diagnostic.h"
#include "target.h"

namespace ossuary::fuzz::try_asc {

using namespace zengin;

namespace {
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

OSSUARY_FUZZ(asc) {
    Diagnostics diagnostics;
    if (const auto file = parse_asc(bytes, &diagnostics))
        check(*file);
    else
        expect(file.error().place().line > 0);
    if (const auto lenient = parse_asc(bytes, &diagnostics, {.lenient = true})) check(*lenient);
}

} // namespace ossuary::fuzz::try_asc
