// How the player moves its object.
#include <algorithm>
#include <cmath>

#include "anim/player_layer.h"
#include "ossuary/base/math.h"

namespace ossuary::anim {

namespace {

constexpr Ticks cell = Ticks(705'600'000 / 60);

// A rotation as axis times angle, and back.
Vec3d rotation_vector(Quatd q) {
    if (q.w < 0) q = -q;
    const double sine = length(q.xyz());
    return sine < 1e-9 ? q.xyz() * 2.0 : q.xyz() * (2 * std::atan2(sine, q.w) / sine);
}
Quatd from_rotation_vector(const Vec3d& v) {
    const double angle = length(v);
    return angle < 1e-9 ? normalize(Quatd{v.x / 2, v.y / 2, v.z / 2, 1}) : axis_angle(v / angle, angle);
}

} // namespace

// How much of the layer's hold on a joint a source has.
double Player::share_at(const Layer& layer, const Source& source, double weight, std::int32_t joint) {
    if (layer.settings.additive || joint < 0) return 0;
    const auto j = static_cast<std::size_t>(joint);
    const double mask = layer.settings.mask.empty() ? 1 : static_cast<double>(layer.settings.mask[j]);
    const auto animated = static_cast<double>(source.data->clip->animated()[j]);
    return weight * mask * static_cast<double>(layer.settings.weight) * animated;
}

// The weight of a source's root in the pose: its share, as far as no higher layer covers it.
double Player::root_weight(std::size_t layer, std::size_t source, Ticks time) const {
    const std::int32_t joint = layers_[layer].sources[source].data->root_joint;
    Weights weights;
    find_weights(layers_[layer], time, weights);
    double result = share_at(layers_[layer], layers_[layer].sources[source], weights[source], joint);
    for (std::size_t above = layer + 1; above < layers_.size(); ++above) {
        find_weights(layers_[above], time, weights);
        double covered = 0;
        for (std::size_t k = 0; k < layers_[above].sources.size(); ++k)
            covered += share_at(layers_[above], layers_[above].sources[k], weights[k], joint);
        result *= 1 - covered;
    }
    return result;
}

// From here on the object moves as the sources of now say.
void Player::anchor_root(Ticks time) {
    root_anchor_ = here_;
    root_time_ = time;
    root_mode_ = RootMode::still;
    bool fades = false;
    for (const Layer& layer : layers_) fades = fades || layer.fades(time);
    for (std::uint32_t i = 0; i < layers_.size(); ++i)
        for (std::uint32_t k = 0; k < layers_[i].sources.size(); ++k) {
            if (!layers_[i].sources[k].data->root.moves()) continue;
            const double weight = fades ? 0.5 : root_weight(i, k, time);
            if (weight <= 0) continue;
            root_mode_ = weight == 1 && root_mode_ == RootMode::still ? RootMode::single : RootMode::blended;
            root_layer_ = i;
            root_source_ = k;
        }
}

void Player::restore_root(const Placement& anchor, Ticks time, const Placement& here) {
    here_ = anchor;
    anchor_root(time);
    here_ = here;
    // A blended way never goes further back than its cell.
    if (root_mode_ == RootMode::blended && now_ - time > cell) anchor_root(now_);
}

// The weighted mean of the ways the sources go.
Placement Player::blended_way(Ticks from, Ticks to, Ticks weights_at) const {
    Vec3d way, turn;
    for (std::size_t i = 0; i < layers_.size(); ++i)
        for (std::size_t k = 0; k < layers_[i].sources.size(); ++k) {
            const Source& source = layers_[i].sources[k];
            if (!source.data->root.moves()) continue;
            const double weight = root_weight(i, k, weights_at);
            if (weight <= 0) continue;
            const Placement delta = source.data->root.delta(source.position_at(from), source.position_at(to));
            way += delta.position * weight;
            turn += rotation_vector(delta.rotation) * weight;
        }
    return {way, from_rotation_vector(turn)};
}

void Player::move_root(Ticks time) {
    if (root_mode_ == RootMode::still) {
        root_time_ = time;
        return;
    }
    if (root_mode_ == RootMode::single) {
        const Source& source = layers_[root_layer_].sources[root_source_];
        here_ = root_anchor_ * source.data->root.delta(source.position_at(root_time_), source.position_at(time));
        return;
    }
    for (;;) {
        Ticks next = (root_time_ / cell + 1) * cell;
        for (const Layer& layer : layers_)
            if (layer.change > root_time_) next = std::min(next, layer.change);
        const Ticks middle = root_time_ + (next - root_time_) / 2;
        here_ = root_anchor_ * blended_way(root_time_, std::min(next, time), middle);
        if (next > time) return;
        root_anchor_ = here_;
        root_time_ = next;
    }
}

} // namespace ossuary::anim
