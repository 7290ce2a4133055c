// The records of md5mesh.h, field by field: one description for reading, writing, dump and build.
#pragma once

#include "formats/md5/md5_layout.h"
#include "ossuary/formats/md5/md5mesh.h"

namespace ossuary::md5 {

template <class Io> void describe(Io& io, Joint& joint) {
    io("name", joint.name);
    io("parent", joint.parent);
    io("position", joint.position);
    io("orientation", joint.orientation);
}
template <class Io> void describe(Io& io, Vertex& vertex) {
    io("texCoord", vertex.tex_coord);
    io("firstWeight", vertex.first_weight);
    io("weightCount", vertex.weight_count);
}
template <class Io> void describe(Io& io, Weight& weight) {
    io("joint", weight.joint);
    io("bias", weight.bias);
    io("position", weight.position);
}
// Counts are there for the reader of a dump; what is built counts for itself.
template <class Io> void describe(Io& io, Mesh& mesh) {
    std::optional<std::int64_t> num_verts(mesh.verts.size()), num_tris(mesh.tris.size()),
        num_weights(mesh.weights.size());
    io("name", mesh.name);
    io("shader", mesh.shader);
    io("numVerts", num_verts);
    io("numTris", num_tris);
    io("numWeights", num_weights);
    io("verts", mesh.verts);
    io("tris", mesh.tris);
    io("weights", mesh.weights);
}
template <class Io> void describe(Io& io, MeshFile& file) {
    std::optional<std::int64_t> num_joints(file.joints.size()), num_meshes(file.meshes.size());
    io("commandline", file.commandline);
    io("numJoints", num_joints);
    io("numMeshes", num_meshes);
    io("joints", file.joints);
    io("meshes", file.meshes);
}

} // namespace ossuary::md5
