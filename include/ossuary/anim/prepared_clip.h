// PreparedClip: a clip ready for sampling on one rig: laid out as key frames, or packed (codec/packed_clip.h) and
// decoded as it is sampled. Random access: the cost of a pose does not depend on the time or the direction, nor, but
// for packed clips, on what was sampled before.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ossuary/anim/kernels.h"
#include "ossuary/anim/pose.h"
#include "ossuary/anim/rig.h"
#include "ossuary/base/result.h"
#include "ossuary/model/clip.h"

namespace ossuary {
template <class T> struct Shared; // base/shared.h
namespace codec {
class Cursor;
class Decoder;
} // namespace codec
} // namespace ossuary

namespace ossuary::anim {

struct KernelTable;

// What lies before the first and after the last key.
//   clamp              the nearest key holds
//   wrap               the clip repeats after `duration`: its last key is its first
//   wrap_interpolated  it repeats after `duration` plus one frame, in which it goes from the last key to the first
enum class LoopPolicy : std::uint8_t { clamp, wrap, wrap_interpolated };

class PreparedClip {
public:
    // Fails if the clip does not have one track per joint of the rig, a key is not finite, or a channel breaks the
    // rules of its form.
    static Result<PreparedClip> make(const Clip& clip, const Rig& rig);
    // A packed clip, kept as it is: the decoder's bytes must outlive this, which those a PackedClip owns do.
    // `in_place`, where it is not null, is the same clip with its root motion taken out (root_motion.h): the skeleton's
    // roots are moved and turned as it says. Fails if the packed rig's joints are not the rig's.
    static Result<PreparedClip> make(Shared<codec::Decoder> packed, const Rig& rig, const Clip* in_place = nullptr);

    std::size_t joint_count() const { return joint_count_; }
    double duration() const { return duration_; }
    // The time after which the clip repeats itself; `duration` for clamp.
    double period(LoopPolicy loop) const;
    // One weight per joint, padded to whole blocks: 1 where the clip has a track of its own, 0 where the joint keeps
    // its rest pose.
    std::span<const float> animated() const { return animated_; }
    // Null for a clip that is not packed. Makes the cursors that SampleJob takes.
    const codec::Decoder* packed() const { return packed_.get(); }
    // What it takes in memory.
    std::size_t size_in_bytes() const;

private:
    friend struct SampleJob;
    friend class ClipPreparation;

    // When the keys of a channel, or of several, come.
    struct Timeline {
        std::size_t count = 0;
        double rate = 0; // 0: `times` says
        std::vector<float> times;
        Interpolation interpolation = Interpolation::linear;
    };
    // Between which keys a time lies, and how far from the first to the second.
    struct KeySpan {
        std::size_t first = 0, second = 0;
        float fraction = 0;
    };
    // A channel with times of its own, for one lane of `lone_parts_[part]`.
    struct LoneChannel {
        std::size_t part = 0;
        std::size_t lane = 0;
        Timeline timeline;
        std::vector<float> values; // three or four per key
    };

    // Owns what keeps the decoder alive.
    class PackedForm {
    public:
        PackedForm() noexcept = default;
        explicit PackedForm(Shared<codec::Decoder> decoder);
        PackedForm(const PackedForm& other);
        PackedForm(PackedForm&& other) noexcept;
        PackedForm& operator=(PackedForm other) noexcept;
        ~PackedForm();

        const codec::Decoder* get() const { return decoder_; }
        const codec::Decoder* operator->() const { return decoder_; }
        explicit operator bool() const { return decoder_; }

    private:
        Shared<codec::Decoder>* owner_ = nullptr;
        const codec::Decoder* decoder_ = nullptr;
    };

    double wrapped(double time, LoopPolicy loop) const;
    KeySpan find_keys(const Timeline& timeline, double wrapped_time) const;
    void sample_frames(double wrapped_time, PoseSpan output, const KernelTable& kernels) const;
    void sample_packed(double wrapped_time, PoseSpan output, codec::Cursor* cursor) const;
    void sample_lone_channels(double wrapped_time, PoseSpan output, const KernelTable& kernels) const;

    double duration_ = 0;
    double frame_time_ = 0;
    std::size_t joint_count_ = 0;
    JointWeights animated_;
    PackedForm packed_; // gives everything but lone channels; there are no key frames
    // What does not move.
    std::vector<JointBlock> still_;
    std::vector<BlockPart> still_rotations_, still_vectors_;
    // Key frames that most channels share: for each of these parts four or three channels of sixteen lanes.
    Timeline timeline_;
    std::vector<BlockPart> rotations_, vectors_;
    std::size_t frame_size_ = 0;     // floats
    std::vector<JointBlock> frames_; // floats; as blocks for their alignment
    // The rest, sorted by part. Of a packed clip: what is not the packed clip's.
    std::vector<BlockPart> lone_parts_;
    std::vector<LoneChannel> lone_channels_;
};

// The policy that suits a clip's data: clamp for one that is played once; for a loop, wrap if its first and last pose
// agree within a millimetre at every joint in object space (its root's translation left aside), else
// wrap_interpolated; where the clip does not say, wrap if they agree, else clamp.
LoopPolicy loop_policy(const Clip& clip, const Skeleton& skeleton);

} // namespace ossuary::anim
