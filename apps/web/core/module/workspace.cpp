#include "module/workspace.h"

#include <algorithm>
#include <cstdlib>
#include <tuple>
#include <utility>

#include "ossuary/base/sort.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/zengin/vdf.h"

namespace ossuary::web {

namespace {

constexpr std::string_view name_of(Role role) {
    switch (role) {
    case Role::model: return "model";
    case Role::clip: return "clip";
    case Role::picture: return "picture";
    }
    return "";
}

// Scripts name the clips they play, and find them.
bool is_script(const Format& format) { return format.name == "mds" || format.name == "msb"; }

// Meshes without bones, which clips of bones do not move.
bool has_no_bones(const Format& format) {
    constexpr std::string_view names[] = {"mmb", "mms", "mrm", "msh", "zen"};
    return std::ranges::find(names, format.name) != std::end(names);
}

// The part of a file's name that a model and its clips share: without what is the format's.
std::string common_name(std::string_view path, const Format& format) {
    return lower_case(file_stem(path)).substr(fits_name(format, path) ? format.prefix.size() : 0);
}

bool share_a_name(std::string_view a, std::string_view b) {
    return !a.empty() && !b.empty() && (a.starts_with(b) || b.starts_with(a));
}

std::string normal_path(std::string_view path) {
    std::string clean;
    for (const char c : path) {
        const char next = c == '\\' ? '/' : c;
        if (next != '/' || (!clean.empty() && clean.back() != '/')) clean += next;
    }
    while (clean.ends_with('/')) clean.pop_back();
    return clean;
}

OpenOptions options_of(const Json& json) {
    OpenOptions options;
    options.lenient = json["lenient"].boolean();
    if (const Json* scale = json.find("unitScale")) options.unit_scale = scale->number(1);
    if (const Json* rate = json.find("tickRate")) options.tick_rate = rate->number(30);
    options.definition = std::string(json["definition"].string());
    return options;
}

void name_file(Diagnostics& diagnostics, std::string_view file) {
    for (Diagnostic& diagnostic : diagnostics)
        if (diagnostic.place.file.empty()) diagnostic.place.file = file;
}

Diagnostic as_diagnostic(const Error& error) { return {Severity::error, error.place, error.message}; }

// A folder, archive or file on the way to becoming a list.
struct Node {
    std::string name;
    std::optional<Json> file; // of a file or archive: what its line says beside name and place
    std::vector<std::size_t> children;
};

class Tree {
public:
    void add(std::string_view path, Json file) {
        std::size_t at = 0;
        std::string_view rest = path;
        for (std::size_t slash; (slash = rest.find('/')) != rest.npos; rest.remove_prefix(slash + 1))
            at = child(at, rest.substr(0, slash));
        nodes_[child(at, rest)].file = std::move(file);
    }

    Json list() {
        for (Node& node : nodes_)
            ossuary::sort(node.children, {}, [&](std::size_t child) {
                const Node& entry = nodes_[child];
                return std::tuple(entry.children.empty(), lower_case(entry.name), entry.name);
            });
        struct Step {
            std::size_t node;
            std::int64_t parent;
            std::string path;
        };
        Json list = Json::array();
        std::vector<Step> steps;
        const auto enter = [&](std::size_t node, std::int64_t number, const std::string& path) {
            const auto& children = nodes_[node].children;
            for (auto child = children.rbegin(); child != children.rend(); ++child)
                steps.push_back({*child, number, path + nodes_[*child].name});
        };
        enter(0, -1, "");
        while (!steps.empty()) {
            const Step step = std::move(steps.back());
            steps.pop_back();
            const auto number = static_cast<std::int64_t>(list.size());
            list.push(entry_json(nodes_[step.node], step.path, step.parent));
            enter(step.node, number, step.path + '/');
        }
        return list;
    }

private:
    std::size_t child(std::size_t parent, std::string_view name) {
        const auto [found, is_new] = known_.try_emplace({parent, lower_case(name)}, nodes_.size());
        if (is_new) {
            nodes_.push_back({std::string(name), std::nullopt, {}});
            nodes_[parent].children.push_back(found->second);
        }
        return found->second;
    }

    static Json nothing() {
        Json json = Json::object();
        json.append("size", 0);
        json.append("format", "");
        json.append("role", "");
        return json;
    }

    static Json entry_json(const Node& node, const std::string& path, std::int64_t parent) {
        Json json = Json::object();
        json.append("path", path);
        json.append("name", node.name);
        json.append("parent", parent);
        json.append("kind", !node.file ? "folder" : node.children.empty() ? "file" : "archive");
        const Json facts = node.file ? *node.file : nothing();
        for (const Json::Member& member : facts.members()) json.append(member.name, member.value);
        return json;
    }

