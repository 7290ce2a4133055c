// Volumes that need no disk: archives and files in memory.
#include <algorithm>

#include "ossuary/assets/mounts.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/zengin/vdf.h"

namespace ossuary {

namespace {

int priority_of(std::string_view name) {
    if (file_extension(name) == ".mod") return mod_archives;
    return lower_case(file_stem(name)).ends_with("_addon") ? add_on_archives : base_archives;
}

} // namespace

Result<Volume> archive_volume(std::string name, const SharedBytes& archive, Diagnostics* diagnostics,
                              const zengin::VdfLimits& limits) {
    auto parsed = zengin::parse_vdf(archive, diagnostics, limits);
    if (!parsed) return Failure(parsed.error());
    const auto vdf = std::make_shared<const zengin::Vdf>(std::move(*parsed));
    Volume volume{.name = std::move(name), .kind = VolumeKind::archive, .time = vdf->header.timestamp};
    volume.priority = priority_of(volume.name);
    volume.files.reserve(vdf->entries.size());
    std::vector<std::string> folders(vdf->entries.size()); // with a slash behind; a folder comes before what is in it
    for (std::size_t i = 0; i < vdf->entries.size(); ++i) {
        const zengin::VdfEntry& entry = vdf->entries[i];
        const zengin::VdfRecord& record = vdf->records[entry.record];
        if (!record.is_directory() && is_out_of_bounds(*vdf, record)) continue;
        const std::string_view own = name_of(record);
        std::string path;
        path.reserve(64);
        if (entry.parent != zengin::VdfEntry::none) path = folders[entry.parent];
        path += own;
        if (record.is_directory())
            folders[i] = std::move(path += '/');
        else
            volume.files.push_back({std::move(path), record.size, entry.record, vdf->header.timestamp});
    }
    volume.read = [vdf, limits](std::uint32_t number) { return read_entry(*vdf, vdf->records[number], limits); };
    return volume;
}

Volume memory_volume(std::string name, std::vector<NamedFile> files) {
    Volume volume{.name = std::move(name), .kind = VolumeKind::memory, .priority = loose_files};
    std::vector<SharedBytes> contents;
    for (NamedFile& file : files) {
        volume.files.push_back({std::move(file.name), file.bytes.size(), static_cast<std::uint32_t>(contents.size())});
        contents.emplace_back(std::move(file.bytes));
    }
    volume.read = [contents = std::move(contents)](std::uint32_t number) -> Result<SharedBytes> {
        return contents[number];
    };
    return volume;
}

} // namespace ossuary
