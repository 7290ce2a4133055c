// A player of some of a model's clips, with its answers as pages see them.
#pragma once

#include <memory>
#include <vector>

#include "module/opened_model.h"
#include "ossuary/anim/actor.h"

namespace ossuary::web {

class Playback {
public:
    // `request` is PlayerOptions. The model must outlive the playback.
    static Result<std::unique_ptr<Playback>> make(OpenedModel& opened, const Json& request);

    // `request` is StartOptions with `clip`. False if the clip that runs may not be interrupted.
    Result<bool> start(const Json& request);
    void stop(std::int32_t layer, double blend_out);
    bool set_speed(std::int32_t layer, double speed) { return actor_.player().set_speed(layer, speed); }
    bool seek(std::int32_t layer, double time, bool fire);
    void set_layer(std::int32_t layer, float weight, std::int32_t joint, bool additive);

    Result<void> advance(double seconds);
    // The pose now, as ossuary_pose has it, and the rest of a Frame.
    const float* pose();
    Json frame() const;

private:
    Playback(OpenedModel& opened, const std::shared_ptr<const anim::Moveset>& moves);
    Json notice_json(const anim::Notice& notice) const;
    std::size_t clip_of(const anim::Move& move) const;

    OpenedModel& opened_;
    anim::Actor actor_;
    std::vector<float> morphs_;
};

} // namespace ossuary::web
