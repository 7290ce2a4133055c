// ossuary compile: a model script and its ASC sources, as the game's own tools compiled them.
#include <algorithm>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>
#include <system_error>

#include <fmt/format.h>

#include "cli/compile_model.h"
#include "cli/output.h"
#include "cli/parallel.h"
#include "cli/reading.h"
#include "cli/system.h"
#include "cli/terminal.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/disk_path.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/image/image.h"
#include "ossuary/formats/zengin/asset_names.h"
#include "ossuary/formats/zengin/compile.h"
#include "ossuary/formats/zengin/mds.h"
#include "ossuary/model/event.h"

namespace ossuary::cli {

namespace fs = std::filesystem;

namespace {

struct CompileVerbOptions {
    std::string script;
    std::string folder;
    std::string date;
    std::string as;
    bool force = false;
    bool lenient = false;
    zengin::CompileOptions compile;
};

const std::map<std::string, zengin::Game> games{{"g1", zengin::Game::gothic1}, {"g2", zengin::Game::gothic2}};

// `2002-08-28 12:50:52`; the time may be left out.
std::optional<zengin::Date> parse_date(std::string_view text) {
    std::array<std::uint32_t, 6> parts{0, 0, 0, 0, 0, 0};
    constexpr std::string_view behind = "-- ::";
    std::size_t count = 0;
    const char *at = text.data(), *const end = at + text.size();
    for (; count < parts.size(); ++count) {
        const auto [next, failed] = std::from_chars(at, end, parts[count]);
        if (failed != std::errc{}) return {};
        at = next;
        if (at == end) break;
        if (count + 1 == parts.size() || (*at != behind[count] && !(count == 2 && *at == 'T'))) return {};
        ++at;
    }
    const auto [year, month, day, hour, minute, second] = parts;
    const std::chrono::year_month_day calendar{std::chrono::year(static_cast<int>(year)), std::chrono::month(month),
                                               std::chrono::day(day)};
    const bool whole = count == 2 || count == 5;
    if (!whole || year > 9999 || !calendar.ok() || hour > 23 || minute > 59 || second > 59) return {};
    const auto small = [](std::uint32_t value) { return static_cast<std::uint16_t>(value); };
    return zengin::Date{year, small(month), small(day), small(hour), small(minute), small(second), 0};
}

// When the script was last changed, in universal time.
zengin::Date change_date(const std::string& path) {
    std::error_code code;
    const auto changed = fs::last_write_time(disk_path(path), code);
    if (code) return {};
    const auto time = std::chrono::floor<std::chrono::seconds>(std::chrono::file_clock::to_sys(changed));
    const auto day = std::chrono::floor<std::chrono::days>(time);
    const std::chrono::year_month_day calendar(day);
    const std::chrono::hh_mm_ss clock(time - day);
    return {static_cast<std::uint32_t>(static_cast<int>(calendar.year())),
            static_cast<std::uint16_t>(static_cast<unsigned>(calendar.month())),
            static_cast<std::uint16_t>(static_cast<unsigned>(calendar.day())),
            static_cast<std::uint16_t>(clock.hours().count()),
            static_cast<std::uint16_t>(clock.minutes().count()),
            static_cast<std::uint16_t>(clock.seconds().count()),
            0};
}

struct Built {
    std::string_view kind; // `msb`, `mdh`, `mdm`, `man`
    std::string path;
    std::string source;
    std::size_t bytes = 0;
};
struct Skipped {
    std::string name;
    std::uint32_t line = 0;
    std::string reason;
};
struct CompileOutcome {
    std::vector<Built> built;
    std::vector<Error> errors;
    Diagnostics diagnostics;
};

// One source file and all that is made of it, so that it is read once and forgotten soon.
struct CompileTask {
    std::string source; // as the script names it
    std::string mesh;   // the MDM to write; empty: none
    std::vector<const zengin::ScriptEntry*> animations;
    std::uint32_t line = 0;
};

class Compilation {
public:
    Compilation(Session& session, const CompileVerbOptions& options, std::string text, zengin::Script script)
        : session_(session), options_(options), text_(std::move(text)), script_(std::move(script)),
          lines_(zengin::source_lines(text_)), name_(zengin::upper_case(file_stem(options.script))),
          compile_(options.compile) {
        compile_.has_alpha = [this](std::string_view texture) { return has_alpha(texture); };
        plan();
    }

