#include "ossuary/assets/workspace.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>

#include "assets/given_files.h"
#include "assets/workspace_disk.h"
#include "ossuary/base/hex.h"
#include "ossuary/base/sort.h"
#include "ossuary/base/text.h"

namespace ossuary {

namespace {

// The part of a file's name that a model and its clips share: without what is the format's.
std::string common_name(std::string_view path, const Format& format) {
    return lower_case(file_stem(path)).substr(fits_name(format, path) ? format.prefix.size() : 0);
}

bool share_a_name(std::string_view a, std::string_view b) {
    return !a.empty() && !b.empty() && (a.starts_with(b) || b.starts_with(a));
}

// Makes a list of folders, archives and files out of paths.
class EntryTree {
public:
    void add(Entry file) {
        const std::string path = file.path;
        std::string_view rest = path;
        // Mostly one file follows another of its folder.
        const std::string_view folder = parent_folder(path);
        if (folder != last_folder_) {
            last_ = 0;
            last_folder_ = folder;
            for (std::size_t slash; (slash = rest.find('/')) != rest.npos; rest.remove_prefix(slash + 1))
                last_ = child(last_, rest.substr(0, slash));
        } else if (!folder.empty()) {
            rest.remove_prefix(folder.size() + 1);
        }
        Node& node = nodes_[child(last_, rest)];
        file.kind = Entry::Kind::file;
        file.name = node.entry.name;
        node.entry = std::move(file);
    }

    // Folders and archives first, then by name.
    std::vector<Entry> list() {
        for (Node& node : nodes_) {
            const auto before = [&](std::size_t a, std::size_t b) {
                const Node &one = nodes_[a], &other = nodes_[b];
                return std::tie(one.is_leaf, one.folded, one.entry.name) <
                       std::tie(other.is_leaf, other.folded, other.entry.name);
            };
            for (const std::size_t child : node.children) nodes_[child].is_leaf = nodes_[child].children.empty();
            if (!std::ranges::is_sorted(node.children, before)) ossuary::sort(node.children, before);
        }
        struct Step {
            std::size_t node;
            std::int64_t parent;
            std::string path;
        };
        std::vector<Entry> list;
        std::vector<Step> steps;
        const auto enter = [&](std::size_t node, std::int64_t number, const std::string& path) {
            const auto& children = nodes_[node].children;
            for (auto child = children.rbegin(); child != children.rend(); ++child)
                steps.push_back({*child, number, path + nodes_[*child].entry.name});
        };
        enter(0, -1, "");
        while (!steps.empty()) {
            const Step step = std::move(steps.back());
            steps.pop_back();
            Node& node = nodes_[step.node];
            node.entry.path = step.path;
            node.entry.parent = step.parent;
            if (node.entry.kind == Entry::Kind::file && !node.children.empty()) node.entry.kind = Entry::Kind::archive;
            enter(step.node, static_cast<std::int64_t>(list.size()), step.path + '/');
            list.push_back(std::move(node.entry));
        }
        return list;
    }

private:
    struct Node {
        Entry entry;
        std::string folded; // its name in lower case
        std::vector<std::size_t> children;
        bool is_leaf = false;
    };
    std::size_t child(std::size_t parent, std::string_view name) {
        std::string folded = lower_case(name);
        std::string key = std::to_string(parent) + '/' + folded;
        const auto [found, is_new] = known_.try_emplace(std::move(key), nodes_.size());
        if (is_new) {
            Node& node = nodes_.emplace_back();
            node.entry.name = name;
            node.folded = std::move(folded);
            nodes_[parent].children.push_back(found->second);
        }
        return found->second;
    }

