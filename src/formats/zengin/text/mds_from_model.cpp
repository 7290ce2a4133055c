#include "formats/zengin/chunks/chunk_layout.h"
#include "ossuary/formats/zengin/compile.h"
#include "ossuary/formats/zengin/model.h"
#include "script_layout.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "asc_names.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/zengin/mds.h"
#include "ossuary/model/event.h"
#include "ossuary/model/script_extras.h"

namespace ossuary::zengin {

namespace {

constexpr int finest_multiple = 12;
constexpr double most_written_frames = 1e5; // a long clip is not made longer
constexpr double on_the_frame = 1e-4;       // seconds

double rate_of(const Clip& clip, const FromModelOptions& options) {
    return options.frame_rate > 0 ? options.frame_rate : clip.frame_rate > 0 ? clip.frame_rate : 25;
}

// The least multiple of the rate on whose frames all events lie; the best one if there is none.
int multiple_for_events(const Clip& clip, double rate) {
    int best = 1;
    double least = std::numeric_limits<double>::infinity();
    for (int multiple = 1; multiple <= finest_multiple; ++multiple) {
        if (multiple > 1 && clip.duration * rate * multiple > most_written_frames) break;
        double most = 0;
        const auto look_at = [&](double time) {
            const double frames = time * rate * multiple;
            most = std::max(most, std::abs(frames - std::round(frames)) / (rate * multiple));
        };
        for (const Event& event : clip.events.events) {
            look_at(event.time);
            if (const WindowEvent* window = std::get_if<WindowEvent>(&event.data)) look_at(window->end);
        }
        if (most < on_the_frame) return multiple;
        if (most < least * 0.5) {
            least = most;
            best = multiple;
        }
    }
    return best;
}

class SourceWriter {
public:
    SourceWriter(const Model& model, std::string_view name, const FromModelOptions& options, Diagnostics* diagnostics)
        : model_(model), options_(options), diagnostics_(diagnostics) {
        sources_.name = utf8_to_latin1(upper_case(name));
        for (const Clip& clip : model.clips) clip_names_.insert(upper_case(clip.name));
    }

