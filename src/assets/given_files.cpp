#include "assets/given_files.h"

#include <algorithm>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"

namespace ossuary {

namespace {

constexpr std::size_t most_archives = 64; // within archives within …

std::string normal_path(std::string_view path) {
    std::string clean;
    for (const char c : path) {
        const char next = c == '\\' ? '/' : c;
        if (next != '/' || (!clean.empty() && clean.back() != '/')) clean += next;
    }
    while (clean.ends_with('/')) clean.pop_back();
    return clean;
}

bool is_archive(Bytes bytes) { return find_container(bytes) != nullptr; }

bool is_archive_name(std::string_view path) { return find_container(path) != nullptr; }

} // namespace

void GivenFiles::add(std::vector<NamedFile> files) {
    for (NamedFile& file : files) {
        file.name = normal_path(file.name);
        Given& given = given_[lower_case(file.name)];
        unmount_archives(given);
        given = {.file = std::move(file), .format = nullptr, .archives = {}, .faults = {}};
        given.format = find_format(given.file.name, given.file.bytes.bytes);
        mount_archives(given);
    }
    mount_files();
}

void GivenFiles::add_listed(Volume volume) {
    for (VolumeFile& file : volume.files) file.path = normal_path(file.path);
    listed_.push_back(tree_->add(std::move(volume)));
    if (!given_.empty()) mount_files(); // the later volume counts
}

bool GivenFiles::remove(std::string_view path) {
    const std::string folded = lower_case(normal_path(path));
    const auto goes = [&](const auto& entry) { return entry.first == folded || entry.first.starts_with(folded + '/'); };
    for (auto& entry : given_)
        if (goes(entry)) unmount_archives(entry.second);
    const bool any_given = std::erase_if(given_, goes) > 0;
    const bool any_listed = unlist(folded);
    if (any_given || any_listed) mount_files();
    return any_given || any_listed;
}

bool GivenFiles::unlist(const std::string& folded) {
    const auto goes = [&](const VolumeFile& file) {
        const std::string name = lower_case(file.path);
        return name == folded || name.starts_with(folded + '/');
    };
    bool any = false;
    for (MountTree::VolumeId& id : listed_) {
        const Volume* volume = tree_->volume(id);
        if (std::ranges::none_of(volume->files, goes)) continue;
        Volume rest = *volume;
        std::erase_if(rest.files, goes);
        tree_->remove(id);
        id = tree_->add(std::move(rest));
        any = true;
    }
    return any;
}

bool GivenFiles::is_listed(const MountedFile& file) const {
    return std::ranges::any_of(listed_, [&](MountTree::VolumeId id) { return tree_->volume(id) == file.volume; });
}

void GivenFiles::unmount_archives(Given& given) {
    for (const MountTree::VolumeId volume : given.archives) tree_->remove(volume);
    given.archives.clear();
}

void GivenFiles::mount_archives(Given& given) {
    std::vector<NamedFile> found{given.file};
    for (std::size_t i = 0; i < found.size(); ++i) {
        const NamedFile archive = found[i];
        if (!is_archive(archive.bytes.bytes)) continue;
        Diagnostics faults;
        auto volume = archive_volume(archive.name, archive.bytes, &faults);
        if (!volume) report(&faults, Severity::error, volume.error().place(), volume.error().message());
        name_file(faults, archive.name);
        given.faults.insert(given.faults.end(), faults.begin(), faults.end());
        if (!volume) continue;
        for (const VolumeFile& file : volume->files) {
            if (!is_archive_name(file.path) || found.size() >= most_archives) continue;
            if (auto bytes = volume->read(file.number))
                found.push_back({archive.name + '/' + file.path, std::move(*bytes)});
        }
        given.archives.push_back(tree_->add(below_folder(std::move(*volume), archive.name)));
    }
}

void GivenFiles::mount_files() {
    if (loose_) tree_->remove(*loose_);
    std::vector<NamedFile> files;
    for (const auto& [folded, given] : given_) files.push_back(given.file);
    loose_ = tree_->add(memory_volume("", std::move(files)));
}

const Format* GivenFiles::format_of(const MountedFile& file) const {
    if (file.volume->kind == VolumeKind::archive) return find_format_by_file_name(file.path());
    if (is_listed(file)) return find_format_by_file_name(file.path());
    const auto found = given_.find(lower_case(file.path()));
    return found == given_.end() ? nullptr : found->second.format;
}

std::map<std::string, Diagnostics> GivenFiles::faults() const {
    std::map<std::string, Diagnostics> all;
    for (const auto& [folded, given] : given_)
        for (const Diagnostic& fault : given.faults) all[fault.place.file].push_back(fault);
    return all;
}

} // namespace ossuary
