// The records of man.h, field by field: one description for reading, writing, dump and build.
#pragma once

#include "chunk_layout.h"
#include "ossuary/formats/zengin/man.h"

namespace ossuary::zengin {

template <class Io> void describe(Io& io, AnimationEvent& event) {
    io("type", event.type);
    io("frame", event.frame);
    io("tag", event.tag);
    io("content", event.content);
    io("values", event.values);
    io("probability", event.probability);
}
template <class Io> void describe(Io& io, PackedSample& sample) {
    io("raw_rotation", sample.rotation);
    io("raw_position", sample.position);
}
template <class Io> void describe_header(Io& io, ModelAnimation& animation) {
    io("version", animation.version);
    io("name", animation.name);
    io("layer", animation.layer);
    io("num_frames", animation.num_frames);
    io("num_nodes", animation.num_nodes);
    io("fps", animation.fps);
    io("fps_source", animation.fps_source);
    io("sample_position_min", animation.sample_position_min);
    io("sample_position_scale", animation.sample_position_scale);
    io("bbox_min", animation.bbox.min);
    io("bbox_max", animation.bbox.max);
    io("next", animation.next);
}
template <class Io> void describe_source(Io& io, ModelAnimation& animation) {
    io("source_date", animation.source_date);
    io("source_path", animation.source_path);
    io("source_script", animation.source_script);
}
template <class Io> void describe_samples(Io& io, ModelAnimation& animation) {
    io("checksum", animation.checksum);
    io.list("node_indices", animation.node_indices, animation.num_nodes, 4);
    io.list("samples", animation.samples, std::uint64_t{animation.num_nodes} * animation.num_frames, 12);
}
template <class Io> void describe(Io& io, ModelAnimation& animation) {
    describe_header(io, animation);
    describe_source(io, animation);
    io("events", animation.events);
    describe_samples(io, animation);
    io("layout", animation.layout);
}

} // namespace ossuary::zengin
