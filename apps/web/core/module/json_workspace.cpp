#include "module/json_workspace.h"

#include <cstdlib>

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

constexpr std::string_view name_of(Entry::Kind kind) {
    switch (kind) {
    case Entry::Kind::folder: return "folder";
    case Entry::Kind::archive: return "archive";
    case Entry::Kind::file: return "file";
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

Json to_json(const Entry& entry) {
    Json json = Json::object();
    json.append("path", entry.path);
    json.append("name", entry.name);
    json.append("parent", entry.parent);
    json.append("kind", name_of(entry.kind));
    json.append("size", entry.size);
    json.append("format", entry.format ? entry.format->name : "");
    const bool is_shown = entry.format && (entry.format->open || entry.format->role == Role::sound);
    json.append("role", is_shown ? name_of(entry.format->role) : "");
    if (!entry.faults.empty()) json.append("faults", ossuary::to_json(entry.faults));
    return json;
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

void JsonWorkspace::list(const Json& request) {
    const auto list = static_cast<std::uint32_t>(request["list"].unsigned_integer());
    const Json::Array& sizes = request["sizes"].items();
    const Json* priority = request.find("priority");
    Volume volume{.name = {},
                  .kind = priority ? VolumeKind::archive : VolumeKind::memory,
                  .priority = priority ? static_cast<int>(priority->integer(base_archives)) : loose_files,
                  .time = static_cast<std::uint32_t>(request["time"].unsigned_integer()),
                  .files = {},
                  .read = {}};
    for (const Json& path : request["paths"].items()) {
        const std::size_t number = volume.files.size();
        const std::uint64_t size = number < sizes.size() ? sizes[number].unsigned_integer() : 0;
        volume.files.push_back({std::string(path.string()), size, static_cast<std::uint32_t>(number)});
    }
    volume.read = [list](std::uint32_t number) { return read_from_host(list, number); };
    files_.add_listed(std::move(volume));
}

Json JsonWorkspace::entries() const {
    Json list = Json::array();
    for (const Entry& entry : files_.entries()) list.push(to_json(entry));
    return list;
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
