// ossuary mesh: what a model's geometry becomes on its way to a graphics card, and whether all of it holds.
#include <chrono>

#include <fmt/format.h>

#include "cli/output.h"
#include "cli/reading.h"
#include "cli/terminal.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"
#include "ossuary/mesh/buckets.h"
#include "ossuary/mesh/bvh.h"
#include "ossuary/mesh/draw_order.h"
#include "ossuary/mesh/index_type.h"
#include "ossuary/mesh/levels.h"
#include "ossuary/mesh/packed_mesh.h"

namespace ossuary::cli {

namespace {

struct MeshOptions {
    std::vector<std::string> paths;
    std::string limits = "64/64";
    std::string frame = "mesh";
    std::string skinning = "bind";
    std::string output;
    bool levels = false;
    bool check = false;
    bool force = false;
    mesh::PackOptions pack;
    Reading reading;
};

// Everything that is made of one mesh.
struct Made {
    std::string name;
    Mesh mesh;
    const Skin* skin = nullptr;
    mesh::Meshlets meshlets;
    mesh::PackedMesh packed;
    std::vector<float> level_errors;
    mesh::BvhStats bvh;
    double bvh_milliseconds = 0;
    std::size_t plain_bytes = 0, packed_bytes = 0;
    Diagnostics findings; // of --check
};

mesh::MeshletLimits limits_of(const std::string& text) {
    mesh::MeshletLimits limits;
    const std::size_t slash = text.find('/');
    const auto number = [](std::string_view digits) -> std::uint32_t {
        if (digits.empty() || digits.size() > 3 || digits.find_first_not_of("0123456789") != std::string_view::npos)
            return 0;
        return static_cast<std::uint32_t>(std::stoul(std::string(digits)));
    };
    if (slash != std::string::npos) {
        limits.vertices = number(std::string_view(text).substr(0, slash));
        limits.triangles = number(std::string_view(text).substr(slash + 1));
    }
    if (slash == std::string::npos || limits.vertices == 0 || limits.triangles == 0)
        throw UsageError{fmt::format("--limits {}: expected vertices and triangles, as 64/124", text)};
    return limits;
}

// As floats, with indices as narrow as graphics cards take them.
std::size_t plain_bytes(const Mesh& mesh) {
    std::size_t vertex = sizeof(Vec3);
    if (!mesh.normals.empty()) vertex += sizeof(Vec3);
    if (!mesh.tangents.empty()) vertex += sizeof(Vec4);
    if (!mesh.uv0.empty()) vertex += sizeof(Vec2);
    if (!mesh.colors.empty()) vertex += sizeof(ColorRgba8);
    if (mesh.skin >= 0) vertex += 4 * sizeof(float) + 4 * sizeof(std::uint16_t);
    const auto index = static_cast<std::size_t>(mesh::index_type_for(mesh.positions.size(), mesh::IndexType::u16));
    return mesh.positions.size() * vertex + mesh.indices.size() * index;
}

void find(Made& made, std::string message) {
    report(&made.findings, Severity::error, {.field = made.name}, std::move(message));
}
void find(Made& made, const Diagnostics& findings) {
    for (const Diagnostic& finding : findings)
        report(&made.findings, finding.severity, {.field = made.name + "." + finding.place.field}, finding.message);
}

// Every promise, asked again of what was made.
void check(Made& made, const mesh::Bvh& bvh) {
    find(made, mesh::validate(made.meshlets, made.mesh));
    find(made, mesh::validate(made.packed, made.skin));
    const ByteBuffer file = mesh::write_packed_mesh(made.packed);
    const auto parsed = mesh::parse_packed_mesh(file);
    if (!parsed)
        find(made, "the packed file is not read back: " + parsed.error().text());
    else if (mesh::write_packed_mesh(*parsed) != file)
        find(made, "the packed file is written differently when it was read");
    const auto unpacked = mesh::unpack_mesh(made.packed, made.skin);
    if (!unpacked) return find(made, unpacked.error().message());
    // A position that is the sum of four also has the error of its weights.
    const bool exact = made.packed.skinning != mesh::Skinning::joint_positions;
    for (std::size_t v = 0; exact && v < made.meshlets.vertices.size(); ++v)
        if (const Vec3d off =
                to_double(unpacked->positions[v]) - to_double(made.mesh.positions[made.meshlets.vertices[v]]);
            length(off) > static_cast<double>(made.packed.errors.position))
            return find(made, fmt::format("vertex {} comes out farther away than it should", v));
    if (const auto sound = bvh.check(made.mesh.positions, made.mesh.indices); !sound)
        find(made, "the tree: " + sound.error().message());
}

Result<Made> make(const Model& model, std::size_t number, const MeshOptions& options) {
    Made made;
    made.mesh = model.meshes[number];
    made.name = made.mesh.name.empty() ? fmt::format("mesh {}", number) : made.mesh.name;
    if (made.mesh.skin >= 0) made.skin = &model.skins[static_cast<std::size_t>(made.mesh.skin)];
    if (options.levels) mesh::make_levels(made.mesh);
    made.level_errors = mesh::level_errors(made.mesh);
    auto meshlets = mesh::Meshlets::make(made.mesh, limits_of(options.limits));
    if (!meshlets) return Failure(meshlets.error());
    made.meshlets = std::move(*meshlets);
    auto packed = mesh::pack_mesh(made.mesh, made.meshlets, made.skin, options.pack);
    if (!packed) return Failure(packed.error());
    made.packed = std::move(*packed);
    made.plain_bytes = plain_bytes(made.mesh);
    made.packed_bytes = mesh::write_packed_mesh(made.packed).size();
    const auto started = std::chrono::steady_clock::now();
    const auto bvh = mesh::Bvh::make(made.mesh.positions, made.mesh.indices);
    made.bvh_milliseconds =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - started).count();
    if (!bvh) return Failure(bvh.error());
    made.bvh = bvh->stats();
    if (options.check) check(made, *bvh);
    return made;
}

// ---- what it came to

double usable_cones(const mesh::PackedMesh& packed) {
    if (packed.meshlets.empty()) return 0;
    const auto usable = std::count_if(packed.meshlets.begin(), packed.meshlets.end(),
                                      [](const mesh::PackedMeshlet& m) { return m.cone.is_usable(); });
    return static_cast<double>(usable) / static_cast<double>(packed.meshlets.size());
}

std::string_view pass_of(const mesh::Bucket& bucket) {
    return traits_of(bucket.path).is_forward ? "forward" : "deferred";
}

std::string tables_of(const Model& model, const std::vector<Made>& all) {
    std::size_t width = 4;
    for (const Made& made : all) width = std::max(width, shown_width(printable(made.name)));
    std::string text;
    const auto name = [&](const Made& made) { return pad(printable(made.name), width); };
    text += fmt::format("{}  {:>9}  {:>8}  {:>8}  {:>9}  {:>8}  {:>5}  {:>5}\n", pad("mesh", width), "triangles",
                        "vertices", "meshlets", "triangles", "vertices", "reuse", "cones");
    for (const Made& made : all) {
        const mesh::MeshletStatistics fill = mesh::measure(made.meshlets, made.mesh);
        text += fmt::format("{}  {:>9}  {:>8}  {:>8}  {:>7.1f} %  {:>6.1f} %  {:>5.2f}  {:>3.0f} %\n", name(made),
                            made.mesh.indices.size() / 3, made.mesh.positions.size(), made.meshlets.list.size(),
                            fill.triangle_fill * 100, fill.vertex_fill * 100, fill.vertex_reuse,
                            usable_cones(made.packed) * 100);
    }
    text += fmt::format("\n{}  {:>9}  {:>8}  {:>5}  {:>11}  {:>8}  {:>8}  {:>7}  {:>7}\n", pad("packed", width),
                        "floats", "packed", "ratio", "position mm", "normal °", "uv", "weight", "dropped");
    for (const Made& made : all) {
        const mesh::PackErrors& errors = made.packed.errors;
        text += fmt::format("{}  {:>9}  {:>8}  {:>5.2f}  {:>11.4f}  {:>8.3f}  {:>8.6f}  {:>7.4f}  {:>7.4f}\n",
                            name(made), made.plain_bytes, made.packed_bytes,
                            static_cast<double>(made.plain_bytes) / static_cast<double>(made.packed_bytes),
                            errors.position * 1000, errors.normal, errors.uv, errors.weight, errors.dropped);
    }
    text += fmt::format("\n{}  {:>9}  {:>8}  {:>5}  {:>8}  {:>8}  {:>8}\n", pad("tree", width), "nodes", "leaves",
                        "depth", "bytes", "SAH cost", "build ms");
    for (const Made& made : all)
        text += fmt::format("{}  {:>9}  {:>8}  {:>5}  {:>8}  {:>8.2f}  {:>8.2f}\n", name(made), made.bvh.nodes,
                            made.bvh.leaves, made.bvh.depth, made.bvh.bytes, made.bvh.sah_cost, made.bvh_milliseconds);
    if (std::any_of(all.begin(), all.end(), [](const Made& made) { return !made.level_errors.empty(); })) {
        text += fmt::format("\n{}  {:>9}  {:>9}  {:>8}\n", pad("levels", width), "level", "triangles", "error mm");
        for (const Made& made : all)
            for (std::size_t l = 0; l < made.level_errors.size(); ++l)
                text += fmt::format("{}  {:>9}  {:>9}  {:>8.3f}\n", name(made), l + 1,
                                    made.mesh.levels[l].indices.size() / 3, made.level_errors[l] * 1000);
    }
    text += fmt::format("\n{}  {:<8}  {:>8}  {:>9}  material\n", pad("drawn", 14), "pass", "surfaces", "triangles");
    for (const mesh::Bucket& bucket : mesh::material_buckets(model))
        text += fmt::format("{}  {:<8}  {:>8}  {:>9}  {}\n", pad(name_of(bucket.path), 14), pass_of(bucket),
                            bucket.parts.size(), bucket.triangles,
                            bucket.material < 0
                                ? std::string("-")
                                : printable(model.materials[static_cast<std::size_t>(bucket.material)].name));
    return text;
}

Json report_of(const Made& made) {
    const mesh::MeshletStatistics fill = mesh::measure(made.meshlets, made.mesh);
    const mesh::PackErrors& errors = made.packed.errors;
    Json report = Json::object();
    report.set("name", made.name);
    report.set("triangles", made.mesh.indices.size() / 3);
    report.set("vertices", made.mesh.positions.size());
    Json meshlets = Json::object();
    meshlets.set("count", made.meshlets.list.size());
    meshlets.set("triangleFill", fill.triangle_fill);
    meshlets.set("vertexFill", fill.vertex_fill);
    meshlets.set("vertexReuse", fill.vertex_reuse);
    meshlets.set("usableCones", usable_cones(made.packed));
    report.set("meshlets", std::move(meshlets));
    Json packed = Json::object();
    packed.set("plainBytes", made.plain_bytes);
    packed.set("bytes", made.packed_bytes);
    packed.set("vertexBytes", made.packed.layout.words() * 4);
    const auto put = [](Json& json, const mesh::PackErrors& e) {
        json.set("positionMetres", e.position);
        json.set("normalDegrees", e.normal);
        json.set("tangentDegrees", e.tangent);
        json.set("uv", e.uv);
        json.set("weight", e.weight);
    };
    Json measured = Json::object(), bounds = Json::object();
    put(measured, errors);
    measured.set("droppedWeight", errors.dropped);
    put(bounds, mesh::error_bounds(made.packed));
    packed.set("errors", std::move(measured));
    packed.set("bounds", std::move(bounds));
    report.set("packed", std::move(packed));
    Json tree = Json::object();
    tree.set("nodes", made.bvh.nodes);
    tree.set("leaves", made.bvh.leaves);
    tree.set("depth", made.bvh.depth);
    tree.set("bytes", made.bvh.bytes);
    tree.set("sahCost", made.bvh.sah_cost);
    tree.set("buildMilliseconds", made.bvh_milliseconds);
    report.set("tree", std::move(tree));
    Json levels = Json::array();
    for (std::size_t l = 0; l < made.level_errors.size(); ++l) {
        Json level = Json::object();
        level.set("triangles", made.mesh.levels[l].indices.size() / 3);
        level.set("errorMetres", made.level_errors[l]);
        levels.push(std::move(level));
    }
    report.set("levels", std::move(levels));
    return report;
}

Json report_of(const mesh::Bucket& bucket, const Model& model) {
    Json report = Json::object();
    report.set("path", name_of(bucket.path));
    report.set("pass", pass_of(bucket));
    report.set("material",
               bucket.material < 0 ? Json() : Json(model.materials[static_cast<std::size_t>(bucket.material)].name));
    report.set("surfaces", bucket.parts.size());
    report.set("triangles", bucket.triangles);
    return report;
}

Result<void> write(Session& session, const std::vector<Made>& all, const MeshOptions& options) {
    if (all.size() > 1 && !has_placeholder(options.output, "name"))
        throw UsageError{fmt::format("{} meshes to write and one name for them: put {{name}} into it", all.size())};
    OutputSet output(options.force);
    for (const Made& made : all) {
        const auto path = fill_pattern(options.output, {{"name", made.name}});
        if (!path) return Failure(path.error());
        if (auto allowed = may_write(*path, options.force); !allowed) return allowed;
        if (auto added = output.add(*path, mesh::write_packed_mesh(made.packed)); !added) return added;
        session.say(fmt::format("wrote {} ({} bytes)", *path, made.packed_bytes));
    }
    return output.commit();
}

void mesh_verb(Session& session, MeshOptions& options) {
    options.pack.frame = options.frame == "mesh" ? mesh::PositionFrame::mesh : mesh::PositionFrame::meshlet;
    options.pack.skinning =
        options.skinning == "bind" ? mesh::Skinning::bind_position : mesh::Skinning::joint_positions;
    limits_of(options.limits);
    expect_options(options.reading, options.paths);
    const auto opened = open_model(session, options.paths, options.reading.open());
    if (!opened) return session.error(opened.error());
    const std::shared_ptr<const Model>& model = opened->model;

    std::vector<Made> all;
    Progress progress(session, "making meshlets", model->meshes.size());
    for (std::size_t m = 0; m < model->meshes.size(); ++m) {
        auto made = make(*model, m, options);
        progress.step();
        if (!made) return session.error(std::move(made.error()).in_file(options.paths.front()));
        for (const Diagnostic& finding : made->findings) session.error(Error(finding.place, finding.message));
        all.push_back(std::move(*made));
    }
    if (all.empty()) return session.error(Error(Place{.file = options.paths.front()}, "there is no mesh"));
    if (!options.output.empty())
        if (auto written = write(session, all, options); !written) return session.error(written.error());
    if (session.options.json) {
        Json report = Json::object(), meshes = Json::array(), buckets = Json::array();
        for (const Made& made : all) meshes.push(report_of(made));
        for (const mesh::Bucket& bucket : mesh::material_buckets(*model)) buckets.push(report_of(bucket, *model));
        report.set("meshes", std::move(meshes));
        report.set("buckets", std::move(buckets));
        if (options.check) report.set("sound", !session.failed());
        return session.print_json(report);
    }
    session.print(tables_of(*model, all));
    if (options.check && !session.failed()) session.print("\nevery check holds\n");
}

} // namespace

