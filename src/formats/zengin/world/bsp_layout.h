// The records of world.h that are BSP trees, field by field: one description for reading, writing, dump and build.
#pragma once

#include "formats/zengin/chunks/msh_layout.h"
#include "ossuary/formats/zengin/world.h"

namespace ossuary::zengin {

template <class Io> void describe_node(Io& io, BspNode& node, bool gothic1) {
    io("bbox", node.bbox);
    io("first", node.first);
    io("count", node.count);
    if (node.leaf) return;
    io("flags", node.flags);
    io("plane_distance", node.plane_distance);
    io("plane_normal", node.plane_normal);
    if (gothic1) io("lod", node.lod);
}
template <class Io> void describe(Io& io, BspNode& node) {
    io("leaf", node.leaf);
    describe_node(io, node, true);
}
template <class Io> void describe(Io& io, BspSector& sector) {
    io("name", sector.name);
    io("leaves", sector.leaves);
    io("portals", sector.portals);
}
template <class Io> void describe(Io& io, BspTree& tree) {
    io("version", tree.version);
    io("mode", tree.mode);
    io("polygons", tree.polygons);
    io("nodes", tree.nodes);
    io("light_points", tree.light_points);
    io("sectors", tree.sectors);
    io("portals", tree.portals);
    io("end_mark", tree.end_mark);
    io("layout", tree.layout);
}
template <class Io> void describe(Io& io, MeshAndBsp& world) {
    io("version", world.version);
    io("mesh", world.mesh);
    io("bsp", world.bsp);
    io("trailing", world.trailing);
}

} // namespace ossuary::zengin
