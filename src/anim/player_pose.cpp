// What the player shows: weights, pose, morph targets, the turn of the head.
#include <algorithm>
#include <cmath>

#include "anim/player_layer.h"
#include "ossuary/anim/additive.h"
#include "ossuary/anim/blend.h"
#include "ossuary/anim/player.h"
#include "ossuary/anim/sample.h"
#include "ossuary/codec/decode.h"

namespace ossuary::anim {

PoseScratch::PoseScratch(const Rig& rig)
    : pose(make_pose(rig.joint_count())), reference(make_pose(rig.joint_count())),
      weights(rig.block_count() * block_joints) {}

// One weight per source. They add up to what the layer covers.
void Player::find_weights(const Layer& layer, Ticks time, Weights& weights) {
    double left = 1;
    for (std::size_t k = layer.sources.size(); k-- > 0;) {
        const Source& source = layer.sources[k];
        if (source.stopped) left *= source.fall(time);
        double share = source.rise(time);
        if (k > 0 && !layer.sources[k - 1].stopped) share /= std::max(1.0, share + layer.sources[k - 1].fall(time));
        weights[k] = left * share;
        left *= 1 - share;
    }
}

namespace {

// The parts of a combination that an aim falls between, with their weights.
struct PartWeight {
    std::size_t part = 0;
    double weight = 0;
};
std::array<PartWeight, 4> mix_parts(std::size_t count, double column, double row) {
    const auto between = [](double place, std::size_t cells) { // the cell below, and how far towards the next
        const double at = (place + 1) / 2 * static_cast<double>(cells - 1);
        const auto below = std::min(static_cast<std::size_t>(at), cells - 1);
        return std::pair(below, at - static_cast<double>(below));
    };
    const bool grid = count == 9;
    const std::size_t columns = grid ? 3 : count;
    const auto [x, across] = between(column, columns);
    const auto [y, up] = between(row, grid ? 3 : 1);
    const std::size_t right = std::min(x + 1, columns - 1), above = grid ? std::min<std::size_t>(y + 1, 2) : 0;
    return {{{y * columns + x, (1 - across) * (1 - up)},
             {y * columns + right, across * (1 - up)},
             {above * columns + x, (1 - across) * up},
             {above * columns + right, across * up}}};
}

bool same_joints(const Move& a, const Move& b) {
    return a.clip == b.clip || (a.whole_body && b.whole_body) ||
           std::ranges::equal(a.clip->animated(), b.clip->animated());
}

} // namespace

// What a layer is made of now, oldest first; what has no weight is left out.
std::size_t Player::contribute(const Layer& layer, Contributions& output) const {
    Weights weights;
    find_weights(layer, now_, weights);
    std::size_t count = 0;
    for (std::size_t k = 0; k < layer.sources.size(); ++k) {
        if (!(weights[k] > 0)) continue;
        const Source& source = layer.sources[k];
        const Ticks position = source.position_at(now_);
        if (!source.aims) {
            output[count++] = {source.data, source.data->clip_time(position), weights[k]};
            continue;
        }
        for (const PartWeight& mixed : mix_parts(source.move->parts.size(), source.column, source.row)) {
            const Move* part = source.move->parts[mixed.part];
            if (mixed.weight > 0) output[count++] = {part, part->clip_time(position), weights[k] * mixed.weight};
        }
    }
    return count;
}

// The scratch may be for a larger rig.
PoseSpan Player::blocks_for_rig(std::vector<JointBlock>& blocks) const {
    return PoseSpan(blocks).first(rig().block_count());
}

// The jobs here cannot fail: all their inputs are the player's own.
void Player::sample_move(const Move& move, double time, PoseSpan output, codec::Cursor* cursor) const {
    (void)SampleJob{.clip = move.clip.get(),
                    .time = time,
                    .loop = move.loop,
                    .output = output,
                    .kernels = settings_.kernels,
                    .cursor = cursor}
        .run();
}

// Each contribution goes over what lies below with such a weight that, once the later ones have gone over it, it is
// left with its own.
void Player::compose(const Layer& layer, PoseSpan output, PoseScratch& scratch, bool& untouched) const {
    Contributions parts;
    const std::size_t count = contribute(layer, parts);
    if (count == 0) return;
    const bool masked = !layer.settings.mask.empty();
    const bool alike =
        !masked && std::all_of(parts.begin() + 1, parts.begin() + static_cast<std::ptrdiff_t>(count),
                               [&](const Contribution& c) { return same_joints(*c.move, *parts[0].move); });
    double later = 0;
    for (std::size_t k = 1; k < count; ++k) later += parts[k].weight;
    const auto strength = static_cast<double>(layer.settings.weight);

    for (std::size_t k = 0; k < count; later -= ++k < count ? parts[k].weight : 0) {
        const Move& move = *parts[k].move;
        const double left = 1 - strength * later;
        const double weight = left > 1e-9 ? std::min(1.0, strength * parts[k].weight / left) : 0;
        const bool alone = untouched && alike && weight > 1 - 1e-9; // over the rest pose, which the sample has already
        if (untouched && !alone) std::ranges::copy(rig().rest, output.begin());
        untouched = false;
        const PoseSpan sampled = alone ? output : blocks_for_rig(scratch.pose);
        sample_move(move, parts[k].time, sampled, scratch.cursors.find(move.clip));
        if (alone) continue;

        OverlayJob over{.base = output, .layer = sampled, .output = output, .kernels = settings_.kernels};
        over.joint_count = rig().joint_count();
        over.weight = static_cast<float>(weight);
        if (alike) {
            if (!move.whole_body) over.joint_weights = move.clip->animated();
        } else {
            over.weight = 1;
            over.joint_weights = std::span(scratch.weights).first(move.clip->animated().size());
            for (std::size_t j = 0; j < over.joint_weights.size(); ++j) {
                const double hold = strength * (masked ? static_cast<double>(layer.settings.mask[j]) : 1);
                double rest = 1;
                for (std::size_t i = k + 1; i < count; ++i)
                    rest -= hold * parts[i].weight * static_cast<double>(parts[i].move->clip->animated()[j]);
                const double own = hold * parts[k].weight * static_cast<double>(move.clip->animated()[j]);
                scratch.weights[j] = static_cast<float>(rest > 1e-9 ? std::min(1.0, own / rest) : 0);
            }
        }
        (void)over.run();
    }
}

void Player::compose_additive(const Layer& layer, PoseSpan output, PoseScratch& scratch) const {
    Contributions parts;
    const std::size_t count = contribute(layer, parts);
    const PoseSpan now = blocks_for_rig(scratch.pose), first = blocks_for_rig(scratch.reference);
    for (std::size_t k = 0; k < count; ++k) {
        const Move& move = *parts[k].move;
        sample_move(move, parts[k].time, now, scratch.cursors.find(move.clip));
        sample_move(move, move.clip_time(Ticks::zero()), first, scratch.cursors.find(move.clip, 1));
        (void)MakeAdditiveJob{.pose = now, .reference = first, .output = now, .kernels = settings_.kernels}.run();
        const std::span<const float> animated = move.clip->animated();
        for (std::size_t j = 0; j < animated.size(); ++j)
            scratch.weights[j] = layer.settings.mask.empty() ? animated[j] : animated[j] * layer.settings.mask[j];
        (void)AdditiveJob{.base = output,
                          .difference = now,
                          .weight = static_cast<float>(parts[k].weight) * layer.settings.weight,
                          .joint_weights = std::span(scratch.weights).first(animated.size()),
                          .output = output,
                          .kernels = settings_.kernels,
                          .joint_count = rig().joint_count()}
            .run();
    }
}

void Player::pose(PoseSpan output, PoseScratch& scratch) const {
    bool untouched = true;
    for (const Layer& layer : layers_)
        if (!layer.settings.additive) compose(layer, output, scratch, untouched);
    if (untouched) std::ranges::copy(rig().rest, output.begin());
    for (const Layer& layer : layers_)
        if (layer.settings.additive) compose_additive(layer, output, scratch);
    turn_joints(rig(), settings_.look, look_joints_, looking(), output);
}

void Player::pose(PoseSpan output) const {
    PoseScratch scratch(rig());
    pose(output, scratch);
}

void Player::morph_weights(std::uint32_t mesh, std::span<float> output, std::span<const float> plain) const {
    for (std::size_t i = 0; i < output.size(); ++i) output[i] = i < plain.size() ? plain[i] : 0.f;
    for (const Layer& layer : layers_) {
        Contributions parts;
        const std::size_t count = contribute(layer, parts);
        const auto strength = static_cast<double>(layer.settings.weight);
        double later = 0;
        for (std::size_t k = 0; k < count; ++k) later += parts[k].weight;
        for (std::size_t k = 0; k < count; ++k) {
            later -= parts[k].weight;
            const double left = 1 - strength * later;
            const auto weight = static_cast<float>(left > 1e-9 ? std::min(1.0, strength * parts[k].weight / left) : 0);
            for (const MorphTrack& track : parts[k].move->morphs) {
                if (track.mesh != mesh) continue;
                for (std::size_t i = 0; i < std::min(output.size(), track.weights.size()); ++i)
                    output[i] += (static_cast<float>(sample(track.weights[i], parts[k].time, 0)) - output[i]) * weight;
            }
        }
    }
}

void Player::look(const LookAngles& angles) { look_ = {.from = looking(), .to = angles, .since = now_}; }

void Player::look_at(const Vec3d& eye, const Vec3d& target) { look(look_angles(settings_.look, eye, target)); }

LookAngles Player::looking() const { return look_.at(now_, settings_.look.speed); }

} // namespace ossuary::anim
