// What folders and archives on disk need of the system: disk_posix.cpp and disk_windows.cpp.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "ossuary/base/result.h"
#include "ossuary/base/shared_bytes.h"

namespace ossuary {

// An error by its number (errno), with the path.
Failure system_failure(const std::string& path, int code);

struct MappedFile {
    SharedBytes bytes;
    std::function<bool()> has_changed; // since it was opened; null: the bytes are a copy
};
// A regular file, mapped where that can be.
Result<MappedFile> map_regular(const std::string& path);

// What a path leads to, links followed.
enum class DiskKind { none, file, folder, other };
DiskKind disk_kind(const std::string& path);

// Whether the folder's files can be listed. Of folders whose path is too long for the old limit of Windows, the
// standard library there lists nothing and says nothing.
bool is_listable(const std::filesystem::path& folder);

// Seconds since 1970, UTC; 0 if the file cannot be looked at.
std::int64_t modification_time(const std::string& path);

} // namespace ossuary
