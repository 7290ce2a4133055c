// The shared samples of sounds and music.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>

#include "ossuary/base/diagnostic.h"
#include "shared_files.h"

namespace ossuary::audio::testing {

inline std::optional<ByteBuffer> sample(std::string_view name) {
    return ossuary::testing::shared_file("samples/audio/" + std::string(name));
}
inline std::optional<Json> golden_of(std::string_view name) {
    return ossuary::testing::golden("audio/" + std::string(name) + ".json");
}
inline bool has_warning(const Diagnostics& found, std::string_view begin) {
    return std::ranges::any_of(found, [&](const Diagnostic& each) { return each.message.starts_with(begin); });
}

// Cut anywhere, a file is read with an error or with warnings; what was read is written back as it is.
template <class File>
void expect_cuts_survived(Bytes bytes, Result<File> (*parse)(Bytes, Diagnostics*), ByteBuffer (*write)(const File&)) {
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        Diagnostics found;
        const auto file = parse(bytes.first(size), &found);
        if (!file) {
            EXPECT_FALSE(file.error().message().empty());
            continue;
        }
        EXPECT_FALSE(found.empty()) << "cut at " << size;
        EXPECT_TRUE(std::ranges::equal(write(*file), bytes.first(size))) << "cut at " << size;
    }
}

// The value as JSON has it: numbers in the golden files are whole or real.
inline Json list_of(std::initializer_list<Json> values) { return Json(Json::Array(values)); }

} // namespace ossuary::audio::testing
