// Workspace: the façade for files. It mounts places, finds files by name, groups them into subjects, opens models
// through an LRU cache and reports what changed.
//
//     Workspace files;
//     Result<Opened> hero = files.open("models/HERO.MDS"); // with the meshes, clips and textures beside it
//
// A path names, in this order:
//   1. a file given as bytes (`add`), or a file of an archive that was given so;
//   2. a file on disk; behind the name of an archive a file in it (`Data/Anims.vdf/HUMANS-S_RUN.MAN`, archives in
//      archives too); `-` is standard input;
//   3. a file of what was mounted (`mount`, `mount_game`), by its path or its bare name; where there is none, what the
//      game ships instead: `HUMANS.MSB` for `HUMANS.MDS`, `SKIN-C.TEX` for `SKIN.TGA`.
//
// What a file refers to is searched for in its folder, below that folder, in its archive, and in what was mounted.
//
// One broken clip, texture or part costs itself: the rest is opened, a diagnostic of severity `error` names the file,
// and `Opened::lost` is set.
//
// add, remove, mount and mount_game are for one thread while no other uses the workspace. Everything else may be called
// from many threads at once. In WebAssembly there is neither a disk nor a cache.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ossuary/assets/cache.h"
#include "ossuary/assets/mounts.h"
#include "ossuary/assets/options.h"
#include "ossuary/assets/registry.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/files.h"
#include "ossuary/base/log.h"
#include "ossuary/base/result.h"
#include "ossuary/base/shared_bytes.h"
#include "ossuary/model/model.h"

namespace ossuary {

// A file as a person finds it: the volume's name, a slash and its own path.
std::string shown_path(const MountedFile& file);

// A file of a tree, together with the tree.
struct FoundFile {
    std::shared_ptr<const MountTree> tree;
    MountedFile file;

    explicit operator bool() const { return static_cast<bool>(file); }
    Result<SharedBytes> read() const { return file.read(); }
    std::string path() const { return shown_path(file); }
};

// Where a path leads: to something on disk, to a file of a tree, or to a folder of a tree. An archive on disk is a
// file; with a slash behind its name it is the root of its tree.
struct Location {
    bool on_disk = false;
    FoundFile file;
    std::shared_ptr<const MountTree> tree; // of the file or the folder
    std::string folder;                    // in the tree
    bool was_given = false;                // the tree is that of the bytes in memory
};

// What the game ships for a source of this name, the most likely first: `HUMANS.MDS` → `HUMANS.MSB`.
std::vector<std::string> shipped_names(std::string_view name);

// A folder, an archive or a file with members, as a list of files.
struct Listing {
    std::shared_ptr<const MountTree> tree;
    std::string folder;
    std::vector<MountedFile> files() const { return tree->match("", folder); }
};

// A file with its format: the detection is done once, here, and carried along.
struct TypedFile {
    NamedFile file;
    const Format* format = nullptr;
};

// A file of what was given and mounted. Folders and archives come before what is in them.
struct Entry {
    enum class Kind : std::uint8_t { folder, archive, file };
    std::string path, name;
    std::int64_t parent = -1; // an index of the list; −1: at the top
    Kind kind = Kind::folder;
    std::uint64_t size = 0;
    const Format* format = nullptr; // by content where that is at hand, by name in archives and folders
    Diagnostics faults;             // of an archive: why nothing is in it, or what was left out
};

// Something that can be opened, with the clip files that belong to it: those of its game in its folder, of equal name
// where some have one. Scripts name their clips and need none.
struct Subject {
    std::string path;
    std::vector<std::string> clips;
};

// Of the files of a folder, one subject for each character: its script, or else its model. Left out are the parts that
// it finds by itself: of one game, files of the same name in its folder and below, and the sources of a script. Clips
// go with the script or the model they are named after, or with all models of their game in their folder; the others
// are subjects of their own. In the order of the files; `name` is the path.
std::vector<Subject> characters_of(std::span<const FileOfFormat> files);
// The model among these files that a clip belongs to: one of its game and folder whose name the clip's begins with, or
// the only one there is. No script, which would bring its own clips. Null if there is none, or no telling which.
const FileOfFormat* model_for_clip(const FileOfFormat& clip, std::span<const FileOfFormat> files);

// A path that a command was given, or a file below it.
struct Input {
    std::string path;
    bool from_folder = false; // found in a folder that was named: may be anything
};

// What became of opening a file.
struct Opened {
    std::shared_ptr<const Model> model; // whoever keeps it keeps it in the cache, and has it loaded again on changes
    Diagnostics diagnostics;
    std::vector<FoundFile> files; // that it referred to, in the order they were found; none twice
    bool lost = false;            // a part could not be read: an error among the diagnostics names it

