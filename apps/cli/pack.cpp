// ossuary pack: clips into one small file, with what it cost and how far it is off.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "cli/output.h"
#include "cli/parallel.h"
#include "cli/ratio_chart.h"
#include "cli/reading.h"
#include "cli/terminal.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/number.h"
#include "ossuary/base/text.h"
#include "ossuary/codec/encode.h"
#include "ossuary/codec/osa.h"
#include "ossuary/model/event.h"

namespace ossuary::cli {

namespace {

struct PackOptions {
    std::vector<std::string> paths;
    std::string output;
    std::string chart;
    std::string precision = "0.1mm", shell = "3cm";
    std::vector<std::string> joints;
    std::string tier = "resident", effort = "normal";
    bool skip_first_frame = false;
    std::uint32_t every = 1;
    bool exact_root = false, no_loop = false;
    double frame_rate = 0;
    bool long_table = false, force = false;
    Reading reading;
};

// `0.1mm`, `3cm`, `0.0001m`. Without a unit it could be anything.
double metres(std::string_view text, std::string_view option) {
    constexpr std::pair<std::string_view, double> units[] = {{"um", 1e-6}, {"mm", 1e-3}, {"cm", 1e-2}, {"m", 1}};
    double unit = 0;
    std::string_view number = text;
    for (const auto& [name, value] : units) {
        if (!text.ends_with(name)) continue;
        number = text.substr(0, text.size() - name.size());
        unit = value;
        break;
    }
    const auto value = parse_number(number);
    if (value && *value > 0 && unit == 0)
        throw UsageError{fmt::format("{} {}: in what unit? {}mm, {}cm or {}m", option, text, text, text, text)};
    if (!value || !(*value > 0))
        throw UsageError{fmt::format("{} {}: expected a length with its unit, as in 0.1mm", option, text)};
    return *value * unit;
}

codec::EncodeOptions encode_options(const PackOptions& options) {
    codec::EncodeOptions encoding;
    encoding.precision = metres(options.precision, "--precision");
    encoding.shell = metres(options.shell, "--shell");
    encoding.exact_root = options.exact_root;
    encoding.loop = options.no_loop ? codec::LoopKey::plain : codec::LoopKey::shared;
    encoding.frame_rate = options.frame_rate;
    parse_name(options.effort, encoding.effort);
    for (const std::string& text : options.joints) { // NAME=SHELL or NAME=SHELL,PRECISION
        const std::size_t equals = text.rfind('='), comma = text.find(',', equals == text.npos ? 0 : equals);
        if (equals == text.npos || equals == 0)
            throw UsageError{fmt::format("--joint {}: expected NAME=SHELL or NAME=SHELL,PRECISION", text)};
        codec::JointPrecision setting{.joint = text.substr(0, equals)};
        setting.shell = metres(std::string_view(text).substr(equals + 1, comma - equals - 1), "--joint");
        if (comma != text.npos) setting.precision = metres(std::string_view(text).substr(comma + 1), "--joint");
        encoding.joints.push_back(std::move(setting));
    }
    return encoding;
}

// ---- the clips

// Leaves out the first frame, and of the rest all but every n-th. Only what has frames can lose some.
template <class T> bool thin(Channel<T>& channel, std::size_t skip, std::size_t every) {
    if (channel.values.size() < 2) return true;
    if (!channel.times.empty()) return false;
    std::vector<T> kept;
    for (std::size_t i = skip; i < channel.values.size(); i += every) kept.push_back(channel.values[i]);
    channel.values = std::move(kept);
    channel.rate /= static_cast<double>(every);
    return true;
}

Result<void> thin(Clip& clip, std::size_t skip, std::size_t every) {
    if (skip == 0 && every == 1) return {};
    double rate = 0;
    std::size_t frames = 1;
    for (JointTrack& track : clip.joints) {
        for (const double each : {track.translation.rate, track.rotation.rate, track.scale.rate})
            rate = std::max(rate, each);
        if (!thin(track.translation, skip, every) || !thin(track.rotation, skip, every) ||
            !thin(track.scale, skip, every))
            return fail("the clip has keys at times of their own, not frames to leave out");
        frames = std::max(
            {frames, track.translation.values.size(), track.rotation.values.size(), track.scale.values.size()});
    }
    if (!(rate > 0)) return {};
    const double earlier = static_cast<double>(skip) / rate, kept_rate = rate / static_cast<double>(every);
    clip.frame_rate = kept_rate;
    clip.duration = static_cast<double>(frames - 1) / kept_rate;
    for (Event& event : clip.events.events) event.time = std::max(0.0, event.time - earlier);
    return {};
}

// A model with its clips. Clips without a model bring their own skeleton, each file its own.
Result<std::vector<Model>> read_models(Session& session, const PackOptions& options, Diagnostics& diagnostics) {
    expect_options(options.reading, options.paths);
    std::vector<TypedFile> files;
    bool has_model = false;
    for (const Input& input : expand_folders(session, archives_as_folders(session, options.paths))) {
        auto opened = session.files().open_file(input.path);
        if (!opened) {
            if (input.from_folder) continue;
            return Failure(opened.error());
        }
        if (opened->format->role == Role::picture) continue;
        has_model = has_model || opened->format->role == Role::model;
        files.push_back(std::move(*opened));
    }
    if (files.empty()) return fail("nothing to pack");
    const std::size_t group_size = has_model ? files.size() : 1;
    std::vector<Model> models;
    for (std::size_t i = 0; i < files.size(); i += group_size) {
        const std::string& name = files[i].file.name;
        Diagnostics found;
        auto opened = open_model(session, std::span(files).subspan(i, group_size), options.reading.open(), &found);
        diagnostics.insert(diagnostics.end(), found.begin(), found.end());
        if (!opened && group_size == files.size()) return Failure(opened.error());
        if (!opened) {
            session.error(opened.error()); // one of several costs itself
            continue;
        }
        Model model = std::move(*opened).take();
        if (model.clips.empty()) return fail(Place{.file = name}, "no clip to pack");
        for (Clip& clip : model.clips)
            if (auto done = thin(clip, options.skip_first_frame ? 1 : 0, options.every); !done)
                return Failure(Error(done.error()).in_file(name));
        models.push_back(std::move(model));
    }
    if (models.empty()) return fail("nothing to pack");
    return models;
}

// ---- packing

struct Packed {
    codec::OsaFile file;
    std::vector<codec::Encoded> encoded;
    ByteBuffer bytes;
};

Result<Packed> pack_all(Session& session, const std::vector<codec::ClipSource>& sources,
                        const codec::EncodeOptions& encoding, codec::Tier tier, std::string_view label) {
    auto rig = codec::fit_rig(sources, encoding);
    if (!rig) return Failure(rig.error());
    Packed packed{.file = {std::move(*rig), {}}, .encoded = {}, .bytes = {}};
    std::optional<Error> error;
    {
        Progress progress(session, label, sources.size());
        in_order(
            sources.size(), session.options.jobs,
            [&](std::size_t i) -> Result<codec::Encoded> {
                auto encoded = codec::encode(sources[i], packed.file.rig, encoding);
                if (encoded && tier == codec::Tier::archive) {
                    auto archived = codec::to_archive(packed.file.rig, encoded->clip);
                    if (!archived) return Failure(archived.error());
                    encoded->clip = std::move(*archived);
                }
                progress.step();
                return encoded;
            },
            [&](std::size_t, Result<codec::Encoded> encoded) {
                if (!encoded) {
                    if (!error) error = encoded.error();
                    return;
                }
                packed.file.clips.push_back(encoded->clip);
                packed.encoded.push_back(std::move(*encoded));
            });
    }
    if (error) return Failure(*error);
    auto bytes = codec::write_osa(packed.file);
    if (!bytes) return Failure(bytes.error());
    packed.bytes = std::move(*bytes);
    return packed;
}

// ---- what it came to

struct Totals {
    std::size_t raw = 0;
    double keys = 0, between = 0;
};

Totals totals_of(const Packed& packed) {
    Totals totals;
    for (const codec::Encoded& each : packed.encoded) {
        totals.raw += each.raw_bytes;
        totals.keys = std::max(totals.keys, each.error.worst_at_keys);
        totals.between = std::max(totals.between, each.error.worst_between);
    }
    return totals;
}

double ratio(std::size_t raw, std::size_t bytes) { return static_cast<double>(raw) / static_cast<double>(bytes); }

std::string millimetres(double metres) { return fmt::format("{:.4f}", metres * 1000); }

std::string table_of(const Packed& packed, const PackOptions& options) {
    const codec::PackedRig& rig = packed.file.rig;
    std::size_t name_width = 5;
    for (const codec::PackedClip& clip : packed.file.clips) name_width = std::max(name_width, shown_width(clip.name));
    std::string text =
        fmt::format("{}  {:>7}  {:>9}  {:>8}  {:>6}  {:>9}  {:>9}  {:>9}  where\n", pad("clip", name_width), "frames",
                    "raw", "packed", "ratio", "keys mm", "between", "99 %");
    const auto row = [&](std::string_view name, std::string_view frames, std::size_t raw, std::size_t bytes,
                         const std::string& rest) {
        text += fmt::format("{}  {:>7}  {:>9}  {:>8}  {:>6.1f}  {}\n", pad(name, name_width), frames, raw, bytes,
                            ratio(raw, bytes), rest);
    };
    for (const codec::Encoded& each : packed.encoded) {
        const codec::ErrorReport& error = each.error;
        const std::string where =
            rig.size() == 0 ? "" : fmt::format("{} at {:.3f} s", rig.names[error.worst_joint], error.worst_time);
        row(printable(each.clip.name), std::to_string(each.clip.frames), each.raw_bytes,
            codec::clip_bytes(rig, each.clip),
            fmt::format("{:>9}  {:>9}  {:>9}  {}", millimetres(error.worst_at_keys), millimetres(error.worst_between),
                        millimetres(error.percentile_99), printable(where)));
        if (!options.long_table) continue;
        const auto bits = codec::bits_per_joint(rig, each.clip);
        for (std::size_t j = 0; j < rig.size(); ++j) {
            text += fmt::format("  {}  {:<10}  {:>6}  keys {} mm, between {} mm\n", pad(printable(rig.names[j]), 24),
                                codec::name_of(rig.joints[j].kind), bits ? fmt::format("{:.1f} b", (*bits)[j]) : "",
                                millimetres(error.joints[j].worst_at_keys), millimetres(error.joints[j].worst_between));
        }
    }
    const Totals totals = totals_of(packed);
    text += fmt::format("{}  {:>7}  {:>9}  {:>8}\n", pad("rig", name_width), "", "", codec::rig_bytes(rig));
    row("all", "", totals.raw, packed.bytes.size(),
        fmt::format("{:>9}  {:>9}", millimetres(totals.keys), millimetres(totals.between)));
    return text;
}

Json report_of(const Packed& packed, const PackOptions& options, const codec::EncodeOptions& encoding) {
    const codec::PackedRig& rig = packed.file.rig;
    const Totals totals = totals_of(packed);
    Json report = Json::object(), clips = Json::array();
    report.set("output", options.output);
    report.set("bytes", packed.bytes.size());
    report.set("rigBytes", codec::rig_bytes(rig));
    report.set("rawBytes", totals.raw);
    report.set("ratio", ratio(totals.raw, packed.bytes.size()));
    report.set("worstAtKeysMetres", totals.keys);
    report.set("worstBetweenMetres", totals.between);
    report.set("precisionMetres", encoding.precision);
    report.set("shellMetres", encoding.shell);
    report.set("tier", options.tier);
    report.set("effort", options.effort);
    for (const codec::Encoded& each : packed.encoded) {
        const codec::ErrorReport& error = each.error;
        const std::size_t bytes = codec::clip_bytes(rig, each.clip);
        Json clip = Json::object();
        clip.set("name", each.clip.name);
        clip.set("frames", each.clip.frames);
        clip.set("frameRate", each.clip.rate);
        clip.set("rawBytes", each.raw_bytes);
        clip.set("bytes", bytes);
        clip.set("ratio", ratio(each.raw_bytes, bytes));
        clip.set("worstAtKeysMetres", error.worst_at_keys);
        clip.set("worstBetweenMetres", error.worst_between);
        clip.set("percentile99Metres", error.percentile_99);
        clip.set("meanMetres", error.mean);
        if (rig.size() > 0) clip.set("worstJoint", rig.names[error.worst_joint]);
        clip.set("worstTimeSeconds", error.worst_time);
        clip.set("resampled", each.resampled);
        clip.set("shortfall", each.shortfall.empty() ? Json() : Json(each.shortfall));
        if (options.long_table) {
            Json joints = Json::array();
            const auto bits = codec::bits_per_joint(rig, each.clip);
            for (std::size_t j = 0; j < rig.size(); ++j) {
                Json joint = Json::object();
                joint.set("name", rig.names[j]);
                joint.set("kind", codec::name_of(rig.joints[j].kind));
                if (bits) joint.set("bitsPerFrame", (*bits)[j]);
                joint.set("worstAtKeysMetres", error.joints[j].worst_at_keys);
                joint.set("worstBetweenMetres", error.joints[j].worst_between);
                joints.push(std::move(joint));
            }
            clip.set("joints", std::move(joints));
        }
        clips.push(std::move(clip));
    }
    report.set("clips", std::move(clips));
    return report;
}

// ---- --compare

Result<Json> compare_precisions(Session& session, const std::vector<codec::ClipSource>& sources,
                                const PackOptions& options, codec::EncodeOptions encoding) {
    std::vector<RatioCurve> curves{{"resident", {}}, {"archive", {}}};
    Json rows = Json::array();
    const double middle = encoding.precision;
    if (!session.options.json) session.print("precision mm  resident  ratio   archive  ratio   keys mm  between\n");
    for (const double by : {0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0}) {
        encoding.precision = middle * by;
        const auto resident = pack_all(session, sources, encoding, codec::Tier::resident,
                                       fmt::format("at {:g} mm", encoding.precision * 1000));
        if (!resident) return Failure(resident.error());
        codec::OsaFile archived{resident->file.rig, {}};
        for (const codec::PackedClip& clip : resident->file.clips) {
            auto each = codec::to_archive(archived.rig, clip);
            if (!each) return Failure(each.error());
            archived.clips.push_back(std::move(*each));
        }
        const auto bytes = codec::write_osa(archived);
        if (!bytes) return Failure(bytes.error());
        const Totals totals = totals_of(*resident);
        const double plain = ratio(totals.raw, resident->bytes.size()), small = ratio(totals.raw, bytes->size());
        curves[0].points.push_back({totals.keys, plain});
        curves[1].points.push_back({totals.keys, small});
        Json row = Json::object();
        row.set("precisionMetres", encoding.precision);
        row.set("residentBytes", resident->bytes.size());
        row.set("residentRatio", plain);
        row.set("archiveBytes", bytes->size());
        row.set("archiveRatio", small);
        row.set("worstAtKeysMetres", totals.keys);
        row.set("worstBetweenMetres", totals.between);
        rows.push(std::move(row));
        if (!session.options.json)
            session.print(fmt::format("{:>12.4g}  {:>8}  {:>5.1f}  {:>8}  {:>5.1f}  {:>8}  {:>7}\n",
                                      encoding.precision * 1000, resident->bytes.size(), plain, bytes->size(), small,
                                      millimetres(totals.keys), millimetres(totals.between)));
    }
    const std::string svg = draw_ratios(fmt::format("{} clips: raw size by packed size", sources.size()), curves);
    if (auto written = write_output(options.chart, as_bytes(svg), options.force); !written)
        return Failure(written.error());
    session.say(fmt::format("wrote {} ({} bytes)", options.chart, svg.size()));
    return rows;
}

void pack(Session& session, const PackOptions& options) {
    if (options.output.empty() && options.chart.empty())
        throw UsageError{"-o X.osa says where to pack to, or --compare X.svg what to draw"};
    if (options.output == "-" && session.options.json) throw UsageError{"--json and -o - both want standard output"};
    const codec::EncodeOptions encoding = encode_options(options);
    codec::Tier tier = codec::Tier::resident;
    parse_name(options.tier, tier);
    for (const std::string& path : {options.output, options.chart})
        if (!path.empty())
            if (auto allowed = may_write(path, options.force); !allowed) return session.error(allowed.error());

    Diagnostics diagnostics;
    const auto models = read_models(session, options, diagnostics);
    if (!models) return session.error(models.error());
    std::vector<codec::ClipSource> sources;
    for (const Model& model : *models)
        for (const Clip& clip : model.clips) sources.push_back({&clip, &model.skeleton});
    for (const codec::JointPrecision& setting : encoding.joints)
        if (sources.front().skeleton->find(setting.joint) < 0)
            return session.error(Error(fmt::format("--joint: there is no joint '{}'", setting.joint)));

    Json report = Json::object();
    if (!options.output.empty()) {
        const auto packed = pack_all(session, sources, encoding, tier, "packing");
        if (!packed) return session.error(packed.error());
        for (const codec::Encoded& each : packed->encoded)
            if (!each.shortfall.empty()) session.error(Error(Place{.field = each.clip.name}, each.shortfall));
        if (auto written = write_output(options.output, packed->bytes, options.force); !written)
            return session.error(written.error());
        if (session.options.json)
            report = report_of(*packed, options, encoding);
        else if (options.output != "-")
            session.print(table_of(*packed, options));
        session.say(fmt::format("wrote {} ({} bytes)", options.output, packed->bytes.size()));
    }
    if (!options.chart.empty()) {
        auto rows = compare_precisions(session, sources, options, encoding);
        if (!rows) return session.error(rows.error());
        report.set("compare", std::move(*rows));
    }
    report.set("diagnostics", to_json(diagnostics));
    if (session.options.json) session.print_json(report);
}

} // namespace

void add_pack(Program& program) {
    Verb& verb = program.add_verb(
        {.name = "pack",
         .description = "Compress clips under a bound on their error",
         .example = "ossuary pack captured/*.bvh -o captured.osa --precision 0.1mm\n"
                    "  ossuary pack hero.glb -o hero.osa --tier archive --effort best\n"
                    "  ossuary pack hero.glb --compare hero.svg",
         .notes = "The error of a joint is how far points at the shell distance from it end up from where they should\n"
                  "be, its ancestors' errors included; 'keys' at the frames, 'between' at four points between them,\n"
                  "where up to 1.36 times the precision is allowed. Raw is ten floats for each joint and frame.",
         .obeys = {.json = true, .jobs = true, .progress = true}});
    PackOptions& options = verb.calls<PackOptions>(pack);
    verb.add({{.names = "PATH",
               .field = options.paths,
               .help = "Clips, with their model where they need one; folders",
               .required = true},
              {.names = "-o,--output",
               .field = options.output,
               .help = "The file to write; - is standard output",
               .value = "X.osa"},
              {.names = "--precision",
               .field = options.precision,
               .help = "The largest error at any key (default: 0.1mm)",
               .value = "LENGTH"},
              {.names = "--shell",
               .field = options.shell,
               .help = "How far from a joint the error is measured (default: 3cm)",
               .value = "LENGTH"},
              {.names = "--joint",
               .field = options.joints,
               .help = "Another shell, and precision, for one joint: a weapon's slot",
               .value = "NAME=SHELL[,PRECISION]"},
              {.names = "--tier",
               .field = options.tier,
               .help = "resident plays as it is, archive is smaller (default: resident)",
               .value = "resident|archive",
               .check = check::choice},
              {.names = "--effort",
               .field = options.effort,
               .help = "How long to search for fewer bytes (default: normal)",
               .value = "fast|normal|best",
               .check = check::choice},
              {.names = "--skip-first-frame",
               .field = options.skip_first_frame,
               .help = "Leave out the T-pose that captures begin with"},
              {.names = "--every",
               .field = options.every,
               .help = "Keep every N-th frame (default: 1)",
               .value = "N",
               .check = check::range(1, 1'000'000)},
              {.names = "--frame-rate",
               .field = options.frame_rate,
               .help = "Frames per second, where a clip has keys of its own times",
               .value = "N",
               .check = check::positive},
              {.names = "--exact-root", .field = options.exact_root, .help = "Keep the root's movement without loss"},
              {.names = "--no-loop",
               .field = options.no_loop,
               .help = "Store the last key of a loop although it repeats the first"},
              {.names = "--long", .field = options.long_table, .help = "Every joint of every clip"},
              {.names = "--compare",
               .field = options.chart,
               .help = "Pack at precisions a tenth to ten times, and draw ratio against error",
               .value = "X.svg"},
              {.names = "-f,--force", .field = options.force, .help = "Replace files that exist"}});
    add_model_options(program, verb, options.reading);
}

} // namespace ossuary::cli
