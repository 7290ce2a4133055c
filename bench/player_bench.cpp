// Room anim, the player: whole steps of one character and of a crowd.
#include <atomic>
#include <chrono>
#include <cmath>
#include <numbers>
#include <thread>

#include <benchmark/benchmark.h>

#include "ossuary/anim/moveset.h"
#include "ossuary/anim/world_clock.h"
#include "ossuary/base/math.h"
#include "ossuary/model/event.h"

namespace {

using namespace ossuary;
using namespace ossuary::anim;

constexpr std::size_t joints = 33;

// A tree of 33 joints, four at each level, and clips that move the given joints all the time.
Model make_model() {
    Model model;
    for (std::size_t j = 0; j < joints; ++j)
        model.skeleton.joints.push_back({.name = "joint " + std::to_string(j),
                                         .parent = j == 0 ? -1 : static_cast<std::int32_t>(j < 5 ? 0 : j - 4),
                                         .rest = {{0, 0.1f, 0}, {}, {1, 1, 1}}});
    const auto add = [&](const char* name, std::int32_t layer, int frames, std::size_t from, double step) {
        Clip clip;
        clip.name = clip.hints.next = name;
        clip.frame_rate = 25;
        clip.duration = (frames - 1) / 25.0;
        clip.loop = LoopMode::wrap;
        clip.hints.layer = layer;
        clip.hints.blend_in = clip.hints.blend_out = 0.2;
        clip.joints.resize(joints);
        for (std::size_t j = from; j < joints; ++j) {
            JointTrack& track = clip.joints[j];
            track.translation.rate = track.rotation.rate = 25;
            for (int f = 0; f < frames; ++f) {
                const double way = 2 * std::numbers::pi * f / frames + static_cast<double>(j);
                track.translation.values.push_back(to_float(Vec3d{0, 0.1, j == 0 ? f * step : 0}));
                track.rotation.values.push_back(to_float(axis_angle(Vec3d{1, 0, 0}, 0.3 * std::sin(way))));
            }
        }
        for (int f = 0; f < frames; f += 5) clip.events.add(f / 25.0, SoundEvent{"step"}, f);
        model.clips.push_back(std::move(clip));
    };
    add("run", 1, 21, 0, 0.05);
    add("walk", 1, 31, 0, 0.02);
    add("arms", 2, 41, 9, 0);
    add("head", 3, 51, 25, 0);
    return model;
}

MovesetStack make_stack() {
    auto set = Moveset::make(make_model());
    if (!set) std::abort();
    return MovesetStack(*std::move(set));
}

Player make_player(const MovesetStack& stack, std::size_t number) {
    Player player(stack);
    const Ticks offset = std::chrono::milliseconds(number * 37 % 700);
    for (const char* name : {"run", "arms", "head"}) (void)player.start(*stack.find(name), {.offset = offset});
    (void)player.advance(std::chrono::milliseconds(500)); // past the fades
    return player;
}

const Ticks frame = to_ticks(1 / 60.0);

// Three layers, events and root motion; with and without the pose.
void step(benchmark::State& state, bool poses, bool fades) {
    const MovesetStack stack = make_stack();
    Player player = make_player(stack, 0);
    PoseScratch scratch(player.rig());
    std::vector<JointBlock> pose = make_pose(joints);
    int steps = 0;
    for (auto _ : state) {
        if (fades && ++steps % 10 == 0) (void)player.start(*stack.find(steps % 20 ? "run" : "walk"));
        benchmark::DoNotOptimize(player.advance(frame));
        if (poses) player.pose(pose, scratch);
        benchmark::DoNotOptimize(pose.data());
    }
}

// Everything about ten thousand characters for one frame.
void crowd(benchmark::State& state) {
    constexpr std::size_t count = 10'000;
    const MovesetStack stack = make_stack();
    std::vector<Player> players;
    for (std::size_t i = 0; i < count; ++i) players.push_back(make_player(stack, i));
    std::vector<JointBlock> poses(count * block_count(joints));
    const WorldClock clock{.players = players, .step = frame, .poses = poses};
    for (auto _ : state) {
        std::atomic<std::size_t> next{0};
        const auto work = [&] {
            PoseScratch scratch(stack.rig());
            for (std::size_t job = next++; job < clock.job_count(); job = next++)
                benchmark::DoNotOptimize(clock.run(job, scratch));
        };
        std::thread second(work);
        work();
        second.join();
    }
    state.counters["characters"] = count;
}

BENCHMARK_CAPTURE(step, whole, true, false)->Name("anim/player/step/ours");
BENCHMARK_CAPTURE(step, fading, true, true)->Name("anim/player/fading_step/ours");
BENCHMARK_CAPTURE(step, time_only, false, false)->Name("anim/player/advance/ours");
BENCHMARK(crowd)->Name("anim/player/crowd_on_two_threads/ours")->Unit(benchmark::kMillisecond)->UseRealTime();

} // namespace

BENCHMARK_MAIN();
