// What folders and archives on disk need of the system: disk_posix.cpp and disk_windows.cpp.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

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

// What tells one state of a file from another. Its time is that of its last change: since 1970, UTC.
struct DiskFacts {
    DiskKind kind = DiskKind::none;
    std::uint64_t size = 0, inode = 0;
    std::int64_t seconds = 0, nanoseconds = 0;
};
DiskFacts disk_facts(const std::string& path);

// What a folder holds, sorted by name. The standard library lists nothing of folders whose path is too long for the old
// limit of Windows, and says nothing.
struct DiskEntry {
    std::string path; // that of the folder, and the name
    DiskKind kind = DiskKind::none;
    bool is_link = false;
};
std::vector<DiskEntry> list_folder(const std::string& folder, std::error_code& code);

// The whole path of what is there, links followed.
std::string real_path(const std::string& path, std::error_code& code);

inline std::string path_in(const std::string& folder, std::string_view name) {
    std::string path = folder;
    if (!path.ends_with('/')) path += '/';
    return path.append(name);
}

} // namespace ossuary
