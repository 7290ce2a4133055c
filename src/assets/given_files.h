// Files given as bytes in memory, as one tree: archives among them are folders.
#pragma once

#include <map>

#include "ossuary/assets/workspace.h"

namespace ossuary {

class GivenFiles {
public:
    void add(std::vector<NamedFile> files);
    bool remove(std::string_view path);

    bool empty() const { return given_.empty(); }
    const std::shared_ptr<MountTree>& tree() const { return tree_; }
    // By content, found once when the file was added; by name in archives: nothing is unpacked for this.
    const Format* format_of(const MountedFile& file) const;
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

    std::map<std::string, Given> given_; // by path in lower case
    std::optional<MountTree::VolumeId> loose_;
    std::shared_ptr<MountTree> tree_ = std::make_shared<MountTree>();
};

} // namespace ossuary
