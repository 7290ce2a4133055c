#include "ossuary/anim/clip_cursors.h"

#include <algorithm>

namespace ossuary::anim {

codec::Cursor* ClipCursors::find(const std::shared_ptr<const PreparedClip>& clip, std::uint32_t use) {
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
