// The files named on a command line as a browser may ask for them: by paths that are ours, not the disk's.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "ossuary/base/json.h"
#include "ossuary/base/result.h"

namespace ossuary::cli {

// What changed since somebody last looked, by path.
struct FileChanges {
    std::vector<std::string> changed, added, removed;

    bool empty() const { return changed.empty() && added.empty() && removed.empty(); }
};

// A named file is at the top under its own name, what lies in a named folder below that folder's name; where names
// repeat, later ones get `#2`, `#3` … Links that lead out of a named folder, and folders in hidden ones, are not
// there. Nothing but what the list says can be read. Safe from several threads.
class ServedFiles {
public:
    // Fails if a path does not exist.
    static Result<std::vector<std::pair<std::string, std::filesystem::path>>>
    name_roots(const std::vector<std::string>& paths);
    explicit ServedFiles(std::vector<std::pair<std::string, std::filesystem::path>> roots);

    // [{"path", "size", "version"}], sorted by path.
    Json list() const;
    // Where the file of that path lies; nothing if there is none.
    std::optional<std::string> find(const std::string& path) const;
    // Looks at the disk again.
    FileChanges look();

private:
    struct File {
        std::filesystem::path place;
        std::uintmax_t size = 0;
        std::filesystem::file_time_type time;
        std::uint64_t version = 1;
    };
    using Files = std::map<std::string, File>;
    Files walk() const;

    std::vector<std::pair<std::string, std::filesystem::path>> roots_;
    mutable std::mutex mutex_;
    Files files_;
};

} // namespace ossuary::cli
