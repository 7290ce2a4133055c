// Any text: it is refused with a place, or the script it gives survives being written, compiled and dumped.
#include "ossuary/formats/zengin/mds.h"

#include "ossuary/base/diagnostic.h"

using namespace ossuary;
using namespace ossuary::zengin;

namespace {
void expect(bool holds) {
    if (!holds) __builtin_trap();
}
} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Bytes bytes(reinterpret_cast<const std::byte*>(data), size);
    Diagnostics diagnostics;
    const auto script = parse_mds(bytes, &diagnostics);
    expect(diagnostics.size() <= 1001);
    const auto strict = parse_mds(bytes, nullptr, {.strict = true});
    if (!script) {
        expect(script.error().place().line > 0 && !strict);
        return 0;
    }
    if (strict) expect(*strict == *script && diagnostics.empty());
    const auto back = parse_mds(as_bytes(write_mds(*script)));
    expect(back && *back == *script);
    const auto built = build_script(dump_script(*script));
    expect(built && *built == *script);
    const Script compiled = to_compiled(*script);
    expect(to_compiled(to_text(compiled, script->model)) == compiled);
    return 0;
}