    std::vector<Node> nodes_{1};
    std::map<std::pair<std::size_t, std::string>, std::size_t> known_;
};

} // namespace

std::byte* Workspace::add(std::string_view path, std::size_t size) {
    // A container cannot say that there is no memory; malloc can.
    void* const enough = std::malloc(size + 1);
    if (!enough) return nullptr;
    std::free(enough);
    const std::string clean = normal_path(path);
    Given& given = given_[lower_case(clean)];
    forget(given);
    given = {clean, std::make_shared<ByteBuffer>(size)};
    return given.bytes->data();
}

void Workspace::forget(Given& given) {
    for (const MountTree::VolumeId volume : given.archives) tree_.remove(volume);
    given.archives.clear();
}

void Workspace::settle() {
    for (auto& [folded, given] : given_)
        if (!std::exchange(given.settled, true)) mount_archives(given);
    mount_given();
}

void Workspace::mount_archives(Given& given) {
    constexpr std::size_t most = 64; // archives within archives within …
    struct Archive {
        std::string path;
        SharedBytes bytes;
    };
    std::vector<Archive> found{{given.path, SharedBytes(*given.bytes, given.bytes)}};
    for (std::size_t i = 0; i < found.size(); ++i) {
        const Archive archive = found[i];
        if (!zengin::is_vdf(archive.bytes.bytes)) continue;
        Diagnostics faults;
        auto volume = archive_volume(archive.path, archive.bytes, &faults);
        if (!volume) faults.push_back(as_diagnostic(Error(volume.error())));
        name_file(faults, archive.path);
        given.faults.insert(given.faults.end(), faults.begin(), faults.end());
        if (!volume) continue;
        for (const VolumeFile& file : volume->files) {
            const Format* format = find_format_by_file_name(file.path);
            if (!format || format->name != "vdf" || found.size() >= most) continue;
            if (auto bytes = volume->read(file.number))
                found.push_back({archive.path + '/' + file.path, std::move(*bytes)});
        }
        given.archives.push_back(tree_.add(below_folder(std::move(*volume), archive.path)));
    }
}

void Workspace::mount_given() {
    if (loose_) tree_.remove(*loose_);
    Volume volume{.name = "", .kind = VolumeKind::memory, .priority = loose_files};
    std::vector<std::shared_ptr<const ByteBuffer>> contents;
    for (const auto& [folded, given] : given_) {
        volume.files.push_back({given.path, given.bytes->size(), static_cast<std::uint32_t>(contents.size())});
        contents.push_back(given.bytes);
    }
    volume.read = [contents = std::move(contents)](std::uint32_t number) -> Result<SharedBytes> {
        return SharedBytes(*contents[number], contents[number]);
    };
    loose_ = tree_.add(std::move(volume));
}

bool Workspace::remove(std::string_view path) {
    const std::string folded = lower_case(normal_path(path));
    const auto goes = [&](const auto& entry) { return entry.first == folded || entry.first.starts_with(folded + '/'); };
    for (auto& entry : given_)
        if (goes(entry)) forget(entry.second);
    const bool any = std::erase_if(given_, goes) > 0;
    if (any) mount_given();
    return any;
}

const Format* Workspace::format_of(const MountedFile& file) const {
    if (file.volume->kind == VolumeKind::archive) return find_format_by_file_name(file.path());
    const auto found = given_.find(lower_case(file.path()));
    return found == given_.end() ? nullptr : find_format(file.path(), *found->second.bytes);
}

Json Workspace::entries() const {
    std::map<std::string, Diagnostics> faults; // by the archive's path
    for (const auto& [folded, given] : given_)
        for (const Diagnostic& fault : given.faults) faults[fault.place.file].push_back(fault);
    Tree tree;
    for (const MountedFile& file : tree_.match()) {
        const Format* format = format_of(file);
        Json json = Json::object();
        json.append("size", file.size());
        json.append("format", format ? format->name : "");
        json.append("role", format && format->open ? name_of(format->role) : "");
        if (const auto found = faults.find(file.path()); found != faults.end())
            json.append("faults", to_json(found->second));
        tree.add(file.path(), std::move(json));
    }
    return tree.list();
}

Json Workspace::subjects() const {
    struct Found {
        std::string path;
        const Format* format;
        std::string name; // what a model and its clips have in common
        std::vector<const Found*> clips;
        bool taken = false; // a clip that goes with a model
    };
    std::vector<Found> found;
    for (const MountedFile& file : tree_.match())
        if (const Format* format = format_of(file); format && format->open && format->role != Role::picture)
            found.push_back({file.path(), format, common_name(file.path(), *format), {}});
    std::map<std::string, std::vector<Found*>> clips; // by folder and game
    const auto place_of = [](const Found& file) {
        return lower_case(parent_folder(file.path)) + '\n' + std::string(file.format->game);
    };
    for (Found& clip : found)
        if (clip.format->role == Role::clip && clip.format->one_clip && !clip.format->game.empty())
            clips[place_of(clip)].push_back(&clip);
    for (Found& model : found) {
        if (model.format->role != Role::model || is_script(*model.format) || has_no_bones(*model.format)) continue;
        const auto beside = clips.find(place_of(model));
        if (beside == clips.end()) continue;
        const auto& all = beside->second;
        const auto is_namesake = [&](const Found* clip) { return share_a_name(model.name, clip->name); };
        const bool choose = std::ranges::any_of(all, is_namesake);
        for (Found* clip : all) {
            if (choose && !is_namesake(clip)) continue;
            clip->taken = true;
            model.clips.push_back(clip);
        }
    }
    std::vector<const Found*> order;
    for (const Found& subject : found)
        if (!subject.taken) order.push_back(&subject);
    ossuary::sort(order, {}, [](const Found* subject) { // of each kind in the tree's order
        const int kind = is_script(*subject->format) ? 0 : subject->format->role == Role::model ? 1 : 2;
        return std::pair(kind, subject);
    });
    Json list = Json::array();
    for (const Found* subject : order) {
        Json names = Json::array();
        for (const Found* clip : subject->clips) names.push(clip->path);
        Json json = Json::object();
        json.append("path", subject->path);
        json.append("clips", std::move(names));
        list.push(std::move(json));
    }
    return list;
}

Result<SharedBytes> Workspace::read(std::string_view path) const {
    const MountedFile file = tree_.resolve(path);
    if (!file) return fail(Place{.file = std::string(path)}, "there is no such file");
    return file.read();
}

Result<NamedFile> Workspace::file_at(std::string_view path) const {
    const auto bytes = read(path);
    if (!bytes) return Failure(bytes.error());
    return NamedFile{tree_.resolve(path).path(), ByteBuffer(bytes->bytes.begin(), bytes->bytes.end())};
}

FileLookup Workspace::lookup_from(std::string_view path) const {
    std::string folder = lower_case(parent_folder(path));
    if (!folder.empty()) folder += '/';
    return [this, folder](std::string_view name) -> std::optional<ByteBuffer> {
        MountedFile file = tree_.resolve(folder + std::string(name));
        for (const Candidate& candidate : tree_.explain(file_name(name)))
            if (!file && lower_case(candidate.file.path()).starts_with(folder)) file = candidate.file;
        if (!file) file = tree_.find(file_name(name));
        const auto bytes = file ? file.read() : Result<SharedBytes>(fail("not here"));
        if (!bytes) return {};
        return ByteBuffer(bytes->bytes.begin(), bytes->bytes.end());
    };
}

bool Workspace::is_elsewhere(std::string_view path) const {
    const MountedFile file = tree_.resolve(path);
    const Format* format = file ? format_of(file) : nullptr;
    return format && ossuary::is_elsewhere(*format);
}

Result<Json> Workspace::info(std::string_view path) const {
    const auto file = file_at(path);
    if (!file) return Failure(file.error());
    const Format* format = find_format(file->name, file->bytes);
    if (!format) return fail(Place{.file = file->name}, "not a format this program knows");
    Diagnostics diagnostics;
    auto facts = format->info(*file, lookup_from(file->name), {}, &diagnostics);
    if (!facts) return Failure(std::move(facts.error()).in_file(file->name));
    name_file(diagnostics, file->name);
    facts->set("format", format->name);
    facts->set("title", format->title);
    facts->set("game", format->game);
    facts->set("diagnostics", to_json(diagnostics));
    return facts;
}

Result<std::unique_ptr<OpenedModel>> Workspace::open(const Json& request) const {
    const auto main = file_at(request["path"].string());
    if (!main) return Failure(main.error());
    const OpenOptions options = options_of(request["options"]);
    const FileLookup lookup = lookup_from(main->name);
    Diagnostics diagnostics;
    auto model = open_model({&*main, 1}, lookup, options, &diagnostics);
    if (!model) return Failure(model.error());
    for (const Json& path : request["clips"].items()) {
        const auto clip = file_at(path.string());
        if (!clip) {
            diagnostics.push_back(as_diagnostic(clip.error()));
            continue;
        }
        const Format* format = find_format(clip->name, clip->bytes);
        if (!format || !format->open || format->role != Role::clip) {
            report(&diagnostics, Severity::error, {.file = clip->name}, "not a clip this program knows");
            continue;
        }
        Diagnostics found;
        const std::size_t before = model->clips.size();
        if (auto opened = format->open(*clip, *model, lookup, options, &found); !opened) {
            model->clips.resize(before);
            found.push_back(as_diagnostic(Error(opened.error()).in_file(clip->name)));
        }
        name_file(found, clip->name);
        diagnostics.insert(diagnostics.end(), found.begin(), found.end());
    }
    return OpenedModel::make(std::move(*model), std::move(diagnostics));
}

} // namespace ossuary::web
