// ossuary convert: a model with its clips and textures into another format.
#include <algorithm>
#include <chrono>
#include <deque>
#include <iterator>
#include <map>
#include <mutex>
#include <set>

#include <fmt/format.h>

#include "cli/npc.h"
#include "cli/output.h"
#include "cli/parallel.h"
#include "cli/reading.h"
#include "cli/repeated_notes.h"
#include "cli/system.h"
#include "cli/terminal.h"
#include "ossuary/assets/disk.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/json.h"
#include "ossuary/base/text.h"

namespace ossuary::cli {

namespace {

struct ConvertOptions {
    std::vector<std::string> paths;
    std::string output;
    std::string to;
    bool force = false;
    std::string clip;
    NpcChoice npc;
    Reading reading;
    NamedTexts saving;
    OptionValues open, save; // made of the two (divide_options)
};

// A file the user gave. Its bytes are here already where its name did not say what it is.
struct Given {
    std::string path;
    const Format* format = nullptr;
    std::optional<TypedFile> opened;
    bool from_folder = false;
};

// One model to be written: itself, its clips, and pictures for it.
struct Task {
    std::string name;
    std::vector<const Given*> files;
    Diagnostics notes;          // on how it was put together
    std::optional<Error> error; // why it cannot be done at all
};

struct Written {
    std::string path;
    std::size_t bytes = 0;
};

struct Outcome {
    std::vector<Written> written;
    Diagnostics diagnostics;
    std::optional<Error> error;
};

std::string writable_extensions() {
    std::string list;
    for (const Format& format : formats())
        if (format.save || format.recode)
            list += fmt::format(" {}{}{}", format.prefix, format.prefix.empty() ? "" : "*", format.extensions.front());
    return list;
}

const Format& target_format(const ConvertOptions& options) {
    if (!options.to.empty()) {
        const Format* target = find_format_by_name(options.to);
        if (target && target->save) return *target;
        throw UsageError{fmt::format("--to {}: not a format that can be written", options.to)};
    }
    const std::vector<const Format*> targets = formats_that_write(options.output);
    if (targets.size() == 1) return *targets.front();
    if (targets.size() > 1) {
        std::string names;
        for (const Format* format : targets) names += (names.empty() ? "" : " or ") + full_name(*format);
        throw UsageError{fmt::format("-o {}: say with --to whether it is {}", options.output, names)};
    }
    if (options.output == "-") throw UsageError{"-o - needs --to, which says what to write"};
    if (options.output.ends_with('/') || look_at(options.output).kind == FileKind::folder) {
        const std::string folder = options.output + (options.output.ends_with('/') ? "" : "/");
        throw UsageError{fmt::format("-o {} is a folder: write '{}{{name}}.glb'", options.output, folder)};
    }
    const std::string extension = file_extension(options.output);
    const std::string other = ", or one of" + writable_extensions();
    if (extension == ".fbx" || extension == ".dae" || extension == ".obj" || extension == ".blend") {
        throw UsageError{fmt::format("{} files cannot be written; for Blender, Godot, Unity or Unreal write .glb{}",
                                     extension, extension == ".fbx" ? " (Blender exports FBX from it)" : "")};
    }
    if (const Format* known = find_format_by_file_name(options.output))
        throw UsageError{
            fmt::format("-o {}: {} files can be read, not written; write .glb{}", options.output, known->name, other)};
    throw UsageError{fmt::format("-o {}: expected a name that ends in its format, .glb{}", options.output, other)};
}

// What the user gave, told apart; nothing where a file is missing or unknown, which was reported.
std::optional<std::vector<Given>> classify(Session& session, const ConvertOptions& options) {
    const std::vector<Input> inputs = expand_folders(session, archives_as_folders(session, options.paths));
    bool all_known = !session.failed();
    std::vector<Given> given;
    for (const Input& input : inputs) {
        // Formats that share a name are distinguished by content.
        const std::vector<const Format*> named = formats_of_file_name(input.path);
        Given file{input.path, named.size() == 1 ? named.front() : nullptr, {}, input.from_folder};
        if (!file.format) {
            auto opened = session.files().open_file(input.path);
            if (!opened) {
                if (input.from_folder) continue;
                session.error(opened.error());
                all_known = false;
                continue;
            }
            file.format = opened->format;
            file.opened = std::move(*opened);
        }
        if (file.from_folder && !file.format->open) {
            session.log(LogLevel::info, fmt::format("left out {}, which is no model", file.path));
            continue;
        }
        given.push_back(std::move(file));
    }
    if (!all_known) return {};
    return given;
}

std::vector<const Given*> of_role(const std::vector<Given>& given, Role role) {
    std::vector<const Given*> files;
    for (const Given& file : given)
        if (file.format->role == role) files.push_back(&file);
    return files;
}

std::string name_of(const Given& file) {
    return file.path == "-" ? std::string("stdin") : std::string(file_stem(file.path));
}

// What was given as tasks. With {name} in the output there is one for each character; without, files that were named
// are one model, and a folder must hold one.
class Plan {
public:
    Plan(Session& session, const std::vector<Given>& given, const Format& target, const ConvertOptions& options)
        : session_(session), given_(given), target_(target), options_(options),
          by_name_(has_placeholder(options.output, "name")) {}