    // Every file that will be written if all goes well.
    std::vector<std::string> outputs() const {
        std::vector<std::string> paths{output_path(name_ + ".MSB"), output_path(name_ + ".MDH")};
        for (const CompileTask& task : tasks_) {
            if (!task.mesh.empty()) paths.push_back(output_path(task.mesh));
            for (const zengin::ScriptEntry* entry : task.animations)
                paths.push_back(output_path(zengin::man_file_name(name_, zengin::name_in(*entry))));
        }
        return paths;
    }

    std::size_t task_count() const { return tasks_.size(); }
    const std::vector<Skipped>& skipped() const { return skipped_; }
    bool has_hierarchy() const { return hierarchy_.has_value(); }

    CompileOutcome compile_script() {
        CompileOutcome outcome;
        write(outcome, "msb", name_ + ".MSB", options_.script,
              write_msb(zengin::compile_msb(script_, file_name(options_.script), options_.compile)));
        return outcome;
    }

    // The hierarchy, and the boxes that stand for the model in the bounds of its animations.
    CompileOutcome compile_tree() {
        CompileOutcome outcome;
        if (script_.mesh_and_tree.empty()) {
            outcome.errors.push_back(Error(Place{.file = options_.script}, "the script names no meshAndTree"));
            return outcome;
        }
        const zengin::MeshAndTree& tree = script_.mesh_and_tree.front();
        const std::string source = asc_name(tree.name);
        if (!session_.files().find_beside(options_.script, source) && use_compiled_tree(source, outcome))
            return outcome;
        const auto file = read_source(source, tree.line, outcome);
        if (!file) return outcome;
        auto hierarchy = zengin::compile_mdh(*file, source, compile_, &outcome.diagnostics);
        if (!hierarchy) {
            outcome.errors.push_back(std::move(hierarchy.error()).in_file(source));
            return outcome;
        }
        hierarchy_ = std::move(*hierarchy);
        if (const auto mesh = zengin::compile_mdm(*file, source, *hierarchy_, compile_))
            boxes_ = zengin::node_boxes(*mesh, *hierarchy_);
        name_file(outcome.diagnostics, source);
        write(outcome, "mdh", name_ + ".MDH", source, write_mdh(*hierarchy_));
        return outcome;
    }

    CompileOutcome compile(std::size_t index) {
        const CompileTask& task = tasks_[index];
        CompileOutcome outcome;
        const auto file = read_source(task.source, task.line, outcome);
        if (!file) return outcome;
        if (!task.mesh.empty()) {
            auto mesh = zengin::compile_mdm(*file, task.source, *hierarchy_, compile_, &outcome.diagnostics);
            if (mesh)
                write(outcome, "mdm", task.mesh, task.source, write_mdm(*mesh));
            else
                outcome.errors.push_back(std::move(mesh.error()).in_file(task.source));
        }
        for (const zengin::ScriptEntry* entry : task.animations) {
            const auto& ani = std::get<zengin::Ani>(entry->data);
            auto animation = zengin::compile_man(*file, ani, lines_[entry->line - 1], *hierarchy_, boxes_, compile_,
                                                 &outcome.diagnostics);
            if (animation)
                write(outcome, "man", zengin::man_file_name(name_, ani.name), task.source, write_man(*animation));
            else
                outcome.errors.push_back(std::move(animation.error()).in_file(task.source));
        }
        name_file(outcome.diagnostics, task.source);
        return outcome;
    }

