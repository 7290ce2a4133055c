// ClipCursors: where packed clips were read last. Going on from there costs half of finding the place anew.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "ossuary/anim/prepared_clip.h"
#include "ossuary/codec/decode.h"

namespace ossuary::anim {

class ClipCursors {
public:
    // The cursor of a clip; null for one that is not packed. `use` keeps apart what is read at two places in turn.
    // Allocates where the clip was not among the last eight; the clips of these are kept alive.
    codec::Cursor* find(const std::shared_ptr<const PreparedClip>& clip, std::uint32_t use = 0);

private:
    struct Entry {
        std::shared_ptr<const PreparedClip> clip;
        std::uint32_t use = 0;
        codec::Cursor cursor;
    };
    std::vector<Entry> entries_; // the latest first
};

} // namespace ossuary::anim
