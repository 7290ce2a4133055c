// Where files come from: the disk, archives, which are folders, and what the user mounted. Every path of every verb
// goes through here.
//
// A path names a file on disk; or, behind an archive's name, a file in it (`Data/Anims.vdf/HUMANS-S_RUN.MAN`, archives
// in archives too); or, where nothing of that name is on disk, a file below what --mount and --game name.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ossuary/assets/disk.h"
#include "ossuary/assets/format.h"
#include "ossuary/assets/mounts.h"

namespace ossuary::cli {

class Session;

// What the options of a verb say about it.
struct Mounting {
    std::vector<std::string> places; // --mount: folders and archives, the strongest first
    std::vector<std::string> games;  // --game
    bool loose_files_last = false;
    bool newer_archive_wins = false;
    bool empty() const { return places.empty() && games.empty(); }
};

class Places {
public:
    explicit Places(Session& session) : session_(session) {}

    // Both to be set before the first question.
    Mounting mounting;
    zengin::VdfLimits limits;

    // What was mounted, as one tree. What could not be mounted is told once, when it is first asked for.
    const MountTree& mounted();

    // Where a path leads: to something on disk, to a file of a tree, or to a folder of one. An archive on disk is a
    // file; with a slash behind its name it is the root of its tree.
    struct Found {
        bool on_disk = false;
        const MountTree* tree = nullptr;
        MountedFile file;
        std::string folder;
    };
    Result<Found> locate(const std::string& path);
    // What can be listed: a folder on disk or in a tree, an archive or another file with files in it.
    struct Listed {
        const MountTree* tree;
        std::string folder;
    };
    Result<Listed> as_folder(const std::string& path);

    // The contents, without a copy where they lie in a mapped archive; `-` is standard input. Errors name the path.
    Result<SharedBytes> read(const std::string& path);
    // A file by its name, or by its path from there: in the folder of another file, below that folder, in the archive
    // the other one is in, below what was mounted.
    MountedFile find_beside(const std::string& path, std::string_view name);
    // The same as the formats ask.
    FileLookup beside(const std::string& path);

private:
    Result<const MountTree*> folder_tree(const std::string& path, bool folders_below);
    Result<const MountTree*> archive_tree(const std::string& path);
    Result<const MountTree*> tree_of(const std::string& path, const SharedBytes& bytes);
    // The tree kept under that key, made if need be.
    template <class Make> Result<const MountTree*> kept(const std::string& key, const Make& make);
    void mount(const std::string& place, int priority);

    Session& session_;
    std::recursive_mutex mutex_;
    std::map<std::string, std::unique_ptr<MountTree>> trees_;
    std::unique_ptr<MountTree> mounted_;
};

// As a person would find it: the volume's name, a slash and its own path.
std::string shown_path(const MountedFile& file);

} // namespace ossuary::cli
