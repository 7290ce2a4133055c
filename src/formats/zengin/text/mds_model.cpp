#include <algorithm>
#include <map>

#include "formats/zengin/chunks/chunk_layout.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/zengin/asset_names.h"
#include "ossuary/formats/zengin/model.h"
#include "ossuary/model/event.h"
#include "script_layout.h"

namespace ossuary::zengin {

namespace {

constexpr int deepest_alias = 16;

class ScriptBinder {
public:
    ScriptBinder(const Script& script, std::string_view name, const FileLookup& find, const ToModelOptions& options,
                 Diagnostics* diagnostics)
        : script_(script), name_(name), find_(find), options_(options), diagnostics_(diagnostics) {}

    Result<Model> bind() {
        Result<void> skeleton = find_hierarchy();
        if (skeleton && !options_.without_meshes) find_meshes();
        if (options_.without_meshes) {
            model_.meshes.clear();
            model_.skins.clear();
            model_.materials.clear();
        }
        // Without a hierarchy everything else that is missing is still named, so that one look tells all.
        for (const ScriptEntry& entry : script_.entries)
            if (const Ani* ani = std::get_if<Ani>(&entry.data)) bind_ani(*ani, entry.line);
        if (!skeleton) return Failure(skeleton.error());
        for (const ScriptEntry& entry : script_.entries)
            if (const AniComb* comb = std::get_if<AniComb>(&entry.data)) bind_comb(*comb, entry.line);
        for (const ScriptEntry& entry : script_.entries)
            if (const AniAlias* alias = std::get_if<AniAlias>(&entry.data)) bind_alias(*alias, entry.line);
        keep_the_rest();
        return std::move(model_);
    }

private:
    std::optional<SharedBytes> part(const std::string& file) const {
        return find_ ? find_(file) : std::optional<SharedBytes>();
    }
    void missing(std::uint32_t line, const std::string& what) {
        report(diagnostics_, Severity::error, {.line = line}, what + " is not found");
    }
    void warn(std::uint32_t line, std::string message) {
        report(diagnostics_, Severity::warning, {.line = line}, std::move(message));
    }
    // Diagnostics of a part carry its name.
    template <class T> Result<T> named(Result<T> result, const std::string& file, Diagnostics& found) {
        for (Diagnostic& diagnostic : found) {
            if (diagnostic.place.file.empty()) diagnostic.place.file = file;
            if (diagnostics_) diagnostics_->push_back(std::move(diagnostic));
        }
        if (!result) return Failure(Error(result.error()).in_file(file));
        return result;
    }

    Result<void> take_model(Result<Model> model, const std::string& file, Diagnostics& found) {
        Result<Model> taken = named(std::move(model), file, found);
        if (!taken) return Failure(taken.error());
        model_ = *std::move(taken);
        model_.name = name_;
        return {};
    }

    Result<void> find_hierarchy() {
        const std::string mesh = script_.mesh_and_tree.empty() ? std::string() : script_.mesh_and_tree[0].name;
        const std::vector<std::string> files = model_names(name_ + ".MDS", mesh).hierarchies;
        Diagnostics found;
        std::optional<Error> broken; // the first of them; another may do
        for (const std::string& file : files) {
            const auto bytes = part(file);
            if (!bytes) continue;
            const bool is_hierarchy = file.ends_with(".MDH");
            auto taken = is_hierarchy
                             ? take_model(parse_mdh(*bytes, &found).and_then([&](const ModelHierarchy& parsed) {
                                   return to_model(parsed, name_, options_, &found);
                               }),
                                          file, found)
                             : take_model(parse_mdl(*bytes, &found).and_then([&](const ModelFile& parsed) {
                                   return to_model(parsed, name_, options_, &found);
                               }),
                                          file, found);
            found.clear();
            if (taken) {
                has_meshes_ = !is_hierarchy;
                if (broken)
                    report(diagnostics_, Severity::error, broken->place(),
                           broken->message() + "; " + file + " is taken");
                return taken;
            }
            if (!broken) broken = taken.error();
        }
        if (broken) return Failure(std::move(*broken));
        for (const MeshAndTree& tree : script_.mesh_and_tree) {
            const std::string source = std::string(file_stem(tree.name)) + ".ASC";
            const auto bytes = part(source);
            if (!bytes) continue;
            has_meshes_ = true;
            return take_model(parse_asc(*bytes, &found).and_then([&](const AscFile& file) {
                return to_model(file, name_, ToModelOptions{options_.basis}, &found);
            }),
                              source, found);
        }
        std::string wanted;
        for (const std::string& file : files) wanted += (wanted.empty() ? "" : ", ") + file;
        return fail("there is no hierarchy: none of " + wanted + " is found");
    }

