// The records of bvh.h, field by field: one description for reading, writing, dump and build.
#pragma once

#include "ossuary/base/record_json.h"
#include "ossuary/formats/bvh/bvh.h"

namespace ossuary::bvh {

template <class Io> void describe(Io& io, Node& node) {
    io("name", node.name);
    io("parent", node.parent);
    io("endSite", node.end_site);
    io("offset", node.offset);
    io("channels", node.channels);
}

template <class Io> void describe(Io& io, File& file) {
    const std::size_t width = file.channel_count();
    std::vector<std::vector<double>> frames(file.frame_count);
    for (std::size_t f = 0; f < frames.size(); ++f)
        frames[f].assign(file.values.data() + f * width, file.values.data() + (f + 1) * width);

    io("nodes", file.nodes);
    io("frameTime", file.frame_time);
    io("frames", frames);

    if constexpr (requires { io.stop(""); }) {
        file.frame_count = static_cast<std::uint32_t>(frames.size());
        file.values.clear();
        const std::size_t channels = file.channel_count();
        for (const std::vector<double>& frame : frames) {
            if (frame.size() != channels) return io.stop("a frame has not one value per channel");
            file.values.insert(file.values.end(), frame.begin(), frame.end());
        }
    }
}

} // namespace ossuary::bvh
