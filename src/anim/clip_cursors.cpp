#include "ossuary/anim/clip_cursors.h"

#include <algorithm>

#include "ossuary/anim/prepared_clip.h"
#include "ossuary/base/shared.h"
#include "ossuary/codec/decode.h"

namespace ossuary::anim {

struct ClipCursors::Entry {
    Shared<PreparedClip> clip;
    std::uint32_t use = 0;
    codec::Cursor cursor;
};

ClipCursors::ClipCursors() noexcept = default;
ClipCursors::ClipCursors(ClipCursors&&) noexcept = default;
ClipCursors& ClipCursors::operator=(ClipCursors&&) noexcept = default;
ClipCursors::~ClipCursors() = default;

codec::Cursor* ClipCursors::find(const Shared<PreparedClip>& clip, std::uint32_t use) {
    constexpr std::size_t most = 8;
    const codec::Decoder* const decoder = clip->packed();
    if (!decoder) return nullptr;
    auto entry = std::ranges::find_if(entries_, [&](const Entry& e) { return e.clip == clip && e.use == use; });
    if (entry == entries_.end()) {
        if (entries_.size() == most) entries_.pop_back();
        entries_.push_back({clip, use, decoder->make_cursor()});
        entry = entries_.end() - 1;
    }
    std::rotate(entries_.begin(), entry, entry + 1);
    return &entries_.front().cursor;
}

} // namespace ossuary::anim