    std::vector<Task> tasks() {
        const auto models = of_role(given_, Role::model), clips = of_role(given_, Role::clip);
        const auto pictures = of_role(given_, Role::picture);
        const auto named = named_ones(models);
        std::vector<const Given*> named_pictures = named_ones(pictures);
        if (target_.role == Role::picture && named.empty() && clips.empty() && !pictures.empty()) {
            for (const Given* picture : pictures) add(*picture);
        } else if (by_name_ ? !models.empty() : named.empty() && !models.empty()) {
            add_characters(models, clips);
        } else if (!models.empty()) {
            add_one_model(named, models, clips);
        } else if (by_name_) {
            for (const Given* clip : clips) add(*clip);
        } else if (!clips.empty()) {
            tasks_.push_back({.name = name_of(*clips.front()), .files = clips, .notes = {}, .error = {}});
        } else if (!pictures.empty()) {
            throw UsageError{fmt::format("a picture cannot become a {} file", target_.name)};
        }
        if (target_.role != Role::picture)
            for (Task& task : tasks_) task.files.insert(task.files.end(), named_pictures.begin(), named_pictures.end());
        if (tasks_.size() > 1 && !by_name_) refuse_many();
        for (Task& task : tasks_) find_model(task);
        refuse_clashes();
        return std::move(tasks_);
    }

private:
    static std::vector<const Given*> named_ones(const std::vector<const Given*>& files) {
        std::vector<const Given*> named;
        std::ranges::copy_if(files, std::back_inserter(named), [](const Given* file) { return !file->from_folder; });
        return named;
    }
    Task& add(const Given& first) {
        tasks_.push_back({.name = name_of(first), .files = {&first}, .notes = {}, .error = {}});
        return tasks_.back();
    }
    const Given* at(std::string_view path) const {
        return &*std::ranges::find(given_, path, [](const Given& file) { return std::string_view(file.path); });
    }

    // One task for each script or model, with the clips that are its own. Clips that belong to no other go with all
    // that can be moved, if they were named.
    void add_characters(const std::vector<const Given*>& models, const std::vector<const Given*>& clips) {
        std::vector<FileOfFormat> files;
        for (const auto* list : {&models, &clips})
            for (const Given* file : *list) files.push_back({file->path, file->format});
        std::vector<const Given*> free_clips;
        for (const Subject& subject : characters_of(files)) {
            const Given* first = at(subject.path);
            const bool is_clip = first->format->role == Role::clip;
            if (is_clip && (!first->from_folder || !by_name_)) {
                free_clips.push_back(first);
                continue;
            }
            Task& task = add(*first);
            for (const std::string& clip : subject.clips) task.files.push_back(at(clip));
        }
        for (Task& task : tasks_)
            if (task.files.front()->format->role == Role::model)
                task.files.insert(task.files.end(), free_clips.begin(), free_clips.end());
    }

