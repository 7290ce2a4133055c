// The files a page may ask for: a list of names for files of the session's Workspace.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "cli/session.h"
#include "ossuary/base/json.h"

namespace ossuary::cli {

// What changed, by the page's names.
struct PageChanges {
    std::vector<std::string> changed, added, removed;

    bool empty() const { return changed.empty() && added.empty() && removed.empty(); }
};

// Something that was named: a file or a folder on disk, or files out of an archive, which do not change. Of an archive
// on disk both.
struct PageRoot {
    std::string name; // as the page calls it
    std::string place;
    std::map<std::string, FoundFile> found; // by path, if it is not on disk
    bool is_folder = false;
};

// A named file is at the top under its own name, what is in a named folder below that folder's name; where names
// repeat, later ones get `#2`, `#3` … Links that lead out of a named folder, and what is hidden, are not there. Nothing
// but what the list says can be read. Safe from several threads.
class PageFiles {
public:
    // The paths, then the places to look in that the options name. Fails if a path leads nowhere.
    static Result<std::vector<PageRoot>> name_roots(Session& session, const std::vector<std::string>& paths);
    PageFiles(const Workspace& files, std::vector<PageRoot> roots);

    // Opens a named file, so that what it refers to is listed too, now and after changes. What could not be read is in
    // the answer; whether it can be opened at all is for the page to say.
    Result<Opened> follow(std::span<const std::string> paths);

    // The first named file; empty if only folders were named.
    std::string first_file() const;
    // As JSON, {"files": [{"path", "size", "version", "volume"}], "volumes": [{"priority", "time"}], "open"}, in the
    // order of the page's tree. `volume` is what a file of an archive lies in; `open` is left out if it is empty.
    std::string list(std::string_view open = {}) const;
    // The file of that path. A large one is read where it is looked at, not before.
    Result<SharedBytes> read(const std::string& path) const;
    // The files whose paths begin so, in one piece: the size of a list as four bytes, the list as JSON [[path, size]],
    // and their bytes one after another. No more than `most` bytes, and none that cannot be read.
    std::string batch(const std::string& beginning, std::size_t most) const;
    // Lists the files again if some have changed.
    PageChanges update(const WorkspaceChanges& changes);

private:
    struct File {
        std::string place;
        FoundFile found; // if it is not on disk
        std::uint64_t size = 0;
        std::uint64_t version = 1;
    };
    using Files = std::map<std::string, File>;
    struct Followed {
        std::vector<std::string> paths;
        Opened opened; // held, so that the workspace loads it again when a file of it changes
    };
    void add_files_of(const Opened& opened);
    Files walk() const;
    void add_archive(Files& files, const std::string& name, const std::string& place) const;

    const Workspace& workspace_;
    std::vector<PageRoot> roots_;
    std::vector<Followed> followed_;
    mutable std::mutex mutex_;
    Files files_;
};

} // namespace ossuary::cli
