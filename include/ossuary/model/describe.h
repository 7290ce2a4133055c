// Description of the model (visitor pattern): the fields of every record by name, once. The values that are compared
// (model_json.h), content_hash() and the data of the web page are visits of it.
//
// A visitor decides what to do with a field by these members:
//     io(name, value)            a field of the record
//     io.optional(name, value)   a field that most records leave empty
//     io.derived(name, value)    a field that follows from others
//     io.origin(name, value)     a field that says where the record came from
//     io.extras(value)           what the record's format keeps for itself
//     io.group(is_set, visit)    fields that are unset together; visit() passes them to io
// Values are numbers, strings, enumerations, vectors of base/math.h, Transform, Affine, Source, ByteBuffer, Channel,
// Event, InfluenceLists, optional, records described here, and lists of all these.
#pragma once

#include "ossuary/model/model.h"

namespace ossuary {

// The influences of all vertices of a mesh.
struct InfluenceLists {
    const std::vector<std::uint32_t>& start;
    const std::vector<Influence>& entries;
};

template <class Io> void describe(Io& io, const Joint& joint) {
    io("name", joint.name);
    io("parent", joint.parent);
    io("rest", joint.rest);
    io.extras(joint.extras);
}

template <class Io> void describe(Io& io, const Surface& surface) {
    io("name", surface.name);
    io("material", surface.material);
    io("first_index", surface.first_index);
    io("index_count", surface.index_count);
    io.derived("first_vertex", surface.first_vertex);
    io.derived("vertex_count", surface.vertex_count);
}

template <class Io> void describe(Io& io, const MorphTarget& morph) {
    io("name", morph.name);
    io("positions", morph.positions);
    io("normals", morph.normals);
}

template <class Io> void describe(Io& io, const MeshLevel& level) {
    io("indices", level.indices);
    io("index_counts", level.index_counts);
}

template <class Io> void describe(Io& io, const Mesh& mesh) {
    io("name", mesh.name);
    io("positions", mesh.positions);
    io("normals", mesh.normals);
    io("tangents", mesh.tangents);
    io("uv0", mesh.uv0);
    io("uv1", mesh.uv1);
    io("colors", mesh.colors);
    io("indices", mesh.indices);
    io("surfaces", mesh.surfaces);
    io("skin", mesh.skin);
    io("joint", mesh.joint);
    io("influences", InfluenceLists{mesh.influence_start, mesh.influences});
    io("morphs", mesh.morphs);
    io.extras(mesh.extras);
    io.optional("levels", mesh.levels);
    io.optional("instances", mesh.instances);
    io.optional("morph_weights", mesh.morph_weights);
}

template <class Io> void describe(Io& io, const LineSet& lines) {
    io("name", lines.name);
    io("points", lines.points);
    io("lines", lines.lines);
    io("joint", lines.joint);
    io.extras(lines.extras);
}

template <class Io> void describe(Io& io, const Skin& skin) {
    io("name", skin.name);
    io("joints", skin.joints);
    io("inverse_bind", skin.inverse_bind);
}

template <class Io> void describe(Io& io, const Image& image) {
    io("name", image.name);
    io.origin("source", image.source);
    io("encoding", image.encoding);
    io("width", image.width);
    io("height", image.height);
    io.extras(image.extras);
    io("bytes", image.bytes);
}

// True if the material's picture is turned or moves, or the surface moves or mirrors, or is of a known substance.
inline bool is_special(const Material& material) {
    const Material plain;
    return material.uv != plain.uv || material.uv_scroll != plain.uv_scroll ||
           material.environment != plain.environment || material.wave != plain.wave ||
           material.substance != plain.substance;
}

// True if the material says more of the light on it than its colours, metal and roughness.
inline bool is_detailed(const Material& material) {
    const Material plain;
    return material.metallic_roughness_image >= 0 || material.occlusion_image >= 0 ||
           material.normal_scale != plain.normal_scale || material.occlusion_strength != plain.occlusion_strength ||
           material.uv_sets != plain.uv_sets;
}

template <class Io> void describe(Io& io, const Material& material) {
    io("name", material.name);
    io("base_color", material.base_color);
    io("emissive", material.emissive);
    io("metallic", material.metallic);
    io("roughness", material.roughness);
    io("base_color_image", material.base_color_image);
    io("normal_image", material.normal_image);
    io("emissive_image", material.emissive_image);
    io("alpha", material.alpha);
    io("alpha_cutoff", material.alpha_cutoff);
    io("double_sided", material.double_sided);
    io("unlit", material.unlit);
    io("wrap_u", material.wrap_u);
    io("wrap_v", material.wrap_v);
    io("filter", material.filter);
    io("frames", material.frames);
    io("frame_rate", material.frame_rate);
    io.extras(material.extras);
    io.optional("texture", material.texture);
    io.group(is_special(material), [&] {
        io("uv_offset", material.uv.offset);
        io("uv_rotation", material.uv.rotation);
        io("uv_scale", material.uv.scale);
        io("uv_scroll", material.uv_scroll);
        io("environment", material.environment);
        io("wave_mode", material.wave.mode);
        io("wave_speed", material.wave.speed);
        io("wave_amplitude", material.wave.amplitude);
        io("wave_grid_size", material.wave.grid_size);
        io("substance", material.substance);
    });
    io.group(is_detailed(material), [&] {
        io("metallic_roughness_image", material.metallic_roughness_image);
        io("occlusion_image", material.occlusion_image);
        io("normal_scale", material.normal_scale);
        io("occlusion_strength", material.occlusion_strength);
        io("base_color_uv", material.uv_sets.base_color);
        io("normal_uv", material.uv_sets.normal);
        io("emissive_uv", material.uv_sets.emissive);
        io("metallic_roughness_uv", material.uv_sets.metallic_roughness);
        io("occlusion_uv", material.uv_sets.occlusion);
    });
}

template <class Io> void describe(Io& io, const MaterialVariant& variant) {
    io("name", variant.name);
    io("materials", variant.materials);
}

template <class Io> void describe(Io& io, const Camera& camera) {
    io("name", camera.name);
    io("joint", camera.joint);
    io("vertical_fov", camera.vertical_fov);
    io("aspect", camera.aspect);
    io("near_plane", camera.near_plane);
    io("far_plane", camera.far_plane);
    io.extras(camera.extras);
}

template <class Io> void describe(Io& io, const Light& light) {
    io("name", light.name);
    io("type", light.type);
    io("joint", light.joint);
    io("position", light.position);
    io("rotation", light.rotation);
    io("color", light.color);
    io("intensity", light.intensity);
    io("range", light.range);
    io("inner_cone", light.inner_cone);
    io("outer_cone", light.outer_cone);
    io.extras(light.extras);
}

template <class Io> void describe(Io& io, const JointTrack& track) {
    io("translation", track.translation);
    io("rotation", track.rotation);
    io("scale", track.scale);
}
template <class Io> void describe(Io& io, const MorphTrack& track) {
    io("mesh", track.mesh);
    io("weights", track.weights);
}
template <class Io> void describe(Io& io, const CameraTrack& track) {
    io("camera", track.camera);
    io("vertical_fov", track.vertical_fov);
}
template <class Io> void describe(Io& io, const LightTrack& track) {
    io("light", track.light);
    io("color", track.color);
    io("intensity", track.intensity);
    io("range", track.range);
}

template <class Io> void describe(Io& io, const Combination& combination) {
    io("prefix", combination.prefix);
    io("count", combination.count);
}

template <class Io> void describe(Io& io, const PlaybackHints& hints) {
    io("layer", hints.layer);
    io("blend_in", hints.blend_in);
    io("blend_out", hints.blend_out);
    io("next", hints.next);
    io("direction", hints.direction);
    io("root_joint", hints.root_joint);
    io.optional("flags", hints.flags ? flag_letters(*hints.flags) : std::string());
    io.optional("collision_scale", hints.collision_scale);
    io.optional("alias_of", hints.alias_of);
    io.optional("combination", hints.combination);
}

template <class Io> void describe(Io& io, const Clip& clip) {
    io("name", clip.name);
    io("duration", clip.duration);
    io("frame_rate", clip.frame_rate);
    io("loop", clip.loop);
    io("joints", clip.joints);
    io("morphs", clip.morphs);
    io("cameras", clip.cameras);
    io("events", clip.events.events);
    io("hints", clip.hints);
    io.extras(clip.extras);
    io.optional("lights", clip.lights);
}

template <class Io> void describe(Io& io, const Transition& transition) {
    io("name", transition.name);
    io.optional("layer", transition.layer);
    io("next", transition.next);
    io("blend_in", transition.blend_in);
    io("blend_out", transition.blend_out);
    io("in_step", transition.in_step);
    io.extras(transition.extras);
}

template <class Io> void describe(Io& io, const ModelTag& tag) {
    io("type", tag.type);
    io("arguments", tag.arguments);
}

template <class Io> void describe(Io& io, const Model& model) {
    io("name", model.name);
    io.origin("source", model.source);
    io("joints", model.skeleton.joints);
    io("meshes", model.meshes);
    io("skins", model.skins);
    io("materials", model.materials);
    io("images", model.images);
    io("cameras", model.cameras);
    io("clips", model.clips);
    io.extras(model.extras);
    io.optional("lines", model.lines);
    io.optional("transitions", model.transitions);
    io.optional("disabled_moves", model.disabled_moves);
    io.optional("tags", model.tags);
    io.optional("copyright", model.copyright);
    io.optional("variants", model.variants);
    io.optional("lights", model.lights);
}

} // namespace ossuary