    void add_one_model(const std::vector<const Given*>& named, const std::vector<const Given*>& models,
                       const std::vector<const Given*>& clips) {
        if (named.size() < models.size()) refuse_many(named.size() + 1);
        // Of several that bring a skeleton one must be made of the others: HERO.MDS of HERO.MDH.
        std::vector<FileOfFormat> wholes;
        for (const Given* model : named)
            if (!model->format->joins) wholes.push_back({model->path, model->format});
        const std::vector<Subject> apart = characters_of(wholes);
        if (apart.size() > 1)
            throw UsageError{fmt::format("{} is a model of its own, and cannot be put on {}; to write each by itself: "
                                         "-o '{{name}}{}'",
                                         apart[1].path, file_name(apart[0].path), file_extension(options_.output))};
        Task task{.name = name_of(apart.empty() ? *named.front() : *at(apart[0].path)),
                  .files = {},
                  .notes = {},
                  .error = {}};
        if (!apart.empty()) task.files.push_back(at(apart[0].path));
        for (const Given* model : named)
            if (model->format->joins) task.files.push_back(model);
        task.files.insert(task.files.end(), clips.begin(), clips.end());
        tasks_.push_back(std::move(task));
    }

    [[noreturn]] void refuse_many(std::size_t count = 0) const {
        const std::string place = options_.paths.size() == 1 ? options_.paths.front() + " holds" : "there are";
        const std::string folder(parent_folder(options_.output));
        const std::string each =
            fmt::format("{}/{{name}}{}{}", folder.empty() ? "out" : folder,
                        has_placeholder(options_.output, "clip") ? "-{clip}" : "", file_extension(options_.output));
        const std::string example =
            tasks_.empty() ? "" : fmt::format("name one ({}), or ", tasks_.front().files.front()->path);
        throw UsageError{
            fmt::format("{} {} models; {}write each: -o '{}'", place, std::max(count, tasks_.size()), example, each)};
    }

    // A clip alone gets the model it belongs to, if that lies beside it.
    void find_model(Task& task) {
        if (task.files.empty() || task.files.front()->format->role != Role::clip) return;
        const Given& clip = *task.files.front();
        const FileOfFormat wanted{clip.path, clip.format};
        std::vector<std::string> paths = session_.files().siblings(clip.path);
        std::vector<FileOfFormat> files;
        for (const std::string& path : paths)
            if (const Format* format = find_format_by_file_name(path)) files.push_back({path, format});
        const FileOfFormat* model = model_for_clip(wanted, files);
        // A clip for a clip needs none, unless it cannot be read without.
        if (!model || (target_.role == Role::clip && opens_alone(task))) return;
        found_.push_back({std::string(model->name), model->format, {}, false});
        task.files.insert(task.files.begin(), &found_.back());
        report(&task.notes, Severity::note, Place{.file = clip.path},
               fmt::format("goes with {}, which lies beside it", file_name(model->name)));
    }
    bool opens_alone(const Task& task) const {
        std::vector<std::string> paths;
        for (const Given* file : task.files) paths.push_back(file->path);
        return session_.files().open(paths).has_value();
    }

    void refuse_clashes() {
        if (has_placeholder(options_.output, "clip") || options_.output == "-") return;
        std::map<std::string, const Task*> taken;
        for (Task& task : tasks_) {
            const auto path = fill_pattern(options_.output, {{"name", task.name}});
            if (!path) continue;
            const auto [known, is_new] = taken.try_emplace(*path, &task);
            if (!is_new)
                task.error =
                    Error(Place{.file = task.files.front()->path},
                          fmt::format("was not written: {} is {} already", *path, known->second->files.front()->path));
        }
    }

