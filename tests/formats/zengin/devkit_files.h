// The game's own animation sources, where somebody has them: $OSSUARY_DEVKIT names the folder `_work/data/Anims`.
#pragma once

#include <optional>
#include <string_view>

#include "shared_files.h"

namespace ossuary::testing {

inline std::optional<ByteBuffer> devkit_file(std::string_view relative) {
    const char* folder = std::getenv("OSSUARY_DEVKIT");
    return folder ? read_file(std::filesystem::path(folder) / relative) : std::nullopt;
}

} // namespace ossuary::testing

#define OSSUARY_NEED_DEVKIT(value)                                                                                     \
    if (!(value)) GTEST_SKIP() << "the game's animation sources are not here (OSSUARY_DEVKIT)"
