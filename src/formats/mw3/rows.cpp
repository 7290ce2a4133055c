// The rows of MechWarrior 3 and the games of its engine: all files are called .zbd.
#include <chrono>
#include <cmath>
#include <map>
#include <memory>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"
#include "ossuary/format/full_module.h"
#include "ossuary/format/row_verbs.h"
#include "ossuary/formats/image/png.h"
#include "ossuary/formats/mw3/model.h"
#include "ossuary/formats/mw3/zbd.h"

namespace ossuary::mw3 {

namespace {

RootTravel travel_of(const OptionValues& options) {
    const std::string_view choice = options.text("root-motion");
    if (equal_ignoring_case(choice, "strip")) return RootTravel::strip;
    return equal_ignoring_case(choice, "extract") ? RootTravel::extract : RootTravel::keep;
}
constexpr std::string_view travel_choices[] = {"keep", "strip", "extract"};
constexpr Option travel_option{.name = "root-motion",
                               .kind = OptionKind::choice,
                               .choices = travel_choices,
                               .help = "What becomes of the root's travel (default: keep)"};

// ---- motion.zbd

struct MotionKind : PlainKind<parse_motion, write_motion, dump_motion, build_motion> {
    static constexpr std::string_view name = "mw3motion";
    static constexpr bool own_dump = true;
    static Json facts(const MotionFile& file);
};

Json MotionKind::facts(const MotionFile& file) {
    Json facts = Json::object();
    facts.set("footer_version", file.footer_version);
    if (file.footer_version == 2) facts.set("checksum", file.checksum);
    facts.set("entry_count", file.entries.size());
    Json entries = Json::array();
    for (const MotionEntry& entry : file.entries) {
        const Motion& motion = entry.motion;
        Json one = Json::object();
        one.set("name", entry.entry.name.text());
        one.set("loop_time", static_cast<double>(motion.loop_time));
        one.set("frame_count", motion.frame_count);
        one.set("frame_rate", motion.frame_count / static_cast<double>(motion.loop_time));
        one.set("part_count", motion.parts.size());
        Json parts = Json::array();
        for (const MotionPart& part : motion.parts) parts.push(part.name);
        one.set("parts", std::move(parts));
        entries.push(std::move(one));
    }
    facts.set("entries", std::move(entries));
    return facts;
}

bool is_motion_dump(const Json& json) {
    if (!json.find("footer_version") || !json.find("entries")) return false;
    const Json::Array& entries = json["entries"].items();
    return entries.empty() || entries[0].find("motion");
}

// Alone it brings a skeleton made of its parts; after a model it brings clips for it.
Result<void> motion_open(const NamedFile& file, Model& model, const FileLookup&, const OptionValues& options,
                         Diagnostics* diagnostics) {
    const auto parsed = parse_motion(file.bytes, diagnostics);
    if (!parsed) return Failure(parsed.error());
    const ToModelOptions to_options{.travel = travel_of(options)};
    if (!model.skeleton.joints.empty()) return add_clips(model, *parsed, to_options, diagnostics);
    auto opened = to_model(*parsed, file_stem(file.name), to_options, diagnostics);
    if (!opened) return Failure(opened.error());
    model = std::move(*opened);
    return {};
}

SavedFiles motion_save(const Model& model, std::string_view stem, const OptionValues& options,
                       Diagnostics* diagnostics) {
    const auto made = motion_from_model(model, {.frame_rate = frame_rate(options)}, diagnostics);
    if (!made) return Failure(made.error());
    if (made->entries.empty()) return fail("there is no clip to write");
    return saved(stem, ".zbd", write_motion(*made));
}

// ---- anim.zbd

// `1999-07-21 14:25:46`, of seconds since 1970.
std::string date_text(std::uint32_t timestamp) {
    using namespace std::chrono;
    const sys_seconds time{seconds(timestamp)};
    const sys_days day = floor<days>(time);
    const year_month_day date(day);
    const hh_mm_ss clock(time - day);
    std::string text = std::to_string(static_cast<int>(date.year()));
    const auto add = [&text](char separator, std::int64_t value) {
        text += separator;
        if (value < 10) text += '0';
        text += std::to_string(value);
    };
    add('-', std::int64_t{static_cast<unsigned>(date.month())});
    add('-', std::int64_t{static_cast<unsigned>(date.day())});
    add(' ', clock.hours().count());
    add(':', clock.minutes().count());
    add(':', clock.seconds().count());
    return text;
}

struct EventCounts {
    std::map<std::uint8_t, std::pair<std::string_view, std::size_t>> by_type;
    std::size_t total = 0;

