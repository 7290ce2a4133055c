// What a Player consists of: its layers, and the sources whose moves these show.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "ossuary/anim/moveset.h"
#include "ossuary/anim/player.h"

namespace ossuary::anim {

// Something that has a share in the pose: the running move of a layer, or one that fades.
struct Player::Source {
    const Move* move = nullptr; // as it is called
    const Move* data = nullptr; // what is sampled: the move, or a part of the combination
    Ticks anchor{};             // at this time …
    Ticks position{};           // … it was here on its unrolled time line
    double speed = 1;
    std::int64_t pass = 0; // the next mark to meet; past the last one comes the end of the pass
    std::int64_t mark = 0;
    Ticks next_mark{};
    Ticks pass_begin{}; // where the current pass was entered
    Ticks started{}, blend_in{};
    Ticks ended{}, blend_out{};
    bool running = true;
    bool stopped = false; // it ended without a successor
    bool aims = false;
    float column = 0, row = 0;
    std::uint32_t part = 0, step = 0;

    bool loops() const { return data->repeats && data->period > Ticks::zero(); }
    Ticks position_at(Ticks time) const;
    Ticks time_of(Ticks position) const;
    double rise(Ticks time) const;
    double fall(Ticks time) const;
    const Move& events() const { return move->own_events ? *move : *data; }
    bool backwards() const { return speed < 0; }
    Ticks end() const;
    Ticks end_time() const;
};

struct Player::Layer {
    std::int32_t number = 0;
    Ticks change{};              // when it has to be looked at next
    std::vector<Source> sources; // oldest first; the last one may be running
    const Move* queued = nullptr;
    StartOptions queued_options;
    std::vector<const MoveEvent*> open; // windows and particle effects of the running move
    std::uint32_t passes_left = 0;      // in this step
    LayerSettings settings;

    Source* running() { return sources.empty() || !sources.back().running ? nullptr : &sources.back(); }
    const Source* running() const { return const_cast<Layer*>(this)->running(); }
    bool fades(Ticks time) const;
    Ticks hand_over_time() const;
};

struct Player::Crossing {
    enum Kind : std::uint8_t { nothing, mark, seam } kind = nothing;
    Ticks position{};
};

// What one move adds to a layer's pose.
struct Contribution {
    const Move* move = nullptr;
    double time = 0; // seconds in its clip
    double weight = 0;
};

struct Player::Contributions : std::array<Contribution, 4 * max_sources> {}; // a combination has up to four

struct Player::Weights : std::array<double, max_sources> {};

} // namespace ossuary::anim
