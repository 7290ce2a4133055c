// Volumes on disk: folders, mapped archives, an installed game. Native builds only.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ossuary/assets/mounts.h"

namespace ossuary {

// A file as a view of the disk: nothing is read before it is looked at. Empty files, and those of systems that cannot
// map, are read. Only regular files; errors name the path.
//
// Whoever shortens a mapped file takes away pages that may still be looked at. guard_mapped_files() makes that
// harmless: the pages read as zeros from then on. Every read through a volume of this header asks afterwards whether
// the file has changed since it was opened, and fails if so, so that zeros are not taken for contents.
Result<SharedBytes> map_file(const std::string& path);
// The whole file in memory of its own.
Result<SharedBytes> read_whole_file(const std::string& path);
// Handles SIGBUS for pages of mapped files, and passes every other one on to whoever was there before. For programs to
// call once; a library does not take a signal unasked.
void guard_mapped_files();

// An archive on disk, mapped.
Result<Volume> open_archive(const std::string& path, Diagnostics* diagnostics = nullptr,
                            const ContainerLimits& limits = {});

struct FolderOptions {
    std::size_t most_files = 200'000; // half a disk is no place for the parts of a model
    bool empty_files = false;         // the game passes over them
    bool folders_below = true;        // false: only what lies in the folder itself
};
// The files below a folder, as they are now. Hidden files and links that lead out of the folder are passed over; links
// to folders are not followed. Where there are too many, or some cannot be looked at, a warning says so and the rest
// counts. Every read opens the file again and returns its own copy of the contents.
Result<Volume> open_folder(const std::string& path, Diagnostics* diagnostics = nullptr,
                           const FolderOptions& options = {});

struct GameOptions {
    bool loose_files_win = true; // false: files in `_work` count only where no archive has them
    ContainerLimits limits;
};
// An installed Gothic, or the `.ini` of one of its mods (in `System`).
struct GameFolder {
    std::string root;
    std::vector<std::string> archives;            // in the order they were found
    std::string work;                             // the folder `_work`; empty: there is none
    std::string mod_ini;                          // empty: none
    std::optional<std::vector<std::string>> mods; // the archives the ini names; nothing: it does not say
};
Result<GameFolder> find_game(const std::string& path);
// Its archives and loose files as volumes, ranked as the game ranks them. One that is broken costs itself: an error
// among the diagnostics.
std::vector<Volume> open_game(const GameFolder& game, const GameOptions& options = {},
                              Diagnostics* diagnostics = nullptr);

} // namespace ossuary