    void add(const Sequence& sequence) {
        for (const mw3::Event& event : sequence.events) {
            auto& [name, count] = by_type[type_of(event)];
            name = mw3::name_of(event);
            ++count;
            ++total;
        }
    }
    Json facts() const {
        Json facts = Json::object();
        for (const auto& [type, named] : by_type) facts.set(named.first, named.second);
        return facts;
    }
};

Json facts_of(const Definition& definition) {
    EventCounts counts;
    if (definition.reset) counts.add(*definition.reset);
    Json sequences = Json::array();
    for (const Sequence& sequence : definition.sequences) {
        counts.add(sequence);
        Json one = Json::object();
        one.set("name", sequence.name.text());
        one.set("on_call", sequence.seq_state == SequenceState::on_call);
        one.set("events", sequence.events.size());
        sequences.push(std::move(one));
    }
    const bool by_range = definition.flags & definition_flags::execution_by_range;
    Json facts = Json::object();
    facts.set("name", definition.anim_name.text());
    facts.set("object", definition.name.text());
    facts.set("root", definition.anim_root_name.text());
    facts.set("activation", activation_name(definition.activation));
    facts.set("range", by_range ? Json(std::sqrt(static_cast<double>(definition.exec_range[1]))) : Json());
    facts.set("max_health", static_cast<double>(definition.max_health));
    facts.set("nodes", definition.nodes ? definition.nodes->size() : 0);
    facts.set("sequences", std::move(sequences));
    facts.set("event_count", counts.total);
    facts.set("events_by_type", counts.facts());
    return facts;
}

struct AnimKind : PlainKind<parse_anim, write_anim, dump_anim, build_anim> {
    static constexpr std::string_view name = "mw3anim";
    static constexpr bool own_dump = true;
    static Json facts(const AnimFile& file);
};

Json AnimKind::facts(const AnimFile& file) {
    Json facts = Json::object();
    facts.set("made_for", mw3::name_of(file.game));
    facts.set("gravity", static_cast<double>(file.info.gravity));
    facts.set("def_count", file.definitions.size() + 1);
    EventCounts counts;
    Json toc = Json::array(), definitions = Json::array();
    for (const SourceFile& source : file.toc) {
        Json one = Json::object();
        one.set("path", source.path.text());
        one.set("date", date_text(source.timestamp));
        toc.push(std::move(one));
    }
    for (const Definition& definition : file.definitions) {
        if (definition.reset) counts.add(*definition.reset);
        for (const Sequence& sequence : definition.sequences) counts.add(sequence);
        definitions.push(facts_of(definition));
    }
    facts.set("event_count", counts.total);
    Json types = Json::array();
    for (const auto& [type, named] : counts.by_type) {
        Json one = Json::object();
        one.set("event", named.first);
        one.set("count", named.second);
        types.push(std::move(one));
    }
    facts.set("toc", std::move(toc));
    facts.set("definitions", std::move(definitions));
    facts.set("event_types", std::move(types));
    if (file.game == Game::pirates_moon) facts.set("script_count", file.scripts.size());
    return facts;
}

bool is_anim_dump(const Json& json) { return json.find("toc") && json.find("definitions"); }

// Alone it brings the nodes it speaks of; after a world it brings clips for its nodes.
Result<void> anim_open(const NamedFile& file, Model& model, const FileLookup&, const OptionValues& options,
                       Diagnostics* diagnostics) {
    const auto parsed = parse_anim(file.bytes, diagnostics);
    if (!parsed) return Failure(parsed.error());
    const ToModelOptions to_options{.definition = std::string(options.text("def")),
                                    .every_event = options.flag("every-event")};
    if (!model.skeleton.joints.empty()) return add_clips(model, *parsed, to_options, diagnostics);
    auto opened = to_model(*parsed, file_stem(file.name), to_options, diagnostics);
    if (!opened) return Failure(opened.error());
    model = std::move(*opened);
    return {};
}

// ---- what lies beside a mech or a world

// Names that belong together share what follows the usual name: `mechlib-scout.zbd` and `motion-scout.zbd`.
std::string beside(std::string_view usual, std::string_view file, std::string_view own) {
    const std::string_view stem = file_stem(file);
    const bool fits = equal_ignoring_case(stem.substr(0, own.size()), own);
    return std::string(usual) + std::string(fits ? stem.substr(own.size()) : std::string_view()) + ".zbd";
}

std::optional<SharedBytes> find_beside(const FileLookup& lookup, std::string_view usual, std::string_view file,
                                       std::string_view own) {
    if (!lookup) return {};
    if (auto found = lookup(beside(usual, file, own))) return found;
    return lookup(std::string(usual) + ".zbd");
}

std::vector<TexturePackage> packages_beside(std::span<const std::string_view> names, const FileLookup& lookup,
                                            std::string_view file, std::string_view own, Diagnostics* diagnostics) {
    std::vector<TexturePackage> packages;
    for (const std::string_view name : names) {
        const auto bytes = find_beside(lookup, name, file, own);
        if (!bytes) continue;
        auto package = parse_textures(*bytes);
        if (package)
            packages.push_back(std::move(*package));
        else
            report(diagnostics, Severity::warning, package.error().place(),
                   std::string(name) + ".zbd: " + package.error().message());
    }
    return packages;
}

// ---- mechlib.zbd

struct MechlibKind : PlainKind<parse_mechlib, write_mechlib, dump_mechlib, build_mechlib> {
    static constexpr std::string_view name = "mw3mechlib";
    static constexpr bool own_dump = true;
    static Json facts(const Mechlib& file);
};

struct MechCounts {
    std::size_t nodes = 0, meshes = 0, polygons = 0;
};
void count_nodes(const MechNode& node, MechCounts& counts) {
    ++counts.nodes;
    counts.meshes += node.mesh ? 1 : 0;
    counts.polygons += node.mesh ? node.mesh->polygons.size() : 0;
    for (const MechNode& child : node.children) count_nodes(child, counts);
}

Json MechlibKind::facts(const Mechlib& file) {
    Json facts = Json::object();
    facts.set("made_for", mw3::name_of(file.game));
    facts.set("entry_count", file.entries.size());
    Json models = Json::array(), textures = Json::array();
    for (const MechlibEntry& entry : file.entries) {
        const auto* root = std::get_if<MechNode>(&entry.content);
        if (!root) continue;
        MechCounts counts;
        count_nodes(*root, counts);
        Json one = Json::object();
        one.set("name", entry.entry.name.text());
        one.set("node_count", counts.nodes);
        one.set("mesh_count", counts.meshes);
        one.set("polygon_count", counts.polygons);
        models.push(std::move(one));
    }
    const auto* materials = file.materials();
    facts.set("material_count", materials ? materials->size() : 0);
    if (materials)
        for (const WorldMaterial& material : *materials)
            if (material.is_textured()) textures.push(material.texture_name);
    facts.set("models", std::move(models));
    facts.set("textures", std::move(textures));
    return facts;
}

bool is_mechlib_dump(const Json& json) {
    return json.find("footer_version") &&
           std::ranges::any_of(json["entries"].items(), [](const Json& entry) { return entry.find("materials"); });
}

constexpr std::string_view mech_packages[] = {"rmechtex", "rmechtex16", "rmechtexs"};

Result<void> mechlib_open(const NamedFile& file, Model& model, const FileLookup& lookup, const OptionValues& options,
                          Diagnostics* diagnostics) {
    if (auto empty = expect_empty(model); !empty) return empty;
    const auto parsed = parse_mechlib(file.bytes, diagnostics);
    if (!parsed) return Failure(parsed.error());
    const auto packages = packages_beside(mech_packages, lookup, file.name, "mechlib", diagnostics);
    const ToModelOptions to_options{.travel = travel_of(options),
                                    .model = std::string(options.text("model")),
                                    .textures = packages,
                                    .hidden = options.flag("hidden")};
    auto opened = to_model(*parsed, file_stem(file.name), to_options, diagnostics);
    if (!opened) return Failure(opened.error());
    model = std::move(*opened);
    if (model.skeleton.joints.empty()) return {};
    const std::string root = to_options.model.empty() ? model.skeleton.joints[0].name : to_options.model;
    model.name = std::string(root.ends_with(".flt") ? root.substr(0, root.size() - 4) : root);
    const auto bytes = find_beside(lookup, "motion", file.name, "mechlib");
    if (!bytes) return {};
    const auto motions = parse_motion(*bytes);
    if (motions) return add_clips(model, motions_of(*motions, root), to_options, diagnostics);
    report(diagnostics, Severity::warning, motions.error().place(), "motion.zbd: " + motions.error().message());
    return {};
}

// ---- gamez.zbd

struct GamezKind : PlainKind<parse_gamez, write_gamez, dump_gamez, build_gamez> {
    static constexpr std::string_view name = "mw3gamez";
    static constexpr bool own_dump = true;
    static Json facts(const Gamez& file);
};

Json GamezKind::facts(const Gamez& file) {
    Json facts = Json::object();
    facts.set("made_for", mw3::name_of(file.game));
    if (file.game == Game::pirates_moon) facts.set("date", date_text(file.timestamp));
    facts.set("texture_count", file.textures.size());
    facts.set("material_count", file.materials.items.size());
    facts.set("mesh_count", file.meshes.items.size());
    facts.set("node_count", file.nodes.items.size());
    std::size_t polygons = 0;
    for (const WorldMesh& mesh : file.meshes.items) polygons += mesh.polygons.size();
    facts.set("polygon_count", polygons);
    std::map<std::string_view, std::size_t> by_class;
    for (const GameNode& node : file.nodes.items) ++by_class[mw3::name_of(node.node_class)];
    Json classes = Json::object(), textures = Json::array();
    for (const auto& [node_class, count] : by_class) classes.set(node_class, count);
    for (const WorldTexture& texture : file.textures) textures.push(texture.name.text());
    facts.set("nodes_by_class", std::move(classes));
    facts.set("textures", std::move(textures));
    return facts;
}

bool is_gamez_dump(const Json& json) { return json.find("game") && json.find("node_last_free") && json.find("meshes"); }

constexpr std::string_view world_packages[] = {"rtexture", "rtexture2", "rtexture3",  "texture",   "texture1",
                                               "texture2", "rmechtex",  "rmechtex16", "rmechtexs", "rimage"};

// The definitions of the anim.zbd beside a world, where they are few or one was asked for.
Result<void> add_definitions_beside(Model& model, std::string_view name, const FileLookup& lookup,
                                    const OptionValues& options, Diagnostics* diagnostics) {
    constexpr std::size_t most = 64;
    const auto bytes = find_beside(lookup, "anim", name, "gamez");
    if (!bytes) return {};
    const auto animations = parse_anim(*bytes);
    if (!animations) {
        report(diagnostics, Severity::warning, animations.error().place(), "anim.zbd: " + animations.error().message());
        return {};
    }
    const ToModelOptions to_options{.definition = std::string(options.text("def")),
                                    .every_event = options.flag("every-event")};
    if (to_options.definition.empty() && animations->definitions.size() > most) {
        report(diagnostics, Severity::note, {},
               "the anim.zbd beside it has " + std::to_string(animations->definitions.size()) +
                   " definitions; --def NAME takes one, --def '*' all");
        return {};
    }
    return add_clips(model, *animations, to_options, diagnostics);
}

Result<void> gamez_open(const NamedFile& file, Model& model, const FileLookup& lookup, const OptionValues& options,
                        Diagnostics* diagnostics) {
    if (auto empty = expect_empty(model); !empty) return empty;
    const auto parsed = parse_gamez(file.bytes, diagnostics);
    if (!parsed) return Failure(parsed.error());
    const auto packages = packages_beside(world_packages, lookup, file.name, "gamez", diagnostics);
    auto opened = to_model(*parsed, file_stem(file.name),
                           ToModelOptions{.textures = packages, .hidden = options.flag("hidden")}, diagnostics);
    if (!opened) return Failure(opened.error());
    model = std::move(*opened);
    return add_definitions_beside(model, file.name, lookup, options, diagnostics);
}

// ---- texture packages

struct TexturesKind : PlainKind<parse_textures, write_textures, dump_textures, build_textures> {
    static constexpr std::string_view name = "mw3textures";
    static constexpr bool own_dump = true;
    static Json facts(const TexturePackage& package);
};

Json TexturesKind::facts(const TexturePackage& package) {
    Json facts = Json::object();
    facts.set("palette_count", package.palettes.size());
    facts.set("image_count", package.images.size());
    Json images = Json::array();
    for (const PackedImage& image : package.images) {
        Json one = Json::object();
        one.set("name", image.name.text());
        one.set("width", image.width);
        one.set("height", image.height);
        one.set("palette_count", image.palette_count);
        one.set("alpha", ossuary::name_of(alpha_of(image)));
        images.push(std::move(one));
    }
    facts.set("images", std::move(images));
    return facts;
}

bool is_textures_dump(const Json& json) { return json.find("palettes") && json.find("images"); }

// Pictures as PNG files.
Result<std::vector<Member>> picture_members(const NamedFile& file, const OptionValues&, Diagnostics* diagnostics) {
    auto parsed = parse_textures(file.bytes, diagnostics);
    if (!parsed) return Failure(parsed.error());
    const auto package = std::make_shared<const TexturePackage>(std::move(*parsed));
    std::vector<Member> members;
    for (std::size_t i = 0; i < package->images.size(); ++i)
        members.push_back({std::string(package->images[i].name.text()) + ".png",
                           [package, i] { return image::write_png(to_image(package->images[i], *package)); }});
    return members;
}

// ---- other archives

struct ZbdKind : PlainKind<parse_zbd, write_zbd, dump_zbd, build_zbd> {
    static constexpr std::string_view name = "mw3archive";
    static constexpr bool own_dump = true;
    static Json facts(const ZbdArchive& file);
};

Json ZbdKind::facts(const ZbdArchive& file) {
    Json facts = Json::object();
    facts.set("footer_version", file.footer_version);
    facts.set("entry_count", file.entries.size());
    Json entries = Json::array();
    for (const ZbdEntry& entry : file.entries) {
        Json one = Json::object();
        one.set("name", entry.entry.name.text());
        one.set("length", entry.entry.length);
        one.set("is_list", entry.list.has_value());
        entries.push(std::move(one));
    }
    facts.set("entries", std::move(entries));
    return facts;
}

bool is_zbd_dump(const Json& json) {
    return json.find("footer_version") && !is_mechlib_dump(json) &&
           std::ranges::any_of(json["entries"].items(),
                               [](const Json& entry) { return entry.find("list") || entry.find("data"); });
}

// The entries as they lie in the archive.
Result<std::vector<Member>> entry_members(const NamedFile& file, const OptionValues&, Diagnostics* diagnostics) {
    const auto archive = parse_archive(file.bytes, diagnostics);
    if (!archive) return Failure(archive.error());
    const Bytes whole = file.bytes;
    std::vector<Member> members;
    for (std::size_t i = 0; i < archive->entries.size(); ++i) {
        const auto start = static_cast<std::size_t>(archive->data[i].data() - whole.data());
        const SharedBytes part = file.bytes.part(start, archive->data[i].size());
        members.push_back({std::string(archive->entries[i].name.text()),
                           [part]() -> Result<ByteBuffer> { return part.to_buffer(); }});
    }
    return members;
}

constexpr std::string_view zbd_extensions[] = {".zbd"};
constexpr Option anim_options[] = {
    {.name = "def",
     .kind = OptionKind::text,
     .value = "NAME",
     .help = "The definition to take of an anim.zbd (default: all, with a world 64 at most; *: all)"},
    {.name = "every-event", .help = "Movement and flow as events, too, for timelines"},
};
constexpr Option motion_options[] = {travel_option};
constexpr Option motion_save_options[] = {frame_rate_option};

constexpr Option hidden_option{.name = "hidden",
                               .help = "Also what is hidden at first: coarser levels of detail, loose parts"};
constexpr Option mechlib_options[] = {
    {.name = "model",
     .kind = OptionKind::text,
     .value = "NAME",
     .help = "The model to take of a mechlib.zbd (default: the first)"},
    hidden_option,
    travel_option,
};
constexpr Option gamez_options[] = {hidden_option, anim_options[0], anim_options[1]};

constexpr Format rows[] = {
    // Those with a prefix first: names tell where contents do not.
    only_in_full_module(with_verbs<MechlibKind>({
        .title = "MechWarrior 3 models",
        .game = "MechWarrior 3",
        .extensions = zbd_extensions,
        .prefix = "mechlib",
        .shares_meshes = true,
        .open_options = mechlib_options,
        .recognise = recognise_mechlib,
        .is_dump = is_mechlib_dump,
        .members = entry_members,
        .open = mechlib_open,
    })),
    only_in_full_module(with_verbs<GamezKind>({
        .title = "MechWarrior 3 world",
        .game = "MechWarrior 3",
        .extensions = zbd_extensions,
        .prefix = "gamez",
        .shares_meshes = true,
        .open_options = gamez_options,
        .recognise = recognise_gamez,
        .is_dump = is_gamez_dump,
        .open = gamez_open,
    })),
    only_in_full_module(with_verbs<MotionKind>({
        .title = "MechWarrior 3 motions",
        .game = "MechWarrior 3",
        .extensions = zbd_extensions,
        .role = Role::clip,
        .open_options = motion_options,
        .save_options = motion_save_options,
        .recognise = recognise_motion,
        .is_dump = is_motion_dump,
        .members = entry_members,
        .open = motion_open,
        .save = motion_save,
    })),
    only_in_full_module(with_verbs<AnimKind>({
        .title = "MechWarrior 3 animations",
        .game = "MechWarrior 3",
        .extensions = zbd_extensions,
        .role = Role::clip,
        .has_definitions = true,
        .open_options = anim_options,
        .recognise = recognise_anim,
        .is_dump = is_anim_dump,
        .open = anim_open,
    })),
    only_in_full_module(with_verbs<TexturesKind>({
        .title = "MechWarrior 3 textures",
        .game = "MechWarrior 3",
        .extensions = zbd_extensions,
        .role = Role::picture,
        .recognise = recognise_textures,
        .is_dump = is_textures_dump,
        .members = picture_members,
    })),
    only_in_full_module(with_verbs<ZbdKind>({
        .title = "MechWarrior 3 archive",
        .game = "MechWarrior 3",
        .extensions = zbd_extensions,
        .role = Role::picture,
        .recognise = recognise_zbd,
        .is_dump = is_zbd_dump,
        .members = entry_members,
    })),
};

} // namespace

} // namespace ossuary::mw3

namespace ossuary {

std::span<const Format> mw3_rows() { return mw3::rows; }

} // namespace ossuary
