// What every compiled format promises for any bytes: refused with a named error and a place, or kept exactly.
#pragma once

#include <algorithm>
#include <string>

#include "ossuary/base/bytes.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/json.h"

namespace ossuary::fuzz {

inline void expect(bool holds) {
    if (!holds) __builtin_trap();
}

template <class Parse, class Write, class Dump, class Build>
int check_lossless(const std::uint8_t* data, std::size_t size, Parse parse, Write write, Dump dump, Build build) {
    const Bytes bytes(reinterpret_cast<const std::byte*>(data), size);
    Diagnostics diagnostics;
    const auto file = parse(bytes, &diagnostics);
    if (!file) {
        const std::string& message = file.error().message();
        const char first = message[0]; // `BadIndex: …` or `bad-index: …`
        expect(((first >= 'A' && first <= 'Z') || (first >= 'a' && first <= 'z')) &&
               message.find(": ") != message.npos);
        expect(file.error().place().offset && *file.error().place().offset <= size);
        return 0;
    }
    expect(std::ranges::equal(write(*file), bytes));
    const auto json = parse_json(print_json(dump(*file)));
    expect(json.has_value());
    const auto built = build(*json);
    expect(built.has_value());
    expect(std::ranges::equal(write(*built), bytes));
    return 0;
}

} // namespace ossuary::fuzz
