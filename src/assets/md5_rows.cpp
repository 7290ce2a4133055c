// The three MD5 kinds.
#include <algorithm>
#include <limits>

#include "assets/elsewhere.h"
#include "assets/rows.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/md5/md5anim.h"
#include "ossuary/formats/md5/md5camera.h"
#include "ossuary/formats/md5/md5mesh.h"

namespace ossuary {

namespace {

md5::ParseOptions parse_options(const OpenOptions& options) { return {.lenient = options.lenient}; }

Result<Basis> chosen_basis(const OpenOptions& options) {
    md5::Front front = md5::Front::minus_y;
    if (options.front == "+x")
        front = md5::Front::plus_x;
    else if (!options.front.empty() && options.front != "-y")
        return fail("front must be -y or +x, not '" + options.front + "'");
    const double scale = options.unit_scale.value_or(md5::md5_basis().scale);
    if (!(scale > 0)) return fail("the unit scale must be above 0");
    return md5::md5_basis(front, scale);
}

Result<md5::RootMotion> chosen_root_motion(const OpenOptions& options) {
    if (options.root_motion == "keep") return md5::RootMotion::keep;
    if (options.root_motion == "strip") return md5::RootMotion::strip;
    if (options.root_motion == "extract") return md5::RootMotion::extract;
    return fail("root motion must be keep, strip or extract, not '" + options.root_motion + "'");
}

Result<md5::NormalMode> chosen_normals(const OpenOptions& options) {
    if (options.normals == "sum") return md5::NormalMode::sum;
    if (options.normals == "progressive") return md5::NormalMode::progressive;
    if (options.normals == "angle") return md5::NormalMode::angle;
    if (options.normals == "area") return md5::NormalMode::area;
    return fail("normals must be sum, progressive, angle or area, not '" + options.normals + "'");
}

Json list_of(const Vec3d& v) { return Json(Json::Array{v.x, v.y, v.z}); }
Json list_of(const Quatd& q) { return Json(Json::Array{q.x, q.y, q.z, q.w}); }

// The members every MD5 kind begins with.
Json header_facts(const NamedFile& file, std::string_view commandline) {
    Json facts = Json::object();
    facts.set("source", file_name(file.name));
    facts.set("bytes", file.bytes.size());
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
    Vec3d low = positions.front(), high = low;
    for (const Vec3d& position : positions) {
        for (std::size_t k = 0; k < 3; ++k) {
            low[k] = std::min(low[k], position[k]);
            high[k] = std::max(high[k], position[k]);
        }
    }
    facts.set("bboxMin", list_of(low));
    facts.set("bboxMax", list_of(high));
    return facts;
}

Result<Json> mesh_info(const NamedFile& file, const FileLookup&, const OpenOptions& options, Diagnostics* diagnostics) {
    const auto parsed = md5::parse_md5mesh(file.bytes, diagnostics, parse_options(options));
    if (!parsed) return Failure(parsed.error());
    Json facts = header_facts(file, parsed->commandline);
    facts.set("numJoints", parsed->joints.size());
    facts.set("numMeshes", parsed->meshes.size());
    Json joints = Json::array();
    for (const md5::Joint& joint : parsed->joints) {
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
    for (const md5::Mesh& mesh : parsed->meshes) meshes.push(mesh_facts(*parsed, mesh, meshes.size()));
    facts.set("meshes", std::move(meshes));
    return facts;
}

Result<Json> mesh_dump(Bytes bytes, const OpenOptions& options, Diagnostics* diagnostics) {
    return md5::parse_md5mesh(bytes, diagnostics, parse_options(options)).map(md5::dump_md5mesh);
}

Result<ByteBuffer> mesh_build(const Json& json) {
    return md5::build_md5mesh(json).map([](const md5::MeshFile& file) { return to_buffer(md5::write_md5mesh(file)); });
}

Result<Json> mesh_values(const NamedFile& file, const FileLookup&, const OpenOptions& options,
                         Diagnostics* diagnostics) {
    return mesh_dump(file.bytes, options, diagnostics);
}

Result<ByteBuffer> mesh_rewrite(const NamedFile& file, const FileLookup&, const OpenOptions& options,
                                Diagnostics* diagnostics) {
    return md5::parse_md5mesh(file.bytes, diagnostics, parse_options(options)).map([](const md5::MeshFile& parsed) {
        return to_buffer(md5::write_md5mesh(parsed));
    });
}

Result<void> mesh_open(const NamedFile& file, Model& model, const FileLookup& lookup, const OpenOptions& options,
                       Diagnostics* diagnostics) {
    if (auto empty = expect_empty(model); !empty) return empty;
    const auto basis = chosen_basis(options);
    if (!basis) return Failure(basis.error());
    const auto normals = chosen_normals(options);
    if (!normals) return Failure(normals.error());
    const auto parsed = md5::parse_md5mesh(file.bytes, diagnostics, parse_options(options));
    if (!parsed) return Failure(parsed.error());
    auto opened = md5::to_model(*parsed, file_stem(file.name),
                                {.basis = *basis,
                                 .normals = {.mode = *normals, .weld = options.weld_normals},
                                 .textures = lookup,
                                 .force_opaque = options.opaque,
                                 .double_sided = options.double_sided,
                                 .flip_green = options.flip_green},
                                diagnostics);
    if (!opened) return Failure(opened.error());
    model = std::move(*opened);
    return {};
}

Result<std::vector<NamedFile>> mesh_save(const Model& model, std::string_view stem, const SaveOptions& options,
                                         Diagnostics* diagnostics) {
    const auto file = md5::mesh_from_model(model, {.basis = {}, .lenient = options.lenient}, diagnostics);
    if (!file) return Failure(file.error());
    return std::vector{NamedFile{std::string(stem) + ".md5mesh", to_buffer(md5::write_md5mesh(*file))}};
}

// ---- .md5anim

Result<Json> anim_info(const NamedFile& file, const FileLookup&, const OpenOptions& options, Diagnostics* diagnostics) {
    const auto parsed = md5::parse_md5anim(file.bytes, diagnostics, parse_options(options));
    if (!parsed) return Failure(parsed.error());
    Json facts = header_facts(file, parsed->commandline);
    facts.set("numFrames", parsed->num_frames);
    facts.set("numJoints", parsed->hierarchy.size());
    facts.set("frameRate", parsed->frame_rate);
    facts.set("numAnimatedComponents", parsed->num_animated_components);
    facts.set("numBounds", parsed->bounds.size());
    facts.set("durationSeconds", parsed->duration());
    facts.set("movementDelta", list_of(md5::movement_delta(*parsed)));
    Json hierarchy = Json::array();
    for (const md5::HierarchyEntry& joint : parsed->hierarchy) {
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

Result<Json> anim_dump(Bytes bytes, const OpenOptions& options, Diagnostics* diagnostics) {
    return md5::parse_md5anim(bytes, diagnostics, parse_options(options)).map(md5::dump_md5anim);
}

Result<ByteBuffer> anim_build(const Json& json) {
    return md5::build_md5anim(json).map([](const md5::AnimFile& file) { return to_buffer(md5::write_md5anim(file)); });
}

Result<Json> anim_values(const NamedFile& file, const FileLookup&, const OpenOptions& options,
                         Diagnostics* diagnostics) {
    return anim_dump(file.bytes, options, diagnostics);
}

Result<ByteBuffer> anim_rewrite(const NamedFile& file, const FileLookup&, const OpenOptions& options,
                                Diagnostics* diagnostics) {
    return md5::parse_md5anim(file.bytes, diagnostics, parse_options(options)).map([](const md5::AnimFile& parsed) {
        return to_buffer(md5::write_md5anim(parsed));
    });
}

Result<void> anim_open(const NamedFile& file, Model& model, const FileLookup&, const OpenOptions& options,
                       Diagnostics* diagnostics) {
    const auto basis = chosen_basis(options);
    if (!basis) return Failure(basis.error());
    const auto root_motion = chosen_root_motion(options);
    if (!root_motion) return Failure(root_motion.error());
    const auto parsed = md5::parse_md5anim(file.bytes, diagnostics, parse_options(options));
    if (!parsed) return Failure(parsed.error());

    md5::ClipOptions clip_options{.basis = *basis, .root_motion = *root_motion, .loop = options.loop};
    if (model.skeleton.joints.empty()) {
        auto opened = md5::to_model(*parsed, file_stem(file.name), clip_options, diagnostics);
        if (!opened) return Failure(opened.error());
        model = std::move(*opened);
        return {};
    }
    if (model.source.format == "md5") clip_options.basis = model.source.basis;
    auto clip = md5::to_clip(*parsed, model.skeleton, free_clip_name(model, file_stem(file.name), diagnostics),
                             clip_options, diagnostics);
    if (!clip) return Failure(clip.error());
    model.clips.push_back(std::move(*clip));
    return {};
}

Result<std::vector<NamedFile>> anim_save(const Model& model, std::string_view stem, const SaveOptions& options,
                                         Diagnostics* diagnostics) {
    if (model.clips.empty()) return fail("the model has no clip to write");
    const Clip* clip = options.clip.empty() ? &model.clips.front() : model.find_clip(options.clip);
    if (!clip) return fail("there is no clip '" + options.clip + "'");
    const auto file = md5::anim_from_model(
        model, *clip, {.basis = {}, .frame_rate = options.frame_rate, .lenient = options.lenient}, diagnostics);
    if (!file) return Failure(file.error());
    return std::vector{NamedFile{std::string(stem) + ".md5anim", to_buffer(md5::write_md5anim(*file))}};
}

// ---- .md5camera

Result<Json> camera_info(const NamedFile& file, const FileLookup&, const OpenOptions& options,
                         Diagnostics* diagnostics) {
    const auto parsed = md5::parse_md5camera(file.bytes, diagnostics, parse_options(options));
    if (!parsed) return Failure(parsed.error());
    Json facts = header_facts(file, parsed->commandline);
    facts.set("numFrames", parsed->frames.size());
    facts.set("frameRate", parsed->frame_rate);
    Json cuts = Json::array();
    for (const std::int32_t cut : parsed->cuts) cuts.push(cut);
    facts.set("cuts", std::move(cuts));
    facts.set("durationSeconds", parsed->duration());
    Json shots = Json::array();
    for (const auto& [first, last] : parsed->shots()) shots.push(Json(Json::Array{first, last}));
    facts.set("shots", std::move(shots));
    return facts;
}

Result<Json> camera_dump(Bytes bytes, const OpenOptions& options, Diagnostics* diagnostics) {
    return md5::parse_md5camera(bytes, diagnostics, parse_options(options)).map(md5::dump_md5camera);
}

Result<ByteBuffer> camera_build(const Json& json) {
    return md5::build_md5camera(json).map(
        [](const md5::CameraFile& file) { return to_buffer(md5::write_md5camera(file)); });
}

Result<Json> camera_values(const NamedFile& file, const FileLookup&, const OpenOptions& options,
                           Diagnostics* diagnostics) {
    return camera_dump(file.bytes, options, diagnostics);
}

Result<ByteBuffer> camera_rewrite(const NamedFile& file, const FileLookup&, const OpenOptions& options,
                                  Diagnostics* diagnostics) {
    return md5::parse_md5camera(file.bytes, diagnostics, parse_options(options)).map([](const md5::CameraFile& parsed) {
        return to_buffer(md5::write_md5camera(parsed));
    });
}

Result<void> camera_open(const NamedFile& file, Model& model, const FileLookup&, const OpenOptions& options,
                         Diagnostics* diagnostics) {
    if (auto empty = expect_empty(model); !empty) return empty;
    const auto basis = chosen_basis(options);
    if (!basis) return Failure(basis.error());
    const auto parsed = md5::parse_md5camera(file.bytes, diagnostics, parse_options(options));
    if (!parsed) return Failure(parsed.error());
    auto opened = md5::to_model(*parsed, file_stem(file.name), *basis, diagnostics);
    if (!opened) return Failure(opened.error());
    model = std::move(*opened);
    return {};
}

Result<std::vector<NamedFile>> camera_save(const Model& model, std::string_view stem, const SaveOptions&,
                                           Diagnostics* diagnostics) {
    const auto file = md5::camera_from_model(model, {}, diagnostics);
    if (!file) return Failure(file.error());
    return std::vector{NamedFile{std::string(stem) + ".md5camera", to_buffer(md5::write_md5camera(*file))}};
}

constexpr std::string_view mesh_extensions[] = {".md5mesh"};
constexpr std::string_view anim_extensions[] = {".md5anim"};
constexpr std::string_view camera_extensions[] = {".md5camera"};

constexpr Format rows[] = {
    {
        .name = "md5mesh",
        .title = "DOOM 3 model",
        .game = "DOOM 3",
        .extensions = mesh_extensions,
        .is_text = true,
        .role = Role::model,
        .recognise = [](Bytes bytes) { return md5::recognise(bytes) == md5::Kind::mesh; },
        .info = mesh_info,
        .dump = mesh_dump,
        .build = mesh_build,
        .values = mesh_values,
        .rewrite = mesh_rewrite,
        .open = mesh_open,
        .save = mesh_save,
    },
    {
        .name = "md5anim",
        .title = "DOOM 3 animation",
        .game = "DOOM 3",
        .extensions = anim_extensions,
        .is_text = true,
        .role = Role::clip,
        .one_clip = true,
        .recognise = [](Bytes bytes) { return md5::recognise(bytes) == md5::Kind::anim; },
        .info = anim_info,
        .dump = anim_dump,
        .build = anim_build,
        .values = anim_values,
        .rewrite = anim_rewrite,
        .open = anim_open,
        .save = anim_save,
    },
    in_larger_module({
        .name = "md5camera",
        .title = "DOOM 3 camera path",
        .game = "DOOM 3",
        .extensions = camera_extensions,
        .is_text = true,
        .role = Role::model,
        .recognise = [](Bytes bytes) { return md5::recognise(bytes) == md5::Kind::camera; },
        .info = camera_info,
        .dump = camera_dump,
        .build = camera_build,
        .values = camera_values,
        .rewrite = camera_rewrite,
        .open = camera_open,
        .save = camera_save,
    }),
};

} // namespace

std::span<const Format> md5_rows() { return rows; }

} // namespace ossuary
