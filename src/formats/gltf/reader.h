// A document on its way into a model: what the parts of the reader share.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "document.h"
#include "variants.h"

namespace ossuary::gltf {

struct NodeInfo {
    std::int32_t parent = -1; // a node
    Transformd local;
    bool is_identity = true;
    bool in_scene = false;
    bool moves = false;   // an animation changes its transform
    bool in_skin = false; // some skin has it among its joints
    std::int32_t mesh = -1, skin = -1, camera = -1;
    std::int32_t light = -1;    // KHR_lights_punctual
    bool is_light_only = false; // where a light is, and nothing else
    std::size_t children = 0;
    std::int32_t joint = -1; // the model's joint, or that of the nearest ancestor if it is none itself
    bool is_joint = false;
};

struct Reader {
    Document& document;
    Model& model;
    std::vector<NodeInfo> nodes;
    std::vector<std::int32_t> skins;  // the model's skin for each of the document's, or -1
    std::vector<std::int32_t> images; // the same for images; missing ones are -1
    VariantReader variants = {};
    std::vector<std::vector<std::uint32_t>> meshes_of_node = {}; // the model's meshes that a node shows
};

// In this order; each needs what those before it have found. All report through the document.
void read_nodes(Reader& reader);
void read_skins(Reader& reader);
void read_materials(Reader& reader);
void read_meshes(Reader& reader);
void read_cameras(Reader& reader);
void read_lights(Reader& reader);
void read_animations(Reader& reader);

// Extras as the model keeps them: null or an object. Anything else is wrapped in one.
Json read_extras(const Json& owner);
// The extras of a node, with what is kept of its extensions (kept.h).
Json read_node_extras(Document& document, std::size_t node);

} // namespace ossuary::gltf