    Session& session_;
    const std::vector<Given>& given_;
    const Format& target_;
    const ConvertOptions& options_;
    const bool by_name_;
    std::vector<Task> tasks_;
    std::deque<Given> found_; // models beside clips, which tasks refer to
};

Result<std::vector<TypedFile>> read_all(Session& session, const Task& task) {
    std::vector<TypedFile> files;
    for (const Given* given : task.files) {
        auto opened = given->opened ? Result<TypedFile>(*given->opened) : session.files().open_file(given->path);
        if (!opened) return Failure(opened.error());
        files.push_back(std::move(*opened));
    }
    return files;
}

Result<void> choose_clip(Model& model, const std::string& name) {
    const auto chosen = find_clip(model, name);
    if (!chosen) return Failure(chosen.error());
    Clip clip = **chosen;
    model.clips = {std::move(clip)};
    return {};
}

// The options for reading and those for writing. One that both sides have, such as --lenient, goes to both.
void divide_options(ConvertOptions& options, const Format& target, const std::vector<Given>& given) {
    std::vector<FileOfFormat> files;
    for (const Given& file : given) {
        files.push_back({file_name(file.path), file.format});
        for (const Format* format : formats_of_file_name(file.path)) files.push_back({file_name(file.path), format});
    }
    options.open = options.reading.open();
    options.save = OptionValues(options.saving);
    if (!options.clip.empty() && find_option(target.save_options, "clip")) options.save.set("clip", options.clip);
    for (const auto& [name, text] : options.reading.given) {
        if (!find_option(target.save_options, name)) continue;
        options.save.set(name, text);
        const bool is_read = std::ranges::any_of(
            files, [&](const FileOfFormat& file) { return find_option(file.format->open_options, name) != nullptr; });
        if (!is_read && !find_option(model_options(), name)) options.open.erase(name);
    }
    expect_options(OptionUse::open, options.open, files);
    const FileOfFormat written{file_name(options.output), &target};
    expect_options(OptionUse::save, options.save, {&written, 1});
}

// Several threads finish at once, and two inputs may want the same output.
class Claims {
public:
    Result<void> claim(const std::string& path) {
        const std::lock_guard lock(mutex_);
        if (path == "-" || taken_.insert(path).second) return {};
        return fail(Place{.file = path}, "two of the files to write have this name");
    }

private:
    std::mutex mutex_;
    std::set<std::string> taken_;
};

class Conversion {
public:
    Conversion(Session& session, const ConvertOptions& options, const Format& target)
        : session_(session), options_(options), target_(target) {}

    Outcome convert(const Task& task) {
        Outcome outcome;
        outcome.diagnostics = task.notes;
        if (task.error) {
            outcome.error = task.error;
            return outcome;
        }
        const auto started = std::chrono::steady_clock::now();
        if (auto done = convert(task, outcome); !done) outcome.error = done.error();
        const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - started;
        session_.log(LogLevel::debug, fmt::format("{}: {:.1f} ms", task.name, elapsed.count()));
        return outcome;
    }

private:
    Result<void> convert(const Task& task, Outcome& outcome) {
        const bool per_clip = has_placeholder(options_.output, "clip");
        if (!per_clip) {
            auto path = fill_pattern(options_.output, {{"name", task.name}});
            if (!path) return Failure(path.error());
            if (auto allowed = may_write(*path, options_.force); !allowed) return allowed;
        }
        const auto files = read_all(session_, task);
        if (!files) return Failure(files.error());
        Diagnostics found;
        auto opened = session_.files().open(*files, options_.open, &found);
        if (opened) found = opened->diagnostics;
        outcome.diagnostics.insert(outcome.diagnostics.end(), found.begin(), found.end());
        if (!opened) return Failure(opened.error());
        Model model = std::move(*opened).take();
        if (!options_.clip.empty())
            if (auto chosen = choose_clip(model, options_.clip); !chosen)
                return Failure(Error(chosen.error()).in_file(task.files.front()->path));

        OutputSet output(options_.force);
        if (per_clip) {
            if (model.clips.empty())
                return fail(Place{.file = task.files.front()->path},
                            "no clips, so {clip} in the output name gives none");
            if (auto allowed = may_write_clips(task, model); !allowed) return allowed;
            const std::vector<Clip> clips = std::move(model.clips);
            for (const Clip& clip : clips) {
                model.clips = {clip};
                if (auto saved = save(task, model, output, outcome); !saved) return saved;
            }
        } else {
            if (target_.one_clip && model.clips.size() > 1) {
                report(&outcome.diagnostics, Severity::note, Place{.file = task.files.front()->path},
                       fmt::format("wrote '{}', the first of {} clips; {{clip}} in the output name writes them all",
                                   model.clips.front().name, model.clips.size()));
            }
            if (auto saved = save(task, model, output, outcome); !saved) return saved;
        }
        return output.commit();
    }