    // The start mesh; with DONT_USE_MESH the game picks one of the registered meshes, and so do we: the first.
    void find_meshes() {
        if (has_meshes_) return;
        std::vector<std::string> sources;
        for (const MeshAndTree& tree : script_.mesh_and_tree)
            if (tree.dont_use_mesh == 0) sources.push_back(tree.name);
        if (sources.empty() && !script_.register_mesh.empty()) sources.push_back(script_.register_mesh[0]);
        for (const std::string& source : sources) {
            const std::vector<std::string> files = candidates(AssetKind::model_mesh, source);
            if (files.empty()) continue;
            const std::string& file = files.front();
            const auto bytes = part(file);
            if (!bytes) {
                missing(0, file);
                continue;
            }
            Diagnostics found;
            const auto parsed = named(parse_mdm(*bytes, &found), file, found);
            Result<void> added = parsed ? add_meshes(model_, *parsed, &found) : Result<void>(Failure(parsed.error()));
            if (!added) report(diagnostics_, Severity::error, {.file = file}, added.error().message());
        }
    }

    void bind_ani(const Ani& ani, std::uint32_t line) {
        const std::string file = animation_name(name_ + ".MDS", ani.name);
        Diagnostics found;
        Result<Clip> clip = fail("");
        EventTiming timing{.first = ani.first};
        if (const auto bytes = part(file)) {
            if (model_.skeleton.joints.empty()) return;
            const auto animation = named(parse_man(*bytes, &found), file, found);
            if (!animation) return report(diagnostics_, Severity::error, {.line = line}, animation.error().text());
            found.clear();
            clip = named(to_clip(*animation, model_.skeleton, clip_name(ani.name), options_, &found), file, found);
            // A thinned clip has fewer frames in the same time; SPD plays all of them at its own rate.
            timing.source_rate = static_cast<double>(ani.spd > 0 ? animation->fps : animation->fps_source);
        } else if (const auto source = part(ani.asc)) {
            if (model_.skeleton.joints.empty()) return;
            const auto animation = named(parse_asc(*source, &found), ani.asc, found);
            if (!animation) return report(diagnostics_, Severity::error, {.line = line}, animation.error().text());
            found.clear();
            clip = named(
                to_clip(
                    *animation, model_.skeleton, clip_name(ani.name),
                    ToClipOptions{
                        .basis = options_.basis, .first = ani.first, .last = ani.last, .fps = ani.fps, .spd = ani.spd},
                    &found),
                ani.asc, found);
            timing.source_rate = static_cast<double>(ani.spd > 0 ? ani.spd : animation->scene.frame_speed);
        } else {
            return missing(line, ani.asc.empty() ? file : file + " or " + ani.asc);
        }
        if (!clip) return report(diagnostics_, Severity::error, {.line = line}, clip.error().text());

        if (!(timing.source_rate > 0)) timing.source_rate = clip->frame_rate;
        timing.duration = clip->duration;
        // What the compiled animation says itself counts where the script says nothing.
        if (!ani.events.empty()) clip->events = to_events(ani.events, timing, diagnostics_);
        set_hints(*clip, ani);
        clip->hints.flags = parse_move_flags(ani.flags);
        clip->hints.collision_scale = ani.cvs;
        clip->extras = Json::object();
        clip->extras.set("asc", to_utf8(ani.asc));
        clip->extras.set("first", ani.first);
        clip->extras.set("last", ani.last);
        clip->extras.set("fps", ani.fps);
        clip->extras.set("spd", ani.spd);
        add_clip(std::move(*clip), line);
    }

    static std::string clip_name(std::string_view name) { return to_utf8(upper_case(name)); }

    template <class Entry> void set_hints(Clip& clip, const Entry& entry) const {
        clip.hints.layer = entry.layer;
        clip.hints.next = clip_name(entry.next);
        clip.hints.blend_in = static_cast<double>(entry.blend_in);
        clip.hints.blend_out = static_cast<double>(entry.blend_out);
        if constexpr (requires { entry.dir; }) clip.hints.direction = direction_of(entry.dir);
        // What goes on as itself repeats; but a combo waits to be asked.
        const bool is_combo = std::ranges::any_of(clip.events.events, [](const Event& event) {
            const auto* window = std::get_if<WindowEvent>(&event.data);
            return window && window->kind == WindowKind::combo;
        });
        const bool repeats = !clip.name.empty() && clip.hints.next == clip.name && !is_combo;
        clip.loop = repeats ? LoopMode::wrap : LoopMode::once;
    }

    // Of two entries with one name the engine knows the later one.
    void add_clip(Clip clip, std::uint32_t line) {
        const auto [at, is_new] = clip_of_.try_emplace(clip.name, model_.clips.size());
        if (is_new) {
            model_.clips.push_back(std::move(clip));
            return;
        }
        warn(line, "there is a " + clip.name + " already; this one replaces it");
        model_.clips[at->second] = std::move(clip);
    }
    const Clip* clip_at(std::string_view name) const {
        const auto found = clip_of_.find(clip_name(name));
        return found == clip_of_.end() ? nullptr : &model_.clips[found->second];
    }

