// A clip as the encoder sees it: local poses at one rate.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "ossuary/base/result.h"
#include "ossuary/codec/encode_options.h"
#include "ossuary/model/clip.h"
#include "ossuary/model/skeleton.h"

namespace ossuary::codec {

struct Frames {
    std::size_t count = 0, joints = 0;
    double rate = 0;        // 0 for a single frame
    bool wraps = false;     // after the last frame comes the first
    bool resampled = false; // the clip's own keys lie elsewhere
    std::vector<Transformd> local;

    std::span<const Transformd> at(std::size_t frame) const { return {local.data() + frame * joints, joints}; }
};

// The keys of a clip, or its poses at the options' rate where its channels have no common one.
Result<Frames> uniform_frames(const Clip& clip, const Skeleton& skeleton, const EncodeOptions& options);

// The shell distance and the bound of each joint.
struct JointBounds {
    std::vector<double> shell, precision;
};
JointBounds joint_bounds(const Skeleton& skeleton, const EncodeOptions& options);

} // namespace ossuary::codec
