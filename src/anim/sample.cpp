#include "ossuary/anim/sample.h"

#include <algorithm>
#include <cmath>

#include "anim/job_checks.h"
#include "anim/kernels/table.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/codec/decode.h"

namespace ossuary::anim {

namespace {

void copy_parts(const std::vector<BlockPart>& parts, std::size_t channels, PoseView from, PoseSpan to) {
    for (const BlockPart& part : parts)
        std::copy_n(from[part.block].lane[part.channel], channels * block_joints, to[part.block].lane[part.channel]);
}

} // namespace

// The time within one pass; for wrap_interpolated up to one frame beyond the duration.
double PreparedClip::wrapped(double time, LoopPolicy loop) const {
    if (loop == LoopPolicy::clamp) return std::clamp(time, 0.0, duration_);
    const double length = period(loop);
    if (!(length > 0)) return 0;
    const double rest = std::fmod(time, length);
    return rest < 0 ? rest + length : rest;
}

PreparedClip::KeySpan PreparedClip::find_keys(const Timeline& timeline, double time) const {
    const std::size_t last = timeline.count - 1;
    const bool step = timeline.interpolation == Interpolation::step;
    if (time > duration_) {
        if (step) return {last, last, 0};
        return {last, 0, static_cast<float>(std::min((time - duration_) / frame_time_, 1.0))};
    }
    KeySpan span;
    double fraction = 0;
    if (timeline.rate > 0) {
        const double position = std::min(time * timeline.rate, static_cast<double>(last));
        span.first = static_cast<std::size_t>(position);
        fraction = position - static_cast<double>(span.first);
    } else {
        const auto& times = timeline.times;
        const auto after = std::upper_bound(times.begin(), times.end(), time,
                                            [](double t, float key) { return t < static_cast<double>(key); });
        if (after == times.begin()) return {};
        span.first = static_cast<std::size_t>(after - times.begin()) - 1;
        if (span.first < last) {
            const double from = times[span.first], to = times[span.first + 1];
            fraction = (time - from) / (to - from);
        }
    }
    span.second = std::min(span.first + 1, last);
    span.fraction = step ? 0 : static_cast<float>(fraction);
    return span;
}

void PreparedClip::sample_frames(double time, PoseSpan output, const KernelTable& kernels) const {
    copy_parts(still_rotations_, 4, still_, output);
    copy_parts(still_vectors_, 3, still_, output);
    if (frame_size_ > 0) {
        const PreparedClip::KeySpan span = find_keys(timeline_, time);
        const float* const frames = frames_[0].lane[0];
        const float* const first = frames + span.first * frame_size_;
        if (span.fraction == 0) {
            const float* from = first;
            for (const BlockPart& part : rotations_) {
                std::copy_n(from, 64, output[part.block].lane[part.channel]);
                from += 64;
            }
            for (const BlockPart& part : vectors_) {
                std::copy_n(from, 48, output[part.block].lane[part.channel]);
                from += 48;
            }
        } else {
            alignas(64) float fractions[block_joints];
            std::fill_n(fractions, block_joints, span.fraction);
            kernels.sample({first, frames + span.second * frame_size_, fractions, rotations_.data(), rotations_.size(),
                            vectors_.data(), vectors_.size(), output.data()});
        }
    }
}

// The kernels of the codec are its own: they all give the same bits.
void PreparedClip::sample_packed(double time, PoseSpan output, codec::Cursor* cursor) const {
    codec::Position at = packed_->position_at(time);
    if (time > duration_) // on the way from the last key to the first
        at = {packed_->clip().wraps ? 0 : packed_->frames() - 1, 0,
              static_cast<float>(std::min((time - duration_) / frame_time_, 1.0))};
    if (cursor)
        packed_->sample(at, *cursor, output);
    else
        packed_->sample(at, output);
}

void PreparedClip::sample_lone_channels(double time, PoseSpan output, const KernelTable& kernels) const {
    for (auto channel = lone_channels_.begin(); channel != lone_channels_.end();) {
        const BlockPart& part = lone_parts_[channel->part];
        const std::size_t width = part.channel == 3 ? 4 : 3;
        // Lanes that are not asked for rest at one.
        alignas(64) float from[4][block_joints], to[4][block_joints], fractions[block_joints] = {};
        std::fill_n(from[0], 4 * block_joints, 1.0f);
        std::fill_n(to[0], 4 * block_joints, 1.0f);
        const auto first = channel;
        for (; channel != lone_channels_.end() && channel->part == first->part; ++channel) {
            const KeySpan span = find_keys(channel->timeline, time);
            for (std::size_t c = 0; c < width; ++c) {
                from[c][channel->lane] = channel->values[span.first * width + c];
                to[c][channel->lane] = channel->values[span.second * width + c];
            }
            fractions[channel->lane] = span.fraction;
        }
        JointBlock block;
        const BlockPart target{0, 0, part.lanes};
        SampleRun run{from[0], to[0], fractions};
        (width == 4 ? run.rotations : run.vectors) = &target;
        (width == 4 ? run.rotation_count : run.vector_count) = 1;
        run.output = &block;
        kernels.sample(run);
        for (auto lone = first; lone != channel; ++lone) {
            const bool at_key = fractions[lone->lane] == 0;
            for (std::size_t c = 0; c < width; ++c)
                output[part.block].lane[part.channel + c][lone->lane] =
                    at_key ? from[c][lone->lane] : block.lane[c][lone->lane];
        }
    }
}

namespace {

Finding find_fault(const SampleJob& job) {
    if (!job.clip) return wrong("clip", "is missing");
    if (!std::isfinite(job.time)) return wrong("time", "is not finite");
    if (job.output.size() != block_count(job.clip->joint_count()))
        return wrong_count("output", job.output.size(), block_count(job.clip->joint_count()), "blocks");
    if (job.cursor && (!job.clip->packed() || !job.clip->packed()->made(*job.cursor)))
        return wrong("cursor", "is of another clip");
    return {};
}

} // namespace

Result<void> SampleJob::check() const { return to_result(find_fault(*this)); }

Result<void> SampleJob::run() const {
    if (const Finding fault = find_fault(*this)) return to_result(fault);
    const KernelTable& table = table_of(kernels);
    const double wrapped = clip->wrapped(time, loop);

    if (clip->packed_)
        clip->sample_packed(wrapped, output, cursor);
    else
        clip->sample_frames(wrapped, output, table);
    if (!clip->lone_channels_.empty()) clip->sample_lone_channels(wrapped, output, table);
    return {};
}

} // namespace ossuary::anim
