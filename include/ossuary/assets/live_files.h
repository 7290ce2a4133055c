// Folders and archives as a tree of files that follows the disk. Native builds only.
#pragma once

#include <memory>
#include <string>

#include "ossuary/assets/cache.h"
#include "ossuary/assets/disk.h"
#include "ossuary/assets/file_watch.h"

namespace ossuary {

// May be asked from many threads at once; add_… before the others.
class LiveFiles {
public:
    struct Options {
        FileWatch::Options watch;
        MountTree::Options tree;
        FolderOptions folder;
    };
    LiveFiles();
    explicit LiveFiles(Options options);
    ~LiveFiles();

    // Ranked as disk.h has it. A folder is mounted below `mount_point`, or as the root.
    Result<void> add_folder(const std::string& path, std::string_view mount_point = {},
                            Diagnostics* diagnostics = nullptr);
    Result<void> add_archive(const std::string& path, Diagnostics* diagnostics = nullptr);
    void add(Volume volume); // one that stays as it is

    // The files as they were when changes() was last called. It stays as it is; a later one is another.
    std::shared_ptr<const MountTree> tree() const;
    // The contents of the file that a name means. An error where it is being written just now. One case cannot be told:
    // a file that is overwritten without being emptied or renamed, during the first write; it is news when it is
    // closed.
    Result<std::optional<SharedBytes>> read(std::string_view name);
    // Looks at the disk. A changed archive is opened anew, a changed folder listed anew, and the tree made of them
    // replaces the old one. An archive that cannot be read stays as it was, with an error among the diagnostics.
    FileChanges changes(Diagnostics* diagnostics = nullptr);

    // For an AssetStore, which this must outlive.
    AssetFiles files();

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace ossuary