    std::vector<Node> nodes_{1};
    std::unordered_map<std::string, std::size_t> known_; // by the number of the parent and the folded name
    std::string last_folder_;                            // of what was added last, and its number
    std::size_t last_ = 0;
};

// A file that can be opened, on the way to becoming a subject.
struct Openable {
    std::string path;
    const Format* format;
    std::string name; // what a model and its clips have in common
    std::vector<const Openable*> clips;
    bool taken = false; // a clip that goes with a model
};

// The clips of its game in the model's folder; where some share the model's name, those alone. Who has none of its name
// gets none that a script calls its own by name: a game keeps all its animations in one folder.
void assign_clips(std::vector<Openable>& candidates) {
    struct Place {
        std::vector<Openable*> clips, free; // all, and those of no script
        std::set<std::string> scripts;      // by what their clips' names begin with
    };
    std::map<std::string, Place> places; // by folder and game
    const auto place_of = [](const Openable& file) {
        return lower_case(parent_folder(file.path)) + '\n' + std::string(file.format->game);
    };
    for (Openable& file : candidates) {
        if (file.format->game.empty()) continue;
        if (file.format->role == Role::clip && file.format->one_clip)
            places[place_of(file)].clips.push_back(&file);
        else if (file.format->is_script)
            places[place_of(file)].scripts.insert(file.name);
    }
    for (auto& [name, place] : places)
        std::ranges::copy_if(place.clips, std::back_inserter(place.free), [&](const Openable* clip) {
            return !place.scripts.contains(clip->name.substr(0, clip->name.find('-')));
        });
    for (Openable& model : candidates) {
        if (model.format->role != Role::model || model.format->is_script || !model.format->has_bones) continue;
        const auto beside = places.find(place_of(model));
        if (beside == places.end()) continue;
        const Place& place = beside->second;
        const auto is_namesake = [&](const Openable* clip) { return share_a_name(model.name, clip->name); };
        const bool choose = std::ranges::any_of(place.clips, is_namesake);
        for (Openable* clip : choose ? place.clips : place.free) {
            if (choose && !is_namesake(clip)) continue;
            clip->taken = true;
            model.clips.push_back(clip);
        }
    }
}

std::vector<Subject> subjects_of(std::vector<Openable> candidates) {
    assign_clips(candidates);
    std::vector<const Openable*> order;
    for (const Openable& candidate : candidates)
        if (!candidate.taken) order.push_back(&candidate);
    ossuary::sort(order, {}, [](const Openable* subject) { // of each kind in the tree's order
        const int kind = subject->format->is_script ? 0 : subject->format->role == Role::model ? 1 : 2;
        return std::pair(kind, subject);
    });
    std::vector<Subject> subjects;
    for (const Openable* candidate : order) {
        Subject& subject = subjects.emplace_back(Subject{candidate->path, {}});
        for (const Openable* clip : candidate->clips) subject.clips.push_back(clip->path);
    }
    return subjects;
}

Opened to_opened(std::shared_ptr<const LoadedModel> loaded) {
    Opened opened{.model = {}, .diagnostics = loaded->diagnostics, .files = loaded->files, .lost = loaded->lost};
    opened.model = std::shared_ptr<const Model>(loaded, &loaded->model);
    return opened;
}

void append_error(Diagnostics& diagnostics, const Error& error) {
    report(&diagnostics, Severity::error, error.place(), error.message());
}

} // namespace

std::string shown_path(const MountedFile& file) {
    const std::string& volume = file.volume->name;
    const std::string& path = file.path();
    if (volume.empty() || volume == ".") return path;
    // Loose files of a game are mounted below the name of their folder.
    const bool names_it = path.size() > volume.size() && path[volume.size()] == '/' &&
                          equal_ignoring_case(std::string_view(path).substr(0, volume.size()), volume);
    return names_it ? volume + path.substr(volume.size()) : volume + '/' + path;
}

std::vector<std::string> shipped_names(std::string_view name) {
    std::vector<std::string> names;
    for (const Format& format : formats())
        if (format.shipped_as) std::ranges::move(format.shipped_as(name), std::back_inserter(names));
    std::erase_if(names, [&](const std::string& other) { return equal_ignoring_case(other, file_name(name)); });
    return names;
}

Model Opened::take() && {
    // The model was made as one that may be changed, and is pointed to by nobody else.
    if (model.use_count() == 1) return std::move(const_cast<Model&>(*model));
    return *model;
}

// Where the files that a file refers to are searched for.
struct Neighbours {
    Location of;
    std::string path;   // of the file itself
    std::string folder; // of a given file: in lower case, with a slash behind
};

struct Workspace::State {
    Settings settings;
    GivenFiles given;
    std::unique_ptr<WorkspaceDisk> disk;

    explicit State(Settings chosen) : settings(std::move(chosen)) {
        disk = make_disk(settings, [this](const OpenCall& call) { return load(call); });
    }

    void log(LogLevel level, const std::string& text) const {
        if (settings.log) settings.log(level, text);
    }
    WorkspaceDisk::Tree mounted() const { return disk ? disk->mounted() : nullptr; }

    Failure not_found(const std::string& path) const {
        return disk ? Failure(disk->not_found(path)) : fail(Place{.file = path}, "there is no such file");
    }

