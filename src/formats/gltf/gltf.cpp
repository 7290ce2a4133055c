#include "reader.h"

#include "glb.h"
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

void note_default_weights(Reader& reader) {
    for (const char* name : {"meshes", "nodes"}) {
        const Json::Array& list = reader.document.list(name);
        for (std::size_t i = 0; i < list.size(); ++i)
            for (const Json& weight : list[i]["weights"].items())
                if (weight.number() != 0) {
                    reader.document.warn(at(name, i) + ".weights",
                                         "morph targets that are on by default are read as off");
                    break;
                }
    }
}

} // namespace

Result<Model> parse_gltf(Bytes bytes, std::string_view name, const FileLookup& lookup, Diagnostics* diagnostics) {
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
    for (const Step step : {read_nodes, read_skins, read_materials, read_meshes, read_cameras, read_animations})
        if (document.ok()) step(reader);
    if (!document.ok()) return Failure(document.error());
    note_default_weights(reader);

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
