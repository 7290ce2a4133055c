#include "ossuary/assets/model_json.h"

#include <algorithm>

#include "ossuary/base/hash.h"
#include "ossuary/base/record_json.h"
#include "ossuary/model/names.h"

namespace ossuary {

namespace {

Json hex(std::uint32_t value) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text(8, '0');
    for (std::size_t i = 0; i < 8; ++i) text[7 - i] = digits[value >> (4 * i) & 15];
    return text;
}

template <class T> Json list_of(const T& values) { return JsonDumper::dump(values); }

template <class T, class Each> Json each(const std::vector<T>& values, const Each& entry_of) {
    Json list = Json::array();
    for (const T& value : values) list.push(entry_of(value, list.size()));
    return list;
}

Json image_name(const Model& model, std::int32_t image) {
    if (image < 0 || static_cast<std::size_t>(image) >= model.images.size()) return {};
    return model.images[static_cast<std::size_t>(image)].name;
}

std::size_t most_influences(const Mesh& mesh) {
    std::uint32_t most = 0;
    for (std::size_t v = 0; v + 1 < mesh.influence_start.size(); ++v)
        most = std::max(most, mesh.influence_start[v + 1] - mesh.influence_start[v]);
    return most;
}

Json event_json(const Event& event, std::size_t) {
    Json json = Json::object();
    json.set("time", event.time);
    if (event.frame >= 0) json.set("frame", event.frame);
    json.set("type", kind_of(event.data));
    if (const auto name = name_in(event.data); !name.empty()) json.set("name", name);
    if (const Json fields = fields_of(event.data); fields.size() > 0) json.set("args", fields);
    return json;
}

// ---- facts

Json joint_facts(const Joint& joint, std::size_t index) {
    Json json = Json::object();
    json.set("index", index);
    json.set("name", joint.name);
    json.set("parent", joint.parent);
    return json;
}

Json mesh_facts(const Mesh& mesh, std::size_t index) {
    Json json = Json::object();
    json.set("index", index);
    json.set("name", mesh.name);
    json.set("numVerts", mesh.positions.size());
    json.set("numTris", mesh.indices.size() / 3);
    json.set("numSurfaces", mesh.surfaces.size());
    json.set("maxWeightsPerVertex", most_influences(mesh));
    if (!mesh.levels.empty()) {
        json.set("numLevels", mesh.levels.size());
        json.set("levelTris",
                 each(mesh.levels, [](const MeshLevel& level, std::size_t) { return Json(level.indices.size() / 3); }));
    }
    if (!mesh.morphs.empty())
        json.set("morphs", each(mesh.morphs, [](const MorphTarget& morph, std::size_t) { return Json(morph.name); }));
    return json;
}

Json clip_facts(const Clip& clip, std::size_t index) {
    Json json = Json::object();
    json.set("index", index);
    json.set("name", clip.name);
    json.set("durationSeconds", clip.duration);
    json.set("frameRate", clip.frame_rate);
    json.set("loop", name_of(clip.loop));
    json.set("events", each(clip.events.events, event_json));
    return json;
}

// ---- values

template <class T> Json channel_values(const Channel<T>& channel) {
    Json json = Json::object();
    if (channel.is_rest()) return json;
    if (channel.values.size() > 1) {
        if (channel.times.empty())
            json.set("rate", channel.rate);
        else
            json.set("times", list_of(channel.times));
        json.set("interpolation", name_of(channel.interpolation));
    }
    json.set("values", list_of(channel.values));
    return json;
}

Json transform_values(const Transform& transform) {
    Json json = Json::object();
    json.set("translation", list_of(transform.translation));
    json.set("rotation", list_of(transform.rotation));
    json.set("scale", list_of(transform.scale));
    return json;
}

void set_extras(Json& json, const Json& extras) {
    if (!extras.is_null()) json.set("extras", extras);
}

Json mesh_values(const Mesh& mesh, std::size_t) {
    Json json = Json::object();
    json.set("name", mesh.name);
    json.set("skin", mesh.skin);
    json.set("joint", mesh.joint);
    if (!mesh.instances.empty()) json.set("instances", list_of(mesh.instances));
    json.set("positions", list_of(mesh.positions));
    json.set("normals", list_of(mesh.normals));
    json.set("tangents", list_of(mesh.tangents));
    json.set("uv0", list_of(mesh.uv0));
    json.set("uv1", list_of(mesh.uv1));
    json.set("colors", each(mesh.colors, [](const ColorRgba8& c, std::size_t) {
                 return Json(Json::Array{c.r, c.g, c.b, c.a});
             }));
    json.set("indices", list_of(mesh.indices));
    json.set("surfaces", each(mesh.surfaces, [](const Surface& surface, std::size_t) {
                 Json entry = Json::object();
                 entry.set("name", surface.name);
                 entry.set("material", surface.material);
                 entry.set("first_index", surface.first_index);
                 entry.set("index_count", surface.index_count);
                 return entry;
             }));
    Json influences = Json::array();
    for (std::size_t v = 0; v + 1 < mesh.influence_start.size(); ++v) {
        Json of_vertex = Json::array();
        for (std::uint32_t i = mesh.influence_start[v]; i < mesh.influence_start[v + 1]; ++i)
            of_vertex.push(Json(Json::Array{mesh.influences[i].joint, mesh.influences[i].weight}));
        influences.push(std::move(of_vertex));
    }
    json.set("influences", std::move(influences));
    json.set("morphs", each(mesh.morphs, [](const MorphTarget& morph, std::size_t) {
                 Json entry = Json::object();
                 entry.set("name", morph.name);
                 entry.set("positions", list_of(morph.positions));
                 entry.set("normals", list_of(morph.normals));
                 return entry;
             }));
    if (!mesh.levels.empty())
        json.set("levels", each(mesh.levels, [](const MeshLevel& level, std::size_t) {
                     Json entry = Json::object();
                     entry.set("index_counts", list_of(level.index_counts));
                     entry.set("indices", list_of(level.indices));
                     return entry;
                 }));
    set_extras(json, mesh.extras);
    return json;
}

Json material_values(const Material& material, std::size_t) {
    Json json = Json::object();
    json.set("name", material.name);
    json.set("base_color", list_of(material.base_color));
    json.set("emissive", list_of(material.emissive));
    json.set("metallic", material.metallic);
    json.set("roughness", material.roughness);
    json.set("base_color_image", material.base_color_image);
    json.set("normal_image", material.normal_image);
    json.set("emissive_image", material.emissive_image);
    json.set("alpha", name_of(material.alpha));
    json.set("alpha_cutoff", material.alpha_cutoff);
    json.set("double_sided", material.double_sided);
    json.set("unlit", material.unlit);
    json.set("wrap_u", name_of(material.wrap_u));
    json.set("wrap_v", name_of(material.wrap_v));
    json.set("filter", name_of(material.filter));
    json.set("frames", list_of(material.frames));
    json.set("frame_rate", material.frame_rate);
    json.set("uv_offset", list_of(material.uv.offset));
    json.set("uv_rotation", material.uv.rotation);
    json.set("uv_scale", list_of(material.uv.scale));
    json.set("uv_scroll", list_of(material.uv_scroll));
    json.set("environment", material.environment);
    json.set("wave_mode", name_of(material.wave.mode));
    json.set("wave_speed", name_of(material.wave.speed));
    json.set("wave_amplitude", material.wave.amplitude);
    json.set("wave_grid_size", material.wave.grid_size);
    json.set("substance", name_of(material.substance));
    set_extras(json, material.extras);
    return json;
}

Json image_values(const Image& image, std::size_t) {
    Json json = Json::object();
    json.set("name", image.name);
    json.set("encoding", name_of(image.encoding));
    json.set("width", image.width);
    json.set("height", image.height);
    json.set("crc32", hex(crc32(image.bytes)));
    set_extras(json, image.extras);
    return json;
}

Json clip_values(const Clip& clip, std::size_t) {
    Json json = Json::object();
    json.set("name", clip.name);
    json.set("duration", clip.duration);
    json.set("frame_rate", clip.frame_rate);
    json.set("loop", name_of(clip.loop));
    json.set("joints", each(clip.joints, [](const JointTrack& track, std::size_t) {
                 Json entry = Json::object();
                 entry.set("translation", channel_values(track.translation));
                 entry.set("rotation", channel_values(track.rotation));
                 entry.set("scale", channel_values(track.scale));
                 return entry;
             }));
    json.set("morphs", each(clip.morphs, [](const MorphTrack& track, std::size_t) {
                 Json entry = Json::object();
                 entry.set("mesh", track.mesh);
                 entry.set("weights", each(track.weights, [](const Channel<float>& channel, std::size_t) {
                               return channel_values(channel);
                           }));
                 return entry;
             }));
    json.set("cameras", each(clip.cameras, [](const CameraTrack& track, std::size_t) {
                 Json entry = Json::object();
                 entry.set("camera", track.camera);
                 entry.set("vertical_fov", channel_values(track.vertical_fov));
                 return entry;
             }));
    json.set("events", each(clip.events.events, event_json));
    Json hints = Json::object();
    hints.set("layer", clip.hints.layer);
    hints.set("blend_in", clip.hints.blend_in);
    hints.set("blend_out", clip.hints.blend_out);
    hints.set("next", clip.hints.next);
    hints.set("direction", name_of(clip.hints.direction));
    hints.set("root_joint", clip.hints.root_joint);
    json.set("hints", std::move(hints));
    set_extras(json, clip.extras);
    return json;
}

} // namespace

