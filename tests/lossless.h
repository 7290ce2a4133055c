// What every format that keeps each byte must bear.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>

#include "ossuary/base/bytes.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/json.h"

namespace ossuary::testing {

// The four verbs of a format.
template <class File> struct Verbs {
    Result<File> (*parse)(Bytes, Diagnostics*);
    ByteBuffer (*write)(const File&);
    Json (*dump)(const File&);
    Result<File> (*build)(const Json&);
};

// Parsed and written, dumped to text, built and written: the same bytes both times.
template <class File>::testing::AssertionResult survives(const Verbs<File>& verbs, Bytes bytes) {
    const auto file = verbs.parse(bytes, nullptr);
    if (!file) return ::testing::AssertionFailure() << file.error().text();
    if (!std::ranges::equal(verbs.write(*file), bytes)) return ::testing::AssertionFailure() << "written differently";
    const auto json = parse_json(print_json(verbs.dump(*file)));
    if (!json) return ::testing::AssertionFailure() << json.error().text();
    const auto built = verbs.build(*json);
    if (!built) return ::testing::AssertionFailure() << built.error().text();
    if (!std::ranges::equal(verbs.write(*built), bytes)) return ::testing::AssertionFailure() << "built differently";
    return ::testing::AssertionSuccess();
}

} // namespace ossuary::testing
