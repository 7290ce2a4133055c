// Files in: reading them, walking folders, and finding what a model refers to.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "cli/file_index.h"
#include "cli/session.h"
#include "ossuary/assets/format.h"
#include "ossuary/base/bytes.h"
#include "ossuary/base/result.h"

namespace ossuary::cli {

// The whole file; `-` is standard input. Errors name the file.
Result<ByteBuffer> read_file(const std::string& path);

struct Input {
    std::string path;
    bool from_folder = false; // found in a folder the user named: may be anything
};

// The paths with folders replaced by the files below them, in sorted order. Links to folders are not followed. What
// does not exist is reported and left out.
std::vector<Input> expand_folders(Session& session, const std::vector<std::string>& paths);

// Finds files by relative name below a few folders, without regard to case, and never outside them: `..`, absolute
// names and links that lead out find nothing. A bare name that is not in a folder itself is looked for in those below
// it: the nearest to the top counts, and of several on one level the first in sorted order.
class Mounts {
public:
    Mounts(Session& session, std::vector<std::string> roots);
    std::optional<ByteBuffer> find(std::string_view relative_name);

private:
    const std::vector<std::string>& entries(const std::string& folder);
    std::optional<std::string> resolve(const std::string& root, std::string_view relative_name);
    std::optional<std::string> search(const std::string& root, std::string_view name);

    Session& session_;
    std::vector<std::string> roots_;
    std::map<std::string, std::vector<std::string>> listed_;
    std::map<std::string, FileIndex> below_;
};

// What lies beside the file or below its folder, then below each mount. The answer may be used from one thread at a
// time.
FileLookup lookup_beside(Session& session, const std::string& path, const std::vector<std::string>& mounts);

} // namespace ossuary::cli