    // True if the first lies in a stronger volume than the second.
    static bool is_stronger(const MountTree& tree, const MountedFile& first, const MountedFile& second) {
        if (first.volume == second.volume) return false;
        for (const Volume* volume : tree.volumes())
            if (volume == first.volume || volume == second.volume) return volume == first.volume;
        return false;
    }
    // A file of what is mounted. A model script is there as text or compiled, HERO.MDS and HERO.MSB: the one in the
    // stronger volume counts, of equals the compiled one. The other is not there for what refers to it.
    static MountedFile find_mounted(const MountTree& tree, const std::string& name) {
        MountedFile file = tree.find(name);
        if (!file || file_extension(name) != ".msb") return file;
        const MountedFile text = tree.find(name.substr(0, name.size() - 4) + ".MDS");
        return text && is_stronger(tree, text, file) ? MountedFile{} : file;
    }
    // HERO.MSB for HERO.MDS and back; nothing for others.
    static MountedFile find_twin(const MountTree& tree, const std::string& name) {
        const std::string extension = file_extension(name);
        if (extension != ".msb" && extension != ".mds") return {};
        return tree.find(name.substr(0, name.size() - 4) + (extension == ".mds" ? ".MSB" : ".MDS"));
    }

    Result<Location> locate(const std::string& path) const {
        if (!given.empty()) {
            Location found{.tree = given.tree(), .folder = path, .was_given = true};
            found.file = {found.tree, found.tree->resolve(path)};
            if (found.file || found.tree->is_folder(path)) return found;
        }
        if (disk)
            if (auto found = disk->locate(path)) return std::move(*found);
        if (const auto tree = mounted()) {
            Location found{.tree = tree, .folder = path};
            found.file = {tree, tree->find(path)};
            if (!found.file && !tree->is_folder(path))
                for (const std::string& name : shipped_names(path))
                    if (!found.file) found.file = {tree, tree->find(name)};
            if (!found.file) found.file = {tree, find_twin(*tree, path)};
            if (found.file || tree->is_folder(path)) return found;
        }
        return not_found(path);
    }

    Result<SharedBytes> read(const std::string& path, const Location& at, bool as_view) const {
        if (at.file) {
            log(LogLevel::info, "read " + at.file.file.path() + " from " + at.file.file.volume->name);
            return at.file.read();
        }
        if (at.on_disk) return as_view ? disk->map(path) : disk->read(path);
        return fail(Place{.file = path}, "Is a directory");
    }

    Neighbours neighbours_of(const std::string& path) const {
        Neighbours neighbours{.of = {}, .path = path, .folder = {}};
        if (path != "-")
            if (auto found = locate(path)) neighbours.of = std::move(*found);
        const std::string_view folder = parent_folder(path);
        if (neighbours.of.was_given && !folder.empty()) neighbours.folder = lower_case(folder) + '/';
        return neighbours;
    }

    // The nearest one: bytes in memory have folders, but no rank.
    FoundFile find_given(const Neighbours& from, std::string_view name) const {
        const MountTree& tree = *from.of.tree;
        MountedFile file = tree.resolve(from.folder + std::string(name));
        if (!file)
            for (const auto& candidate : tree.explain(file_name(name)))
                if (!file && lower_case(candidate.file.path()).starts_with(from.folder)) file = candidate.file;
        if (!file) file = tree.find(file_name(name));
        return {from.of.tree, file};
    }

    // A file of the extension that holds the skeleton of that mark: `*.MDH#39935331`.
    static MountedFile find_marked(const MountTree& tree, std::string_view name) {
        const std::size_t hash = name.find('#');
        const std::string extension = lower_case(name.substr(1, hash - 1));
        for (const MountedFile& file : tree.match()) {
            if (file_extension(file.path()) != extension) continue;
            const Format* format = find_format_by_file_name(file.path());
            if (!format || !format->skeleton_mark) continue;
            const auto bytes = file.read();
            if (!bytes) continue;
            const auto mark = format->skeleton_mark(*bytes);
            if (mark && hex_text(*mark, 8) == name.substr(hash + 1)) return file;
        }
        return {};
    }
    static bool asks_for_mark(std::string_view name) { return name.starts_with("*.") && name.find('#') != name.npos; }

