// Any text: it is refused with a place, or the morph script it gives survives being written and dumped.
#include "ossuary/formats/zengin/mms.h"

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
    const auto script = parse_mms(bytes, &diagnostics);
    if (!script) {
        expect(script.error().place().line > 0);
        return 0;
    }
    const auto back = parse_mms(as_bytes(write_mms(*script)));
    expect(back && *back == *script);
    const auto built = build_mms(dump_mms(*script));
    expect(built && *built == *script);
    return 0;
}
