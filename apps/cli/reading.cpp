#include "cli/reading.h"

#include <algorithm>

#include <fmt/format.h>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"

namespace ossuary::cli {

void add_mount_options(Program& program, Verb& verb, std::string_view what) {
    Mounting& mounting = program.session.mounting;
    const std::string_view game_help =
        verb.keep(std::string(what) + "An installed Gothic to look in, or the .ini of one of its mods (in System)");
    verb.add("Finding files",
             {{.names = "--mount",
               .field = mounting.places,
               .help = "Also look in this folder or archive; the first one given counts most",
               .value = "PLACE",
               .check = check::path},
              {.names = "--game",
               .field = mounting.games,
               .help = game_help,
               .value = what.empty() ? "DIR" : "g1|g2|DIR",
               .check = what.empty() ? check::path : check::path_or("g1|g2")},
              {.names = "--loose-last",
               .field = mounting.loose_files_last,
               .help = "Files in _work count only where no archive has them (default: they come first)"},
              {.names = "--newest-first",
               .field = mounting.newer_archive_wins,
               .help = "A newer archive beats a mod, as in the reference engine (default: mods win)"}});
}

std::optional<std::string> take_chosen_game(Session& session) {
    std::optional<std::string> chosen;
    std::erase_if(session.mounting.games, [&](const std::string& game) {
        const bool is_choice = game == "g1" || game == "g2";
        if (is_choice) chosen = game;
        return is_choice;
    });
    return chosen;
}

namespace {

// ` (md5, sf3)`: the families that have it.
std::string families_of(const DeclaredOption& declared) {
    std::string list;
    std::string_view last;
    for (const Format* format : declared.formats) {
        if (format->family != last) list += (list.empty() ? "" : ", ") + std::string(format->family);
        last = format->family;
    }
    return declared.for_all || list.empty() ? "" : " (" + list + ")";
}

std::string joined(std::span<const std::string_view> words) {
    std::string list;
    for (const std::string_view word : words) list += (list.empty() ? "" : "|") + std::string(word);
    return list;
}

void add_declared(Verb& verb, std::string_view group, const DeclaredOption& declared, NamedTexts& given) {
    const Option& option = declared.option;
    const std::string name = "--" + std::string(option.name);
    for (const Argument& known : verb.arguments) {
        const std::vector<std::string> names = known.option_names();
        if (std::ranges::find(names, name) != names.end()) return; // the verb's own
    }
    Argument argument{.names = verb.keep(name),
                      .field = given,
                      .help = verb.keep(std::string(option.help) + families_of(declared)),
                      .value = option.value};
    if (option.kind == OptionKind::number) argument.check = check::positive;
    if (option.kind == OptionKind::choice && option.value.empty()) {
        argument.value = verb.keep(joined(option.choices));
        argument.check = check::choice;
    }
    verb.add(group, {argument});
}

} // namespace

void add_reading_options(Program& program, Verb& verb, Reading& reading, std::string_view what) {
    for (const DeclaredOption& declared : declared_options(OptionUse::open))
        if (declared.option.scope == OptionScope::file) add_declared(verb, own_options, declared, reading.given);
    add_mount_options(program, verb, what);
}

void add_model_options(Program& program, Verb& verb, Reading& reading, std::string_view what) {
    add_reading_options(program, verb, reading, what);
    for (const DeclaredOption& declared : declared_options(OptionUse::open))
        add_declared(verb, "Reading models", declared, reading.given);
}

void add_saving_options(Verb& verb, NamedTexts& given) {
    for (const DeclaredOption& declared : declared_options(OptionUse::save))
        add_declared(verb, "Writing", declared, given);
}

void expect_options(OptionUse use, const OptionValues& values, std::span<const FileOfFormat> files) {
    if (const auto fit = check_options(use, values, files); !fit) throw UsageError{fit.error().message()};
}

void expect_options(const Reading& reading, std::span<const std::string> paths) {
    std::vector<FileOfFormat> files;
    for (const std::string& path : paths)
        for (const Format* format : formats_of_file_name(path)) files.push_back({file_name(path), format});
    if (!files.empty()) expect_options(OptionUse::open, reading.open(), files);
}

Failure no_such(std::string_view kind, std::string_view name, const std::vector<std::string>& known) {
    constexpr std::size_t shown = 8;
    if (known.empty()) return fail(fmt::format("the model has no {}s to choose from", kind));
    const std::string text = fmt::format("there is no {} '{}'; ", kind, name);
    // By the whole name, or by its last word: head for BIP01 HEAD.
    for (const bool whole : {true, false}) {
        std::vector<std::string> words;
        for (const std::string& each : known)
            words.push_back(lower_case(whole ? each : each.substr(each.find_last_of(" _") + 1)));
        if (const auto near = nearest_word(lower_case(name), words))
            return fail(fmt::format("{}did you mean {}?", text, known[*near]));
    }
    std::string list;
    for (std::size_t i = 0; i < std::min(shown, known.size()); ++i) list += (i == 0 ? "" : ", ") + known[i];
    return fail(fmt::format("{}there are {}: {}{}", text, known.size(), list,
                            known.size() > shown ? " … ('ossuary info --long' lists all)" : ""));
}

Result<const Clip*> find_clip(const Model& model, std::string_view name) {
    if (const Clip* clip = model.find_clip(name)) return clip;
    std::vector<std::string> names;
    std::vector<const Clip*> ends; // `thor_walk` for `walk`
    for (const Clip& clip : model.clips) {
        if (equal_ignoring_case(clip.name, name)) return &clip;
        names.push_back(clip.name);
        const std::string end = '_' + std::string(name);
        if (clip.name.size() > end.size() &&
            equal_ignoring_case(std::string_view(clip.name).substr(clip.name.size() - end.size()), end))
            ends.push_back(&clip);
    }
    if (ends.size() == 1) return ends.front();
    return no_such("clip", name, names);
}

Result<std::size_t> find_joint(const Model& model, std::string_view name) {
    if (const std::int32_t joint = model.skeleton.find(name); joint >= 0) return static_cast<std::size_t>(joint);
    std::vector<std::string> names;
    for (const Joint& joint : model.skeleton.joints) names.push_back(joint.name);
    return no_such("joint", name, names);
}

std::vector<std::string> archives_as_folders(Session& session, std::span<const std::string> paths) {
    std::vector<std::string> folders;
    for (const std::string& path : paths) folders.push_back(session.files().is_archive(path) ? path + '/' : path);
    return folders;
}

bool is_missing_texture(const Diagnostic& diagnostic) {
    return diagnostic.severity == Severity::warning && diagnostic.message.starts_with("no picture was found for");
}

Diagnostic where_textures_are(const Session& session) {
    return {Severity::note,
            {},
            session.mounting.empty() ? "textures are looked for beside the model; --game DIR or --mount PLACE "
                                       "(a folder, Textures.vdf) names where else they are"
                                     : "the textures are neither beside the model nor in what --game and --mount name"};
}

std::vector<Input> expand_folders(Session& session, std::span<const std::string> paths) {
    Diagnostics missing;
    std::vector<Input> inputs = session.files().expand(paths, &missing);
    for (const Diagnostic& each : missing) session.error(Error(each.place, each.message));
    return inputs;
}

Result<std::vector<TypedFile>> open_files(Session& session, std::span<const std::string> paths) {
    std::vector<TypedFile> files;
    for (const std::string& path : paths) {
        auto opened = session.files().open_file(path);
        if (!opened) return Failure(opened.error());
        files.push_back(std::move(*opened));
    }
    return files;
}

Result<Opened> open_model(Session& session, std::span<const std::string> paths, const OptionValues& options,
                          Diagnostics* found) {
    const auto files = open_files(session, paths);
    if (!files) return Failure(files.error());
    return open_model(session, *files, options, found);
}

Result<Opened> open_model(Session& session, std::span<const TypedFile> files, const OptionValues& options,
                          Diagnostics* found) {
    Diagnostics diagnostics;
    auto opened = session.files().open(files, options, &diagnostics);
    if (opened)
        session.warn(*opened);
    else
        session.warn(diagnostics);
    if (opened && std::ranges::any_of(opened->diagnostics, is_missing_texture))
        session.warn(Diagnostics{where_textures_are(session)});
    if (found) *found = opened ? opened->diagnostics : std::move(diagnostics);
    return opened;
}

} // namespace ossuary::cli