    // The model, to be changed: moved out of here where nobody else has it, otherwise copied.
    Model take() &&;
};

// What happened to files and to the models made of them.
struct WorkspaceChanges {
    std::vector<std::string> files;  // changed, added or removed: paths on disk, and bare names in archives
    std::vector<AssetChange> models; // loaded again, or kept with an error; `name` is the path they were opened by
    Diagnostics diagnostics;         // an archive that cannot be read any more, and so stays as it was
    bool empty() const { return files.empty() && models.empty() && diagnostics.empty(); }
};

class Workspace {
public:
    struct Settings {
        std::size_t model_budget = 256u << 20;  // bytes of opened models that nobody holds any more
        std::size_t picture_budget = 64u << 20; // the same for files that hold pictures alone
        bool follow_changes = false;            // watch what is mounted and opened; changes() reports
        bool newer_archive_beats_mod = false;   // as the reference engine does it
        bool loose_files_win = true;            // of a game: files in `_work` hide those of archives
        ContainerLimits limits;
        std::function<void(const Diagnostics&)> report;      // oddities of folders and archives on the way
        std::function<void(LogLevel, std::string_view)> log; // what is searched for and found
    };
    Workspace();
    explicit Workspace(Settings settings);
    ~Workspace();
    Workspace(Workspace&&) noexcept;
    Workspace& operator=(Workspace&&) noexcept;

    // ---- places

    // Bytes in memory under these paths; archives among them are folders. Replaces what has the same path.
    void add(std::vector<NamedFile> files);
    void add(std::string path, SharedBytes bytes);
    // Files that are known by name and size alone: each is read when it is opened, and not kept. Between
    // those and others the volume's priority decides.
    void add_listed(Volume volume);
    // A given file, or a folder of them. False if there is neither.
    bool remove(std::string_view path);
    // A folder or an archive on disk. Of several the first one counts most.
    Result<void> mount(const std::string& path, std::string_view mount_point = {}, Diagnostics* diagnostics = nullptr);
    // An installed Gothic, or the .ini of one of its mods. A broken archive of it is an error among the diagnostics.
    Result<void> mount_game(const std::string& path, Diagnostics* diagnostics = nullptr);
    // Everything that was mounted. It stays as it is: after a change there is another.
    std::shared_ptr<const MountTree> mounted() const;

    // ---- finding

    std::vector<Entry> entries() const;
    std::vector<Subject> subjects() const;
    Result<Location> locate(const std::string& path) const;
    // What can be listed: a folder, an archive, a file with members.
    Result<Listing> list(const std::string& path) const;
    // The paths with folders replaced by the files below them, in sorted order; links to folders are not followed. What
    // does not exist is an error among the diagnostics, and left out.
    std::vector<Input> expand(std::span<const std::string> paths, Diagnostics* diagnostics = nullptr) const;
    // The files in the folder of a file, itself among them, by the paths that lead there again; of an archive alike.
    std::vector<std::string> siblings(const std::string& path) const;
    // True for an archive, on disk or in another one: `path + '/'` is then all that is in it.
    bool is_archive(const std::string& path) const;
    // A file by its name, or by its path from there: in the folder of another file, below that folder, in its archive,
    // in what was mounted.
    FoundFile find_beside(const std::string& path, std::string_view name) const;
    FileLookup beside(const std::string& path) const;

    // ---- reading and opening

    // The contents, without a copy where they are in memory or in a mapped archive. Errors name the path.
    Result<SharedBytes> read(const std::string& path) const;
    // The same, and of a file on disk a view of its pages: nothing is read before it is looked at.
    Result<SharedBytes> map(const std::string& path) const;
    // The contents and the format; an error if it is none that is known.
    Result<TypedFile> open_file(const std::string& path) const;
    // The format as entries() has it, without reading the file; null if there is no such file or it is unknown.
    const Format* format_of(const std::string& path) const;

    // One file, a subject, or several files as one model: the model first, then its clips; pictures are where its
    // materials look first. What a script, a mesh or a world refers to is found beside the first path. Fails if the
    // model itself cannot be read. A cached model is returned as it is until changes() finds one of its files changed.
    Result<Opened> open(const std::string& path, const OptionValues& options = {}) const;
    Result<Opened> open(const Subject& subject, const OptionValues& options = {}) const;
    Result<Opened> open(std::span<const std::string> paths, const OptionValues& options = {}) const;
    // Files that are at hand already; not cached. `failed` gets the diagnostics of a model that could not be opened.
    Result<Opened> open(std::span<const TypedFile> files, const OptionValues& options = {},
                        Diagnostics* failed = nullptr) const;

    // ---- changes

    // Reports this file or folder too, whether or not something of it was opened.
    Result<void> watch(const std::string& path);
    // Loads again what changed, on a thread of your choice; nobody sees it before changes() replaces it.
    std::size_t prepare_changes();
    // What changed since the last call. Between two frames: afterwards open() returns the new models.
    WorkspaceChanges changes();
    // For typed caches of your own (cache.h), which the workspace must outlive.
    AssetFiles files() const;
    std::vector<CacheStatistics> statistics() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

// The same with a lookup of your own. The first adds to a model that is there already, and leaves the options that
// every model has (options.h) to the caller.
Result<void> add_to_model(Model& model, std::span<const TypedFile> files, const FileLookup& lookup,
                          const OptionValues& options = {}, Diagnostics* diagnostics = nullptr);
Result<Model> open_model(std::span<const TypedFile> files, const FileLookup& lookup, const OptionValues& options = {},
                         Diagnostics* diagnostics = nullptr);

} // namespace ossuary
