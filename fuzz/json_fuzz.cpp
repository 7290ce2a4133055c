// Any text: it is refused with a place, or it prints to a text that reads back as the same document.
#include "ossuary/base/json.h"

#include "ossuary/base/diagnostic.h"

using namespace ossuary;

namespace {
void expect(bool holds) {
    if (!holds) __builtin_trap();
}
} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto json = parse_json({reinterpret_cast<const char*>(data), size});
    if (!json) {
        expect(json.error().place().line > 0 && !json.error().message().empty());
        return 0;
    }
    for (const int indent : {0, 2}) {
        const std::string text = print_json(*json, indent);
        const auto back = parse_json(text);
        expect(back && *back == *json && print_json(*back, indent) == text);
    }
    return 0;
}
