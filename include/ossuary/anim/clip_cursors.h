// ClipCursors: an LRU cache of where packed clips were read last. Going on from there costs half of a search.
#pragma once

#include <cstdint>
#include <vector>

namespace ossuary {
template <class T> struct Shared; // base/shared.h
namespace codec {
class Cursor;
}
} // namespace ossuary

namespace ossuary::anim {

class PreparedClip;

class ClipCursors {
public:
    ClipCursors() noexcept;
    ClipCursors(ClipCursors&& other) noexcept;
    ClipCursors& operator=(ClipCursors&& other) noexcept;
    ~ClipCursors();

    // The cursor of a clip; null for one that is not packed. `use` keeps apart what is read at two places in turn.
    // Allocates where the clip was not among the last eight; the clips of these are kept alive.
    codec::Cursor* find(const Shared<PreparedClip>& clip, std::uint32_t use = 0);

private:
    struct Entry;
    std::vector<Entry> entries_; // the latest first
};

} // namespace ossuary::anim
