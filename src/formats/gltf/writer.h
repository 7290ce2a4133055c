// A document on its way out: what the parts of the writer share.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/json.h"
#include "ossuary/formats/gltf/gltf.h"
#include "storage.h"

namespace ossuary::gltf {

inline constexpr std::string_view generator = "Ossuary";

struct Writer {
    const Model& model;
    const WriteOptions& options;
    Diagnostics* diagnostics;

    bool pictures_beside = false;    // .gltf: pictures are files of their own
    std::vector<NamedFile> files;    // those pictures
    std::vector<ByteBuffer> encoded; // pictures that had to become PNG; views borrow from here

    Storage storage;
    std::set<std::string, std::less<>> extensions, required_extensions;
    std::vector<std::string> joint_names;  // as written: valid UTF-8, unique
    std::vector<std::int32_t> gltf_meshes; // of each model mesh; -1 where it has no triangle
    std::vector<std::int32_t> mesh_nodes;  // the node that shows each model mesh, or -1

    Json images = Json::array(), textures = Json::array(), samplers = Json::array(), materials = Json::array();
    Json meshes = Json::array(), skins = Json::array(), cameras = Json::array(), animations = Json::array();
    Json scene_animations = Json::object();
    Json lights = Json::array();

    // Every extension that is named in here is used.
    void use_extensions(const Json& json) {
        for (const Json& item : json.items()) use_extensions(item);
        for (const Json::Member& entry : json.members()) {
            if (entry.name == "extensions")
                for (const Json::Member& extension : entry.value.members()) extensions.insert(extension.name);
            use_extensions(entry.value);
        }
    }

    void warn(std::string field, std::string message) {
        report(diagnostics, Severity::warning, {.field = std::move(field)}, std::move(message));
    }
    void note(std::string field, std::string message) {
        report(diagnostics, Severity::note, {.field = std::move(field)}, std::move(message));
    }
};

// Each fills its own lists of the document.
void write_materials(Writer& writer);
void write_mesh(Writer& writer, std::size_t index, std::string_view name);
// Returns the number of the mesh in the document, or -1 if there is no line.
std::int32_t write_lines(Writer& writer, const LineSet& lines, std::string_view name);
void write_animations(Writer& writer);

// Extras with everything of `own`, then what `others` has beyond that.
Json merged_extras(Json own, const Json& others);

template <class T> Json numbers(const T& vector) {
    Json::Array list;
    for (std::size_t i = 0; i < T::size; ++i) list.emplace_back(vector[i]);
    return Json(std::move(list));
}

} // namespace ossuary::gltf
