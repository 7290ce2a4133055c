// An installed Gothic: which archives it has, and how they rank.
#include <algorithm>
#include <filesystem>

#include "disk_system.h"
#include "ossuary/assets/disk.h"
#include "ossuary/assets/registry.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/disk_path.h"
#include "ossuary/base/text.h"

namespace ossuary {

namespace fs = std::filesystem;

namespace {

bool begins_as_archive(const std::string& path) {
    const auto file = map_file(path);
    return file && find_container(file->bytes);
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_white_space(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_white_space(text.back())) text.remove_suffix(1);
    return text;
}

// The child of that name, whatever the case of its letters; empty if there is none.
std::string child_of(const std::string& folder, std::string_view name) {
    std::error_code code;
    for (const DiskEntry& entry : list_folder(folder, code))
        if (equal_ignoring_case(file_name(entry.path), name)) return entry.path;
    return {};
}

// Every file of `Data` and below that is an archive by its name or its signature, sorted without regard to case.
// Language packs of a console's port (`.NX.`) are none of this game's.
std::vector<std::string> find_archives(const std::string& data) {
    std::vector<std::string> archives, folders{data};
    std::error_code code;
    while (!folders.empty()) {
        const std::string folder = std::move(folders.back());
        folders.pop_back();
        for (const DiskEntry& entry : list_folder(folder, code)) {
            const bool is_port = lower_case(file_name(entry.path)).find(".nx.") != std::string::npos;
            if (entry.kind == DiskKind::folder && !entry.is_link && !is_port) folders.push_back(entry.path);
            if (entry.kind == DiskKind::file && disk_facts(entry.path).size > 0 &&
                (find_container(entry.path) || begins_as_archive(entry.path)))
                archives.push_back(entry.path);
        }
    }
    std::ranges::sort(archives, {}, [](const std::string& path) { return std::pair(lower_case(path), path); });
    return archives;
}

// The archives an ini names: section [FILES], key VDF, names with blanks between them.
std::optional<std::vector<std::string>> mods_named_in(std::string_view ini) {
    TextScanner scanner(ini);
    bool in_files = false;
    while (!scanner.at_end()) {
        const std::string_view line = trimmed(scanner.take_line());
        if (line.empty() || line[0] == ';') continue;
        if (line[0] == '[') {
            in_files = equal_ignoring_case(line, "[FILES]");
            continue;
        }
        const std::size_t equals = line.find('=');
        if (!in_files || equals == line.npos || !equal_ignoring_case(trimmed(line.substr(0, equals)), "VDF")) continue;
        std::vector<std::string> names;
        std::string_view rest = trimmed(line.substr(equals + 1));
        while (!rest.empty()) {
            const std::size_t end = std::min(rest.find_first_of(" \t"), rest.size());
            names.emplace_back(rest.substr(0, end));
            rest = trimmed(rest.substr(end));
        }
        return names;
    }
    return {};
}

// Where the ini names this archive, by the end of its path; nothing: it does not.
std::optional<std::size_t> place_in(const std::vector<std::string>& mods, std::string_view archive) {
    const std::string path = lower_case(archive);
    for (std::size_t i = 0; i < mods.size(); ++i) {
        std::string name = lower_case(mods[i]);
        std::ranges::replace(name, '\\', '/');
        if (path.ends_with(name) && (path.size() == name.size() || path[path.size() - name.size() - 1] == '/'))
            return i;
    }
    return {};
}

} // namespace

Result<GameFolder> find_game(const std::string& path) {
    GameFolder game;
    std::string root = path;
    if (file_extension(path) == ".ini" && disk_kind(path) == DiskKind::file) {
        const auto ini = read_whole_file(path);
        if (!ini) return Failure(ini.error());
        game.mod_ini = path;
        game.mods = mods_named_in(as_text(ini->bytes));
        std::error_code code; // out of `System`
        root = fs::absolute(disk_path(path), code).parent_path().parent_path().generic_string();
    }
    const std::string data = child_of(root, "Data"), work = child_of(root, "_work");
    if (data.empty() && work.empty())
        return fail(Place{.file = path}, "is no installed Gothic: there is neither a folder 'Data' nor '_work' in it");
    game.root = root;
    game.work = work;
    if (!data.empty()) game.archives = find_archives(data);
    return game;
}

std::vector<Volume> open_game(const GameFolder& game, const GameOptions& options, Diagnostics* diagnostics) {
    std::vector<Volume> volumes;
    const auto failed = [&](const Error& error) {
        report(diagnostics, Severity::error, error.place(), error.message());
    };
    for (const std::string& archive : game.archives) {
        const bool is_mod = file_extension(archive) == ".mod";
        const auto place = game.mods ? place_in(*game.mods, archive) : std::nullopt;
        if (is_mod && game.mods && !place) continue;
        auto volume = open_archive(archive, diagnostics, options.limits);
        if (!volume) {
            failed(volume.error());
            continue;
        }
        const std::string inside = path_in(game.root, "");
        volume->name = archive.starts_with(inside) ? archive.substr(inside.size()) : archive;
        // Of mods that are named the first is the strongest, whatever their times.
        if (is_mod && place)
            volume->priority += static_cast<int>(std::min<std::size_t>(game.mods->size() - *place, 99));
        volumes.push_back(std::move(*volume));
    }
    if (game.work.empty()) return volumes;
    auto work = open_folder(game.work, diagnostics);
    if (!work) {
        failed(work.error());
        return volumes;
    }
    work->name = "_work";
    work->priority = options.loose_files_win ? loose_files : 0;
    volumes.push_back(below_folder(std::move(*work), "_WORK"));
    return volumes;
}

} // namespace ossuary