    // All clips are written or none: what stands in the way is told before the work.
    Result<void> may_write_clips(const Task& task, const Model& model) const {
        std::size_t exist = 0;
        std::string first;
        for (const Clip& clip : model.clips) {
            const auto path = fill_pattern(options_.output, {{"name", task.name}, {"clip", clip.name}});
            if (!path) return Failure(path.error());
            if (may_replace({*path}, options_.force)) continue;
            if (exist++ == 0) first = *path;
        }
        if (exist == 0) return {};
        return fail(
            Place{.file = first},
            exist == 1 ? fmt::format("exists, so none of {} clips was written; --force replaces it", model.clips.size())
                       : fmt::format("and {} more exist, so none of {} clips was written; --force replaces them",
                                     exist - 1, model.clips.size()));
    }

    // The model as files of the target format, waiting to be put in place.
    Result<void> save(const Task& task, const Model& model, OutputSet& output, Outcome& outcome) {
        const std::string clip = model.clips.empty() ? std::string() : model.clips.front().name;
        const auto path = fill_pattern(options_.output, {{"name", task.name}, {"clip", clip}});
        if (!path) return Failure(path.error());
        if (auto allowed = may_write(*path, options_.force); !allowed) return allowed;
        const std::string stem(*path == "-" ? std::string_view(task.name) : file_stem(*path));
        Diagnostics found;
        OptionValues how = options_.save;
        if (find_option(target_.save_options, "buffer")) keep_buffer(*path, stem, how, output);
        auto files = target_.shares_meshes ? target_.save(model, stem, how, &found)
                                           : target_.save(without_instances(model), stem, how, &found);
        name_file(found, *path);
        outcome.diagnostics.insert(outcome.diagnostics.end(), found.begin(), found.end());
        if (!files) {
            const bool names_a_file = !files.error().place().file.empty();
            return Failure(names_a_file ? files.error() : std::move(files.error()).in_file(*path));
        }
        if (*path == "-" && files->size() > 1)
            return fail(fmt::format("a {} file has others beside it; it cannot go to standard output", target_.name));

        const std::string folder(parent_folder(*path));
        for (std::size_t i = 0; i < files->size(); ++i) {
            const NamedFile& file = (*files)[i];
            const std::string beside = folder.empty() ? file.name : folder + '/' + file.name;
            const std::string& to = i == 0 ? *path : beside;
            if (auto claimed = claims_.claim(to); !claimed) return claimed;
            if (auto added = output.add(to, file.bytes); !added) return added;
            outcome.written.push_back({to, file.bytes.size()});
        }
        return {};
    }

    // A .gltf and its .bin cannot be replaced at one stroke: the new one gets another .bin than the old one refers to,
    // so that whoever stops us, and whenever, leaves a pair that belongs together.
    void keep_buffer(const std::string& path, const std::string& stem, OptionValues& how, OutputSet& output) const {
        if (how.flag("buffer") || look_at(path).kind != FileKind::regular) return;
        const auto old = map_file(path);
        const auto document = old ? parse_json(as_text(*old)) : Result<Json>(Json());
        if (!document) return;
        const std::string_view uri = (*document)["buffers"][0]["uri"].string();
        const std::string other = stem + "-2", folder(parent_folder(path));
        const bool is_first = uri == stem + ".bin" || uri.find('%') != uri.npos;
        if (!is_first && !uri.ends_with("-2.bin")) return;
        if (is_first) how.set("buffer", other);
        const std::string superfluous = (is_first ? stem : other) + ".bin";
        output.retire(folder.empty() ? superfluous : folder + '/' + superfluous);
    }

