#include "cli/reading.h"

#include <fmt/format.h>

#include "cli/places.h"

namespace ossuary::cli {

void add_mount_options(Program& program, CLI::App& verb, const std::string& what) {
    const std::string group = "Finding files";
    Mounting& mounting = program.session.places().mounting;
    verb.add_option("--mount", mounting.places, "Also look in this folder or archive; the first one given counts most")
        ->option_text("PLACE")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->check(CLI::ExistingPath)
        ->group(group);
    verb.add_option("--game", mounting.games,
                    what + "An installed Gothic to look in, or the .ini of one of its mods (in System)")
        ->option_text(what.empty() ? "DIR" : "g1|g2|DIR")
        ->check(what.empty() ? CLI::Validator(CLI::ExistingPath) : CLI::ExistingPath | CLI::IsMember({"g1", "g2"}))
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->group(group);
    verb.add_flag("--loose-last", mounting.loose_files_last,
                  "Files in _work count only where no archive has them (default: they come first)")
        ->group(group);
    verb.add_flag("--newest-first", mounting.newer_archive_wins,
                  "A newer archive beats a mod, as in the reference engine (default: mods win)")
        ->group(group);
}

std::optional<std::string> take_chosen_game(Session& session) {
    std::optional<std::string> chosen;
    std::erase_if(session.places().mounting.games, [&](const std::string& game) {
        const bool is_choice = game == "g1" || game == "g2";
        if (is_choice) chosen = game;
        return is_choice;
    });
    return chosen;
}

void add_reading_options(Program& program, CLI::App& verb, Reading& reading, const std::string& what) {
    verb.add_flag("--lenient", reading.open.lenient, "Take files with wrong counts and missing parts, with warnings");
    add_mount_options(program, verb, what);
}

void add_model_options(Program& program, CLI::App& verb, Reading& reading, const std::string& what) {
    add_reading_options(program, verb, reading, what);
    const std::string group = "Reading models";
    verb.add_option("--unit-scale", reading.open.unit_scale, "Metres per unit of the source (MD5: 0.0254)")
        ->option_text("METRES")
        ->check(CLI::PositiveNumber)
        ->group(group);
    verb.add_option("--tick-rate", reading.open.tick_rate,
                    "Ticks per second, where the source does not say (Shining Force III: 30)")
        ->option_text("N")
        ->check(CLI::PositiveNumber)
        ->group(group);
    verb.add_option("--front", reading.open.front, "Where the model looks in the source's axes (default: -y)")
        ->option_text("-y|+x")
        ->check(CLI::IsMember({"-y", "+x"}))
        ->group(group);
    verb.add_option("--root-motion", reading.open.root_motion, "What becomes of the root's travel (default: keep)")
        ->option_text("keep|strip|extract")
        ->check(CLI::IsMember({"keep", "strip", "extract"}))
        ->group(group);
    verb.add_option("--def", reading.open.definition, "The definition to take of an anim.zbd (default: all)")
        ->option_text("NAME")
        ->group(group);
    verb.add_flag("--loop", reading.open.loop, "The clips repeat (MD5 does not say)")->group(group);
    verb.add_option("--normals", reading.open.normals, "How faces share in vertex normals (default: sum)")
        ->option_text("sum|progressive|angle|area")
        ->check(CLI::IsMember({"sum", "progressive", "angle", "area"}))
        ->group(group);
    verb.add_flag("!--no-weld-normals", reading.open.weld_normals, "Keep seams between vertices at equal positions")
        ->group(group);
    verb.add_flag("--opaque", reading.open.opaque, "Do not guess transparency from the pictures' alpha")->group(group);
    verb.add_flag("--double-sided", reading.open.double_sided, "Draw both sides of every surface")->group(group);
    verb.add_flag("--flip-green", reading.open.flip_green, "Normal maps have green pointing down")->group(group);
}

Result<OpenedFile> open_file(Session& session, const std::string& path) {
    session.log(LogLevel::info, fmt::format("opening {}", path));
    auto bytes = read_file(session, path);
    if (!bytes) return Failure(bytes.error());
    OpenedFile opened{.file = {path, std::move(*bytes)}, .format = nullptr};
    opened.format = find_format(path, opened.file.bytes);
    if (!opened.format) return fail(Place{.file = path}, "not a format this program knows");
    session.log(LogLevel::debug,
                fmt::format("{} is {}, {} bytes", path, opened.format->name, opened.file.bytes.size()));
    return opened;
}

} // namespace ossuary::cli
