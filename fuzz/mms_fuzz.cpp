// Any text: it is refused with a place, or the morph script it gives survives being written and dumped.
#include "ossuary/formats/zengin/mms.h"

#include "ossuary/base/diagnostic.h"
#include "target.h"

namespace ossuary::fuzz::try_mms {

using namespace zengin;

OSSUARY_FUZZ(mms) {
    Diagnostics diagnostics;
    const auto script = parse_mms(bytes, &diagnostics);
    if (!script) {
        expect(script.error().place().line > 0);
        return;
    }
    const auto back = parse_mms(as_bytes(write_mms(*script)));
    expect(back && *back == *script);
    const auto built = build_mms(dump_mms(*script));
    expect(built && *built == *script);
}

} // namespace ossuary::fuzz::try_mms
