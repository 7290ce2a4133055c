// A volume: a place that files are read from, such as an archive, a folder or files in memory.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "ossuary/base/result.h"
#include "ossuary/base/shared_bytes.h"

namespace ossuary {

// A file of a volume.
struct VolumeFile {
    std::string path; // in the tree, with folders divided by `/`, in the volume's spelling
    std::uint64_t size = 0;
    std::uint32_t number = 0; // the volume's own, for its `read`
    std::uint32_t time = 0;   // of its last change, as base/dos_time.h has it; 0: unknown
};

enum class VolumeKind : std::uint8_t { archive, folder, memory };

// How Gothic ranks its volumes. Any other number works as well.
enum Priority : int { base_archives = 100, add_on_archives = 150, mod_archives = 200, loose_files = 300 };

// A plain value: assets/mounts.h, assets/disk.h and the rows of archive formats make volumes; so may you.
struct Volume {
    std::string name; // as people know it: `Data/Anims.vdf`
    VolumeKind kind = VolumeKind::memory;
    int priority = base_archives;
    std::uint32_t time = 0; // of an archive; newer ones win among those of one priority
    std::vector<VolumeFile> files;
    // The contents of the file of that number: a view where that is possible. Called from many threads at once.
    std::function<Result<SharedBytes>(std::uint32_t number)> read;
};

// Upper limits of what reading an archive may cost.
struct ContainerLimits {
    std::uint32_t records = 1'000'000;
    std::uint32_t depth = 64;
    std::uint32_t block_size = 64u << 20;
    std::uint64_t file_size = std::uint64_t{1} << 30; // of one file, unpacked
};

} // namespace ossuary