    // What the tasks would have built, where there is no hierarchy to build it for.
    void skip_tasks() {
        for (const CompileTask& task : tasks_) {
            if (!task.mesh.empty()) skipped_.push_back({task.mesh, task.line, "there is no hierarchy"});
            for (const zengin::ScriptEntry* entry : task.animations)
                skipped_.push_back(
                    {zengin::man_file_name(name_, zengin::name_in(*entry)), entry->line, "there is no hierarchy"});
        }
        tasks_.clear();
    }

private:
    // The hierarchy as somebody compiled it, where its source is not to be had. It is not written again.
    bool use_compiled_tree(const std::string& source, CompileOutcome& outcome) {
        const zengin::ModelNames names = zengin::model_names(name_, source);
        const FileLookup find = session_.files().beside(options_.script);
        for (const std::string& name : names.hierarchies) {
            const auto bytes = find(name);
            if (!bytes) continue;
            auto hierarchy = file_extension(name) == ".mdh"
                                 ? zengin::parse_mdh(*bytes, &outcome.diagnostics)
                                 : zengin::parse_mdl(*bytes, &outcome.diagnostics).map([](zengin::ModelFile whole) {
                                       return std::move(whole.hierarchy);
                                   });
            if (!hierarchy) {
                outcome.errors.push_back(std::move(hierarchy.error()).in_file(name));
                continue;
            }
            hierarchy_ = std::move(*hierarchy);
            for (const std::string& mesh_name : names.meshes)
                if (const auto mesh_bytes = find(mesh_name))
                    if (const auto mesh = zengin::parse_mdm(*mesh_bytes))
                        boxes_ = zengin::node_boxes(*mesh, *hierarchy_);
            outcome.diagnostics.push_back({Severity::warning,
                                           {.file = options_.script},
                                           to_utf8(source) + " is not found; " + to_utf8(name) +
                                               " is taken, which was compiled of it" +
                                               (boxes_.empty() ? ", and animations have no bounds" : "")});
            for (CompileTask& task : tasks_) {
                if (task.mesh.empty() || !equal_ignoring_case(task.source, source)) continue;
                skipped_.push_back({task.mesh, task.line, to_utf8(source) + " is not found"});
                task.mesh.clear();
            }
            std::erase_if(tasks_, [](const CompileTask& task) { return task.mesh.empty() && task.animations.empty(); });
            return true;
        }
        return false;
    }

    // Whether a texture has alpha, if its picture is to be had.
    std::optional<bool> has_alpha(std::string_view texture) {
        const std::lock_guard lock(textures_guard_);
        const auto [known, is_new] = textures_.try_emplace(lower_case(texture));
        if (!is_new) return known->second;
        if (const auto picture = zengin::find_texture(texture, session_.files().beside(options_.script)))
            if (const auto alpha = image::guess_alpha(*picture)) known->second = *alpha != AlphaMode::opaque;
        return known->second;
    }

    static std::string asc_name(std::string_view name) {
        return file_extension(name) == ".asc" ? std::string(file_name(name)) : std::string(file_name(name)) + ".ASC";
    }
    // A name in the script never chooses the folder.
    std::string output_path(std::string_view file) const {
        const auto name = fill_pattern("{name}", {{"name", to_utf8(file)}});
        return (disk_path(options_.folder) / disk_path(*name)).generic_string();
    }

    void plan() {
        std::map<std::string, std::size_t> task_of; // by source, lower case
        const auto task_for = [&](const std::string& source, std::uint32_t line) -> CompileTask& {
            const auto [found, is_new] = task_of.try_emplace(lower_case(source), tasks_.size());
            if (is_new) tasks_.push_back({.source = source, .mesh = {}, .animations = {}, .line = line});
            return tasks_[found->second];
        };
        const auto add_mesh = [&](const std::string& name, std::uint32_t line) {
            const std::string source = asc_name(name);
            task_for(source, line).mesh = zengin::upper_case(file_stem(source)) + ".MDM";
        };
        for (const zengin::MeshAndTree& tree : script_.mesh_and_tree)
            if (tree.dont_use_mesh == 0) add_mesh(tree.name, tree.line);
        for (const std::string& mesh : script_.register_mesh) add_mesh(mesh, 0);

        std::map<std::string, const zengin::ScriptEntry*> last; // of two with one name the game knows the later one
        for (const zengin::ScriptEntry& entry : script_.entries)
            if (entry.kind() == zengin::EntryKind::ani) last[zengin::upper_case(zengin::name_in(entry))] = &entry;
        std::set<std::string> files; // two names may differ only in what no file name can hold
        for (const zengin::ScriptEntry& entry : script_.entries) {
            const auto* ani = std::get_if<zengin::Ani>(&entry.data);
            if (!ani) continue;
            const std::string file = zengin::man_file_name(name_, ani->name);
            if (last[zengin::upper_case(ani->name)] != &entry)
                skipped_.push_back({file, entry.line, "a later line makes an animation of the same name"});
            else if (!files.insert(output_path(file)).second)
                skipped_.push_back({file, entry.line, "another animation has a file of that name"});
            else
                task_for(asc_name(ani->asc), entry.line).animations.push_back(&entry);
        }
    }

