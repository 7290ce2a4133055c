// ossuary render: the music of a segment as a sound file.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "cli/music_files.h"
#include "cli/output.h"
#include "cli/reading.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/audio/wav.h"
#include "ossuary/sound/render.h"

namespace ossuary::cli {

namespace {

enum class MusicTransition : std::uint8_t { none, groove, fill, break_, intro, end, end_and_intro };
enum class MusicBoundary : std::uint8_t { immediate, beat, measure };

struct RenderMusicOptions {
    std::string path;
    std::string output;
    std::string then;
    MusicTransition transition = MusicTransition::none;
    MusicBoundary boundary = MusicBoundary::measure;
    std::optional<double> at;
    double seconds = 0;
    std::uint32_t seed = 1;
    std::uint32_t rate = 44100;
    bool mono = false;
    bool notes = false;
    bool force = false;
};

// The last tick that can lie within so many seconds, at the fastest tempo there is.
std::int32_t tick_limit(double seconds) {
    if (seconds <= 0) return sound::no_limit;
    const double ticks = std::ceil(seconds * 1000 / 60 * audio::ticks_of_quarter) + 1;
    return ticks < sound::no_limit ? static_cast<std::int32_t>(ticks) : sound::no_limit;
}

// The tick that is heard at that time.
std::int32_t tick_at(const sound::EventList& list, double seconds, std::uint32_t rate) {
    const sound::TempoMap tempos(list, rate);
    const auto frame = static_cast<std::int64_t>(seconds * rate);
    std::int32_t low = 0, high = list.end;
    while (low < high) {
        const std::int32_t middle = low + (high - low) / 2;
        if (tempos.frame(middle) < frame)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

Json report_of(const sound::EventList& list, const audio::Pcm& pcm, const RenderMusicOptions& options) {
    std::size_t notes = 0;
    for (const sound::MusicEvent& event : list.events) notes += event.kind == sound::MusicEventKind::on;
    Json report = Json::object();
    report.set("output", options.output);
    report.set("frames", pcm.frames());
    report.set("rate", pcm.rate);
    report.set("seconds", static_cast<double>(pcm.frames()) / pcm.rate);
    report.set("notes", notes);
    report.set("draws", list.draws);
    report.set("checksum", fmt::format("{:08x}", audio::checksum(pcm)));
    Json patterns = Json::array();
    for (const sound::PatternStart& start : list.patterns)
        patterns.push(Json(Json::Object{{"tick", start.time}, {"pattern", start.name}}));
    report.set("patterns", std::move(patterns));
    if (!options.notes) return report;
    const sound::TempoMap tempos(list, options.rate);
    Json events = Json::array();
    for (const sound::MusicEvent& event : list.events) {
        if (event.kind != sound::MusicEventKind::on && event.kind != sound::MusicEventKind::off) continue;
        const bool is_on = event.kind == sound::MusicEventKind::on;
        Json entry = Json::object();
        entry.set("tick", event.time);
        entry.set("t", static_cast<double>(tempos.frame(event.time)) / options.rate);
        entry.set("type", is_on ? "on" : "off");
        entry.set("channel", event.channel);
        entry.set("note", event.number);
        if (is_on) entry.set("velocity", event.value);
        events.push(std::move(entry));
    }
    report.set("events", std::move(events));
    return report;
}

// How loud themes are, from where each begins; nothing where all are as loud as their files.
std::vector<sound::VolumeChange> volumes_of(const sound::MusicTheme* first, const sound::MusicTheme* second,
                                            std::int32_t second_start) {
    std::vector<sound::VolumeChange> volumes;
    const double before = first ? first->volume : 1, after = second ? second->volume : 1;
    if (before != 1 || after != 1) volumes = {{0, before}};
    if (before != after) volumes.push_back({second_start, after});
    return volumes;
}

Result<sound::EventList> composed(MusicFiles& files, std::vector<LoadedPiece>& pieces,
                                  const RenderMusicOptions& options, std::vector<sound::VolumeChange>& volumes) {
    auto first = files.load(options.path);
    if (!first) return Failure(first.error());
    pieces.push_back(std::move(*first));
    const std::int32_t limit = tick_limit(options.seconds);
    const bool is_endless = pieces[0].segment->header.repeats == audio::endless_repeats;
    if (is_endless && limit == sound::no_limit && options.then.empty())
        return fail(Place{.file = options.path}, "it plays without end: say with --seconds how long");
    const sound::MusicTheme* own_theme = files.theme(options.path);
    if (options.then.empty()) {
        volumes = volumes_of(own_theme, own_theme, 0);
        return sound::compose(pieces[0].piece, options.seed, limit);
    }
    auto second = files.load(options.then);
    if (!second) return Failure(second.error());
    pieces.push_back(std::move(*second));
    if (pieces[1].segment->header.repeats == audio::endless_repeats && limit == sound::no_limit)
        return fail(Place{.file = options.then}, "it plays without end: say with --seconds how long");
    sound::Transition transition{-1, static_cast<sound::TransitionKind>(static_cast<int>(options.transition) + 1),
                                 static_cast<sound::Boundary>(static_cast<int>(options.boundary) + 1)};
    // A theme says itself how it takes over, unless the options do.
    const sound::MusicTheme* theme = files.theme(options.then);
    if (theme && options.transition == MusicTransition::none && options.boundary == MusicBoundary::measure)
        transition = {-1, theme->transition, theme->boundary};
    if (options.at)
        transition.time = tick_at(sound::compose(pieces[0].piece, options.seed, tick_limit(*options.at + 1)),
                                  *options.at, options.rate);
    const auto list = sound::compose(pieces[0].piece, pieces[1].piece, transition, options.seed, limit);
    volumes = volumes_of(own_theme, theme, list.boundary);
    return list;
}

Result<void> rendered(Session& session, const RenderMusicOptions& options) {
    if (auto allowed = may_write(options.output, options.force); !allowed) return allowed;
    MusicFiles files(session);
    std::vector<LoadedPiece> pieces;
    std::vector<sound::VolumeChange> volumes;
    const auto list = composed(files, pieces, options, volumes);
    if (!list) return Failure(list.error());
    Diagnostics found;
    const audio::Pcm pcm = sound::render(*list, files.collections(),
                                         {.rate = options.rate,
                                          .channels = static_cast<std::uint16_t>(options.mono ? 1 : 2),
                                          .seconds = options.seconds,
                                          .volumes = std::move(volumes)},
                                         &found);
    name_file(found, options.path);
    session.warn(found);
    if (auto done = write_output(options.output, audio::write_wav(audio::make_wav(pcm)), options.force); !done)
        return done;
    if (options.output != "-")
        session.say(fmt::format("wrote {} ({:.1f} s)", options.output, static_cast<double>(pcm.frames()) / pcm.rate));
    if (session.options.json) session.print_json(report_of(*list, pcm, options));
    return {};
}

void render(Session& session, RenderMusicOptions& options) {
    if (options.output == "-" && session.options.json) throw UsageError{"--json and -o - both want standard output"};
    if (options.then.empty() && options.at) throw UsageError{"--at goes with --then"};
    if (auto done = rendered(session, options); !done) session.error(done.error());
}

} // namespace

void add_render(Program& program) {
    Verb& verb = program.add_verb({.name = "render",
                                   .description = "Play the music of a segment into a sound file",
                                   .example = "ossuary render OWD_DAY_STD.SGT -o music.wav --seconds 60\n"
                                              "  ossuary render OWD_DAY_STD.SGT --then OWD_DAY_FGT.SGT --at 20 "
                                              "--transition break -o fight.wav",
                                   .obeys = {.json = true}});
    RenderMusicOptions& options = verb.calls<RenderMusicOptions>(render);
    verb.add(
        {{.names = "PATH",
          .field = options.path,
          .help = "A segment, with its styles and instruments beside it, or a theme of a mounted game",
          .required = true},
         {.names = "-o,--output",
          .field = options.output,
          .help = "The .wav file to write; - is standard output",
          .value = "OUT",
          .required = true},
         {.names = "--seconds",
          .field = options.seconds,
          .help = "How long (default: all of it)",
          .value = "N",
          .check = check::range(0.001, 3600)},
         {.names = "--seed", .field = options.seed, .help = "Which choices are made (default: 1)", .value = "N"},
         {.names = "--then", .field = options.then, .help = "A segment or theme that takes over", .value = "OTHER"},
         {.names = "--at",
          .field = options.at,
          .help = "When it is asked to, in seconds (default: when the first is over)",
          .value = "N",
          .check = check::range(0, 3600)},
         {.names = "--transition",
          .field = options.transition,
          .help = "What is played between them (default: none)",
          .value = "none|groove|fill|break|intro|end|end-and-intro",
          .check = check::choice},
         {.names = "--boundary",
          .field = options.boundary,
          .help = "Where the first one is cut (default: measure)",
          .value = "immediate|beat|measure",
          .check = check::choice},
         {.names = "--rate",
          .field = options.rate,
          .help = "Frames per second (default: 44100)",
          .value = "N",
          .check = check::range(8000, 192000)},
         {.names = "--mono", .field = options.mono, .help = "One channel"},
         {.names = "--notes", .field = options.notes, .help = "With --json: every note"},
         {.names = "-f,--force", .field = options.force, .help = "Replace files that exist"}});
    add_mount_options(program, verb);
}

} // namespace ossuary::cli
