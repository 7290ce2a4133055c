// What only glTF says and the model has no word for. It travels in `extras.gltf`:
//     of a material  slots: how single pictures are sampled and laid, where that is not as in the whole material;
//                    extensions: as in the file, with pictures by name instead of by number
//     of a joint     extensions: as in the file
//     of a mesh      nodeName: of the node that shows it, where that is no joint
//     of the model   asset: the extras of the asset that are not ours
#pragma once

#include <string>
#include <string_view>

#include "ossuary/base/json.h"

namespace ossuary::gltf {

inline constexpr std::string_view kept_name = "gltf";
inline constexpr std::string_view lights_extension = "KHR_lights_punctual";
// In the extras of a node that our writer made for a light that lies beside its joint.
inline constexpr std::string_view light_node = "lightNode";

// `extras.gltf[name]`, or null.
inline const Json& kept(const Json& extras, std::string_view name) { return extras[kept_name][name]; }
inline void keep(Json& extras, std::string_view name, Json value) {
    Json all = extras[kept_name].is_object() ? extras[kept_name] : Json::object();
    all.set(name, std::move(value));
    extras.set(kept_name, std::move(all));
}

inline Json without_kept(Json extras) {
    extras.erase(kept_name);
    return extras;
}

// True for the member of a material, or of its extensions, that refers to a texture: `clearcoatTexture`.
inline bool is_texture(const Json::Member& entry) { return entry.name.ends_with("Texture") && entry.value.is_object(); }

// Tells `use` every reference to a texture in a material.
template <class Use> void each_texture(const Json& json, const Use& use) {
    for (const Json& item : json.items()) each_texture(item, use);
    for (const Json::Member& entry : json.members()) {
        if (is_texture(entry))
            use(entry.value);
        else if (entry.name != "extras")
            each_texture(entry.value, use);
    }
}

// A copy with every reference to a texture replaced; one for which `replace` gives null is left out.
template <class Replace> Json with_textures(const Json& json, const Replace& replace) {
    if (json.is_array()) {
        Json list = Json::array();
        for (const Json& item : json.items()) list.push(with_textures(item, replace));
        return list;
    }
    if (!json.is_object()) return json;
    Json copy = Json::object();
    for (const Json::Member& entry : json.members()) {
        Json value = is_texture(entry) ? replace(entry) : with_textures(entry.value, replace);
        if (!is_texture(entry) || !value.is_null()) copy.append(entry.name, std::move(value));
    }
    return copy;
}

} // namespace ossuary::gltf
