// Any text: it is refused with a place, or the script it gives survives being written, compiled and dumped.
#include "ossuary/formats/zengin/mds.h"

#include "ossuary/base/diagnostic.h"
#include "target.h"

namespace ossuary::fuzz::try_mds {

using namespace zengin;

OSSUARY_FUZZ(mds) {
    Diagnostics diagnostics;
    const auto script = parse_mds(bytes, &diagnostics);
    expect(diagnostics.size() <= 1001);
    const auto strict = parse_mds(bytes, nullptr, {.strict = true});
    if (!script) {
        expect(script.error().place().line > 0 && !strict);
        return;
    }
    if (strict) expect(*strict == *script && diagnostics.empty());
    const auto back = parse_mds(as_bytes(write_mds(*script)));
    expect(back && *back == *script);
    const auto built = build_script(dump_script(*script));
    expect(built && *built == *script);
    const Script compiled = to_compiled(*script);
    expect(to_compiled(to_text(compiled, script->model)) == compiled);
}

} // namespace ossuary::fuzz::try_mds
