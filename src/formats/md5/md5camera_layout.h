// The records of md5camera.h, field by field: one description for reading, writing, dump and build.
#pragma once

#include "formats/md5/md5_layout.h"
#include "ossuary/formats/md5/md5camera.h"

namespace ossuary::md5 {

template <class Io> void describe(Io& io, CameraFrame& frame) {
    io("position", frame.position);
    io("orientation", frame.orientation);
    io("fovX", frame.fov);
}
// Counts are there for the reader of a dump; what is built counts for itself.
template <class Io> void describe(Io& io, CameraFile& file) {
    std::optional<std::int64_t> num_frames(file.frames.size()), num_cuts(file.cuts.size());
    io("commandline", file.commandline);
    io("numFrames", num_frames);
    io("frameRate", file.frame_rate);
    io("numCuts", num_cuts);
    io("cuts", file.cuts);
    io("frames", file.frames);
}

} // namespace ossuary::md5
