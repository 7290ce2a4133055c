// A file in memory with its name, and the callback that finds one: the only types for both.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "ossuary/base/shared_bytes.h"

namespace ossuary {

// A file in memory, with the name the user gave it. Copies share the bytes.
struct NamedFile {
    std::string name; // with folders where they matter: `md5/hero.md5mesh`
    SharedBytes bytes;
};

// Finds a file by a relative name (forward slashes, no `..`, no drive) beside the one being opened, or below the
// folders the user mounted. Nothing if there is none.
using FileLookup = std::function<std::optional<SharedBytes>(std::string_view relative_name)>;

} // namespace ossuary