Json model_facts(const Model& model) {
    std::size_t vertices = 0, triangles = 0;
    for (const Mesh& mesh : model.meshes) {
        vertices += mesh.positions.size();
        triangles += mesh.indices.size() / 3;
    }
    Json json = Json::object();
    json.set("name", model.name);
    json.set("numJoints", model.skeleton.joints.size());
    json.set("numMeshes", model.meshes.size());
    json.set("numVerts", vertices);
    json.set("numTris", triangles);
    json.set("numMaterials", model.materials.size());
    json.set("numImages", model.images.size());
    json.set("numClips", model.clips.size());
    if (const auto box = bounds(model)) {
        json.set("bboxMin", list_of(box->min));
        json.set("bboxMax", list_of(box->max));
    }
    json.set("joints", each(model.skeleton.joints, joint_facts));
    json.set("meshes", each(model.meshes, mesh_facts));
    json.set("materials", each(model.materials, [&](const Material& material, std::size_t index) {
                 Json entry = Json::object();
                 entry.set("index", index);
                 entry.set("name", material.name);
                 entry.set("image", image_name(model, material.base_color_image));
                 entry.set("normal", image_name(model, material.normal_image));
                 entry.set("alpha", name_of(material.alpha));
                 return entry;
             }));
    json.set("images", each(model.images, [](const Image& image, std::size_t index) {
                 Json entry = Json::object();
                 entry.set("index", index);
                 entry.set("name", image.name);
                 entry.set("encoding", name_of(image.encoding));
                 entry.set("width", image.width);
                 entry.set("height", image.height);
                 entry.set("bytes", image.bytes.size());
                 return entry;
             }));
    if (!model.cameras.empty()) {
        json.set("cameras", each(model.cameras, [](const Camera& camera, std::size_t index) {
                     Json entry = Json::object();
                     entry.set("index", index);
                     entry.set("name", camera.name);
                     entry.set("joint", camera.joint);
                     entry.set("vertical_fov", camera.vertical_fov);
                     return entry;
                 }));
    }
    json.set("clips", each(model.clips, clip_facts));
    return json;
}