void add_mesh(Program& program) {
    Verb& verb =
        program.add_verb({.name = "mesh",
                          .description = "Meshlets, packed vertices and ray tree of a model: figures and checks",
                          .example = "ossuary mesh hero.glb --check\n"
                                     "  ossuary mesh hero.glb --limits 64/124 --position-bits 12 -o '{name}.opm'",
                          .obeys = {.json = true, .progress = true}});
    MeshOptions& options = verb.calls<MeshOptions>(mesh_verb);
    verb.add({{.names = "PATH", .field = options.paths, .help = "A model, and what belongs to it", .required = true},
              {.names = "--check",
               .field = options.check,
               .help = "Verify everything that is promised; exit status 1 if something is not so"},
              {.names = "--limits",
               .field = options.limits,
               .help = "Vertices and triangles of a meshlet (default: 64/64)",
               .value = "V/T"},
              {.names = "--position-bits",
               .field = options.pack.position_bits,
               .help = "Bits for each axis (default: 16)",
               .value = "8|12|16",
               .check = check::choice},
              {.names = "--frame",
               .field = options.frame,
               .help = "Whose box positions are counted in (default: mesh)",
               .value = "mesh|meshlet",
               .check = check::choice},
              {.names = "--normal-bits",
               .field = options.pack.normal_bits,
               .help = "Bits for each of two (default: 8)",
               .value = "N",
               .check = check::range(4, 16)},
              {.names = "--uv-bits",
               .field = options.pack.uv_bits,
               .help = "Bits for each of two (default: 16)",
               .value = "N",
               .check = check::range(8, 16)},
              {.names = "--weight-bits",
               .field = options.pack.weight_bits,
               .help = "Bits for each of four (default: 8)",
               .value = "8|16",
               .check = check::choice},
              {.names = "--skinning",
               .field = options.skinning,
               .help = "One position in the bind pose, or up to four in the spaces of joints (default: bind)",
               .value = "bind|joints",
               .check = check::choice},
              {.names = "--levels",
               .field = options.levels,
               .help = "Make new levels of detail instead of looking at those there are"},
              {.names = "-o,--output",
               .field = options.output,
               .help = "Write the packed meshes; {name} is filled in",
               .value = "OUT.opm"},
              {.names = "-f,--force", .field = options.force, .help = "Replace files that exist"}});
    add_model_options(program, verb, options.reading);
}

} // namespace ossuary::cli
