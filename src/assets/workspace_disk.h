// What a Workspace needs of the system: the disk, mounts, the watcher and the cache. In WebAssembly there is none.
#pragma once

#include "ossuary/assets/workspace.h"

namespace ossuary {

// An opened model as the cache keeps it.
struct LoadedModel {
    Model model;
    Diagnostics diagnostics;
    std::vector<FoundFile> files;
    std::vector<std::string> paths; // every path that was read, or searched for in vain: what makes it outdated
    bool lost = false;
};

// What open() was asked for. The cache keeps it to load the model again.
struct OpenCall {
    std::vector<std::string> paths;
    OptionValues options;
};
using ModelLoader = std::function<Result<std::shared_ptr<const LoadedModel>>(const OpenCall&)>;

class WorkspaceDisk {
public:
    using Tree = std::shared_ptr<const MountTree>;
    virtual ~WorkspaceDisk() = default;

    virtual Result<void> mount(const std::string& path, std::string_view mount_point, Diagnostics* diagnostics) = 0;
    virtual Result<void> mount_game(const std::string& path, Diagnostics* diagnostics) = 0;
    virtual Tree mounted() = 0;

    // Nothing if no part of the path is on disk.
    virtual std::optional<Result<Location>> locate(const std::string& path) = 0;
    virtual Error not_found(const std::string& path) = 0;
    // A folder, an archive or a file with members, all on disk.
    virtual Result<Tree> tree_at(const std::string& path) = 0;
    // An archive or a file with members that is in another one.
    virtual Result<Tree> tree_of(const std::string& path, const SharedBytes& bytes) = 0;
    // The folder a file on disk is in, with or without what is below it. Null if it cannot be listed.
    virtual Tree folder_of(const std::string& path, bool folders_below) = 0;
    // The files below a folder on disk; false if the path is none.
    virtual bool walk(const std::string& path, std::vector<Input>& inputs, Diagnostics* diagnostics) = 0;
    virtual Result<SharedBytes> read(const std::string& path) = 0;
    virtual Result<SharedBytes> map(const std::string& path) = 0;

    virtual Result<std::shared_ptr<const LoadedModel>> cached(OpenCall call, bool is_picture) = 0;
    virtual Result<void> watch(const std::string& path) = 0;
    virtual std::size_t prepare_changes() = 0;
    virtual WorkspaceChanges changes() = 0;
    virtual AssetFiles files() = 0;
    virtual std::vector<CacheStatistics> statistics() = 0;
};

// Null where there is no disk. The loader is called for what the cache does not have.
std::unique_ptr<WorkspaceDisk> make_disk(const Workspace::Settings& settings, ModelLoader loader);

} // namespace ossuary
