// The rows of glTF 2.0: one binary file, or JSON with files beside it.
#include "ossuary/format/row_verbs.h"
#include "ossuary/formats/gltf/gltf.h"
#include "ossuary/model/model_json.h"

namespace ossuary {

namespace {

// A GLB begins with magic, version and length; the JSON chunk follows with its own length and type.
bool is_glb(Bytes bytes) { return as_text(bytes).starts_with("glTF"); }

Result<std::string_view> json_text(Bytes bytes) {
    if (bytes.empty()) return fail("the file is empty");
    if (!is_glb(bytes)) return as_text(bytes);
    ByteReader reader(bytes);
    reader.skip("header", 12);
    const auto length = reader.read<std::uint32_t>("chunkLength");
    const Bytes type = reader.take("chunkType", 4);
    if (reader.ok() && as_text(type) != "JSON") reader.fail("chunkType", "expected JSON");
    const Bytes chunk = reader.take("chunkData", length);
    if (!reader.ok()) return Failure(reader.error());
    return as_text(chunk);
}

Result<Json> document(Bytes bytes) {
    const auto text = json_text(bytes);
    if (!text) return Failure(text.error());
    return parse_json(*text);
}

Result<Json> info(const NamedFile& file, const FileLookup& lookup, const OptionValues&, Diagnostics* diagnostics) {
    const auto model = gltf::parse_gltf(file.bytes, file.name, lookup, diagnostics);
    if (!model) return Failure(model.error());
    Json facts = file_facts(file);
    if (const auto json = document(file.bytes)) {
        const Json& asset = (*json)["asset"];
        for (const std::string_view key : {"version", "generator", "copyright"})
            if (const Json* value = asset.find(key)) facts.set(key, *value);
        for (const std::string_view key : {"extensionsUsed", "extensionsRequired"})
            if (const Json* value = json->find(key)) facts.set(key, *value);
    }
    return joined(std::move(facts), model_facts(*model));
}

Result<Json> dump(Bytes bytes, const OptionValues&, Diagnostics*) {
    auto json = document(bytes);
    if (!json) return json;
    Json dump = Json::object();
    dump.set("format", is_glb(bytes) ? "glb" : "gltf");
    return joined(std::move(dump), *json);
}

Result<Json> values(const NamedFile& file, const FileLookup& lookup, const OptionValues&, Diagnostics* diagnostics) {
    return gltf::parse_gltf(file.bytes, file.name, lookup, diagnostics).map(model_values);
}

Result<ByteBuffer> rewrite(const NamedFile& file, const FileLookup& lookup, const OptionValues&,
                           Diagnostics* diagnostics) {
    const auto model = gltf::parse_gltf(file.bytes, file.name, lookup, diagnostics);
    if (!model) return Failure(model.error());
    return gltf::write_glb(*model, {.max_influences = 16, .reduce_channels = false}, diagnostics);
}

Result<void> open(const NamedFile& file, Model& model, const FileLookup& lookup, const OptionValues&,
                  Diagnostics* diagnostics) {
    if (auto empty = expect_empty(model); !empty) return empty;
    auto opened = gltf::parse_gltf(file.bytes, file.name, lookup, diagnostics);
    if (!opened) return Failure(opened.error());
    model = std::move(*opened);
    return {};
}

gltf::WriteOptions write_options(const OptionValues& options) {
    return {.max_influences = static_cast<std::uint32_t>(options.number("max-influences").value_or(8)),
            .reduce_channels = !options.flag("no-reduce"),
            .extras_in_scene = !options.flag("no-extras-in-scene"),
            .indent = options.flag("indent"),
            .meshopt = options.flag("meshopt"),
            .buffer = std::string(options.text("buffer"))};
}

SavedFiles save_glb(const Model& model, std::string_view stem, const OptionValues& options, Diagnostics* diagnostics) {
    auto bytes = gltf::write_glb(model, write_options(options), diagnostics);
    if (!bytes) return Failure(bytes.error());
    return saved(stem, ".glb", std::move(*bytes));
}

SavedFiles save_gltf(const Model& model, std::string_view stem, const OptionValues& options, Diagnostics* diagnostics) {
    const std::string_view buffer = options.text("buffer");
    if (buffer.find_first_of("/\\") != buffer.npos) return fail("--buffer: expected a name without folders");
    return gltf::write_gltf(model, stem, write_options(options), diagnostics);
}

constexpr std::string_view influence_counts[] = {"4", "8", "12", "16"};
constexpr Option save_options[] = {
    {.name = "max-influences",
     .kind = OptionKind::choice,
     .choices = influence_counts,
     .help = "Joints per vertex (default: 8)"},
    {.name = "no-reduce", .help = "Keep channels that say what the rest pose says"},
    {.name = "no-extras-in-scene", .help = "Do not copy events and facts of clips to where Blender keeps them"},
    {.name = "meshopt",
     .help = "Compress (EXT_meshopt_compression), and write geometry in fewer bits (KHR_mesh_quantization)"},
    {.name = "indent", .help = "Lay the JSON out for people"},
    {.name = "buffer",
     .kind = OptionKind::text,
     .value = "NAME",
     .help = "Name of the .bin beside a .gltf (default: that of the .gltf)"},
};
constexpr std::span glb_save_options = std::span(save_options).first(std::size(save_options) - 1);
constexpr std::string_view glb_extensions[] = {".glb"};
constexpr std::string_view gltf_extensions[] = {".gltf"};

constexpr Format rows[] = {
    {
        .name = "glb",
        .title = "glTF 2.0, binary",
        .game = "",
        .extensions = glb_extensions,
        .shares_meshes = true,
        .save_options = glb_save_options,
        .recognise = [](Bytes bytes) { return is_glb(bytes) && gltf::recognise_gltf(bytes); },
        .info = info,
        .dump = dump,
        .values = values,
        .rewrite = rewrite,
        .open = open,
        .save = save_glb,
    },
    {
        .name = "gltf",
        .title = "glTF 2.0",
        .game = "",
        .extensions = gltf_extensions,
        .is_text = true,
        .shares_meshes = true,
        .save_options = save_options,
        .recognise = [](Bytes bytes) { return !is_glb(bytes) && gltf::recognise_gltf(bytes); },
        .info = info,
        .dump = dump,
        .values = values,
        .rewrite = rewrite,
        .open = open,
        .save = save_gltf,
    },
};

} // namespace

std::span<const Format> gltf_rows() { return rows; }

} // namespace ossuary
