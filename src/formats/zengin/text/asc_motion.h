// Where the nodes of an animation file stand at each sample, and which samples an `ani` picks.
#pragma once

#include <string_view>
#include <vector>

#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/zengin/model.h"

namespace ossuary::zengin {

// Sample i of a node's tracks in engine axes, before F; what has no track comes from NODE_TM. Past its end a track
// holds its last sample.
class NodeMotion {
public:
    explicit NodeMotion(const AscNode& node);

    bool has_tracks() const { return has_tracks_; }
    Affined at(std::size_t sample) const;

private:
    const AscNode* node_;
    Affined rest_;
    bool has_tracks_;
};

// A node relative to its parent; null for a root, which is turned by F.
Affined local_matrix(const NodeMotion& node, const NodeMotion* parent, std::size_t sample);

struct PickedSamples {
    std::vector<std::uint32_t> samples; // in the order of the tracks
    float fps_source = 25;
    float fps = 25; // of what was picked
};
// Frames that are not there are reported under `name` and left out.
PickedSamples pick_samples(const AscFile& file, const ToClipOptions& options, std::string_view name,
                           Diagnostics* diagnostics);

} // namespace ossuary::zengin
