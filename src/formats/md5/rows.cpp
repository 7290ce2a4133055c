// The rows of the three MD5 kinds.
#include <algorithm>
#include <limits>

#include "ossuary/base/box.h"
#include "ossuary/format/full_module.h"
#include "ossuary/format/row_verbs.h"
#include "ossuary/formats/md5/md5anim.h"
#include "ossuary/formats/md5/md5camera.h"
#include "ossuary/formats/md5/md5mesh.h"

namespace ossuary {

namespace {

// The verbs of a kind of file; `name` and `facts` are added to them.
template <auto Parse, auto Write, auto Dump, auto Build> struct Kind {
    static auto parse(Bytes bytes, const OptionValues& options, Diagnostics* diagnostics) {
        return Parse(bytes, diagnostics, {.lenient = options.flag("lenient")});
    }
    static constexpr auto write = Write;
    static constexpr auto dump = Dump;
    static constexpr auto build = Build;
    static constexpr bool own_dump = true;
};

Basis chosen_basis(const OptionValues& options) {
    return md5::md5_basis(equal_ignoring_case(options.text("front"), "+x") ? md5::Front::plus_x : md5::Front::minus_y);
}

md5::NormalOptions chosen_normals(const OptionValues& options) {
    md5::NormalOptions normals{.weld = !options.flag("no-weld-normals")};
    const auto is = [&](std::string_view name) { return equal_ignoring_case(options.text("normals"), name); };
    if (is("progressive")) normals.mode = md5::NormalMode::progressive;
    if (is("angle")) normals.mode = md5::NormalMode::angle;
    if (is("area")) normals.mode = md5::NormalMode::area;
    return normals;
}

Json list_of(const Vec3d& v) { return Json(Json::Array{v.x, v.y, v.z}); }
Json list_of(const Quatd& q) { return Json(Json::Array{q.x, q.y, q.z, q.w}); }

Json header_facts(std::string_view commandline) {
    Json facts = Json::object();
    facts.set("version", 10);
    facts.set("commandline", commandline);
    return facts;
}

// ---- .md5mesh

Json mesh_facts(const md5::MeshFile& file, const md5::Mesh& mesh, std::size_t index) {
    std::int32_t most_weights = 0;
    double least_sum = std::numeric_limits<double>::infinity(), greatest_sum = -least_sum;
    for (const md5::Vertex& vertex : mesh.verts) {
        double sum = 0;
        for (std::int32_t i = 0; i < vertex.weight_count; ++i)
            sum += mesh.weights[static_cast<std::size_t>(vertex.first_weight + i)].bias;
        most_weights = std::max(most_weights, vertex.weight_count);
        least_sum = std::min(least_sum, sum);
        greatest_sum = std::max(greatest_sum, sum);
    }
    Json facts = Json::object();
    facts.set("index", index);
    facts.set("name", mesh.name.empty() ? Json() : Json(mesh.name));
    facts.set("shader", mesh.shader);
    facts.set("numVerts", mesh.verts.size());
    facts.set("numTris", mesh.tris.size());
    facts.set("numWeights", mesh.weights.size());
    facts.set("maxWeightsPerVertex", most_weights);
    if (mesh.verts.empty()) return facts;

    facts.set("biasSumMin", least_sum);
    facts.set("biasSumMax", greatest_sum);
    const std::vector<Vec3d> positions = md5::bind_positions(file, mesh);
    const auto box = box_of(positions);
    facts.set("bboxMin", list_of(box->min));
    facts.set("bboxMax", list_of(box->max));
    return facts;
}

struct MeshKind : Kind<md5::parse_md5mesh, md5::write_md5mesh, md5::dump_md5mesh, md5::build_md5mesh> {
    static constexpr std::string_view name = "md5mesh";
    static Json facts(const md5::MeshFile& file);
};

Json MeshKind::facts(const md5::MeshFile& file) {
    Json facts = header_facts(file.commandline);
    facts.set("numJoints", file.joints.size());
    facts.set("numMeshes", file.meshes.size());
    Json joints = Json::array();
    for (const md5::Joint& joint : file.joints) {
        Json entry = Json::object();
        entry.set("index", joints.size());
        entry.set("name", joint.name);
        entry.set("parent", joint.parent);
        entry.set("position", list_of(joint.position));
        entry.set("orientationNormalized", list_of(md5::rebuild_orientation(joint.orientation)));
        joints.push(std::move(entry));
    }
    facts.set("joints", std::move(joints));
    Json meshes = Json::array();
    for (const md5::Mesh& mesh : file.meshes) meshes.push(mesh_facts(file, mesh, meshes.size()));
    facts.set("meshes", std::move(meshes));
    return facts;
}

Result<void> mesh_open(const NamedFile& file, Model& model, const FileLookup& lookup, const OptionValues& options,
                       Diagnostics* diagnostics) {
    if (auto empty = expect_empty(model); !empty) return empty;
    const auto parsed = MeshKind::parse(file.bytes, options, diagnostics);
    if (!parsed) return Failure(parsed.error());
    auto opened = md5::to_model(*parsed, file_stem(file.name),
                                {.basis = chosen_basis(options),
                                 .normals = chosen_normals(options),
                                 .textures = lookup,
                                 .force_opaque = options.flag("opaque"),
                                 .flip_green = options.flag("flip-green")},
                                diagnostics);
    if (!opened) return Failure(opened.error());
    model = std::move(*opened);
    return {};
}

SavedFiles mesh_save(const Model& model, std::string_view stem, const OptionValues& options, Diagnostics* diagnostics) {
    const auto file = md5::md5mesh_from_model(model, {.basis = {}, .lenient = options.flag("lenient")}, diagnostics);
    if (!file) return Failure(file.error());
    return saved(stem, ".md5mesh", md5::write_md5mesh(*file));
}

// ---- .md5anim

struct AnimKind : Kind<md5::parse_md5anim, md5::write_md5anim, md5::dump_md5anim, md5::build_md5anim> {
    static constexpr std::string_view name = "md5anim";
    static Json facts(const md5::AnimFile& file);
};

Json AnimKind::facts(const md5::AnimFile& file) {
    Json facts = header_facts(file.commandline);
    facts.set("numFrames", file.num_frames);
    facts.set("numJoints", file.hierarchy.size());
    facts.set("frameRate", file.frame_rate);
    facts.set("numAnimatedComponents", file.num_animated_components);
    facts.set("numBounds", file.bounds.size());
    facts.set("durationSeconds", file.duration());
    facts.set("movementDelta", list_of(md5::movement_delta(file)));
    Json hierarchy = Json::array();
    for (const md5::HierarchyEntry& joint : file.hierarchy) {
        Json entry = Json::object();
        entry.set("index", hierarchy.size());
        entry.set("name", joint.name);
        entry.set("parent", joint.parent);
        entry.set("flags", joint.flags);
        entry.set("firstComponent", joint.first_component);
        hierarchy.push(std::move(entry));
    }
    facts.set("hierarchy", std::move(hierarchy));
    return facts;
}

Result<void> anim_open(const NamedFile& file, Model& model, const FileLookup&, const OptionValues& options,
                       Diagnostics* diagnostics) {
    const auto parsed = AnimKind::parse(file.bytes, options, diagnostics);
    if (!parsed) return Failure(parsed.error());

    md5::ToClipOptions clip_options{.basis = chosen_basis(options)};
    if (model.skeleton.joints.empty()) {
        auto opened = md5::to_model(*parsed, file_stem(file.name), clip_options, diagnostics);
        if (!opened) return Failure(opened.error());
        model = std::move(*opened);
        return {};
    }
    clip_options.basis = model.source.basis_for("md5", clip_options.basis);
    auto clip = md5::to_clip(*parsed, model.skeleton, free_clip_name(model, file_stem(file.name), diagnostics),
                             clip_options, diagnostics);
    if (!clip) return Failure(clip.error());
    model.clips.push_back(std::move(*clip));
    return {};
}

SavedFiles anim_save(const Model& model, std::string_view stem, const OptionValues& options, Diagnostics* diagnostics) {
    const auto clip = chosen_clip(model, options.text("clip"));
    if (!clip) return Failure(clip.error());
    const auto file = md5::md5anim_from_model(
        model, **clip, {.basis = {}, .frame_rate = frame_rate(options), .lenient = options.flag("lenient")},
        diagnostics);
    if (!file) return Failure(file.error());
    return saved(stem, ".md5anim", md5::write_md5anim(*file));
}

// ---- .md5camera

struct CameraKind : Kind<md5::parse_md5camera, md5::write_md5camera, md5::dump_md5camera, md5::build_md5camera> {
    static constexpr std::string_view name = "md5camera";
    static Json facts(const md5::CameraFile& file);
};

Json CameraKind::facts(const md5::CameraFile& file) {
    Json facts = header_facts(file.commandline);
    facts.set("numFrames", file.frames.size());
    facts.set("frameRate", file.frame_rate);
    Json cuts = Json::array();
    for (const std::int32_t cut : file.cuts) cuts.push(cut);
    facts.set("cuts", std::move(cuts));
    facts.set("durationSeconds", file.duration());
    Json shots = Json::array();
    for (const auto& [first, last] : file.shots()) shots.push(Json(Json::Array{first, last}));
    facts.set("shots", std::move(shots));
    return facts;
}

Result<void> camera_open(const NamedFile& file, Model& model, const FileLookup&, const OptionValues& options,
                         Diagnostics* diagnostics) {
    if (auto empty = expect_empty(model); !empty) return empty;
    const auto parsed = CameraKind::parse(file.bytes, options, diagnostics);
    if (!parsed) return Failure(parsed.error());
    auto opened = md5::to_model(*parsed, file_stem(file.name), chosen_basis(options), diagnostics);
    if (!opened) return Failure(opened.error());
    model = std::move(*opened);
    return {};
}

SavedFiles camera_save(const Model& model, std::string_view stem, const OptionValues&, Diagnostics* diagnostics) {
    const auto file = md5::md5camera_from_model(model, {}, diagnostics);
    if (!file) return Failure(file.error());
    return saved(stem, ".md5camera", md5::write_md5camera(*file));
}

constexpr std::string_view mesh_extensions[] = {".md5mesh"};
constexpr std::string_view anim_extensions[] = {".md5anim"};
constexpr std::string_view camera_extensions[] = {".md5camera"};

constexpr std::string_view fronts[] = {"-y", "+x"};
constexpr std::string_view normal_modes[] = {"sum", "progressive", "angle", "area"};
constexpr Option lenient{.name = "lenient",
                         .help = "Take files with wrong counts and missing parts, with warnings",
                         .scope = OptionScope::file};
constexpr Option front{.name = "front",
                       .kind = OptionKind::choice,
                       .choices = fronts,
                       .help = "Where the model looks in the file's axes (default: -y)"};
constexpr Option mesh_options[] = {
    lenient,
    front,
    {.name = "normals",
     .kind = OptionKind::choice,
     .choices = normal_modes,
     .help = "How faces share in vertex normals (default: sum)"},
    {.name = "no-weld-normals", .help = "Keep seams between vertices at equal positions"},
    opaque_option,
    {.name = "flip-green", .help = "Normal maps have green pointing down"},
};
constexpr Option clip_options[] = {lenient, front};
constexpr Option saved_mesh_options[] = {{.name = "lenient", .help = "Drop what the format cannot hold"}};
constexpr Option saved_clip_options[] = {saved_mesh_options[0], clip_option, frame_rate_option};

constexpr Format rows[] = {
    with_verbs<MeshKind>({
        .title = "DOOM 3 model",
        .game = "DOOM 3",
        .extensions = mesh_extensions,
        .is_text = true,
        .role = Role::model,
        .open_options = mesh_options,
        .save_options = saved_mesh_options,
        .recognise = [](Bytes bytes) { return md5::recognise_md5(bytes) == md5::Kind::mesh; },
        .open = mesh_open,
        .save = mesh_save,
    }),
    with_verbs<AnimKind>({
        .title = "DOOM 3 animation",
        .game = "DOOM 3",
        .extensions = anim_extensions,
        .is_text = true,
        .role = Role::clip,
        .one_clip = true,
        .open_options = clip_options,
        .save_options = saved_clip_options,
        .recognise = [](Bytes bytes) { return md5::recognise_md5(bytes) == md5::Kind::anim; },
        .open = anim_open,
        .save = anim_save,
    }),
    only_in_full_module(with_verbs<CameraKind>({
        .title = "DOOM 3 camera path",
        .game = "DOOM 3",
        .extensions = camera_extensions,
        .is_text = true,
        .role = Role::model,
        .has_bones = false,
        .open_options = clip_options,
        .recognise = [](Bytes bytes) { return md5::recognise_md5(bytes) == md5::Kind::camera; },
        .open = camera_open,
        .save = camera_save,
    })),
};

} // namespace

std::span<const Format> md5_rows() { return rows; }

} // namespace ossuary
