// glTF 2.0, as one binary file or as JSON with files beside it.
#include "assets/rows.h"
#include "ossuary/assets/model_json.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/gltf/gltf.h"

namespace ossuary {

namespace {

// A GLB begins with magic, version and length; the JSON chunk follows with its own length and type.
bool is_glb(Bytes bytes) { return as_text(bytes).starts_with("glTF"); }

Result<std::string_view> json_text(Bytes bytes) {
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

Result<Json> info(const NamedFile& file, const FileLookup& lookup, const OpenOptions&, Diagnostics* diagnostics) {
    const auto model = gltf::parse(file.bytes, file.name, lookup, diagnostics);
    if (!model) return Failure(model.error());
    Json facts = Json::object();
    facts.set("source", file_name(file.name));
    facts.set("bytes", file.bytes.size());
    if (const auto json = document(file.bytes)) {
        const Json& asset = (*json)["asset"];
        for (const std::string_view key : {"version", "generator", "copyright"})
            if (const Json* value = asset.find(key)) facts.set(key, *value);
        for (const std::string_view key : {"extensionsUsed", "extensionsRequired"})
            if (const Json* value = json->find(key)) facts.set(key, *value);
    }
    const Json rest = model_facts(*model);
    for (const Json::Member& member : rest.members()) facts.append(member.name, member.value);
    return facts;
}

Result<Json> dump(Bytes bytes, const OpenOptions&, Diagnostics*) {
    auto json = document(bytes);
    if (!json) return json;
    Json dump = Json::object();
    dump.set("format", is_glb(bytes) ? "glb" : "gltf");
    for (const Json::Member& member : json->members()) dump.append(member.name, member.value);
    return dump;
}

Result<Json> values(const NamedFile& file, const FileLookup& lookup, const OpenOptions&, Diagnostics* diagnostics) {
    return gltf::parse(file.bytes, file.name, lookup, diagnostics).map(model_values);
}

Result<ByteBuffer> rewrite(const NamedFile& file, const FileLookup& lookup, const OpenOptions&,
                           Diagnostics* diagnostics) {
    const auto model = gltf::parse(file.bytes, file.name, lookup, diagnostics);
    if (!model) return Failure(model.error());
    return gltf::write_glb(*model, {.max_influences = 16}, diagnostics);
}

Result<void> open(const NamedFile& file, Model& model, const FileLookup& lookup, const OpenOptions&,
                  Diagnostics* diagnostics) {
    if (auto empty = expect_empty(model); !empty) return empty;
    auto opened = gltf::parse(file.bytes, file.name, lookup, diagnostics);
    if (!opened) return Failure(opened.error());
    model = std::move(*opened);
    return {};
}

gltf::WriteOptions write_options(const SaveOptions& options) {
    return {.max_influences = options.max_influences,
            .reduce_channels = options.reduce_channels,
            .extras_in_scene = options.extras_in_scene,
            .indent = options.indent,
            .meshopt = options.meshopt};
}

Result<std::vector<NamedFile>> save_glb(const Model& model, std::string_view stem, const SaveOptions& options,
                                        Diagnostics* diagnostics) {
    auto bytes = gltf::write_glb(model, write_options(options), diagnostics);
    if (!bytes) return Failure(bytes.error());
    return std::vector{NamedFile{std::string(stem) + ".glb", std::move(*bytes)}};
}

Result<std::vector<NamedFile>> save_gltf(const Model& model, std::string_view stem, const SaveOptions& options,
                                         Diagnostics* diagnostics) {
    auto written = gltf::write_gltf(model, stem, write_options(options), diagnostics);
    if (!written) return Failure(written.error());
    std::vector<NamedFile> files;
    for (gltf::OutputFile& file : *written) files.push_back({std::move(file.name), std::move(file.bytes)});
    return files;
}

constexpr std::string_view glb_extensions[] = {".glb"};
constexpr std::string_view gltf_extensions[] = {".gltf"};

constexpr Format rows[] = {
    {
        .name = "glb",
        .title = "glTF 2.0, binary",
        .game = "",
        .extensions = glb_extensions,
        .shares_meshes = true,
        .recognise = [](Bytes bytes) { return is_glb(bytes) && gltf::recognise(bytes); },
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
        .recognise = [](Bytes bytes) { return !is_glb(bytes) && gltf::recognise(bytes); },
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