    Session& session_;
    const ConvertOptions& options_;
    const Format& target_;
    Claims claims_;
};

Json report_of(const Task& task, const Format& target, const Outcome& outcome) {
    Json inputs = Json::array(), outputs = Json::array();
    for (const Given* file : task.files) inputs.push(file->path);
    for (const Written& file : outcome.written) {
        Json entry = Json::object();
        entry.set("output", file.path);
        entry.set("bytes", file.bytes);
        outputs.push(std::move(entry));
    }
    Json report = Json::object();
    report.set("inputs", std::move(inputs));
    report.set("format", target.name);
    if (outcome.error)
        report.set("error", to_json(*outcome.error));
    else
        report.set("outputs", std::move(outputs));
    report.set("diagnostics", to_json(outcome.diagnostics));
    return report;
}

// `35 of 36 written, 1 failed: HERO_HEAD`
void say_sum(Session& session, std::size_t count, const std::vector<std::string>& failed, std::size_t incomplete) {
    constexpr std::size_t most_names = 5;
    std::string text = fmt::format("{} of {} written", count - failed.size(), count);
    if (incomplete > 0) text += fmt::format(", {} of them incomplete", incomplete);
    if (failed.empty()) return session.say(text);
    text += fmt::format(", {} failed: ", failed.size());
    for (std::size_t i = 0; i < std::min(failed.size(), most_names); ++i) text += (i == 0 ? "" : ", ") + failed[i];
    if (failed.size() > most_names) text += " …";
    session.error(Error(std::move(text)));
}

// The format of sounds that the output is to have, or null: sounds are no models, they are encoded again.
const Format* sound_target(const ConvertOptions& options) {
    const Format* target =
        options.to.empty() ? find_format_by_file_name(options.output) : find_format_by_name(options.to);
    return target && target->recode ? target : nullptr;
}

Result<Written> recode(Session& session, const Given& given, const Format& target, const ConvertOptions& options) {
    const auto path = fill_pattern(options.output, {{"name", name_of(given)}});
    if (!path) return Failure(path.error());
    if (auto allowed = may_write(*path, options.force); !allowed) return Failure(allowed.error());
    const auto file = given.opened ? Result<TypedFile>(*given.opened) : session.files().open_file(given.path);
    if (!file) return Failure(file.error());
    if (file->format != &target)
        return fail(Place{.file = given.path}, fmt::format("cannot become a {} file", target.name));
    Diagnostics found;
    const auto bytes = target.recode({given.path, file->file.bytes}, options.save, &found);
    name_file(found, given.path);
    session.warn(found);
    if (!bytes) return Failure(Error(bytes.error()).in_file(given.path));
    OutputSet output(options.force);
    if (auto added = output.add(*path, *bytes); !added) return Failure(added.error());
    if (auto done = output.commit(); !done) return Failure(done.error());
    return Written{*path, bytes->size()};
}

void convert_sounds(Session& session, ConvertOptions& options, const Format& target) {
    if (options.paths.empty()) throw UsageError{"convert wants a PATH"};
    if (options.output == "-" && session.options.json) throw UsageError{"--json and -o - both want standard output"};
    const auto given = classify(session, options);
    if (!given) return;
    options.save = OptionValues(options.saving);
    const FileOfFormat written{file_name(options.output), &target};
    expect_options(OptionUse::save, options.save, {&written, 1});
    if (given->size() > 1 && !has_placeholder(options.output, "name"))
        throw UsageError{fmt::format("{} files to write and one name for them: put {{name}} into it", given->size())};
    Json reports = Json::array();
    for (const Given& file : *given) {
        const auto done = recode(session, file, target, options);
        if (!done) {
            session.error(done.error());
            continue;
        }
        if (options.output != "-") session.say(fmt::format("wrote {} ({} bytes)", done->path, done->bytes));
        reports.push(Json(Json::Object{{"input", file.path}, {"output", done->path}, {"bytes", done->bytes}}));
    }
    if (session.options.json) session.print_json(reports.size() == 1 ? reports[0] : reports);
}

void convert(Session& session, ConvertOptions& options) {
    if (const Format* sounds = sound_target(options)) return convert_sounds(session, options, *sounds);
    const Format& target = target_format(options);
    if (options.output == "-" && session.options.json) throw UsageError{"--json and -o - both want standard output"};
    if (options.output == "-" && !target.is_text) refuse_terminal();
    if (auto settled = settle_npc(session, options.npc, options.paths, "convert"); !settled)
        return session.error(settled.error());
    const auto given = classify(session, options);
    if (!given) return;
    divide_options(options, target, *given);
    Plan plan(session, *given, target, options);
    const std::vector<Task> tasks = plan.tasks();
    if (tasks.empty()) return session.error(Error("there is no model, clip or picture to convert"));

    Conversion conversion(session, options, target);
    Json reports = Json::array();
    RepeatedNotes notes(session);
    std::vector<std::string> failed;
    std::size_t incomplete = 0;
    {
        Progress progress(session, "converting", tasks.size());
        in_order(
            tasks.size(), session.options.jobs,
            [&](std::size_t i) {
                Outcome outcome = conversion.convert(tasks[i]);
                progress.step();
                return outcome;
            },
            [&](std::size_t i, const Outcome& outcome) {
                notes.warn(outcome.diagnostics);
                // A part that is not there was left out: the file is written, but it is not all of it.
                if (std::ranges::any_of(outcome.diagnostics,
                                        [](const Diagnostic& d) { return d.severity == Severity::error; })) {
                    session.fail();
                    if (!outcome.error) ++incomplete;
                }
                if (outcome.error) {
                    session.error(*outcome.error);
                    failed.push_back(tasks[i].name);
                } else if (options.output != "-") {
                    clear_progress_line();
                    for (const Written& file : outcome.written)
                        session.say(fmt::format("wrote {} ({} bytes)", file.path, file.bytes));
                }
                if (session.options.json) reports.push(report_of(tasks[i], target, outcome));
            });
    }
    notes.finish();
    if (tasks.size() > 1) say_sum(session, tasks.size(), failed, incomplete);
    if (session.options.json) session.print_json(reports.size() == 1 && tasks.size() == 1 ? reports[0] : reports);
}

} // namespace

void add_convert(Program& program) {
    Verb& verb = program.add_verb({.name = "convert",
                                   .description = "Write a model with its clips and textures in another format",
                                   .example = "ossuary convert Bob.md5mesh Bob.md5anim -o bob.glb\n"
                                              "  ossuary convert hero.glb -o 'md5/{clip}.md5anim'\n"
                                              "  ossuary convert gothic2 -o 'out/{name}.glb'\n"
                                              "  ossuary convert --npc PC_HERO --game Gothic2 -o hero.glb\n"
                                              "  ossuary convert textures/ -o 'png/{name}.png'\n"
                                              "  ossuary convert wall.png --texture-format DXT5 -o WALL-C.TEX\n"
                                              "  ossuary convert speech.wav --coding ima -o SPEECH.WAV",
                                   .obeys = {.json = true, .jobs = true, .progress = true}});
    ConvertOptions& options = verb.calls<ConvertOptions>(convert);
    const std::string_view output_help = verb.keep(
        fmt::format("The file to write, by extension:{}; {{name}} and {{clip}} are filled in; - is standard output",
                    writable_extensions()));
    verb.add({{.names = "PATH",
               .field = options.paths,
               .help = "A model, its parts and clips, pictures for it; folders and archives; - is standard input"},
              {.names = "-o,--output", .field = options.output, .help = output_help, .value = "OUT", .required = true},
              {.names = "--to",
               .field = options.to,
               .help = "The format, where the name does not say: NAME or FAMILY/NAME",
               .value = "FORMAT"},
              {.names = "-f,--force", .field = options.force, .help = "Replace files that exist"}});
    add_npc_options(verb, options.npc);
    add_model_options(program, verb, options.reading);
    verb.add("Writing",
             {{.names = "--clip", .field = options.clip, .help = "Write only the clip of this name", .value = "NAME"}});
    add_saving_options(verb, options.saving);
}

} // namespace ossuary::cli
