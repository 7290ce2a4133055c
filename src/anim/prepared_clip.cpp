#include "ossuary/anim/prepared_clip.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "anim/finite.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/shared.h"
#include "ossuary/base/sort.h"
#include "ossuary/codec/decode.h"

namespace ossuary::anim {

namespace {

constexpr std::size_t rotation_channel = 3;
constexpr std::size_t first_channels[] = {0, rotation_channel, 7}; // translation, rotation, scale

constexpr std::size_t width_of(std::size_t channel) { return channel == rotation_channel ? 4 : 3; }

} // namespace

PreparedClip::PackedForm::PackedForm(Shared<codec::Decoder> decoder)
    : owner_(new Shared<codec::Decoder>(std::move(decoder))), decoder_(owner_->get()) {}
PreparedClip::PackedForm::PackedForm(const PackedForm& other)
    : owner_(other.owner_ ? new Shared<codec::Decoder>(*other.owner_) : nullptr), decoder_(other.decoder_) {}
PreparedClip::PackedForm::PackedForm(PackedForm&& other) noexcept
    : owner_(std::exchange(other.owner_, nullptr)), decoder_(std::exchange(other.decoder_, nullptr)) {}
PreparedClip::PackedForm& PreparedClip::PackedForm::operator=(PackedForm other) noexcept {
    std::swap(owner_, other.owner_);
    std::swap(decoder_, other.decoder_);
    return *this;
}
PreparedClip::PackedForm::~PackedForm() { delete owner_; }

// Makes a PreparedClip in steps: collect the channels that move, see which times most of them share, lay those out as
// key frames and keep the others apart.
class ClipPreparation {
public:
    ClipPreparation(const Clip& clip, const Rig& rig) : clip_(clip), rig_(rig) {}

    Result<PreparedClip> make() {
        if (auto collected = collect(); !collected) return Failure(collected.error());
        choose_timeline();
        choose_parts();
        fill_frames();
        keep_lone_channels();
        return std::move(prepared_);
    }

    // The clip's channels over those of a packed one.
    Result<PreparedClip> make_over(Shared<codec::Decoder> packed) {
        const std::vector<bool> tracks = packed->clip().tracks_on(packed->rig());
        prepared_.packed_ = PreparedClip::PackedForm(std::move(packed));
        if (auto collected = collect(); !collected) return Failure(collected.error());
        for (std::size_t j = 0; j < tracks.size(); ++j)
            if (tracks[j]) prepared_.animated_[j] = 1;
        prepared_.still_.clear();
        const double rate = clip_.frame_rate > 0 ? clip_.frame_rate : prepared_.packed_->rate();
        if (rate > 0) prepared_.frame_time_ = 1 / rate;
        keep_lone_channels();
        return std::move(prepared_);
    }

private:
    Result<void> collect() {
        if (clip_.joints.size() != rig_.joint_count())
            return fail(Place{.field = "joints"}, "the clip has " + std::to_string(clip_.joints.size()) +
                                                      " tracks for " + std::to_string(rig_.joint_count()) + " joints");
        if (!(clip_.duration >= 0) || !std::isfinite(clip_.duration))
            return fail(Place{.field = "duration"}, "is negative or not finite");
        prepared_.joint_count_ = rig_.joint_count();
        prepared_.duration_ = clip_.duration;
        prepared_.still_ = rig_.rest;
        prepared_.animated_.assign(rig_.block_count() * block_joints, 0.0f);
        for (std::size_t j = 0; j < clip_.joints.size(); ++j) {
            const std::string track = "joints[" + std::to_string(j) + "].";
            if (auto ok = add(j, 0, clip_.joints[j].translation, track + "translation"); !ok)
                return Failure(ok.error());
            if (auto ok = add(j, 3, clip_.joints[j].rotation, track + "rotation"); !ok) return Failure(ok.error());
            if (auto ok = add(j, 7, clip_.joints[j].scale, track + "scale"); !ok) return Failure(ok.error());
        }
        return {};
    }

    // A channel with at least two different values, or any that goes over a packed one's; unit rotations.
    struct Moving {
        std::size_t joint = 0;
        std::size_t channel = 0;
        PreparedClip::Timeline timeline;
        std::vector<float> values;
        bool framed = false; // in the key frames
    };

