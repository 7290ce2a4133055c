// Decoding: a pose of a resident clip at any time, at a cost that does not depend on where or how long the clip is.
// Nothing allocates once the decoder and a cursor are made; a decoder may be used by many threads, each with its
// cursor.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "ossuary/base/cpu.h"
#include "ossuary/codec/packed_clip.h"
#include "ossuary/codec/rig.h"
#include "ossuary/model/pose_block.h"

namespace ossuary::codec {

struct RigTables;
struct ClipTables;
struct CursorState;
struct KernelTable;

// The rig's constants, laid out for decoding. Clips of one rig share them.
std::shared_ptr<const RigTables> make_tables(const PackedRig& rig);

// Where a player is in a clip: the segment it has open and the two keys around it. Playing on in either direction finds
// most of what it needs here; jumping elsewhere works as well. Belongs to the decoder it was made by.
class Cursor {
public:
    Cursor(Cursor&&) noexcept;
    Cursor& operator=(Cursor&&) noexcept;
    ~Cursor();

    // Where it is now takes this much memory.
    std::size_t size_in_bytes() const;

private:
    friend class Decoder;
    explicit Cursor(const ClipTables& tables);
    std::unique_ptr<CursorState> state_;
};

// Two frames, and how far from the first to the second.
struct Position {
    std::size_t first = 0, second = 0;
    float fraction = 0;
};

class Decoder {
public:
    // The clip must be resident; its bytes are checked here, once, and must stay as they are. Every instruction set
    // gives the same bits.
    static Result<Decoder> make(const PackedRig& rig, const PackedClip& clip, Isa isa = Isa::best);
    static Result<Decoder> make(std::shared_ptr<const RigTables> rig, const PackedClip& clip, Isa isa = Isa::best);
    Decoder(Decoder&&) noexcept;
    Decoder& operator=(Decoder&&) noexcept;
    ~Decoder();

    std::size_t joints() const;
    std::size_t frames() const;
    double rate() const;
    const PackedRig& rig() const;
    const PackedClip& clip() const;
    // The clip's bytes and what was made of them, without the rig's tables.
    std::size_t size_in_bytes() const;

    Cursor make_cursor() const;
    bool made(const Cursor& cursor) const;

    // The frames around a time in seconds; before the first key the first holds, after the last the last.
    Position position_at(double time) const;
    // The pose at a time, or between any two frames. `pose` has one transform for each joint, or as many blocks as hold
    // them.
    void sample(double time, Cursor& cursor, std::span<Transform> pose) const;
    void sample(double time, Cursor& cursor, PoseSpan pose) const;
    void sample(const Position& at, Cursor& cursor, PoseSpan pose) const;
    // Without a cursor, joint by joint: the same bits, slower.
    void sample(const Position& at, PoseSpan pose) const;
    // The joints from `first` on, as many as the span holds.
    void sample_range(double time, Cursor& cursor, std::size_t first, std::span<Transform> pose) const;
    // The pose at a key.
    void sample_frame(std::size_t frame, Cursor& cursor, std::span<Transform> pose) const;
    // One joint, without the others.
    Transform sample_joint(double time, std::size_t joint) const;
    // The whole pose, joint by joint, in the plainest way: what the fast paths are tested against.
    void sample_plainly(double time, std::span<Transform> pose) const;

private:
    explicit Decoder(std::unique_ptr<ClipTables> tables, const KernelTable& kernels);
    void prepare(const Position& at, CursorState& state) const;
    void sample_at(const Position& at, CursorState& state, std::size_t first, std::span<Transform> pose) const;

    std::unique_ptr<ClipTables> tables_;
    const KernelTable* kernels_;
};

// The clip as uncompressed channels at its own rate, for converters. Channels that stay in the rest pose have no
// values, but for one of a joint that has a track and never leaves it.
Result<Clip> to_clip(const PackedRig& rig, const PackedClip& clip);
// The rig's joints in their rest pose.
Skeleton to_skeleton(const PackedRig& rig);

} // namespace ossuary::codec
