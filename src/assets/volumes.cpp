// Volumes in memory: archives, and plain files.
#include "ossuary/assets/mounts.h"
#include "ossuary/assets/registry.h"
#include "ossuary/base/diagnostic.h"

namespace ossuary {

Result<Volume> archive_volume(std::string name, const SharedBytes& bytes, Diagnostics* diagnostics,
                              const ContainerLimits& limits) {
    const Format* format = find_format(name, bytes);
    if (format && format->mount) return format->mount(std::move(name), bytes, limits, diagnostics);
    if (!format || !format->members) return fail(Place{.file = name}, "is no archive, and holds no other files");
    const auto members = format->members({name, bytes}, {}, diagnostics);
    if (!members) return Failure(Error(members.error()).in_file(name));
    std::vector<NamedFile> files;
    for (const Member& member : *members) {
        auto unpacked = member.bytes();
        if (!unpacked) return Failure(Error(unpacked.error()).in_file(member.name).in_file(name));
        files.push_back({member.name, std::move(*unpacked)});
    }
    return memory_volume(std::move(name), std::move(files));
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
