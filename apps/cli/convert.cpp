// ossuary convert: a model with its clips and textures into another format.
#include <algorithm>
#include <chrono>
#include <mutex>
#include <set>

#include <fmt/format.h>

#include "cli/output.h"
#include "cli/parallel.h"
#include "cli/reading.h"
#include "cli/terminal.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"

namespace ossuary::cli {

namespace {

struct ConvertOptions {
    std::vector<std::string> paths;
    std::string output;
    std::string to;
    bool force = false;
    std::string clip;
    Reading reading;
    NamedTexts saving;
    OptionValues open, save; // made of the two (divide_options)
};

// A file the user gave. Its bytes are here already where its name did not say what it is.
struct Given {
    std::string path;
    const Format* format = nullptr;
    std::optional<TypedFile> opened;
};

// One model to be written: itself, its clips, and pictures for it.
struct Task {
    std::string name;
    std::vector<const Given*> files;
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
        if (format.save)
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
    throw UsageError{
        fmt::format("-o {}: expected a name that ends in one of{}", options.output, writable_extensions())};
}

// What the user gave, told apart; nothing where a file is missing or unknown, which was reported.
std::optional<std::vector<Given>> classify(Session& session, const ConvertOptions& options) {
    const std::vector<Input> inputs = expand_folders(session, options.paths);
    bool all_known = !session.failed();
    std::vector<Given> given;
    for (const Input& input : inputs) {
        // Formats that share a name are distinguished by content.
        const std::vector<const Format*> named = formats_of_file_name(input.path);
        Given file{input.path, named.size() == 1 ? named.front() : nullptr, {}};
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

// With {name} in the output, every model is written by itself with all the clips; without, there must be one.
std::vector<Task> plan(const std::vector<Given>& given, const Format& target, const ConvertOptions& options) {
    const auto models = of_role(given, Role::model), clips = of_role(given, Role::clip);
    const auto pictures = of_role(given, Role::picture);
    const bool by_name = has_placeholder(options.output, "name");
    std::vector<Task> tasks;
    const auto add = [&tasks](const Given& first) { tasks.push_back({name_of(first), {&first}}); };

    if (target.role == Role::picture && models.empty() && clips.empty()) {
        for (const Given* picture : pictures) add(*picture);
    } else if (!models.empty()) {
        for (const Given* model : models) {
            add(*model);
            auto& files = tasks.back().files;
            files.insert(files.end(), clips.begin(), clips.end());
        }
    } else if (by_name) {
        for (const Given* clip : clips) add(*clip);
    } else if (!clips.empty()) {
        tasks.push_back({name_of(*clips.front()), clips});
    } else if (!pictures.empty()) {
        throw UsageError{fmt::format("a picture cannot become a {} file", target.name)};
    }
    if (target.role != Role::picture)
        for (Task& task : tasks) task.files.insert(task.files.end(), pictures.begin(), pictures.end());
    if (tasks.size() > 1 && !by_name)
        throw UsageError{fmt::format("{} files to write and one name for them: put {{name}} into it", tasks.size())};
    return tasks;
}

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
    std::string names;
    for (const Clip& clip : model.clips) names += (names.empty() ? "" : ", ") + clip.name;
    std::erase_if(model.clips, [&](const Clip& clip) { return clip.name != name; });
    if (!model.clips.empty()) return {};
    return fail(names.empty() ? "the model has no clips to choose from" : "no clip of that name; there are: " + names);
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
        auto opened = session_.files().open(*files, options_.open, &outcome.diagnostics);
        if (!opened) return Failure(opened.error());
        outcome.diagnostics = opened->diagnostics;
        Model model = std::move(*opened).take();
        if (!options_.clip.empty())
            if (auto chosen = choose_clip(model, options_.clip); !chosen)
                return Failure(Error(chosen.error()).in_file(task.files.front()->path));

        OutputSet output(options_.force);
        if (per_clip) {
            if (model.clips.empty())
                return fail(Place{.file = task.files.front()->path},
                            "no clips, so {clip} in the output name gives none");
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

    // The model as files of the target format, waiting to be put in place.
    Result<void> save(const Task& task, const Model& model, OutputSet& output, Outcome& outcome) {
        const std::string clip = model.clips.empty() ? std::string() : model.clips.front().name;
        const auto path = fill_pattern(options_.output, {{"name", task.name}, {"clip", clip}});
        if (!path) return Failure(path.error());
        if (auto allowed = may_write(*path, options_.force); !allowed) return allowed;
        const std::string stem(*path == "-" ? std::string_view(task.name) : file_stem(*path));
        Diagnostics found;
        auto files = target_.shares_meshes ? target_.save(model, stem, options_.save, &found)
                                           : target_.save(without_instances(model), stem, options_.save, &found);
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

void convert(Session& session, ConvertOptions& options) {
    const Format& target = target_format(options);
    if (options.output == "-" && session.options.json) throw UsageError{"--json and -o - both want standard output"};
    const auto given = classify(session, options);
    if (!given) return;
    divide_options(options, target, *given);
    const std::vector<Task> tasks = plan(*given, target, options);
    if (tasks.empty()) return session.error(Error("nothing to convert"));

    Conversion conversion(session, options, target);
    Json reports = Json::array();
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
                session.warn(outcome.diagnostics);
                // A part that is not there was left out: the file is written, but it is not all of it.
                if (std::ranges::any_of(outcome.diagnostics,
                                        [](const Diagnostic& d) { return d.severity == Severity::error; }))
                    session.fail();
                if (outcome.error) {
                    session.error(*outcome.error);
                } else if (options.output != "-") {
                    clear_progress_line();
                    for (const Written& file : outcome.written)
                        session.say(fmt::format("wrote {} ({} bytes)", file.path, file.bytes));
                }
                if (session.options.json) reports.push(report_of(tasks[i], target, outcome));
            });
    }
    if (session.options.json) session.print_json(tasks.size() == 1 ? reports.items().front() : reports);
}

} // namespace

void add_convert(Program& program) {
    Verb& verb = program.add_verb({.name = "convert",
                                   .description = "Write a model with its clips and textures in another format",
                                   .example = "ossuary convert Bob.md5mesh Bob.md5anim -o bob.glb\n"
                                              "  ossuary convert hero.glb -o 'md5/{clip}.md5anim'\n"
                                              "  ossuary convert textures/ -o 'png/{name}.png'\n"
                                              "  ossuary convert wall.png --texture-format DXT5 -o WALL-C.TEX",
                                   .obeys = {.json = true, .jobs = true, .progress = true}});
    ConvertOptions& options = verb.calls<ConvertOptions>(convert);
    const std::string_view output_help = verb.keep(
        fmt::format("The file to write, by extension:{}; {{name}} and {{clip}} are filled in; - is standard output",
                    writable_extensions()));
    verb.add({{.names = "PATH",
               .field = options.paths,
               .help = "A model, its clips, pictures for it; folders; - is standard input",
               .required = true},
              {.names = "-o,--output", .field = options.output, .help = output_help, .value = "OUT", .required = true},
              {.names = "--to",
               .field = options.to,
               .help = "The format, where the name does not say: NAME or FAMILY/NAME",
               .value = "FORMAT"},
              {.names = "-f,--force", .field = options.force, .help = "Replace files that exist"}});
    add_model_options(program, verb, options.reading);
    verb.add("Writing",
             {{.names = "--clip", .field = options.clip, .help = "Write only the clip of this name", .value = "NAME"}});
    add_saving_options(verb, options.saving);
}

} // namespace ossuary::cli
