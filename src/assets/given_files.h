// Files given as bytes in memory, as one tree: archives among them are folders.
#pragma once

#include <map>

#include "ossuary/assets/workspace.h"

namespace ossuary {

class GivenFiles {
public:
    void add(std::vector<NamedFile> files);
    // Files that are read when they are asked for; archives among them stay closed.
    void add_listed(Volume volume);
    bool remove(std::string_view path);

    bool empty() const { return given_.empty() && listed_.empty(); }
    const std::shared_ptr<MountTree>& tree() const { return tree_; }
    // By content, found once when the file was added; by name in archives and lists: nothing is read for this.
    const Format* format_of(const MountedFile& file) const;
    bool is_listed(const MountedFile& file) const;
    // What was wrong with archives, by their paths.
    std::map<std::string, Diagnostics> faults() const;

private:
    struct Given {
        NamedFile file;
        const Format* format = nullptr;
        std::vector<MountTree::VolumeId> archives; // what is in it, and in archives within it
        Diagnostics faults;                        // why there is nothing in it, or what was left out
    };
    void mount_archives(Given& given);
    void unmount_archives(Given& given);
    void mount_files();
    bool unlist(const std::string& folded);

    std::map<std::string, Given> given_; // by path in lower case
    std::optional<MountTree::VolumeId> loose_;
    std::vector<MountTree::VolumeId> listed_;
    std::shared_ptr<MountTree> tree_ = std::make_shared<MountTree>();
};

} // namespace ossuary
