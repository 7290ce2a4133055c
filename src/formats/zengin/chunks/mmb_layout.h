// The records of mmb.h, field by field: one description for reading, writing, dump and build.
#pragma once

#include "ossuary/formats/zengin/mmb.h"
#include "proto_mesh_layout.h"

namespace ossuary::zengin {

template <class Io> void describe(Io& io, MorphSource& source) {
    describe(io, source.date);
    io("name", source.name);
}
template <class Io> void describe(Io& io, MorphAnimation& animation) {
    io("name", animation.name);
    io("blend_in", animation.blend_in);
    io("blend_out", animation.blend_out);
    io("duration", animation.duration);
    io("layer", animation.layer);
    io("speed", animation.speed);
    io("flags", animation.flags);
    std::uint32_t vertex_count = static_cast<std::uint32_t>(animation.vertices.size());
    io("vertex_count", vertex_count);
    io("frame_count", animation.frame_count);
    io.list("vertices", animation.vertices, vertex_count, 4);
    io.list("samples", animation.samples, std::uint64_t{vertex_count} * animation.frame_count, 12);
}
template <class Io> void describe(Io& io, MorphMesh& file) {
    io("version", file.version);
    io("name", file.name);
    io("mesh", file.mesh);
    io("morph_positions", file.morph_positions);
    io("sources", file.sources);
    io("animations", file.animations);
    io("layout", file.layout);
}

} // namespace ossuary::zengin