    void bind_comb(const AniComb& comb, std::uint32_t line) {
        const std::string middle = comb.prefix + std::to_string(1 + (std::max(comb.count, 1) - 1) / 2);
        const Clip* data = clip_at(middle);
        if (!data)
            return warn(line, to_utf8(comb.name) + " is left out: its part " + to_utf8(middle) + " is not there");
        Clip clip = *data;
        clip.name = clip_name(comb.name);
        set_hints(clip, comb);
        if (!comb.events.empty())
            clip.events =
                to_events(comb.events, {.source_rate = clip.frame_rate, .duration = clip.duration}, diagnostics_);
        clip.hints.flags = parse_move_flags(comb.flags);
        clip.hints.collision_scale.reset();
        clip.hints.combination = Combination{clip_name(comb.prefix), comb.count};
        clip.extras = Json();
        add_clip(std::move(clip), line);
    }

    // The clip an alias ends at, through other aliases.
    const Clip* alias_data(const AniAlias& alias, std::uint32_t line) {
        std::string target = clip_name(alias.alias);
        for (int depth = 0; depth < deepest_alias; ++depth) {
            if (const Clip* clip = clip_at(target); clip && !alias_of_.contains(target)) return clip;
            const auto further = alias_of_.find(target);
            if (further == alias_of_.end()) {
                warn(line, to_utf8(alias.name) + " is left out: " + target + " is not there");
                return nullptr;
            }
            target = further->second;
        }
        report(diagnostics_, Severity::error, {.line = line},
               to_utf8(alias.name) + " is left out: its aliases go round in a circle");
        return nullptr;
    }
    void bind_alias(const AniAlias& alias, std::uint32_t line) {
        if (alias_of_.empty())
            for (const ScriptEntry& entry : script_.entries)
                if (const AniAlias* other = std::get_if<AniAlias>(&entry.data))
                    if (!clip_at(other->name)) alias_of_.emplace(clip_name(other->name), clip_name(other->alias));
        const Clip* data = alias_data(alias, line);
        if (!data) return;
        Clip clip = *data;
        clip.name = clip_name(alias.name);
        set_hints(clip, alias);
        if (!alias.events.empty()) {
            const auto first = static_cast<std::int32_t>(clip.extras["first"].integer());
            clip.events =
                to_events(alias.events, {.first = first, .source_rate = clip.frame_rate, .duration = clip.duration},
                          diagnostics_);
        }
        clip.hints.flags = parse_move_flags(alias.flags);
        clip.hints.alias_of = clip_name(alias.alias);
        add_clip(std::move(clip), line);
    }

    void add_transition(const AniBlend& blend, const ScriptEntry& entry) {
        Transition added{to_utf8(blend.name), blend.layer, to_utf8(blend.next), blend.blend_in,
                         blend.blend_out,     false,       Json::object()};
        const Json whole = dump_zengin(entry);
        added.extras.set("flags", whole["flags"]);
        added.extras.set("events", whole["events"]);
        model_.transitions.push_back(std::move(added));
    }
    void add_transition(const AniSync& sync) {
        model_.transitions.push_back(
            {to_utf8(sync.name), {}, to_utf8(sync.next), sync.blend_in, sync.blend_out, true, {}});
    }
    void add_tag(const ModelTag& tag) {
        ossuary::ModelTag& added = model_.tags.emplace_back();
        added.type = to_utf8(tag.type);
        for (const std::string& argument : tag.args) added.arguments.push_back(to_utf8(argument));
    }

    void keep_the_rest() {
        Json rest = Json::array();
        for (const ScriptEntry& entry : script_.entries) {
            if (const auto* blend = std::get_if<AniBlend>(&entry.data)) add_transition(*blend, entry);
            if (const auto* sync = std::get_if<AniSync>(&entry.data)) add_transition(*sync);
            if (const auto* tag = std::get_if<ModelTag>(&entry.data)) add_tag(*tag);
            if (const auto* hidden = std::get_if<AniDisable>(&entry.data))
                model_.disabled_moves.push_back(to_utf8(hidden->name));
            if (entry.kind() == EntryKind::ani_batch) rest.push(dump_zengin(entry));
        }
        if (rest.size() > 0) model_.extras.set("script", std::move(rest));
        if (!script_.register_mesh.empty()) {
            Json meshes = Json::array();
            for (const std::string& mesh : script_.register_mesh) meshes.push(to_utf8(mesh));
            model_.extras.set("registerMesh", std::move(meshes));
        }
    }

    const Script& script_;
    std::string name_;
    const FileLookup& find_;
    ToModelOptions options_;
    Diagnostics* diagnostics_;
    Model model_;
    bool has_meshes_ = false;
    std::map<std::string, std::size_t> clip_of_;
    std::map<std::string, std::string> alias_of_;
};

} // namespace

Result<Model> to_model(const Script& script, std::string_view name, const FileLookup& find,
                       const ToModelOptions& options, Diagnostics* diagnostics) {
    return ScriptBinder(script, name, find, options, diagnostics).bind();
}

} // namespace ossuary::zengin
