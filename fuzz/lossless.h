// What every compiled format promises for any bytes: refused with a named error and a place, or kept exactly.
#pragma once

#include <algorithm>
#include <string>

#include "ossuary/base/bytes.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/json.h"
#include "target.h"

namespace ossuary::fuzz {

template <class Parse, class Write, class Dump, class Build>
void check_lossless(Bytes bytes, Parse parse, Write write, Dump dump, Build build) {
    Diagnostics diagnostics;
    const auto file = parse(bytes, &diagnostics);
    if (!file) {
        const std::string& message = file.error().message();
        const char first = message[0]; // `BadIndex: …` or `bad-index: …`
        expect(((first >= 'A' && first <= 'Z') || (first >= 'a' && first <= 'z')) &&
               message.find(": ") != message.npos);
        expect(file.error().place().offset && *file.error().place().offset <= bytes.size());
        return;
    }
    expect(std::ranges::equal(write(*file), bytes));
    const auto json = parse_json(print_json(dump(*file)));
    expect(json.has_value());
    const auto built = build(*json);
    expect(built.has_value());
    expect(std::ranges::equal(write(*built), bytes));
}

} // namespace ossuary::fuzz
