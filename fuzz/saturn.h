// What the battle formats promise for any bytes: refused with a code and a place, or kept exactly; and what their
// values say survives JSON and our own layout.
#pragma once

#include <algorithm>
#include <string>

#include "lossless.h"
#include "ossuary/base/diagnostic.h"

namespace ossuary::fuzz {

template <class File> void check_kept_values(const File& file, const File& again) {
    if constexpr (requires { file.original; }) {
        File a = file, b = again;
        a.original.clear();
        b.original.clear();
        expect(a == b);
    }
}

template <class Parse, class Write, class Dump, class Build>
void check_kept(Bytes bytes, Parse parse, Write write, Dump dump, Build build) {
    Diagnostics diagnostics;
    const auto file = parse(bytes, &diagnostics);
    if (!file) {
        expect(file.error().message().starts_with("E_") && file.error().message().find(": ") != std::string::npos);
        expect(file.error().place().offset && *file.error().place().offset <= bytes.size());
        return;
    }
    const auto written = write(*file, nullptr);
    expect(written && std::ranges::equal(*written, bytes));
    const auto json = parse_json(print_json(dump(*file)));
    expect(json.has_value());
    const auto built = build(*json);
    expect(built.has_value());
    check_kept_values(*file, *built);
    // What another layout said may be more than ours can say; then it is refused, not changed.
    if (const auto afresh = write(*built, nullptr)) {
        const auto again = parse(*afresh, nullptr);
        expect(again.has_value());
        check_kept_values(*file, *again);
    }
}

} // namespace ossuary::fuzz