    template <class T>
    Result<void> add(std::size_t joint, std::size_t channel, const Channel<T>& keys, const std::string& path) {
        if (keys.is_rest()) return {};
        const std::size_t count = keys.values.size();
        if (!keys.times.empty() && keys.times.size() != count)
            return fail(Place{.field = path + ".times"}, "does not match the number of values");
        if (keys.times.empty() && count > 1 && !(keys.rate > 0 && std::isfinite(keys.rate)))
            return fail(Place{.field = path + ".rate"}, "is missing for a uniform channel");
        for (std::size_t i = 0; i < keys.times.size(); ++i)
            if (!std::isfinite(keys.times[i]) || !(i == 0 ? keys.times[i] >= 0 : keys.times[i] > keys.times[i - 1]))
                return fail(Place{.field = path + ".times[" + std::to_string(i) + "]"}, "does not increase");

        prepared_.animated_[joint] = 1;
        Moving moving{joint, channel, {count, keys.times.empty() ? keys.rate : 0, keys.times, keys.interpolation}};
        moving.values.reserve(count * T::size);
        bool still = true;
        for (std::size_t i = 0; i < count; ++i) {
            if (!is_finite(keys.values[i]))
                return fail(Place{.field = path + ".values[" + std::to_string(i) + "]"}, "is not finite");
            T value = keys.values[i];
            if constexpr (T::size == 4) value = to_float(normalize(to_double(value)));
            for (std::size_t c = 0; c < T::size; ++c) moving.values.push_back(value[c]);
            still = still && keys.values[i] == keys.values[0];
        }
        for (std::size_t c = 0; c < T::size; ++c)
            prepared_.still_[joint / block_joints].lane[channel + c][joint % block_joints] = moving.values[c];
        if (!still || prepared_.packed_) moving_.push_back(std::move(moving));
        return {};
    }

    static bool same(const PreparedClip::Timeline& a, const PreparedClip::Timeline& b) {
        return a.count == b.count && a.rate == b.rate && a.interpolation == b.interpolation && a.times == b.times;
    }

    void choose_timeline() {
        const auto before = [](const PreparedClip::Timeline* a, const PreparedClip::Timeline* b) {
            return std::tie(a->count, a->rate, a->interpolation, a->times) <
                   std::tie(b->count, b->rate, b->interpolation, b->times);
        };
        std::map<const PreparedClip::Timeline*, std::size_t, decltype(before)> users(before);
        for (const Moving& moving : moving_) ++users[&moving.timeline];
        std::size_t most = 0, keys = 1;
        for (const auto& [timeline, count] : users) {
            keys = std::max(keys, timeline->count);
            if (count <= most) continue;
            most = count;
            prepared_.timeline_ = *timeline;
        }
        for (Moving& moving : moving_) moving.framed = same(moving.timeline, prepared_.timeline_);
        if (clip_.frame_rate > 0)
            prepared_.frame_time_ = 1 / clip_.frame_rate;
        else if (prepared_.timeline_.rate > 0)
            prepared_.frame_time_ = 1 / prepared_.timeline_.rate;
        else if (keys > 1)
            prepared_.frame_time_ = clip_.duration / static_cast<double>(keys - 1);
    }

    void choose_parts() {
        std::vector<bool> moves(rig_.block_count() * 10);
        for (const Moving& moving : moving_)
            if (moving.framed) moves[moving.joint / block_joints * 10 + moving.channel] = true;
        for (std::size_t block = 0; block < rig_.block_count(); ++block)
            for (const std::size_t channel : first_channels) {
                const bool rotation = channel == rotation_channel;
                auto& parts = moves[block * 10 + channel]
                                  ? (rotation ? prepared_.rotations_ : prepared_.vectors_)
                                  : (rotation ? prepared_.still_rotations_ : prepared_.still_vectors_);
                parts.push_back(part_of(block, channel));
            }
        prepared_.frame_size_ = prepared_.rotations_.size() * 64 + prepared_.vectors_.size() * 48;
    }

    BlockPart part_of(std::size_t block, std::size_t channel) const {
        return {static_cast<std::uint32_t>(block), static_cast<std::uint16_t>(channel),
                static_cast<std::uint16_t>(std::min(block_joints, rig_.joint_count() - block * block_joints))};
    }

    void fill_frames() {
        const std::size_t count = prepared_.timeline_.count, size = prepared_.frame_size_;
        constexpr std::size_t block_floats = sizeof(JointBlock) / sizeof(float);
        prepared_.frames_.resize((count * size + block_floats - 1) / block_floats);
        if (prepared_.frames_.empty()) return;
        float* const frames = prepared_.frames_[0].lane[0];

        // Where each part lies in a frame; joints that rest in it hold still in every frame.
        std::vector<std::size_t> offset(rig_.block_count() * 10);
        std::size_t place = 0;
        for (const auto* parts : {&prepared_.rotations_, &prepared_.vectors_})
            for (const BlockPart& part : *parts) {
                const std::size_t floats = width_of(part.channel) * block_joints;
                for (std::size_t frame = 0; frame < count; ++frame)
                    std::copy_n(prepared_.still_[part.block].lane[part.channel], floats, frames + frame * size + place);
                offset[part.block * 10 + part.channel] = place;
                place += floats;
            }
        for (const Moving& moving : moving_) {
            if (!moving.framed) continue;
            const std::size_t width = width_of(moving.channel);
            float* lane =
                frames + offset[moving.joint / block_joints * 10 + moving.channel] + moving.joint % block_joints;
            for (std::size_t frame = 0; frame < count; ++frame, lane += size)
                for (std::size_t c = 0; c < width; ++c) lane[c * block_joints] = moving.values[frame * width + c];
        }
    }

