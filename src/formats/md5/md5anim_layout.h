// The records of md5anim.h, field by field: one description for reading, writing, dump and build.
#pragma once

#include "formats/md5/md5_layout.h"
#include "ossuary/formats/md5/md5anim.h"

namespace ossuary::md5 {

template <class Io> void describe(Io& io, HierarchyEntry& entry) {
    io("name", entry.name);
    io("parent", entry.parent);
    io("flags", entry.flags);
    io("firstComponent", entry.first_component);
}
// A box prints as its two corners.
Json to_json(const Bounds& bounds);
bool from_json(const Json& json, Bounds& bounds);

// Counts are there for the reader of a dump; what is built counts for itself. `frames` has a list per frame.
template <class Io> void describe(Io& io, AnimFile& file) {
    std::optional<std::int64_t> num_frames(file.num_frames), num_joints(file.hierarchy.size()),
        num_components(file.num_animated_components);
    const auto width = static_cast<std::size_t>(file.num_animated_components);
    std::vector<std::vector<double>> frames(static_cast<std::size_t>(file.num_frames));
    for (std::size_t f = 0; f < frames.size(); ++f)
        frames[f].assign(file.components.data() + f * width, file.components.data() + (f + 1) * width);

    io("commandline", file.commandline);
    io("numFrames", num_frames);
    io("numJoints", num_joints);
    io("frameRate", file.frame_rate);
    io("numAnimatedComponents", num_components);
    io("hierarchy", file.hierarchy);
    io("bounds", file.bounds);
    io("baseframe", file.base_frame);
    io("frames", frames);

    if constexpr (requires { io.stop(""); }) {
        file.num_frames = static_cast<std::int32_t>(frames.size());
        file.num_animated_components = frames.empty() ? 0 : static_cast<std::int32_t>(frames[0].size());
        file.components.clear();
        for (const std::vector<double>& frame : frames) {
            if (frame.size() != frames[0].size()) return io.stop("frames differ in length");
            file.components.insert(file.components.end(), frame.begin(), frame.end());
        }
    }
}

} // namespace ossuary::md5
