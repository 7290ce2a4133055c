// ossuary play: what a model does over time, without a window.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <random>

#include <fmt/format.h>

#include "cli/npc.h"
#include "cli/output.h"
#include "cli/play_definition.h"
#include "cli/play_log.h"
#include "cli/play_sound.h"
#include "cli/reading.h"
#include "ossuary/anim/actor.h"
#include "ossuary/assets/options.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"
#include "ossuary/codec/decode.h"
#include "ossuary/codec/osa.h"

namespace ossuary::cli {

using namespace anim;

namespace {

// By number the material groups of Gothic.
enum class SoundGround : std::uint8_t { undefined, metal, stone, wood, earth, water, snow };

struct PlayOptions {
    std::vector<std::string> paths;
    std::vector<std::string> clips;
    std::string state;
    std::string script;
    std::string duration;
    std::string step = "16ms";
    std::string game = "g2";
    std::string rules;
    double speed = 1;
    bool reverse = false;
    unsigned poses = 0;
    std::uint64_t seed = 0;
    std::string wav;
    SoundGround ground = SoundGround::stone;
    double distance = 0;
    bool force = false;
    NpcChoice npc;
    Reading reading;
};

Ticks duration_option(const std::string& text, std::string_view option) {
    const auto duration = parse_duration(text);
    if (!duration) throw UsageError{fmt::format("{} {}: a time is written 5s, 16.7ms or 2min", option, text)};
    return *duration;
}

// Cuts the time up to each moment into steps.
class Stepper {
public:
    explicit Stepper(const PlayOptions& options) : random_(static_cast<unsigned>(options.seed)) {
        any_length_ = options.step == "random";
        if (!any_length_) step_ = duration_option(options.step, "--step");
        if (!any_length_ && step_ <= Ticks::zero()) throw UsageError{"--step must be above 0"};
    }
    Ticks next() {
        if (!any_length_) return step_;
        // From a quarter of a millisecond to four seconds, each octave as likely as any other.
        const double octave = static_cast<double>(random_() % 1400) / 100;
        return to_ticks(std::exp2(octave - 12));
    }

private:
    Ticks step_{};
    bool any_length_ = false;
    std::mt19937 random_;
};

const Player& player_of(const Actor& actor) { return actor.player(); }
const Player& player_of(const Character& character) { return character.player(); }

// Lets one step pass, for an Actor or a Character, and tells what happened.
template <class Subject> Result<void> tell(Subject& subject, Ticks step, PlayLog& log) {
    auto advanced = subject.advance(step);
    for (const Notice& notice : subject.notices()) {
        log.notice(notice);
        if (log.also) log.also(notice);
    }
    return advanced;
}

template <class Subject> Result<void> pass(Subject& subject, Ticks until, Stepper& stepper, PlayLog& log) {
    while (subject.now() < until)
        if (auto done = tell(subject, std::min(stepper.next(), until - subject.now()), log); !done) return done;
    return {};
}

// The moments at which poses are told, the last one at the end.
std::vector<Ticks> pose_times(Ticks duration, unsigned count) {
    std::vector<Ticks> times;
    for (unsigned k = 1; k <= count; ++k) times.push_back(to_ticks(to_seconds(duration) * k / count));
    return times;
}

template <class Subject, class Between>
Result<void> run(Subject& subject, Ticks duration, unsigned poses, Stepper& stepper, PlayLog& log,
                 const Between& before) {
    for (const Ticks time : pose_times(duration, poses)) {
        if (auto done = before(time); !done) return done;
        if (auto done = pass(subject, time, stepper, log); !done) return done;
        log.pose(player_of(subject));
    }
    if (auto done = before(duration); !done) return done;
    if (auto done = pass(subject, duration, stepper, log); !done) return done;
    log.end(player_of(subject));
    return {};
}

Result<void> play_clips(const std::shared_ptr<const Moveset>& moves, Ticks duration, const PlayOptions& options,
                        Stepper& stepper, PlayLog& log) {
    Actor actor(std::make_shared<const Figure>(moves));
    actor.player().max_passes = ~0u;
    for (const std::string& name : options.clips) {
        const Move* move = moves->find(name);
        if (!move) {
            std::vector<std::string> names;
            for (const Move& known : moves->moves()) names.push_back(known.name);
            return no_such("clip", name, names);
        }
        if (const auto running = move ? actor.player().layer(move->layer) : Optional<LayerState>())
            return fail(fmt::format("{} and {} are both on layer {}; --script plays one after another",
                                    running->move->name, move->name, move->layer));
        const auto started = actor.play(name, {.speed = options.reverse ? -options.speed : options.speed});
        if (!started) return Failure(started.error());
    }
    return run(actor, duration, options.poses, stepper, log, [](Ticks) { return Result<void>(); });
}

Result<std::shared_ptr<const Rules>> rules_for(Session& session, const PlayOptions& options) {
    if (options.rules.empty()) return make_rules(options.game == "g1" ? Game::gothic1 : Game::gothic2);
    const auto bytes = session.files().read(options.rules);
    if (!bytes) return Failure(bytes.error());
    auto rules = parse_rules(as_text(*bytes));
    if (!rules) return Failure(std::move(rules.error()).in_file(options.rules));
    return std::make_shared<const Rules>(std::move(*rules));
}

Result<std::vector<Command>> commands_of(Session& session, const PlayOptions& options) {
    if (options.script.empty()) return parse_script("0s " + options.state);
    const auto bytes = session.files().read(options.script);
    if (!bytes) return Failure(bytes.error());
    auto commands = parse_script(as_text(*bytes));
    if (!commands) return Failure(std::move(commands.error()).in_file(options.script));
    return commands;
}

bool is_packed(const TypedFile& file) { return codec::recognise_osa(file.file.bytes); }

Result<std::vector<codec::OsaFile>> parse_packed(std::span<const TypedFile> files, bool loop) {
    std::vector<codec::OsaFile> packed;
    for (const TypedFile& file : files) {
        auto parsed = codec::parse_osa(file.file.bytes, file.file.bytes.owner);
        if (!parsed) return Failure(std::move(parsed.error()).in_file(file.file.name));
        if (loop)
            for (codec::PackedClip& clip : parsed->clips) clip.loop = LoopMode::wrap;
        packed.push_back(std::move(*parsed));
    }
    return packed;
}

// Adds packed clips to a model with other joints than theirs.
Result<void> expand_packed(Session& session, Model& model, std::span<const TypedFile> files, const PlayOptions& options,
                           Diagnostics* diagnostics) {
    const OptionValues open = options.reading.open();
    const std::size_t first = model.clips.size();
    if (auto added = add_to_model(model, files, session.files().beside(options.paths.front()), open, diagnostics);
        !added)
        return added;
    // Of the options that every model has, the one that concerns clips; the others were done to the model already.
    Model clips;
    clips.skeleton = model.skeleton;
    std::move(model.clips.begin() + static_cast<std::ptrdiff_t>(first), model.clips.end(),
              std::back_inserter(clips.clips));
    model.clips.resize(first);
    OptionValues travel;
    if (const std::string* choice = open.find("root-motion")) travel.set("root-motion", *choice);
    if (auto done = apply_model_options(clips, travel, {}); !done) return done;
    std::ranges::move(clips.clips, std::back_inserter(model.clips));
    return {};
}

// Packed clips play as they are, on their own skeleton or a model of the same joints; on any other they are expanded.
Result<std::shared_ptr<const Moveset>> make_moves(Session& session, std::span<const TypedFile> files,
                                                  const PlayOptions& options, Diagnostics* diagnostics) {
    const OptionValues open = options.reading.open();
    const bool loop = open.flag("loop");
    std::vector<TypedFile> plain, packed_files;
    for (const TypedFile& file : files) (is_packed(file) ? packed_files : plain).push_back(file);
    const auto packed = parse_packed(packed_files, loop);
    if (!packed) return Failure(packed.error());
    Model model;
    if (!plain.empty()) {
        auto opened = open_model(session, plain, open);
        if (!opened) return Failure(opened.error());
        model = std::move(*opened).take();
    } else {
        model.name = file_stem(files.front().file.name);
        model.skeleton = codec::to_skeleton(packed->front().rig);
    }
    const bool fits = std::ranges::all_of(*packed, [&](const codec::OsaFile& file) {
        return codec::skeleton_hash(file.rig) == codec::skeleton_hash(model.skeleton);
    });
    if (!fits)
        if (auto added = expand_packed(session, model, packed_files, options, diagnostics); !added)
            return Failure(added.error());
    if (loop)
        for (Clip& clip : model.clips) clip.loop = LoopMode::wrap;
    return fits ? Moveset::make(std::move(model), *packed, {}, diagnostics)
                : Moveset::make(std::move(model), {}, diagnostics);
}

Result<std::shared_ptr<const Moveset>> open_moves(Session& session, std::span<const TypedFile> files,
                                                  const PlayOptions& options) {
    Diagnostics diagnostics;
    auto moves = make_moves(session, files, options, &diagnostics);
    name_file(diagnostics, files.front().file.name);
    session.warn(diagnostics);
    return moves;
}

// The model has no clip for a command.
Error nothing_for(const Command& command, const Outcome& outcome) {
    std::string names;
    for (const anim::Candidate& candidate : outcome.answer.tried) names += (names.empty() ? "" : ", ") + candidate.name;
    return Error(fmt::format("'{}' does nothing: the model has {}; is it a Gothic model?", command.verb,
                             names.empty() ? "no clip for it" : "none of " + names));
}

Result<void> play_commands(Session& session, const std::shared_ptr<const Moveset>& moves, Ticks duration,
                           const std::vector<Command>& commands, const PlayOptions& options, Stepper& stepper,
                           PlayLog& log) {
    auto rules = rules_for(session, options);
    if (!rules) return Failure(rules.error());
    Character character(moves, std::move(*rules), options.seed);
    character.max_moments = ~0u;
    const FileLookup lookup = session.files().beside(options.paths.front());
    const OverlaySource overlays = [&](std::string_view name) -> Result<std::shared_ptr<const Moveset>> {
        auto bytes = lookup(name);
        if (!bytes) return fail(fmt::format("the overlay {} is not found beside the model", name));
        const TypedFile file{{std::string(name), *bytes}, find_format(name, *bytes)};
        return open_moves(session, {&file, 1}, options);
    };
    std::size_t next = 0;
    return run(character, duration, options.poses, stepper, log, [&](Ticks until) -> Result<void> {
        for (; next < commands.size() && commands[next].time < until; ++next) {
            const Command& command = commands[next];
            if (auto done = pass(character, command.time, stepper, log); !done) return done;
            if (auto done = tell(character, Ticks::zero(), log); !done) return done; // what the last command did
            const auto outcome = perform(command, character, overlays);
            if (!outcome) {
                const Error& error = outcome.error();
                const bool in_script = error.place().file.empty() && !options.script.empty();
                return Failure(in_script ? Error(error).in_file(options.script) : error);
            }
            log.command(command.time, command, *outcome);
            if (outcome->verdict == Verdict::missing) session.error(nothing_for(command, *outcome));
        }
        return {};
    });
}

Result<void> played_definition(Session& session, const PlayOptions& options, Stepper& stepper) {
    const std::string& path = options.paths.front();
    const Ticks duration = duration_option(options.duration.empty() ? "5s" : options.duration, "--for");
    std::optional<DefinitionSounds> sounds;
    std::function<void(const mw3::Notice&)> also;
    if (!options.wav.empty()) {
        sounds.emplace(session, path, options.distance);
        also = [&sounds](const mw3::Notice& notice) { sounds->notice(notice); };
    }
    auto done = play_definition(
        session, path, std::string(options.reading.open().text("def")), duration, [&] { return stepper.next(); },
        options.seed, also);
    if (done && sounds) return sounds->write(session, options.wav, duration, options.force);
    return done;
}

Result<void> played(Session& session, const PlayOptions& options) {
    Stepper stepper(options);
    if (!options.wav.empty())
        if (auto allowed = may_write(options.wav, options.force); !allowed) return allowed;
    if (options.reading.open().flag("def")) return played_definition(session, options, stepper);
    std::vector<Command> commands;
    if (options.clips.empty()) {
        auto parsed = commands_of(session, options);
        if (!parsed) return Failure(parsed.error());
        commands = std::move(*parsed);
    }
    Ticks duration = std::chrono::seconds(5);
    if (!options.duration.empty())
        duration = duration_option(options.duration, "--for");
    else if (!commands.empty())
        duration += commands.back().time;

    const auto files = open_files(session, options.paths);
    if (!files) return Failure(files.error());
    const auto moves = open_moves(session, *files, options);
    if (!moves) return Failure(moves.error());
    if ((*moves)->moves().empty()) return fail(Place{.file = options.paths.front()}, "there is no clip to play");
    PlayLog log(session);
    std::optional<SoundTrack> sounds;
    if (!options.wav.empty()) {
        sounds.emplace(session, SoundTrackOptions{.model = options.paths.front(),
                                                  .ground = static_cast<int>(options.ground),
                                                  .distance = options.distance,
                                                  .seed = static_cast<std::uint32_t>(options.seed)});
        log.also = [&sounds](const Notice& notice) { sounds->notice(notice); };
    }
    const auto done = options.clips.empty() ? play_commands(session, *moves, duration, commands, options, stepper, log)
                                            : play_clips(*moves, duration, options, stepper, log);
    if (done && sounds) return sounds->write(session, options.wav, duration, options.force);
    if (done || !done.error().place().file.empty()) return done;
    return Failure(Error(done.error()).in_file(options.paths.front()));
}

void play(Session& session, PlayOptions& options) {
    options.game = take_chosen_game(session).value_or(options.game);
    const int ways =
        !options.clips.empty() + !options.state.empty() + !options.script.empty() + options.reading.open().flag("def");
    if (ways != 1) throw UsageError{"play wants one of --clip, --state, --script and --def"};
    if (options.clips.empty() && (options.reverse || options.speed != 1))
        throw UsageError{"--speed and --reverse go with --clip; a script says `play NAME speed X`"};
    if (options.wav == "-") throw UsageError{"--wav wants a file: standard output has what happens"};
    if (!options.clips.empty() && !options.rules.empty()) throw UsageError{"--rules goes with --state or --script"};
    if (auto settled = settle_npc(session, options.npc, options.paths, "play"); !settled)
        return session.error(settled.error());
    expect_options(options.reading, options.paths);
    if (auto done = played(session, options); !done) session.error(done.error());
}

} // namespace

void add_play(Program& program) {
    Verb& verb = program.add_verb({.name = "play",
                                   .description = "Play clips or a script without a window: events, root motion, poses",
                                   .example = "ossuary play hero.glb --clip run --for 5s --step 16ms\n"
                                              "  ossuary play anim.zbd --def open_gate --for 20s --json",
                                   .obeys = {.json = true}});
    PlayOptions& options = verb.calls<PlayOptions>(play);
    verb.add(
        {{.names = "PATH", .field = options.paths, .help = "A model and its clips"},
         {.names = "--clip",
          .field = options.clips,
          .help = "A clip to play; several start together on their layers",
          .value = "NAME"},
         {.names = "--state",
          .field = options.state,
          .help = "What the character does: run, \"draw 1h\", any line of a script",
          .value = "S"},
         {.names = "--script", .field = options.script, .help = "What the character does and when", .value = "FILE"},
         {.names = "--for",
          .field = options.duration,
          .help = "How long (default: 5s, after a script's last line)",
          .value = "TIME"},
         {.names = "--step",
          .field = options.step,
          .help = "The time between updates, or random; it changes nothing (default: 16ms)",
          .value = "TIME"},
         {.names = "--poses",
          .field = options.poses,
          .help = "Print checksums of N poses, evenly over the time",
          .value = "N",
          .check = check::range(0, 1000000)},
         {.names = "--speed",
          .field = options.speed,
          .help = "How fast the clips play (default: 1)",
          .value = "X",
          .check = check::range(0.001, 1000.0)},
         {.names = "--reverse", .field = options.reverse, .help = "Play the clips backwards"},
         {.names = "--rules", .field = options.rules, .help = "Rules of your own", .value = "FILE"},
         {.names = "--seed", .field = options.seed, .help = "The character's chance (default: 0)", .value = "N"}});
    verb.add(
        "Sound",
        {{.names = "--wav",
          .field = options.wav,
          .help = "Write what would be heard: the sounds of events, by the scripts of a --game, from files beside the "
                  "model or mounted; with --def from sounds*.zbd beside it",
          .value = "OUT"},
         {.names = "--ground",
          .field = options.ground,
          .help = "What is under the feet (default: stone)",
          .value = "undefined|metal|stone|wood|earth|water|snow",
          .check = check::choice},
         {.names = "--distance",
          .field = options.distance,
          .help = "Metres from who hears it (default: 0)",
          .value = "N",
          .check = check::range(0, 10000)},
         {.names = "-f,--force", .field = options.force, .help = "Replace the file if it exists"}});
    add_npc_options(verb, options.npc);
    add_model_options(program, verb, options.reading, "Whose rules a character follows (default: g2). ");
}

} // namespace ossuary::cli