    // Files of old games name others in their own code page; all names here are UTF-8.
    FoundFile find(const Neighbours& from, std::string_view asked) const {
        const std::string name = to_utf8(asked);
        FoundFile found;
        const bool by_mark = asks_for_mark(name);
        const auto look_in = [&](const WorkspaceDisk::Tree& tree) {
            if (tree && !found) found = {tree, by_mark ? find_marked(*tree, name) : find_mounted(*tree, name)};
        };
        if (from.of.was_given && !by_mark) {
            found = find_given(from, name);
        } else if (from.of.on_disk) {
            for (const bool below : {false, true})
                if (!found) look_in(disk->folder_of(from.path, below));
        } else {
            look_in(from.of.tree);
        }
        if (!found) look_in(mounted());
        return found;
    }

    std::optional<SharedBytes> look_up(const Neighbours& from, std::string_view name, FoundFile& found) const {
        found = find(from, name);
        if (!found) {
            log(LogLevel::debug, "did not find " + std::string(name));
            return {};
        }
        auto bytes = found.read();
        log(LogLevel::info, bytes ? "found " + std::string(name) + " as " + found.path() : bytes.error().text());
        return bytes ? std::optional(std::move(*bytes)) : std::nullopt;
    }

    Result<TypedFile> open_file(const std::string& path) const {
        log(LogLevel::info, "opening " + path);
        auto at = locate(path);
        if (!at) return Failure(at.error());
        // Of a script that is mounted the form in the stronger volume is opened, whichever was named.
        if (at->file && !at->was_given && at->tree)
            if (const MountedFile twin = find_twin(*at->tree, path);
                twin && file_name(path).size() == path.size() && is_stronger(*at->tree, twin, at->file.file))
                at->file = {at->tree, twin};
        auto bytes = read(path, *at, false);
        if (!bytes) return Failure(bytes.error());
        const bool is_given = at->was_given && at->file.file.volume->kind == VolumeKind::memory;
        TypedFile opened{{at->was_given ? at->file.file.path() : path, std::move(*bytes)}, nullptr};
        opened.format = is_given && !given.is_listed(at->file.file) ? given.format_of(at->file.file)
                                                                    : find_format(path, opened.file.bytes.bytes);
        if (opened.file.bytes.bytes.empty()) return fail(Place{.file = path}, "the file is empty");
        if (!opened.format) return fail(Place{.file = path}, "not a format this program knows");
        log(LogLevel::debug, path + " is " + std::string(opened.format->name) + ", " +
                                 std::to_string(opened.file.bytes.bytes.size()) + " bytes");
        return opened;
    }

    // Opens them as one model, and notes every file it asks for.
    Result<std::shared_ptr<LoadedModel>> load(std::span<const TypedFile> files, const OptionValues& options,
                                              Diagnostics* failed = nullptr) const {
        auto loaded = std::make_shared<LoadedModel>();
        const Neighbours from = neighbours_of(files.front().file.name);
        const std::string folder(parent_folder(from.path));
        std::set<std::string> known;
        const FileLookup lookup = [&](std::string_view name) {
            FoundFile found;
            auto bytes = look_up(from, name, found);
            const std::string path = found            ? found.path()
                                     : folder.empty() ? std::string(name)
                                                      : folder + '/' + std::string(name);
            if (!known.insert(path).second || (!bytes && asks_for_mark(name))) return bytes;
            loaded->paths.push_back(path);
            if (bytes) loaded->files.push_back(std::move(found));
            return bytes;
        };
        for (const TypedFile& file : files) loaded->paths.push_back(file.file.name);
        auto model = open_model(files, lookup, options, &loaded->diagnostics);
        if (!model) {
            if (failed) *failed = std::move(loaded->diagnostics);
            return Failure(model.error());
        }
        loaded->model = std::move(*model);
        return loaded;
    }

    // The first file is what it is about; another one that cannot be read costs itself.
    Result<std::shared_ptr<const LoadedModel>> load(const OpenCall& call) const {
        std::vector<TypedFile> files;
        Diagnostics unread;
        for (const std::string& path : call.paths) {
            auto file = open_file(path);
            if (file) {
                files.push_back(std::move(*file));
                continue;
            }
            if (files.empty()) return Failure(file.error());
            append_error(unread, file.error());
        }
        auto loaded = load(files, call.options);
        if (!loaded) return Failure(loaded.error());
        Diagnostics& diagnostics = (*loaded)->diagnostics;
        diagnostics.insert(diagnostics.end(), unread.begin(), unread.end());
        (*loaded)->lost = has_error(diagnostics);
        return std::shared_ptr<const LoadedModel>(std::move(*loaded));
    }

