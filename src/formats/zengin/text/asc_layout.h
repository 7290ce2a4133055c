// The records of asc.h, field by field: one description for reading, writing, dump and build.
#pragma once

#include "ossuary/base/record_json.h"
#include "ossuary/formats/zengin/asc.h"

namespace ossuary::zengin {

template <class Io> void describe(Io& io, AscScene& scene) {
    io("filename", scene.filename);
    io("first_frame", scene.first_frame);
    io("last_frame", scene.last_frame);
    io("frame_speed", scene.frame_speed);
    io("ticks_per_frame", scene.ticks_per_frame);
    io("background", scene.background);
    io("ambient", scene.ambient);
}
template <class Io> void describe(Io& io, AscMap& map) {
    io("name", map.name);
    io("class", map.map_class);
    io("subno", map.subno);
    io("amount", map.amount);
    io("bitmap", map.bitmap);
    io("type", map.type);
    io("u_offset", map.u_offset);
    io("v_offset", map.v_offset);
    io("u_tiling", map.u_tiling);
    io("v_tiling", map.v_tiling);
    io("angle", map.angle);
    io("blur", map.blur);
    io("blur_offset", map.blur_offset);
    io("nouse_amt", map.nouse_amt);
    io("noise_size", map.noise_size);
    io("noise_level", map.noise_level);
    io("noise_phase", map.noise_phase);
    io("filter", map.filter);
}
template <class Io> void describe(Io& io, AscMaterial& material) {
    io("name", material.name);
    io("class", material.material_class);
    io("ambient", material.ambient);
    io("diffuse", material.diffuse);
    io("specular", material.specular);
    io("shine", material.shine);
    io("shine_strength", material.shine_strength);
    io("transparency", material.transparency);
    io("wire_size", material.wire_size);
    io("shading", material.shading);
    io("xp_falloff", material.xp_falloff);
    io("self_illum", material.self_illum);
    io("falloff", material.falloff);
    io("xp_type", material.xp_type);
    io("map_diffuse", material.map_diffuse);
    io("submaterials", material.submaterials);
}
template <class Io> void describe(Io& io, AscMatrix& matrix) {
    io("rows", matrix.rows);
    io("pos", matrix.pos);
    io("rot_axis", matrix.rot_axis);
    io("rot_angle", matrix.rot_angle);
    io("scale", matrix.scale);
    io("scale_axis", matrix.scale_axis);
    io("scale_axis_angle", matrix.scale_axis_angle);
}
template <class Io> void describe(Io& io, AscFace& face) {
    io("vertices", face.vertices);
    io("edges", face.edges);
    io("smoothing", face.smoothing);
    io("material", face.material);
}
template <class Io> void describe(Io& io, AscMesh& mesh) {
    io("time_value", mesh.time_value);
    io("vertices", mesh.vertices);
    io("faces", mesh.faces);
    io("texture_vertices", mesh.texture_vertices);
    io("texture_faces", mesh.texture_faces);
}
template <class Io> void describe(Io& io, AscPositionKey& key) {
    io("tick", key.tick);
    io("position", key.position);
}
template <class Io> void describe(Io& io, AscRotationKey& key) {
    io("tick", key.tick);
    io("axis", key.axis);
    io("angle", key.angle);
}
template <class Io> void describe(Io& io, AscScaleKey& key) {
    io("tick", key.tick);
    io("scale", key.scale);
    io("axis", key.axis);
    io("angle", key.angle);
}
template <class Io> void describe(Io& io, AscTracks& tracks) {
    io("positions", tracks.positions);
    io("rotations", tracks.rotations);
    io("scales", tracks.scales);
}
template <class Io> void describe(Io& io, AscNode& node) {
    io("is_geometry", node.is_geometry);
    io("name", node.name);
    io("parent", node.parent);
    io("matrix", node.matrix);
    io("material_ref", node.material_ref);
    io("wireframe_color", node.wireframe_color);
    io("mesh_kind", node.mesh_kind);
    io("meshes", node.meshes);
    io("tracks", node.tracks);
}
template <class Io> void describe(Io& io, AscInfluence& influence) {
    io("bone", influence.bone);
    io("weight", influence.weight);
}
template <class Io> void describe(Io& io, AscSkin& skin) {
    io("node", skin.node);
    io("bones", skin.bones);
    io("start", skin.start);
    io("influences", skin.influences);
}
template <class Io> void describe(Io& io, AscFile& file) {
    io("version", file.version);
    io("comment", file.comment);
    io("scene", file.scene);
    io("materials", file.materials);
    io("nodes", file.nodes);
    io("skins", file.skins);
}

} // namespace ossuary::zengin