    std::optional<zengin::AscFile> read_source(const std::string& source, std::uint32_t line,
                                               CompileOutcome& outcome) const {
        const FoundFile found_file = session_.files().find_beside(options_.script, source);
        if (!found_file) {
            outcome.errors.push_back(
                Error(Place{.file = options_.script, .line = line}, to_utf8(source) + " is not found"));
            return {};
        }
        const std::string path = found_file.path();
        session_.log(LogLevel::info, fmt::format("reading {}", path));
        const auto bytes = found_file.read();
        if (!bytes) {
            outcome.errors.push_back(bytes.error());
            return {};
        }
        Diagnostics found;
        auto file = zengin::parse_asc(bytes->bytes, &found, {.lenient = options_.lenient});
        name_file(found, path);
        outcome.diagnostics.insert(outcome.diagnostics.end(), found.begin(), found.end());
        if (file) return std::move(*file);
        outcome.errors.push_back(std::move(file.error()).in_file(path));
        return {};
    }

    void write(CompileOutcome& outcome, std::string_view kind, std::string_view file, std::string_view source,
               const ByteBuffer& bytes) const {
        const std::string path = output_path(file);
        if (auto written = write_output(path, bytes, options_.force); !written)
            outcome.errors.push_back(written.error());
        else
            outcome.built.push_back({kind, path, to_utf8(source), bytes.size()});
    }

    Session& session_;
    const CompileVerbOptions& options_;
    std::string text_;
    zengin::Script script_;
    std::vector<std::string_view> lines_;
    std::string name_;
    std::vector<CompileTask> tasks_;
    std::vector<Skipped> skipped_;
    std::optional<zengin::ModelHierarchy> hierarchy_;
    std::vector<zengin::NodeBox> boxes_;
    zengin::CompileOptions compile_;
    std::mutex textures_guard_;
    std::map<std::string, std::optional<bool>> textures_; // which have alpha, by name in lower case
};

// What was done, told as it comes and summed up at the end.
class Report {
public:
    Report(Session& session, const CompileVerbOptions& options) : session_(session), options_(options) {}

    void add(const CompileOutcome& outcome) {
        Diagnostics warnings;
        for (const Diagnostic& diagnostic : outcome.diagnostics) {
            if (diagnostic.severity == Severity::note && diagnostic.message.starts_with(zengin::packing_note)) ++off_;
            if (diagnostic.severity == Severity::note)
                session_.log(LogLevel::info, diagnostic.text());
            else
                warnings.push_back(diagnostic);
        }
        session_.warn(warnings);
        for (const Error& error : outcome.errors) session_.error(error);
        clear_progress_line();
        for (const Built& built : outcome.built) {
            session_.say(fmt::format("wrote {} ({} bytes)", built.path, built.bytes));
            ++counts_[built.kind];
            Json entry = Json::object();
            entry.set("output", built.path);
            entry.set("format", built.kind);
            entry.set("source", built.source);
            entry.set("bytes", built.bytes);
            built_.push(std::move(entry));
        }
        for (const Error& error : outcome.errors) failed_.push(to_json(error));
        diagnostics_.insert(diagnostics_.end(), outcome.diagnostics.begin(), outcome.diagnostics.end());
    }

    void finish(const std::vector<Skipped>& skipped) {
        Json list = Json::array();
        for (const Skipped& entry : skipped) {
            Json json = Json::object();
            json.set("output", to_utf8(entry.name));
            json.set("line", entry.line);
            json.set("reason", entry.reason);
            list.push(std::move(json));
            session_.say(
                fmt::format("skipped {}: {}:{}: {}", to_utf8(entry.name), options_.script, entry.line, entry.reason));
        }
        if (off_ > 0)
            session_.say(fmt::format("note: {} animation{} a node more than 0.1 mm from its place, as the game's tool "
                                     "would; --packing closest keeps it there",
                                     off_, off_ == 1 ? " has" : "s have"));
        if (!session_.options.json)
            return session_.say(fmt::format("{}, {}, {}, {}; {} skipped, {} failed", count("msb", "script", "scripts"),
                                            count("mdh", "hierarchy", "hierarchies"), count("mdm", "mesh", "meshes"),
                                            count("man", "animation", "animations"), skipped.size(), failed_.size()));
        Json report = Json::object();
        report.set("script", options_.script);
        report.set("built", std::move(built_));
        report.set("skipped", std::move(list));
        report.set("failed", std::move(failed_));
        report.set("diagnostics", to_json(diagnostics_));
        session_.print_json(report);
    }

private:
    std::string count(std::string_view kind, std::string_view one, std::string_view many) {
        return fmt::format("{} {}", counts_[kind], counts_[kind] == 1 ? one : many);
    }

