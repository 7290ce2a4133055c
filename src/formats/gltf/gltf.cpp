#include "reader.h"

#include "glb.h"
#include "kept.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"

namespace ossuary::gltf {

namespace {

// Where the model came from before it was glTF, so that it can go back there.
Source read_source(const Json& extras) {
    Source source;
    source.format = extras["source"].string("gltf");
    if (const auto basis = Basis::parse(extras["basis"].string(), extras["unitScale"].number(1))) source.basis = *basis;
    return source;
}

// Whose file it is, and what else the asset says.
void read_asset(Reader& reader) {
    const Json& asset = reader.document.root()["asset"];
    reader.model.copyright = asset["copyright"].string();
    Json extras = read_extras(asset);
    if (reader.document.is_ours())
        for (const char* own : {"source", "basis", "unitScale", "model"}) extras.erase(own);
    if (extras.size() > 0) keep(reader.model.extras, "asset", std::move(extras));
}

// Extras that nothing in the model could hold.
void note_lost_extras(Reader& reader) {
    for (const char* name : {"skins", "textures", "samplers", "accessors", "buffers", "bufferViews"}) {
        std::size_t count = 0;
        for (const Json& entry : reader.document.list(name)) count += entry.find("extras") != nullptr;
        if (count > 0) reader.document.note(name, "the extras of " + std::to_string(count) + " entries are not kept");
    }
}

} // namespace

Result<Model> parse_gltf(Bytes bytes, std::string_view name, const FileLookup& lookup, Diagnostics* diagnostics) {
    constexpr std::size_t glb_header = 12;
    // Some write JSON into a .glb.
    const bool is_json = as_text(bytes).starts_with('{') || as_text(bytes).starts_with('[');
    if (!bytes.empty() && bytes.size() < glb_header && !is_json && file_extension(name) == ".glb")
        return fail("the file is too short: it has " + std::to_string(bytes.size()) +
                    (bytes.size() == 1 ? " byte" : " bytes") + ", the header of a GLB alone has 12");
    Document document(bytes, lookup, diagnostics);
    if (!document.ok()) return Failure(document.error());

    Model model;
    const Json& asset_extras = document.root()["asset"]["extras"];
    model.source = read_source(asset_extras);
    model.name = document.is_ours() ? std::string(asset_extras["model"].string()) : std::string(file_stem(name));
    const Json::Array& scenes = document.list("scenes");
    const auto scene = document.index(document.root(), "scene", scenes.size(), "");
    if (!scenes.empty() && document.ok()) model.extras = read_extras(scenes[scene.value_or(0)]);

    Reader reader{document, model, {}, {}, {}};
    using Step = void (*)(Reader&);
    for (const Step step :
         {read_nodes, read_skins, read_materials, read_meshes, read_cameras, read_lights, read_animations})
        if (document.ok()) step(reader);
    if (!document.ok()) return Failure(document.error());
    read_asset(reader);
    note_lost_extras(reader);

    if (const Diagnostics findings = validate(model); !findings.empty())
        return fail(findings[0].place, "the document does not make a sound model: " + findings[0].message);
    return model;
}

bool recognise_gltf(Bytes bytes) {
    if (has_glb_magic(bytes)) return true;
    std::string_view text = as_text(bytes);
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    while (!text.empty() && is_white_space(text.front())) text.remove_prefix(1);
    if (!text.starts_with('{')) return false;
    const std::size_t asset = text.find("\"asset\"");
    return asset != text.npos && text.find("\"version\"", asset) != text.npos;
}

} // namespace ossuary::gltf