    void keep_lone_channels() {
        std::vector<const Moving*> lone;
        for (const Moving& moving : moving_)
            if (!moving.framed) lone.push_back(&moving);
        const auto part_key = [](const Moving* m) { return std::tuple(m->joint / block_joints, m->channel); };
        ossuary::sort(lone, [&](const Moving* a, const Moving* b) {
            return std::tuple(part_key(a), a->joint) < std::tuple(part_key(b), b->joint);
        });
        for (std::size_t i = 0; i < lone.size(); ++i) {
            if (i == 0 || part_key(lone[i]) != part_key(lone[i - 1]))
                prepared_.lone_parts_.push_back(part_of(lone[i]->joint / block_joints, lone[i]->channel));
            prepared_.lone_channels_.push_back(
                {prepared_.lone_parts_.size() - 1, lone[i]->joint % block_joints, lone[i]->timeline, lone[i]->values});
        }
    }

    const Clip& clip_;
    const Rig& rig_;
    PreparedClip prepared_;
    std::vector<Moving> moving_;
};

Result<PreparedClip> PreparedClip::make(const Clip& clip, const Rig& rig) { return ClipPreparation(clip, rig).make(); }

Result<PreparedClip> PreparedClip::make(Shared<codec::Decoder> packed, const Rig& rig, const Clip* in_place) {
    if (!packed) return fail(Place{.field = "packed"}, "is missing");
    if (packed->rig().names != rig.names || packed->rig().parents != rig.parents)
        return fail(Place{.field = "packed"}, "the joints are not those of the rig");
    if (in_place && in_place->joints.size() != rig.joint_count())
        return fail(Place{.field = "in_place"}, "does not have one track per joint");
    Clip over;
    over.duration = packed->clip().duration;
    over.frame_rate = packed->clip().frame_rate;
    over.joints.resize(rig.joint_count());
    for (std::size_t j = 0; in_place && j < rig.joint_count(); ++j) {
        if (rig.parents[j] >= 0) continue;
        over.joints[j].translation = in_place->joints[j].translation;
        over.joints[j].rotation = in_place->joints[j].rotation;
    }
    return ClipPreparation(over, rig).make_over(std::move(packed));
}

double PreparedClip::period(LoopPolicy loop) const {
    return loop == LoopPolicy::wrap_interpolated ? duration_ + frame_time_ : duration_;
}

std::size_t PreparedClip::size_in_bytes() const {
    std::size_t size = sizeof(*this) + animated_.size() * sizeof(float) +
                       (still_.size() + frames_.size()) * sizeof(JointBlock) + timeline_.times.size() * sizeof(float);
    for (const auto* parts : {&still_rotations_, &still_vectors_, &rotations_, &vectors_, &lone_parts_})
        size += parts->size() * sizeof(BlockPart);
    for (const LoneChannel& channel : lone_channels_)
        size += sizeof(channel) + (channel.timeline.times.size() + channel.values.size()) * sizeof(float);
    if (packed_) size += packed_->size_in_bytes();
    return size;
}

LoopPolicy loop_policy(const Clip& clip, const Skeleton& skeleton) {
    if (clip.loop == LoopMode::once) return LoopPolicy::clamp;
    std::vector<Transformd> first = sample_pose(clip, skeleton, 0), last = sample_pose(clip, skeleton, clip.duration);
    const std::int32_t hint = clip.hints.root_joint;
    const auto root = static_cast<std::size_t>(std::max(hint, 0));
    if (root < first.size()) first[root].translation = last[root].translation;
    const std::vector<Affined> from = object_pose(skeleton, first), to = object_pose(skeleton, last);
    constexpr double millimetre = 1e-3;
    for (std::size_t j = 0; j < from.size(); ++j)
        if (!(length(from[j].t - to[j].t) <= millimetre))
            return clip.loop == LoopMode::wrap ? LoopPolicy::wrap_interpolated : LoopPolicy::clamp;
    return LoopPolicy::wrap;
}

} // namespace ossuary::anim
