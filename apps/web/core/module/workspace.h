// The files a page was given, as one tree: archives are folders, names match without regard to case.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "module/opened_model.h"
#include "ossuary/assets/mounts.h"

namespace ossuary::web {

class Workspace {
public:
    // Room for the bytes of a new file, or of one that takes the place of what has its path; null without memory. It
    // is part of the tree once settle() was called.
    std::byte* add(std::string_view path, std::size_t size);
    void settle();
    // A file, or a folder and what is in it. False if there is neither.
    bool remove(std::string_view path);

    Json entries() const;  // [Entry]
    Json subjects() const; // [Subject]
    // True if only the larger module can tell of it and open it.
    bool is_elsewhere(std::string_view path) const;
    Result<Json> info(std::string_view path) const;
    Result<SharedBytes> read(std::string_view path) const;
    // `request` is a Subject with OpenOptions as `options`.
    Result<std::unique_ptr<OpenedModel>> open(const Json& request) const;

private:
    struct Given {
        std::string path;
        std::shared_ptr<ByteBuffer> bytes;
        bool settled = false;
        std::vector<MountTree::VolumeId> archives; // what is in it, and in archives within it
        Diagnostics faults;                        // of the archive: why there is nothing in it, or what was left out
    };

    void forget(Given& given);
    void mount_archives(Given& given);
    void mount_given();
    Result<NamedFile> file_at(std::string_view path) const;
    // By content where that is at hand, by name in archives: nothing is unpacked for this.
    const Format* format_of(const MountedFile& file) const;
    // What a file of that path refers to: beside it, below its folder, anywhere.
    FileLookup lookup_from(std::string_view path) const;

    std::map<std::string, Given> given_; // by path in lower case
    std::optional<MountTree::VolumeId> loose_;
    MountTree tree_;
};

} // namespace ossuary::web
