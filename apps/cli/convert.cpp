// ossuary convert: a model with its clips and textures into another format.
#include <algorithm>
#include <chrono>
#include <mutex>
#include <set>

#include <fmt/format.h>

#include "cli/output.h"
#include "cli/parallel.h"
#include "cli/places.h"
#include "cli/reading.h"
#include "cli/terminal.h"
#include "ossuary/base/text.h"

namespace ossuary::cli {

namespace {

struct ConvertOptions {
    std::vector<std::string> paths;
    std::string output;
    std::string to;
    bool force = false;
    std::vector<std::string> clips; // globs
    Reading reading;
    SaveOptions save;
};

// A file the user gave. Its bytes are here already where they were needed to tell what it is.
struct Given {
    std::string path;
    const Format* format = nullptr;
    std::optional<NamedFile> held;
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
    const Format* target =
        options.to.empty() ? find_format_by_file_name(options.output) : find_format_by_name(options.to);
    if (target && target->save) return *target;
    if (!options.to.empty()) throw UsageError{fmt::format("--to {}: not a format that can be written", options.to)};
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
        Given file{input.path, find_format_by_file_name(input.path), {}};
        if (!file.format) {
            auto opened = open_file(session, input.path);
            if (!opened) {
                if (input.from_folder) continue;
                session.error(opened.error());
                all_known = false;
                continue;
            }
            file.format = opened->format;
            file.held = std::move(opened->file);
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

Result<std::vector<NamedFile>> read_all(Session& session, const Task& task) {
    std::vector<NamedFile> files;
    for (const Given* given : task.files) {
        if (given->held) {
            files.push_back(*given->held);
            continue;
        }
        session.log(LogLevel::info, fmt::format("opening {}", given->path));
        auto bytes = read_file(session, given->path);
        if (!bytes) return Failure(bytes.error());
        files.push_back({given->path, std::move(*bytes)});
    }
    return files;
}

Result<void> choose_clips(Model& model, const ConvertOptions& options) {
    const auto is_wanted = [&](const Clip& clip) {
        if (!options.save.clip.empty() && clip.name != options.save.clip) return false;
        return options.clips.empty() ||
               std::any_of(options.clips.begin(), options.clips.end(),
                           [&](const std::string& glob) { return matches_glob(clip.name, glob); });
    };
    if (options.save.clip.empty() && options.clips.empty()) return {};
    std::string names;
    for (const Clip& clip : model.clips) names += (names.empty() ? "" : ", ") + clip.name;
    std::erase_if(model.clips, [&](const Clip& clip) { return !is_wanted(clip); });
    if (!model.clips.empty()) return {};
    return fail(names.empty() ? "the model has no clips to choose from" : "no clip of that name; there are: " + names);
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
        auto model = open_model(*files, session_.places().beside(task.files.front()->path), options_.reading.open,
                                &outcome.diagnostics);
        if (!model) return Failure(model.error());
        if (auto chosen = choose_clips(*model, options_); !chosen)
            return Failure(Error(chosen.error()).in_file(task.files.front()->path));

        OutputSet output(options_.force);
        if (per_clip) {
            if (model->clips.empty())
                return fail(Place{.file = task.files.front()->path},
                            "no clips, so {clip} in the output name gives none");
            const std::vector<Clip> clips = std::move(model->clips);
            for (const Clip& clip : clips) {
                model->clips = {clip};
                if (auto saved = save(task, *model, output, outcome); !saved) return saved;
            }
        } else {
            if (target_.one_clip && model->clips.size() > 1) {
                report(&outcome.diagnostics, Severity::note, Place{.file = task.files.front()->path},
                       fmt::format("wrote '{}', the first of {} clips; {{clip}} in the output name writes them all",
                                   model->clips.front().name, model->clips.size()));
            }
            if (auto saved = save(task, *model, output, outcome); !saved) return saved;
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
            const bool names_a_file = !files.error().place.file.empty();
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
    options.save.lenient = options.reading.open.lenient;
    if (options.output == "-" && session.options.json) throw UsageError{"--json and -o - both want standard output"};
    const auto given = classify(session, options);
    if (!given) return;
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
    const auto options = std::make_shared<ConvertOptions>();
    CLI::App& verb = program.add_verb("convert", "Write a model with its clips and textures in another format",
                                      "ossuary convert Bob.md5mesh Bob.md5anim -o bob.glb\n"
                                      "  ossuary convert hero.glb -o 'md5/{clip}.md5anim'\n"
                                      "  ossuary convert textures/ -o 'png/{name}.png'\n"
                                      "  ossuary convert wall.png --texture-format DXT5 -o WALL-C.TEX",
                                      [&program, options] { convert(program.session, *options); });
    verb.add_option("PATH", options->paths, "A model, its clips, pictures for it; folders; - is standard input")
        ->required();
    verb.add_option(
            "-o,--output", options->output,
            fmt::format("The file to write, by extension:{}; {{name}} and {{clip}} are filled in; - is standard "
                        "output",
                        writable_extensions()))
        ->option_text("OUT")
        ->required();
    verb.add_option("--to", options->to, "The format, where the name does not say")->option_text("FORMAT");
    verb.add_flag("-f,--force", options->force, "Replace files that exist");
    add_model_options(program, verb, options->reading);

    const std::string group = "Writing";
    verb.add_option("--clip", options->save.clip, "Write only the clip of this name")
        ->option_text("NAME")
        ->group(group);
    verb.add_option("--clips", options->clips, "Write only clips whose names match one of these")
        ->option_text("GLOB,…")
        ->expected(1)
        ->delimiter(',')
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->group(group);
    verb.add_option("--frame-rate", options->save.frame_rate,
                    "Frames per second of sampled clips (default: the clip's)")
        ->option_text("N")
        ->check(CLI::PositiveNumber)
        ->group(group);
    verb.add_option("--max-influences", options->save.max_influences, "Joints per vertex in glTF (default: 8)")
        ->option_text("4|8|12|16")
        ->check(CLI::IsMember({4, 8, 12, 16}))
        ->group(group);
    verb.add_flag("!--no-reduce", options->save.reduce_channels, "Keep channels that say what the rest pose says")
        ->group(group);
    verb.add_flag("--extras-in-scene,!--no-extras-in-scene", options->save.extras_in_scene,
                  "Copy events and facts of clips to where Blender keeps them (default)")
        ->group(group);
    verb.add_flag("--gothic1", options->save.gothic1, "Write Gothic's files for the first game (default: the second)")
        ->group(group);
    verb.add_flag("--meshopt", options->save.meshopt,
                  "Compress glTF (EXT_meshopt_compression) and write it in fewer bits (KHR_mesh_quantization)")
        ->group(group);
    verb.add_option("--texture-format", options->save.texture_format,
                    "Of a TEX or DDS file: B8G8R8A8 … R5G6B5, P8, DXT1 … DXT5 (default: by its alpha)")
        ->option_text("FORMAT")
        ->group(group);
    verb.add_flag("!--no-mips", options->save.mips, "Write the largest level of a TEX or DDS file alone")->group(group);
    verb.add_flag("--indent", options->save.indent, "Lay the JSON of a .gltf out for people")->group(group);
}

} // namespace ossuary::cli
