// The records of mdm.h that are soft skins, field by field: one description for reading, writing, dump and build.
#pragma once

#include "ossuary/formats/zengin/mdm.h"
#include "proto_mesh_layout.h"

namespace ossuary::zengin {

inline constexpr std::uint32_t most_influences = 64; // of a vertex

// The payload of b1ff; the mesh must be there.
void read_skin(PayloadReader& io, SoftSkin& skin);
void write_skin(PayloadWriter& io, const SoftSkin& skin);

template <class Io> void describe(Io& io, SkinInfluence& influence) {
    io("weight", influence.weight);
    io("position", influence.position);
    io("node", influence.node);
}
template <class Io> void describe(Io& io, WedgeNormal& normal) {
    io("normal", normal.normal);
    io("index", normal.index);
}
template <class Io> void describe(Io& io, SoftSkin& skin) {
    io("version", skin.version);
    io("mesh", skin.mesh);
    io("influence_counts", skin.influence_counts);
    io("influences", skin.influences);
    io("weight_padding", skin.weight_padding);
    io("wedge_normals", skin.wedge_normals);
    io("nodes", skin.nodes);
    io("boxes", skin.boxes);
}

} // namespace ossuary::zengin
