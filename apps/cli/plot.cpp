// ossuary plot: the movement of a joint and the events of a clip as a picture.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <variant>

#include <fmt/format.h>

#include "cli/chart.h"
#include "cli/music_files.h"
#include "cli/note_roll.h"
#include "cli/output.h"
#include "cli/reading.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/math.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/mw3/model.h"
#include "ossuary/model/event.h"

namespace ossuary::cli {

namespace {

struct PlotOptions {
    std::vector<std::string> paths;
    std::string joint;
    std::string clip;
    std::string rotation = "degrees";
    std::string output;
    bool force = false;
    Reading reading;
};

constexpr double degrees = 180 / std::numbers::pi;

// The turn as axis times angle in degrees, whichever of its two forms is nearer to the last one: no jumps at 180.
Vec3d turn_in_degrees(Quatd q, const Vec3d& last) {
    if (q.w < 0) q = -q;
    const double sine = length(q.xyz()), angle = 2 * std::atan2(sine, q.w);
    if (sine < 1e-12) return {};
    const Vec3d axis = q.xyz() / sine, near = axis * (angle * degrees);
    const Vec3d around = axis * ((angle - 2 * std::numbers::pi) * degrees);
    return length(around - last) < length(near - last) ? around : near;
}

std::vector<double> times_of(const Clip& clip) {
    constexpr double most = 2000, usual_rate = 60;
    const double rate = clip.frame_rate > 0 ? clip.frame_rate : usual_rate;
    const double frames = std::clamp(std::round(clip.duration * rate), clip.duration > 0 ? 1.0 : 0.0, most);
    std::vector<double> times;
    for (double frame = 0; frame <= frames; ++frame) times.push_back(frames > 0 ? clip.duration * frame / frames : 0);
    return times;
}

Panel panel_of(std::string title, std::string unit, std::vector<std::string> names, double least_span) {
    Panel panel{.title = std::move(title), .unit = std::move(unit), .curves = {}, .least_span = least_span};
    for (std::string& name : names) panel.curves.push_back({std::move(name), {}});
    return panel;
}

template <class T> void append(Panel& panel, const T& value) {
    for (std::size_t k = 0; k < panel.curves.size(); ++k) panel.curves[k].values.push_back(value[k]);
}

// The event's name, or the first of its fields that is a word: the limb of a hit, the mode of a fight.
std::string label_of(const EventData& data) {
    if (const auto* window = std::get_if<WindowEvent>(&data))
        return window->kind == WindowKind::parade ? "parade" : "combo";
    if (const std::string_view name = name_in(data); !name.empty()) return std::string(name);
    const Json fields = fields_of(data);
    for (const Json::Member& field : fields.members())
        if (!field.value.string().empty()) return std::string(field.value.string());
    return {};
}

std::string lane_name(std::string_view kind) {
    std::string name(kind);
    std::replace(name.begin(), name.end(), '_', ' ');
    return name;
}

std::vector<Lane> lanes_of(const Clip& clip) {
    std::vector<Lane> lanes;
    for (const Event& event : clip.events.events) {
        const std::string kind = lane_name(kind_of(event.data));
        auto lane = std::find_if(lanes.begin(), lanes.end(), [&](const Lane& known) { return known.name == kind; });
        if (lane == lanes.end()) {
            lanes.push_back({kind, {}});
            lane = lanes.end() - 1;
        }
        const auto* window = std::get_if<WindowEvent>(&event.data);
        lane->marks.push_back({event.time, window ? window->end : -1, label_of(event.data)});
    }
    return lanes;
}

// ---- the timeline of a definition

// `light state lamp`: the type of a definition's event in words, and what it speaks of first.
std::string event_label(const TagEvent& event) {
    std::string label = lane_name(event.name);
    std::transform(label.begin(), label.end(), label.begin(), to_lower);
    if (!event.arguments.empty()) label += ' ' + event.arguments.front();
    return label;
}

// One lane per sequence, with as many rows as it takes to write every event's name.
std::vector<Lane> sequence_lanes(const Clip& clip) {
    struct Row {
        Lane lane;
        double free_from = 0;
    };
    std::vector<std::vector<Row>> sequences;
    const double letter = std::max(clip.duration, 1e-9) * 6.3 / 832; // seconds that a letter takes up
    for (const Event& event : clip.events.events) {
        const auto* tag = std::get_if<TagEvent>(&event.data);
        if (!tag) continue;
        std::string name(tag->fields["sequence"].string());
        if (tag->fields["definition"].string() != clip.name)
            name = fmt::format("{}:{}", tag->fields["definition"].string(), name);
        auto rows = std::find_if(sequences.begin(), sequences.end(),
                                 [&](const auto& known) { return known.front().lane.name == name; });
        if (rows == sequences.end()) rows = sequences.insert(rows, {Row{.lane = {.name = name}}});
        Mark mark{event.time, -1, event_label(*tag)};
        if (const double duration = tag->fields["duration"].number(); duration > 0)
            mark.end = std::min(event.time + duration, clip.duration);
        auto row =
            std::find_if(rows->begin(), rows->end(), [&](const Row& known) { return known.free_from <= event.time; });
        if (row == rows->end()) row = rows->insert(row, Row{.lane = {.name = name, .continues = true}});
        row->free_from = std::max(mark.end, event.time) + letter * (static_cast<double>(mark.label.size()) + 4);
        row->lane.marks.push_back(std::move(mark));
    }
    std::vector<Lane> lanes;
    for (auto& rows : sequences)
        for (Row& row : rows) lanes.push_back(std::move(row.lane));
    return lanes;
}

Chart timeline_of(const Model& model, const Clip& clip) {
    Chart chart;
    chart.title = clip.name;
    chart.subtitle = fmt::format("{}, {:.4g} s, {} events, {}", model.name, clip.duration, clip.events.events.size(),
                                 mw3::activation_of(clip));
    chart.duration = clip.duration;
    chart.lanes = sequence_lanes(clip);
    return chart;
}

Chart chart_of(const Model& model, const Clip& clip, std::size_t joint, bool as_quaternions) {
    const Joint& described = model.skeleton.joints[joint];
    const JointTrack& track = clip.joints[joint];
    const Transformd rest = to_double(described.rest);
    Panel translation = panel_of("Translation", "metres, from the parent", {"x", "y", "z"}, 0.01);
    Panel rotation = as_quaternions ? panel_of("Rotation", "quaternion, from the parent", {"x", "y", "z", "w"}, 0.01)
                                    : panel_of("Rotation", "degrees, from the rest pose", {"x", "y", "z"}, 1);
    Panel scale = panel_of("Scale", "", {"x", "y", "z"}, 0.01);

    Chart chart;
    chart.title = fmt::format("{} · {}", described.name, clip.name);
    chart.duration = clip.duration;
    chart.times = times_of(clip);
    Vec3d last_turn;
    Quatd last = rest.rotation;
    for (const double time : chart.times) {
        append(translation, sample(track.translation, time, rest.translation));
        Quatd turned = sample(track.rotation, time, rest.rotation);
        if (dot(turned, last) < 0) turned = -turned; // q and -q are one rotation; a curve wants the nearer
        last = turned;
        last_turn = turn_in_degrees(conjugate(rest.rotation) * turned, last_turn);
        if (as_quaternions)
            append(rotation, turned);
        else
            append(rotation, last_turn);
        append(scale, sample(track.scale, time, rest.scale));
    }
    chart.panels = {std::move(translation), std::move(rotation)};
    if (!track.scale.is_rest()) chart.panels.push_back(std::move(scale));
    chart.lanes = lanes_of(clip);

    chart.subtitle = fmt::format("{}, {:.3g} s", model.name, clip.duration);
    if (clip.frame_rate > 0) chart.subtitle += fmt::format(", {:.4g} frames a second", clip.frame_rate);
    if (!clip.events.events.empty()) chart.subtitle += fmt::format(", {} events", clip.events.events.size());
    return chart;
}

// The notes of a segment by the first seed; of an endless one for a while.
Result<std::string> plotted_notes(Session& session, const std::string& path) {
    const auto loaded = MusicFiles(session).load(path);
    if (!loaded) return Failure(loaded.error());
    const audio::SegmentHeader& header = loaded->segment->header;
    const bool is_endless = header.repeats == audio::endless_repeats;
    const auto limit =
        static_cast<std::int32_t>(std::min<std::int64_t>(2 * std::int64_t{header.length}, sound::no_limit));
    const auto list = sound::compose(loaded->piece, 1, is_endless ? limit : sound::no_limit);
    return draw_note_roll(list, loaded->segment->name.empty() ? std::string(file_stem(path)) : loaded->segment->name);
}

Result<std::string> plotted(Session& session, const PlotOptions& options, Diagnostics& diagnostics) {
    const std::string& first = options.paths.front();
    if (options.paths.size() == 1 && file_extension(first) == ".sgt") return plotted_notes(session, first);
    OptionValues open = options.reading.open();
    const bool is_timeline = open.flag("def") && options.joint.empty();
    if (is_timeline) open.set("every-event");
    const auto opened = open_model(session, options.paths, open, &diagnostics);
    if (!opened) return Failure(opened.error());
    const std::shared_ptr<const Model>& model = opened->model;
    if (model->clips.empty()) return fail(Place{.file = first}, "no clip to plot; give one behind the model");
    const auto chosen =
        options.clip.empty() ? Result<const Clip*>(&model->clips.front()) : find_clip(*model, options.clip);
    if (!chosen) return Failure(Error(chosen.error()).in_file(first));
    const Clip* clip = *chosen;
    if (is_timeline) return draw_svg(timeline_of(*model, *clip));
    if (model->skeleton.joints.empty()) return fail(Place{.file = first}, "no joint to plot");
    const auto joint = options.joint.empty() ? Result<std::size_t>(std::size_t{0}) : find_joint(*model, options.joint);
    if (!joint) return Failure(Error(joint.error()).in_file(first));
    return draw_svg(chart_of(*model, *clip, *joint, options.rotation == "quaternion"));
}

void plot(Session& session, const PlotOptions& options) {
    const bool on_standard_output = options.output == "-";
    if (!on_standard_output && file_extension(options.output) != ".svg")
        throw UsageError{fmt::format("-o {}: a plot is written as SVG, so its name ends in .svg", options.output)};
    if (on_standard_output && session.options.json) throw UsageError{"--json and -o - both want standard output"};
    expect_options(options.reading, options.paths);
    if (auto allowed = may_write(options.output, options.force); !allowed) return session.error(allowed.error());
    Diagnostics diagnostics;
    const auto svg = plotted(session, options, diagnostics);
    if (!svg) return session.error(svg.error());
    if (auto written = write_output(options.output, as_bytes(*svg), options.force); !written)
        return session.error(written.error());
    if (on_standard_output) return;
    session.say(fmt::format("wrote {} ({} bytes)", options.output, svg->size()));
    if (session.options.json) {
        Json report = Json::object();
        report.set("output", options.output);
        report.set("bytes", svg->size());
        report.set("diagnostics", to_json(diagnostics));
        session.print_json(report);
    }
}

} // namespace

void add_plot(Program& program) {
    Verb& verb = program.add_verb(
        {.name = "plot",
         .description =
             "Draw the movement of a joint and events, the timeline of a definition, or the notes of a segment",
         .example = "ossuary plot Bob.md5mesh Bob.md5anim --joint head -o head.svg\n"
                    "  ossuary plot anim.zbd --def open_gate -o gate.svg\n"
                    "  ossuary plot OWD_DAY_STD.SGT -o notes.svg",
         .obeys = {.json = true}});
    PlotOptions& options = verb.calls<PlotOptions>(plot);
    verb.add(
        {{.names = "PATH", .field = options.paths, .help = "A model and its clips, or a clip alone", .required = true},
         {.names = "--joint", .field = options.joint, .help = "The joint (default: the root)", .value = "NAME"},
         {.names = "--clip", .field = options.clip, .help = "The clip (default: the first)", .value = "NAME"},
         {.names = "--rotation",
          .field = options.rotation,
          .help = "How rotations are shown (default: degrees)",
          .value = "degrees|quaternion",
          .check = check::choice},
         {.names = "-o,--output",
          .field = options.output,
          .help = "The picture to write; - is standard output",
          .value = "X.svg",
          .required = true},
         {.names = "-f,--force", .field = options.force, .help = "Replace the file if it exists"}});
    add_model_options(program, verb, options.reading);
}

} // namespace ossuary::cli
