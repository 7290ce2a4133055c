// The files named on a command line as a browser may ask for them: by paths that are ours, not the disk's.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "cli/session.h"
#include "ossuary/assets/mounts.h"
#include "ossuary/base/json.h"
#include "ossuary/base/result.h"

namespace ossuary::cli {

// What changed since somebody last looked, by path.
struct FileChanges {
    std::vector<std::string> changed, added, removed;

    bool empty() const { return changed.empty() && added.empty() && removed.empty(); }
};

// Something that was named: a file or a folder on disk, or files out of an archive, which do not change.
struct ServedRoot {
    std::string name; // as the browser calls it
    std::filesystem::path place;
    std::map<std::string, MountedFile> mounted; // by path, if it is not on disk
    bool is_folder = false;
};

// A named file is at the top under its own name, what lies in a named folder below that folder's name; where names
// repeat, later ones get `#2`, `#3` … Links that lead out of a named folder, and what is hidden, are not there. Nothing
// but what the list says can be read. Safe from several threads.
class ServedFiles {
public:
    // The paths, wherever they lie (places.h), then the places to look in that the options name, then what the named
    // files refer to. Fails if a path leads nowhere.
    static Result<std::vector<ServedRoot>> name_roots(Session& session, const std::vector<std::string>& paths);
    explicit ServedFiles(std::vector<ServedRoot> roots);

    // [{"path", "size", "version"}], sorted by path.
    Json list() const;
    // The file of that path. A large one is read where it is looked at, not before.
    Result<SharedBytes> read(const std::string& path) const;
    // Looks at the disk again.
    FileChanges look();

private:
    struct File {
        std::filesystem::path place;
        MountedFile mounted; // if it is not on disk
        std::uintmax_t size = 0;
        std::filesystem::file_time_type time;
        std::uint64_t version = 1;
    };
    using Files = std::map<std::string, File>;
    Files walk() const;

    std::vector<ServedRoot> roots_;
    mutable std::mutex mutex_;
    Files files_;
};

} // namespace ossuary::cli
