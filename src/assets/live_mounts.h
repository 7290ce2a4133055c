// Mounted folders and archives as one tree that follows the disk, where that is wanted. Native builds only.
#pragma once

#include <memory>
#include <string>

#include "ossuary/assets/cache.h"
#include "ossuary/assets/disk.h"
#include "ossuary/assets/file_watch.h"
#include "ossuary/base/diagnostic.h"

namespace ossuary {

// May be asked from many threads at once; add_… before the others.
class LiveMounts {
public:
    using Listener = std::size_t;

    LiveMounts(MountTree::Options tree, bool follow_changes);
    ~LiveMounts();

    // A folder is mounted below `mount_point`, or as the root.
    Result<void> add_folder(const std::string& path, std::string_view mount_point, int priority,
                            Diagnostics* diagnostics);
    Result<void> add_archive(const std::string& path, const ContainerLimits& limits, int priority,
                             Diagnostics* diagnostics);
    void add(Volume volume); // one that stays as it is

    // The files as they were when changes() was last called. It stays as it is; a later one is another.
    std::shared_ptr<const MountTree> tree() const;
    // The contents of the file that a name means. An error where it is being written just now. A file that is
    // overwritten without being emptied or renamed may be caught during the first write; it is news when it is closed.
    Result<std::optional<SharedBytes>> read(std::string_view name);

    // Watches a file or folder beside what is mounted. Does nothing if changes are not followed.
    Result<void> watch(const std::string& path);
    // Each listener hears of every change once.
    Listener add_listener();
    // Looks at the disk. A changed archive is opened again, a changed folder listed again, and the tree made of them
    // replaces the old one. An archive that cannot be read stays as it was, with an error among the diagnostics.
    FileChanges changes(Listener listener, Diagnostics* diagnostics);

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace ossuary
