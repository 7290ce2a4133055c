// Any text: it is refused with a place, or it prints to a text that reads back as the same document.
#include "ossuary/base/json.h"

#include "ossuary/base/diagnostic.h"
#include "target.h"

namespace ossuary::fuzz::try_json {

OSSUARY_FUZZ(json) {
    const auto json = parse_json(as_text(bytes));
    if (!json) {
        expect(json.error().place().line > 0 && !json.error().message().empty());
        return;
    }
    for (const int indent : {0, 2}) {
        const std::string text = print_json(*json, indent);
        const auto back = parse_json(text);
        expect(back && *back == *json && print_json(*back, indent) == text);
    }
}

} // namespace ossuary::fuzz::try_json
