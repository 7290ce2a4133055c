// Real files and golden values, when the folder that holds them is there.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

#include "ossuary/base/bytes.h"
#include "ossuary/base/json.h"

namespace ossuary::testing {

// $OSSUARY_SHARED, or the folder `shared` beside the repository.
inline std::filesystem::path shared_folder() {
    if (const char* folder = std::getenv("OSSUARY_SHARED")) return folder;
    return std::filesystem::path(OSSUARY_SOURCE_DIR).parent_path() / "shared";
}

inline std::optional<ByteBuffer> read_file(const std::filesystem::path& path) {
    std::ifstream stream(path, std::ios::binary);
    if (!stream) return {};
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    return to_buffer(text);
}

// `samples/md5/Bob.md5mesh`, or nothing: the test then skips, saying so.
inline std::optional<ByteBuffer> shared_file(std::string_view relative) {
    return read_file(shared_folder() / relative);
}

inline std::optional<Json> golden(std::string_view name) {
    const auto bytes = shared_file("golden/" + std::string(name));
    if (!bytes) return {};
    const auto json = parse_json(as_text(*bytes));
    return json ? std::optional(*json) : std::nullopt;
}

} // namespace ossuary::testing

// Ends the test as skipped where a shared file is absent.
#define OSSUARY_NEED(value)                                                                                            \
    if (!(value)) GTEST_SKIP() << "the shared samples are not here (OSSUARY_SHARED)"
