#include "module/json_workspace.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <limits>
#include <map>

#include "module/host.h"
#include "ossuary/assets/options.h"
#include "ossuary/base/diagnostic.h"

namespace ossuary::web {

namespace {

constexpr std::string_view name_of(Role role) {
    switch (role) {
    case Role::model: return "model";
    case Role::clip: return "clip";
    case Role::picture: return "picture";
    case Role::sound: return "sound";
    }
    return "";
}

// The values of declared options, by their names in JSON.
OptionValues options_of(const Json& json) {
    OptionValues options;
    for (const DeclaredOption& declared : declared_options(OptionUse::open)) {
        const Json* value = json.find(json_name(declared.option));
        if (!value || value->is_null() || (value->is_bool() && !value->boolean())) continue;
        if (value->is_string())
            options.set(declared.option.name, value->string());
        else if (value->is_number())
            options.set(declared.option.name, value->number());
        else
            options.set(declared.option.name);
    }
    return options;
}

Json pair_of(Json first, Json second) {
    Json pair = Json::array();
    pair.push(std::move(first));
    pair.push(std::move(second));
    return pair;
}

} // namespace

std::byte* JsonWorkspace::add(std::string_view path, std::size_t size) {
    // A container cannot say that there is no memory; malloc can.
    void* const enough = std::malloc(size + 1);
    if (!enough) return nullptr;
    std::free(enough);
    auto bytes = std::make_shared<ByteBuffer>();
    bytes->reserve(size + 1); // an empty file has a place, too
    bytes->resize(size);
    pending_.push_back({std::string(path), std::move(bytes)});
    return pending_.back().bytes->data();
}

void JsonWorkspace::settle() {
    std::vector<NamedFile> files;
    for (Pending& file : pending_) files.push_back({std::move(file.path), SharedBytes(*file.bytes, file.bytes)});
    pending_.clear();
    files_.add(std::move(files));
}

void JsonWorkspace::list(const Json& request, std::string_view files) {
    const auto list = static_cast<std::uint32_t>(request["list"].unsigned_integer());
    const Json* priority = request.find("priority");
    Volume volume{.name = {},
                  .kind = priority ? VolumeKind::archive : VolumeKind::memory,
                  .priority = priority ? static_cast<int>(priority->integer(base_archives)) : loose_files,
                  .time = static_cast<std::uint32_t>(request["time"].unsigned_integer()),
                  .files = {},
                  .read = {}};
    const auto next = [&files] {
        const std::size_t end = std::min(files.find('\0'), files.size());
        const std::string_view word = files.substr(0, end);
        files.remove_prefix(std::min(end + 1, files.size()));
        return word;
    };
    volume.files.reserve(static_cast<std::size_t>(std::ranges::count(files, '\0')) / 2);
    while (!files.empty()) {
        const std::string_view path = next(), size = next();
        std::uint64_t bytes = 0;
        std::from_chars(size.data(), size.data() + size.size(), bytes);
        volume.files.push_back({std::string(path), bytes, static_cast<std::uint32_t>(volume.files.size())});
    }
    volume.read = [list](std::uint32_t number) { return read_from_host(list, number); };
    files_.add_listed(std::move(volume));
}

Json JsonWorkspace::entries(Keepsake& keep) const {
    constexpr std::uint64_t largest = std::numeric_limits<std::int32_t>::max();
    const std::vector<Entry> entries = files_.entries();
    std::vector<std::int32_t>& parents = keep.integers();
    std::vector<std::int32_t> kinds, rows, sizes;
    std::map<const Format*, std::int32_t> known;
    std::string names;
    Json large = Json::array(), faults = Json::array(), table = Json::array();
    for (std::vector<std::int32_t>* column : {&parents, &kinds, &rows, &sizes}) column->reserve(entries.size());
    for (const Entry& entry : entries) {
        const std::size_t number = parents.size();
        if (number > 0) names += '/';
        names += entry.name;
        parents.push_back(static_cast<std::int32_t>(entry.parent));
        kinds.push_back(static_cast<std::int32_t>(entry.kind));
        sizes.push_back(static_cast<std::int32_t>(std::min(entry.size, largest)));
        if (entry.size > largest) large.push(pair_of(number, entry.size));
        if (!entry.faults.empty()) faults.push(pair_of(number, ossuary::to_json(entry.faults)));
        const auto [row, is_new] = known.try_emplace(entry.format, static_cast<std::int32_t>(known.size()));
        rows.push_back(row->second);
        if (!is_new) continue;
        const bool is_shown = entry.format && (entry.format->open || entry.format->role == Role::sound);
        table.push(pair_of(entry.format ? entry.format->name : "", is_shown ? name_of(entry.format->role) : ""));
    }
    Json json = Json::object();
    json.append("names", std::move(names));
    json.append("parents", span_of(parents));
    json.append("kinds", span_of(keep.integers() = std::move(kinds)));
    json.append("formats", span_of(keep.integers() = std::move(rows)));
    json.append("sizes", span_of(keep.integers() = std::move(sizes)));
    json.append("large", std::move(large));
    json.append("faults", std::move(faults));
    json.append("table", std::move(table));
    return json;
}

Json JsonWorkspace::subjects() const {
    Json list = Json::array();
    for (const Subject& subject : files_.subjects()) {
        Json clips = Json::array();
        for (const std::string& clip : subject.clips) clips.push(clip);
        Json json = Json::object();
        json.append("path", subject.path);
        json.append("clips", std::move(clips));
        list.push(std::move(json));
    }
    return list;
}

bool JsonWorkspace::needs_full_module(std::string_view path) const {
    const Format* format = files_.format_of(std::string(path));
    return format && format->left_out;
}

Result<Json> JsonWorkspace::info(std::string_view path) const {
    const auto opened = files_.open_file(std::string(path));
    if (!opened) return Failure(opened.error());
    const auto& [file, format] = *opened;
    Diagnostics diagnostics;
    auto facts = format->info(file, files_.beside(file.name), {}, &diagnostics);
    if (!facts) return Failure(std::move(facts.error()).in_file(file.name));
    name_file(diagnostics, file.name);
    facts->set("format", format->name);
    facts->set("title", format->title);
    facts->set("game", format->game);
    facts->set("diagnostics", ossuary::to_json(diagnostics));
    return facts;
}

Result<std::unique_ptr<OpenedModel>> JsonWorkspace::open(const Json& request) const {
    Subject subject{std::string(request["path"].string()), {}};
    for (const Json& clip : request["clips"].items()) subject.clips.emplace_back(clip.string());
    auto opened = files_.open(subject, options_of(request["options"]));
    if (!opened) return Failure(opened.error());
    Diagnostics diagnostics = std::move(opened->diagnostics);
    return OpenedModel::make(std::move(*opened).take(), std::move(diagnostics));
}

} // namespace ossuary::web