    Session& session_;
    const CompileVerbOptions& options_;
    std::map<std::string_view, std::size_t> counts_;
    Json built_ = Json::array(), failed_ = Json::array();
    Diagnostics diagnostics_;
    std::size_t off_ = 0; // animations that the game's packing moves
};

void compile(Session& session, CompileVerbOptions& options) {
    if (const auto game = take_chosen_game(session)) options.compile.game = games.at(*game);
    if (!options.as.empty())
        return compile_as(session, options.script, options.as, options.folder, options.compile.game, options.force);
    options.compile.date = change_date(options.script);
    if (!options.date.empty()) {
        const auto date = parse_date(options.date);
        if (!date)
            throw UsageError{fmt::format("--date {}: expected YYYY-MM-DD or 'YYYY-MM-DD hh:mm:ss'", options.date)};
        options.compile.date = *date;
    }
    const auto bytes = session.files().read(options.script);
    if (!bytes) return session.error(bytes.error());
    if (zengin::recognise_msb(*bytes))
        return session.error(
            Error(Place{.file = options.script}, "is compiled already; expected a model script (MDS)"));
    CompileOutcome reading;
    auto script = zengin::parse_mds(*bytes, &reading.diagnostics);
    name_file(reading.diagnostics, options.script);
    if (!script) return session.error(std::move(script.error()).in_file(options.script));

    Compilation compilation(session, options, std::string(as_text(*bytes)), std::move(*script));
    if (auto allowed = may_replace(compilation.outputs(), options.force); !allowed)
        return session.error(allowed.error());
    if (const int reason = make_folder(options.folder))
        return session.error(Error(Place{.file = options.folder}, std::generic_category().message(reason)));

    Report report(session, options);
    report.add(reading);
    report.add(compilation.compile_script());
    report.add(compilation.compile_tree());
    if (!compilation.has_hierarchy()) compilation.skip_tasks();
    {
        Progress progress(session, "compiling", compilation.task_count());
        in_order(
            compilation.task_count(), session.options.jobs,
            [&](std::size_t i) {
                CompileOutcome outcome = compilation.compile(i);
                progress.step();
                return outcome;
            },
            [&](std::size_t, const CompileOutcome& outcome) { report.add(outcome); });
    }
    report.finish(compilation.skipped());
}

} // namespace

void add_compile(Program& program) {
    Verb& verb = program.add_verb(
        {.name = "compile",
         .description = "Compile a Gothic model script and its ASC sources",
         .example = "ossuary compile HERO.MDS -o compiled\n"
                    "  ossuary compile hero.glb --as HERO -o compiled\n"
                    "  ossuary compile MDS_OVERLAY/HUMANS_MAGE.MDS --mount . -o compiled --game g1",
         .notes = "Sources are found by name beside the script, in all folders below, and below each --mount.\n"
                  "What is not found is named and left out, the rest is compiled; the exit status is then 1.",
         .obeys = {.json = true, .jobs = true, .progress = true}});
    CompileVerbOptions& options = verb.calls<CompileVerbOptions>(compile);
    verb.add({{.names = "SCRIPT",
               .field = options.script,
               .help = "The model script (MDS); with --as any model",
               .required = true},
              {.names = "-o,--output",
               .field = options.folder,
               .help = "The folder for MSB, MDH, MDM and MAN files; made if need be",
               .value = "DIR",
               .required = true},
              {.names = "--as",
               .field = options.as,
               .help = "Compile a model, a .glb from Blender, as the character of this name: script, skeleton, meshes, "
                       "animations, head and textures",
               .value = "NAME"},
              {.names = "-f,--force", .field = options.force, .help = "Replace files that exist"}});
    verb.add({{.names = "--lenient",
               .field = options.lenient,
               .help = "Take files with wrong counts and missing parts, with warnings"}});
    add_mount_options(program, verb, "Whose files to write (default: g2). ");
    verb.add(
        "Compiling",
        {{.names = "--date",
          .field = options.date,
          .help = "Date of the script in the MSB (default: when it was last changed, UTC)",
          .value = "DATE"},
         {.names = "--path",
          .field = options.compile.folder,
          .help = "Folder of the script in the MSB (default: \\_WORK\\DATA\\ANIMS\\)",
          .value = "PATH"},
         {.names = "--packing",
          .field = options.compile.packing,
          .help = "How samples become codes: 'game' cuts them off as the game's tool does (default), 'closest' keeps "
                  "every node in its place, 'auto' is 'game' where that moves nothing by more than 0.1 mm",
          .value = "game|closest|auto",
          .check = check::choice_in_order("game|closest|auto")}});
}

} // namespace ossuary::cli