    Result<ModelSources> write() {
        auto tree = asc_from_model(model_, options_, diagnostics_);
        if (!tree) return Failure(tree.error());
        sources_.tree = {free_name("BODY"), std::move(*tree)};
        sources_.script.model = sources_.name;
        sources_.script.mesh_and_tree = {{sources_.tree.name}};
        for (const Json& mesh : model_.extras["registerMesh"].items())
            sources_.script.register_mesh.push_back(utf8_to_latin1(mesh.string()));
        for (const Clip& clip : model_.clips)
            if (auto written = write_clip(clip); !written) return Failure(written.error());
        const Json extras = with_script(model_);
        for (const Json& entry : extras["script"].items()) {
            auto built = build_zengin<ScriptEntry>(entry);
            if (built)
                sources_.script.entries.push_back(std::move(*built));
            else
                report(diagnostics_, Severity::warning, {.field = "extras.script"}, built.error().message());
        }
        return std::move(sources_);
    }

private:
    // `HERO_S_RUN.ASC`: letters, digits and what no file system minds.
    std::string free_name(std::string_view part) {
        std::string stem = sources_.name + '_';
        for (const char c : upper_case(part)) {
            const bool plain = (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
            stem += plain ? c : '_';
        }
        std::string name = stem;
        for (int n = 2; !file_names_.insert(name).second; ++n) name = stem + '_' + std::to_string(n);
        return name + ".ASC";
    }

    // What ani, aniAlias and aniComb have in common.
    template <class Entry> Entry entry_of(const Clip& clip) const {
        Entry entry;
        entry.name = utf8_to_latin1(clip.name);
        entry.layer = clip.hints.layer;
        entry.next = utf8_to_latin1(clip.hints.next);
        entry.blend_in = static_cast<float>(clip.hints.blend_in);
        entry.blend_out = static_cast<float>(clip.hints.blend_out);
        entry.flags = clip.hints.flags ? flag_letters(*clip.hints.flags) : ".";
        if constexpr (requires { entry.dir; }) entry.dir = clip.hints.direction == Direction::reverse ? "R" : "F";
        return entry;
    }

    Result<void> write_clip(const Clip& clip) {
        const std::string& alias = clip.hints.alias_of;
        if (!alias.empty() && alias != clip.name && clip_names_.contains(upper_case(alias))) {
            AniAlias entry = entry_of<AniAlias>(clip);
            entry.alias = utf8_to_latin1(alias);
            sources_.script.entries.push_back({std::move(entry)});
            return {};
        }
        if (const auto& parts = clip.hints.combination;
            parts && clip_names_.contains(upper_case(parts->prefix) + '1')) {
            AniComb entry = entry_of<AniComb>(clip);
            entry.prefix = utf8_to_latin1(parts->prefix);
            entry.count = parts->count;
            sources_.script.entries.push_back({std::move(entry)});
            return {};
        }
        return write_motion(clip);
    }

    Result<void> write_motion(const Clip& clip) {
        const double rate = rate_of(clip, options_);
        FromModelOptions options = options_;
        options.frame_rate = rate * multiple_for_events(clip, rate);
        auto file = asc_from_clip(model_, clip, options, diagnostics_);
        if (!file) return Failure(file.error());
        Ani ani = entry_of<Ani>(clip);
        ani.asc = free_name(clip.name);
        ani.last = file->scene.last_frame;
        ani.fps = static_cast<float>(rate);
        ani.cvs = clip.hints.collision_scale ? *clip.hints.collision_scale : 1;
        ani.events = from_events(clip.events, {.source_rate = options.frame_rate}, diagnostics_);
        sources_.motions.push_back({ani.asc, std::move(*file)});
        sources_.script.entries.push_back({std::move(ani)});
        return {};
    }

    const Model& model_;
    FromModelOptions options_;
    Diagnostics* diagnostics_;
    ModelSources sources_;
    std::set<std::string> file_names_, clip_names_;
};

} // namespace

Result<ModelSources> mds_from_model(const Model& model, std::string_view name, const FromModelOptions& options,
                                    Diagnostics* diagnostics) {
    return SourceWriter(model, name, options, diagnostics).write();
}

Result<CompiledModel> compile_model(const ModelSources& sources, const CompileOptions& options,
                                    Diagnostics* diagnostics) {
    // Animations keep the line of the script they come from, so there has to be a text.
    const std::string text = write_mds(sources.script);
    const auto script = parse_mds(as_bytes(text), diagnostics);
    if (!script) return Failure(script.error());
    const std::vector<std::string_view> lines = source_lines(text);

    CompiledModel model;
    model.script = compile_msb(*script, sources.name + ".MDS", options);
    auto hierarchy = compile_mdh(sources.tree.file, sources.tree.name, options, diagnostics);
    if (!hierarchy) return Failure(std::move(hierarchy.error()).in_file(sources.tree.name));
    model.hierarchy = std::move(*hierarchy);
    auto mesh = compile_mdm(sources.tree.file, sources.tree.name, model.hierarchy, options, diagnostics);
    if (!mesh) return Failure(std::move(mesh.error()).in_file(sources.tree.name));
    model.mesh = std::move(*mesh);

    const std::vector<NodeBox> boxes = node_boxes(model.mesh, model.hierarchy);
    for (const ScriptEntry& entry : script->entries) {
        const Ani* ani = std::get_if<Ani>(&entry.data);
        if (!ani) continue;
        const auto motion = std::ranges::find_if(sources.motions, [&](const ModelSources::Source& source) {
            return equal_ignoring_case(source.name, ani->asc);
        });
        if (motion == sources.motions.end()) {
            report(diagnostics, Severity::error, {.line = entry.line}, to_utf8(ani->asc) + " is not there");
            continue;
        }
        auto animation =
            compile_man(motion->file, *ani, lines[entry.line - 1], model.hierarchy, boxes, options, diagnostics);
        if (!animation) return Failure(std::move(animation.error()).in_file(motion->name));
        model.animations.push_back(std::move(*animation));
    }
    return model;
}

} // namespace ossuary::zengin
