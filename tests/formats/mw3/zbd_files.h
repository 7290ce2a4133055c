// What every .zbd format must bear.
#pragma once

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>

#include "lossless.h"
#include "ossuary/base/bytes.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/json.h"
#include "shared_files.h"

namespace ossuary::mw3::testing {

using ossuary::testing::survives;
using ossuary::testing::Verbs;

// `bad-entry: …`, with a byte offset within the file.
inline bool is_named(const Error& error, std::size_t size) {
    const std::size_t colon = error.message().find(": ");
    return colon != error.message().npos && error.message().find_first_not_of("abcdefghijklmnopqrstuvwxyz-") == colon &&
           error.place().offset && *error.place().offset <= size;
}

template <class File> void expect_clean(const Verbs<File>& verbs, Bytes bytes) {
    Diagnostics diagnostics;
    const auto file = verbs.parse(bytes, &diagnostics);
    ASSERT_TRUE(file) << file.error().text();
    for (const Diagnostic& diagnostic : diagnostics) ADD_FAILURE() << diagnostic.text();
    EXPECT_TRUE(survives(verbs, bytes));
}

template <class File> void expect_truncations_are_refused(const Verbs<File>& verbs, Bytes bytes) {
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        const auto file = verbs.parse(bytes.first(size), nullptr);
        ASSERT_FALSE(file) << "cut to " << size;
        ASSERT_TRUE(is_named(file.error(), size)) << file.error().text();
    }
}

// Every byte changed to something else, in these ways: refused with a named error, or written exactly. What takes
// longer, the passage through JSON, is tried on some of them.
template <class File>
void expect_changes_are_handled(const Verbs<File>& verbs, Bytes bytes, std::span<const int> changes) {
    ByteBuffer bent(bytes.begin(), bytes.end());
    std::size_t refused = 0, kept = 0;
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        for (const int change : changes) {
            bent[at] = bytes[at] ^ static_cast<std::byte>(change);
            const auto file = verbs.parse(bent, nullptr);
            if (!file) {
                ++refused;
                ASSERT_TRUE(is_named(file.error(), bent.size())) << file.error().text();
                continue;
            }
            ASSERT_TRUE(std::ranges::equal(verbs.write(*file), bent)) << "byte " << at << " xor " << change;
            if (++kept % 64 == 0) {
                Diagnostics diagnostics;
                ASSERT_TRUE(verbs.parse(bent, &diagnostics));
                ASSERT_TRUE(survives(verbs, bent)) << "byte " << at << " xor " << change;
            }
        }
        bent[at] = bytes[at];
    }
    EXPECT_GT(kept, 0u);
    EXPECT_GT(refused, 0u);
}

template <class File>
void expect_error(const Verbs<File>& verbs, Bytes bytes, std::string_view name, std::string_view field = {}) {
    const auto file = verbs.parse(bytes, nullptr);
    ASSERT_FALSE(file) << "accepted, expected " << name;
    EXPECT_TRUE(file.error().message().starts_with(std::string(name) + ':')) << file.error().text();
    EXPECT_TRUE(is_named(file.error(), bytes.size())) << file.error().text();
    if (!field.empty()) {
        EXPECT_EQ(file.error().place().field, field);
    }
}

// Accepted and kept, with a warning of this name at this field.
template <class File>
void expect_deviation(const Verbs<File>& verbs, Bytes bytes, std::string_view name, std::string_view field) {
    Diagnostics diagnostics;
    const auto file = verbs.parse(bytes, &diagnostics);
    ASSERT_TRUE(file) << file.error().text();
    const auto fits = [&](const Diagnostic& diagnostic) {
        return diagnostic.message.starts_with(std::string(name) + ':') && diagnostic.place.field == field &&
               diagnostic.place.offset && *diagnostic.place.offset < bytes.size();
    };
    EXPECT_TRUE(std::ranges::any_of(diagnostics, fits))
        << "no " << name << " at " << field << " among " << diagnostics.size()
        << (diagnostics.empty() ? "" : diagnostics[0].text());
    EXPECT_TRUE(survives(verbs, bytes));
}

// With a number put over the bytes at an offset.
template <Scalar T> ByteBuffer with(Bytes bytes, std::size_t at, T value) {
    ByteBuffer changed(bytes.begin(), bytes.end());
    store(changed.data() + at, value, Endian::little);
    return changed;
}

} // namespace ossuary::mw3::testing
