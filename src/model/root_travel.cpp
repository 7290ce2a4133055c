#include "ossuary/model/root_travel.h"

#include <algorithm>
#include <cmath>

namespace ossuary {

namespace {

std::size_t frame_count(const Clip& clip, const Channel<Vec3>& movement) {
    if (!(clip.frame_rate > 0)) return movement.values.size();
    return static_cast<std::size_t>(std::lround(clip.duration * clip.frame_rate)) + 1;
}

// The translation at a whole frame; exactly a key where the keys are the frames.
Vec3 movement_at(const Clip& clip, const Channel<Vec3>& movement, std::size_t frame) {
    if (movement.is_constant() || (movement.times.empty() && movement.rate == clip.frame_rate) ||
        !(clip.frame_rate > 0))
        return movement.values[std::min(frame, movement.values.size() - 1)];
    return to_float(sample(movement, static_cast<double>(frame) / clip.frame_rate, {}));
}

Json way_of(const Clip& clip, const Channel<Vec3>& movement) {
    Json way = Json::array();
    for (std::size_t frame = 0, count = frame_count(clip, movement); frame < count; ++frame) {
        const Vec3 value = movement_at(clip, movement, frame) - movement.values[0];
        way.push(Json(Json::Array{Json(value.x), Json(value.y), Json(value.z)}));
    }
    return way;
}

} // namespace

std::int32_t root_joint_of(const Clip& clip, const Skeleton& skeleton) {
    if (clip.hints.root_joint >= 0) return clip.hints.root_joint;
    return skeleton.joints.empty() ? -1 : 0; // parents come before children
}

void apply_root_travel(Clip& clip, const Skeleton& skeleton, RootTravel travel) {
    const auto root = static_cast<std::size_t>(root_joint_of(clip, skeleton));
    if (travel == RootTravel::keep || root >= clip.joints.size()) return;
    Channel<Vec3>& movement = clip.joints[root].translation;
    if (movement.is_rest()) return;
    if (travel == RootTravel::extract) clip.extras.set("rootMotion", way_of(clip, movement));
    movement.values.resize(1);
    movement.times.clear();
    movement.rate = 0;
}

} // namespace ossuary