    static bool has_error(const Diagnostics& diagnostics) {
        return std::ranges::any_of(diagnostics, [](const Diagnostic& d) { return d.severity == Severity::error; });
    }

    // Calls back with every file that was given or mounted, and its format.
    template <class Each> void each_file(const Each& each) const {
        for (const MountedFile& file : given.tree()->match()) each(file, given.format_of(file));
        const auto tree = mounted();
        if (!tree) return;
        for (const MountedFile& file : tree->match()) each(file, find_format_by_file_name(file.path()));
    }
};

Workspace::Workspace() : Workspace(Settings{}) {}
Workspace::Workspace(Settings settings) : state_(std::make_unique<State>(std::move(settings))) {}
Workspace::~Workspace() = default;
Workspace::Workspace(Workspace&&) noexcept = default;
Workspace& Workspace::operator=(Workspace&&) noexcept = default;

// ---- places

void Workspace::add(std::vector<NamedFile> files) { state_->given.add(std::move(files)); }
void Workspace::add(std::string path, SharedBytes bytes) {
    std::vector<NamedFile> files;
    files.push_back({std::move(path), std::move(bytes)});
    add(std::move(files));
}
void Workspace::add_listed(Volume volume) { state_->given.add_listed(std::move(volume)); }
bool Workspace::remove(std::string_view path) { return state_->given.remove(path); }

Result<void> Workspace::mount(const std::string& path, std::string_view mount_point, Diagnostics* diagnostics) {
    if (!state_->disk) return state_->not_found(path);
    return state_->disk->mount(path, mount_point, diagnostics);
}
Result<void> Workspace::mount_game(const std::string& path, Diagnostics* diagnostics) {
    if (!state_->disk) return state_->not_found(path);
    return state_->disk->mount_game(path, diagnostics);
}
std::shared_ptr<const MountTree> Workspace::mounted() const {
    const auto tree = state_->mounted();
    return tree ? tree : std::make_shared<const MountTree>();
}

// ---- finding

std::vector<Entry> Workspace::entries() const {
    const std::map<std::string, Diagnostics> faults = state_->given.faults();
    EntryTree tree;
    state_->each_file([&](const MountedFile& file, const Format* format) {
        Entry entry{.path = file.path(), .name = {}, .size = file.size(), .format = format, .faults = {}};
        if (const auto found = faults.find(file.path()); found != faults.end()) entry.faults = found->second;
        tree.add(std::move(entry));
    });
    return tree.list();
}

std::vector<Subject> Workspace::subjects() const {
    std::vector<Openable> candidates;
    state_->each_file([&](const MountedFile& file, const Format* format) {
        if (format && format->open && format->role != Role::picture)
            candidates.push_back({file.path(), format, common_name(file.path(), *format), {}});
    });
    return subjects_of(std::move(candidates));
}

Result<Location> Workspace::locate(const std::string& path) const { return state_->locate(path); }

Result<Listing> Workspace::list(const std::string& path) const {
    const auto found = state_->locate(path);
    if (!found) return Failure(found.error());
    if (!found->on_disk && !found->file) return Listing{found->tree, found->folder};
    Result<WorkspaceDisk::Tree> tree = fail(Place{.file = path}, "is no archive, and holds no other files");
    if (found->on_disk) {
        tree = state_->disk->tree_at(path);
    } else if (state_->disk) {
        const auto bytes = found->file.read();
        if (!bytes) return Failure(bytes.error());
        tree = state_->disk->tree_of(path, *bytes);
    }
    if (!tree) return Failure(tree.error());
    return Listing{std::move(*tree), ""};
}

std::vector<Input> Workspace::expand(std::span<const std::string> paths, Diagnostics* diagnostics) const {
    std::vector<Input> inputs;
    for (const std::string& path : paths) {
        const auto found = state_->locate(path);
        if (!found) {
            report(diagnostics, Severity::error, found.error().place(), found.error().message());
        } else if (!found->on_disk && !found->file) {
            // Whatever is below a folder of a tree, by the path that leads there again.
            const std::string front = path.substr(0, path.size() - found->folder.size());
            for (const MountedFile& file : found->tree->match("", found->folder))
                inputs.push_back({front + file.path(), true});
        } else if (!found->on_disk || !state_->disk->walk(path, inputs, diagnostics)) {
            inputs.push_back({path, false});
        }
    }
    return inputs;
}

std::vector<std::string> Workspace::siblings(const std::string& path) const {
    std::vector<std::string> paths;
    const auto found = path == "-" ? Result<Location>(fail("")) : state_->locate(path);
    if (!found) return paths;
    if (found->on_disk) {
        const std::string folder(parent_folder(path));
        const std::string front = folder.empty() ? (path.starts_with('/') ? "/" : "") : folder + '/';
        if (const auto tree = state_->disk->folder_of(path, false))
            for (const MountedFile& file : tree->match()) paths.push_back(front + file.path());
    } else if (found->file) {
        const std::string inner = found->file.file.path(), folder(parent_folder(inner));
        const bool is_whole_path = lower_case(path).ends_with(lower_case(inner));
        const std::string front = is_whole_path ? path.substr(0, path.size() - inner.size()) : "";
        for (const MountedFile& file : found->tree->match("", folder))
            if (equal_ignoring_case(parent_folder(file.path()), folder)) paths.push_back(front + file.path());
    }
    return paths;
}

bool Workspace::is_archive(const std::string& path) const {
    if (path == "-" || path.ends_with('/')) return false;
    const auto found = state_->locate(path);
    if (!found || !(found->on_disk || found->file)) return false;
    return find_container(path); // by its name alone: what is large is not looked into
}

FoundFile Workspace::find_beside(const std::string& path, std::string_view name) const {
    return state_->find(state_->neighbours_of(path), name);
}

FileLookup Workspace::beside(const std::string& path) const {
    return [state = state_.get(), from = state_->neighbours_of(path)](std::string_view name) {
        FoundFile found;
        return state->look_up(from, name, found);
    };
}

// ---- reading and opening

Result<SharedBytes> Workspace::read(const std::string& path) const {
    const auto at = state_->locate(path);
    if (!at) return Failure(at.error());
    return state_->read(path, *at, false);
}

Result<SharedBytes> Workspace::map(const std::string& path) const {
    const auto at = state_->locate(path);
    if (!at) return Failure(at.error());
    return state_->read(path, *at, true);
}

Result<TypedFile> Workspace::open_file(const std::string& path) const { return state_->open_file(path); }

const Format* Workspace::format_of(const std::string& path) const {
    const auto at = state_->locate(path);
    if (!at) return nullptr;
    return at->was_given && at->file ? state_->given.format_of(at->file.file) : find_format_by_file_name(path);
}

Result<Opened> Workspace::open(const std::string& path, const OptionValues& options) const {
    return open({&path, 1}, options);
}

Result<Opened> Workspace::open(const Subject& subject, const OptionValues& options) const {
    std::vector<std::string> paths{subject.path};
    paths.insert(paths.end(), subject.clips.begin(), subject.clips.end());
    return open(paths, options);
}

Result<Opened> Workspace::open(std::span<const std::string> paths, const OptionValues& options) const {
    if (paths.empty()) return fail("there is nothing to open");
    OpenCall call{{paths.begin(), paths.end()}, options};
    const Format* format = find_format_by_file_name(paths.front());
    const bool is_picture = paths.size() == 1 && format && format->role == Role::picture;
    const bool use_cache = state_->disk && std::ranges::none_of(paths, [&](const std::string& path) {
                               return static_cast<bool>(state_->given.tree()->resolve(path));
                           });
    auto loaded = use_cache ? state_->disk->cached(std::move(call), is_picture) : state_->load(call);
    if (!loaded) return Failure(loaded.error());
    return to_opened(std::move(*loaded));
}

Result<Opened> Workspace::open(std::span<const TypedFile> files, const OptionValues& options,
                               Diagnostics* failed) const {
    if (files.empty()) return fail("there is nothing to open");
    auto loaded = state_->load(files, options, failed);
    if (!loaded) return Failure(loaded.error());
    (*loaded)->lost = State::has_error((*loaded)->diagnostics);
    return to_opened(std::move(*loaded));
}

// ---- changes

Result<void> Workspace::watch(const std::string& path) {
    return state_->disk ? state_->disk->watch(path) : Result<void>(state_->not_found(path));
}
std::size_t Workspace::prepare_changes() { return state_->disk ? state_->disk->prepare_changes() : 0; }
WorkspaceChanges Workspace::changes() { return state_->disk ? state_->disk->changes() : WorkspaceChanges{}; }
AssetFiles Workspace::files() const { return state_->disk ? state_->disk->files() : AssetFiles{}; }
std::vector<CacheStatistics> Workspace::statistics() const {
    return state_->disk ? state_->disk->statistics() : std::vector<CacheStatistics>();
}

} // namespace ossuary