Json model_values(const Model& model) {
    Json json = Json::object();
    json.set("name", model.name);
    json.set("joints", each(model.skeleton.joints, [](const Joint& joint, std::size_t) {
                 Json entry = Json::object();
                 entry.set("name", joint.name);
                 entry.set("parent", joint.parent);
                 entry.set("rest", transform_values(joint.rest));
                 set_extras(entry, joint.extras);
                 return entry;
             }));
    json.set("meshes", each(model.meshes, mesh_values));
    if (!model.lines.empty())
        json.set("lines", each(model.lines, [](const LineSet& lines, std::size_t) {
                     Json entry = Json::object();
                     entry.set("name", lines.name);
                     entry.set("joint", lines.joint);
                     entry.set("points", each(lines.points, [](const Vec3& p, std::size_t) { return list_of(p); }));
                     entry.set("lines", each(lines.lines, [](const auto& line, std::size_t) { return list_of(line); }));
                     set_extras(entry, lines.extras);
                     return entry;
                 }));
    json.set("skins", each(model.skins, [](const Skin& skin, std::size_t) {
                 Json entry = Json::object();
                 entry.set("name", skin.name);
                 entry.set("joints", list_of(skin.joints));
                 entry.set("inverse_bind", each(skin.inverse_bind, [](const Affine& matrix, std::size_t) {
                               return list_of(matrix.columns());
                           }));
                 return entry;
             }));
    json.set("materials", each(model.materials, material_values));
    json.set("images", each(model.images, image_values));
    json.set("cameras", each(model.cameras, [](const Camera& camera, std::size_t) {
                 Json entry = Json::object();
                 entry.set("name", camera.name);
                 entry.set("joint", camera.joint);
                 entry.set("vertical_fov", camera.vertical_fov);
                 entry.set("aspect", camera.aspect);
                 entry.set("near_plane", camera.near_plane);
                 entry.set("far_plane", camera.far_plane);
                 set_extras(entry, camera.extras);
                 return entry;
             }));
    json.set("clips", each(model.clips, clip_values));
    set_extras(json, model.extras);
    return json;
}

} // namespace ossuary
