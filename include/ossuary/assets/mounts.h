// Many places as one tree of files: archives, folders, files in memory, archives within archives. It answers which file
// a name means, which ones that hides, and why.
//
// Names match without regard to the case of ASCII letters; both slashes separate folders; slashes in front, doubled
// ones and blanks at the end of a name do not count; `.` and `..` find nothing. A name may be that of a file and of a
// folder, as that of an archive is.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ossuary/base/files.h"
#include "ossuary/format/volume.h"

namespace ossuary {

// Every file of a volume moved below this folder.
Volume below_folder(Volume volume, std::string_view folder);

// An archive in memory, or within another one (Format::mount). Of other formats that hold files (Format::members),
// those files, unpacked at once. `name` is that of the archive, and says what it is where its content does not.
Result<Volume> archive_volume(std::string name, const SharedBytes& archive, Diagnostics* diagnostics = nullptr,
                              const ContainerLimits& limits = {});
// Files in memory, under their names, with the priority of loose files.
Volume memory_volume(std::string name, std::vector<NamedFile> files);

// A file of the tree. Valid until the tree changes.
struct MountedFile {
    const Volume* volume = nullptr;
    const VolumeFile* file = nullptr;

    explicit operator bool() const { return file != nullptr; }
    const std::string& path() const { return file->path; }
    std::uint64_t size() const { return file->size; }
    Result<SharedBytes> read() const; // errors name the volume and the path
    bool operator==(const MountedFile&) const = default;
};

// What a name means. The first candidate is the one that counts; `why` says what put it before the next, and of every
// other one what put it behind the first.
struct Candidate {
    MountedFile file;
    std::string why;
};

struct FolderListing {
    std::vector<std::string> folders; // names, sorted without regard to case
    std::vector<MountedFile> files;   // the ones that count, sorted in the same way
};

// Which of two files with one path counts: the one from the volume of the higher priority; of the newer time; mounted
// later; and in one volume the later one. A bare name means the best of all files of that name: by volume as before,
// then by the fewer folders above it, then by the path's letters.
//
// Reading a tree (everything const) is safe from many threads at once; changing it is for one alone.
class MountTree {
public:
    using VolumeId = std::uint32_t;

    struct Options {
        // As the reference engine does it: a newer archive beats a mod. Time counts first between archives.
        bool newer_archive_beats_mod = false;
    };
    MountTree();
    explicit MountTree(Options options);
    ~MountTree();
    MountTree(MountTree&&) noexcept;
    MountTree& operator=(MountTree&&) noexcept;

    VolumeId add(Volume volume);
    // False if there is none. What it hid is there again.
    bool remove(VolumeId id);
    const Volume* volume(VolumeId id) const;
    // All of them, the strongest first.
    std::vector<const Volume*> volumes() const;
    // A number that changes with every change of the tree: whoever remembers an answer compares it.
    std::uint64_t version() const;
    std::size_t file_count() const; // hidden ones included

    // The file of that name, wherever it lies; with folders in the name, the file of that path.
    MountedFile find(std::string_view name) const;
    // The file of that path, from the root.
    MountedFile resolve(std::string_view path) const;
    bool is_folder(std::string_view path) const;
    // Everything that could have been meant by what find() was asked, the answer first.
    std::vector<Candidate> explain(std::string_view name) const;
    // The same for what resolve() was asked.
    std::vector<Candidate> explain_path(std::string_view path) const;

    // What is in a folder; nothing in one that is not there. The root is the empty name.
    FolderListing list(std::string_view folder) const;
    // All files below a folder that count, sorted by path, whose path or bare name matches the glob; all of them for an
    // empty one.
    std::vector<MountedFile> match(std::string_view glob = {}, std::string_view folder = {}) const;

private:
    struct Index;
    std::vector<Candidate> explain(std::string_view asked, bool is_path) const;

    std::unique_ptr<Index> index_;
};

// The path as the tree compares it: lower case, one `/` between folders, none at the ends; nothing for one with `.`
// or `..` in it.
std::optional<std::string> folded_path(std::string_view path);

// Looks for files in the tree by name, and by path where the name has folders. The tree must outlive it.
FileLookup lookup_in(const MountTree& tree);

} // namespace ossuary
