#include "module/workspace.h"

#include <algorithm>
#include <cstdlib>
#include <tuple>

#include "ossuary/base/text.h"

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

std::size_t depth_of(std::string_view path) { return static_cast<std::size_t>(std::ranges::count(path, '/')); }

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
    const NamedFile* file = nullptr;
    std::vector<std::size_t> children;
};

class Tree {
public:
    void add(const NamedFile& file) {
        std::size_t at = 0;
        std::string_view rest = file.name;
        for (std::size_t slash; (slash = rest.find('/')) != rest.npos; rest.remove_prefix(slash + 1))
            at = child(at, rest.substr(0, slash));
        nodes_[child(at, rest)].file = &file;
    }

    Json list() {
        for (Node& node : nodes_)
            std::ranges::sort(node.children, {}, [&](std::size_t child) {
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
            nodes_.push_back({std::string(name), nullptr, {}});
            nodes_[parent].children.push_back(found->second);
        }
        return found->second;
    }

    static Json entry_json(const Node& node, const std::string& path, std::int64_t parent) {
        const Format* format = nullptr;
        if (node.file) format = find_format(node.file->name, node.file->bytes);
        Json json = Json::object();
        json.append("path", path);
        json.append("name", node.name);
        json.append("parent", parent);
        json.append("kind", !node.file ? "folder" : node.children.empty() ? "file" : "archive");
        json.append("size", node.file ? node.file->bytes.size() : 0);
        json.append("format", format ? format->name : "");
        json.append("role", format && format->open ? name_of(format->role) : "");
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
    NamedFile& file = files_[lower_case(clean)];
    file.name = clean;
    file.bytes = ByteBuffer(size);
    return file.bytes.data();
}

bool Workspace::remove(std::string_view path) {
    const std::string folded = lower_case(normal_path(path));
    return std::erase_if(files_, [&](const auto& entry) {
               return entry.first == folded || entry.first.starts_with(folded + '/');
           }) > 0;
}

Json Workspace::entries() const {
    Tree tree;
    for (const auto& [folded, file] : files_) tree.add(file);
    return tree.list();
}

Json Workspace::subjects() const {
    struct Found {
        const NamedFile* file;
        const Format* format;
        std::string folder;
        std::vector<const NamedFile*> clips;
        bool taken = false; // a clip that goes with a model
    };
    std::vector<Found> found;
    for (const auto& [folded, file] : files_) {
        const Format* format = find_format(file.name, file.bytes);
        if (format && format->open && format->role != Role::picture)
            found.push_back({&file, format, std::string(parent_folder(folded)), {}});
    }
    for (Found& model : found) {
        if (model.format->role != Role::model || is_script(*model.format)) continue;
        std::vector<Found*> clips, namesakes;
        for (Found& clip : found) {
            if (!clip.format->one_clip || clip.format->role != Role::clip || clip.folder != model.folder ||
                clip.format->game != model.format->game || clip.format->game.empty())
                continue;
            clips.push_back(&clip);
            if (share_a_name(common_name(model.file->name, *model.format), common_name(clip.file->name, *clip.format)))
                namesakes.push_back(&clip);
        }
        for (Found* clip : namesakes.empty() ? clips : namesakes) {
            clip->taken = true;
            model.clips.push_back(clip->file);
        }
    }
    std::ranges::stable_sort(found, {}, [](const Found& subject) {
        return is_script(*subject.format) ? 0 : subject.format->role == Role::model ? 1 : 2;
    });
    Json list = Json::array();
    for (const Found& subject : found) {
        if (subject.taken) continue;
        Json clips = Json::array();
        for (const NamedFile* clip : subject.clips) clips.push(clip->name);
        Json json = Json::object();
        json.append("path", subject.file->name);
        json.append("clips", std::move(clips));
        list.push(std::move(json));
    }
    return list;
}

const NamedFile* Workspace::find(std::string_view path) const {
    const auto found = files_.find(lower_case(normal_path(path)));
    return found == files_.end() ? nullptr : &found->second;
}

FileLookup Workspace::lookup_from(std::string_view path) const {
    std::string folder = lower_case(parent_folder(path));
    if (!folder.empty()) folder += '/';
    return [this, folder](std::string_view name) -> std::optional<ByteBuffer> {
        const std::string wanted = lower_case(normal_path(name));
        if (const auto beside = files_.find(folder + wanted); beside != files_.end()) return beside->second.bytes;
        const std::string bare(file_name(wanted));
        const NamedFile* best = nullptr;
        std::tuple<bool, std::size_t, std::string> best_rank;
        for (const auto& [folded, file] : files_) {
            if (file_name(folded) != bare) continue;
            std::tuple<bool, std::size_t, std::string> rank(!folded.starts_with(folder), depth_of(folded), folded);
            if (best && best_rank <= rank) continue;
            best = &file;
            best_rank = std::move(rank);
        }
        return best ? std::optional(best->bytes) : std::nullopt;
    };
}

Result<Bytes> Workspace::read(std::string_view path) const {
    const NamedFile* file = find(path);
    if (!file) return fail(Place{.file = std::string(path)}, "there is no such file");
    return Bytes(file->bytes);
}

Result<Json> Workspace::info(std::string_view path) const {
    const NamedFile* file = find(path);
    if (!file) return fail(Place{.file = std::string(path)}, "there is no such file");
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
    const NamedFile* main = find(request["path"].string());
    if (!main) return fail(Place{.file = std::string(request["path"].string())}, "there is no such file");
    const OpenOptions options = options_of(request["options"]);
    const FileLookup lookup = lookup_from(main->name);
    Diagnostics diagnostics;
    auto model = open_model({main, 1}, lookup, options, &diagnostics);
    if (!model) return Failure(model.error());
    for (const Json& path : request["clips"].items()) {
        const NamedFile* clip = find(path.string());
        const Format* format = clip ? find_format(clip->name, clip->bytes) : nullptr;
        if (!format || !format->open || format->role != Role::clip) {
            report(&diagnostics, Severity::error, {.file = std::string(path.string())},
                   clip ? "not a clip this program knows" : "there is no such file");
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
