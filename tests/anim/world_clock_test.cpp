#include "ossuary/anim/world_clock.h"

#include <atomic>
#include <cstdlib>
#include <thread>

#include "ossuary/base/math.h"
#include "small_character.h"

namespace ossuary::anim {
namespace {

// Runs the jobs of some steps on a number of threads and returns everything that came of it.
struct Outcome {
    std::vector<std::vector<Notice>> notices;
    std::vector<Placement> places;
    std::vector<float> poses;
    bool operator==(const Outcome&) const = default;
};

Outcome run_crowd(const Cast& cast, std::size_t count, std::size_t threads) {
    std::vector<Player> players;
    for (std::size_t i = 0; i < count; ++i) {
        Player& player = players.emplace_back(*cast.stack);
        EXPECT_TRUE(player.start(cast[i % 2 ? "RUN" : "TURN"], {.speed = 0.5 + 0.01 * static_cast<double>(i)}));
        if (i % 3 == 0) {
            EXPECT_TRUE(player.start(cast["WAVE"]));
        }
    }
    Outcome outcome;
    outcome.notices.resize(count);
    std::vector<JointBlock> poses(count);
    for (int step = 0; step < 20; ++step) {
        const WorldClock clock{
            .players = players, .step = milliseconds(40 + step), .poses = poses, .players_per_job = 7};
        std::atomic<std::size_t> next{0};
        const auto work = [&] {
            PoseScratch scratch(cast.stack->rig());
            for (std::size_t job = next++; job < clock.job_count(); job = next++)
                if (!clock.run(job, scratch)) std::abort();
        };
        std::vector<std::thread> workers;
        for (std::size_t i = 1; i < threads; ++i) workers.emplace_back(work);
        work();
        for (std::thread& worker : workers) worker.join();
        for (std::size_t i = 0; i < count; ++i)
            outcome.notices[i].insert(outcome.notices[i].end(), players[i].notices().begin(),
                                      players[i].notices().end());
    }
    for (const Player& player : players) outcome.places.push_back(player.travelled());
    for (const JointBlock& block : poses)
        for (const auto& lane : block.lane) outcome.poses.insert(outcome.poses.end(), lane, lane + block_joints);
    return outcome;
}

TEST(WorldClock, GivesTheSameOnOneThreadAndOnEight) {
    Clip turn = make_clip("TURN", {.frames = 9, .turn = 3, .loop = LoopMode::once});
    turn.hints.next = "RUN";
    turn.hints.blend_in = turn.hints.blend_out = 0.3;
    Clip wave = make_clip("WAVE", {.frames = 13, .joints = {1, 3}});
    wave.hints.layer = 2;
    Clip run = make_clip("RUN", {.step = {0, 0, 0.05}});
    run.hints.blend_in = 0.2;
    const Cast cast({with_tags(turn, {0, 3}), with_tags(run, {5, 11}), with_tags(wave, {1, 2})});
    const Outcome one = run_crowd(cast, 100, 1);
    EXPECT_GT(one.notices[0].size(), 5u);
    EXPECT_GT(length(one.places[1].position), 0.1);
    EXPECT_EQ(run_crowd(cast, 100, 8), one);
}

TEST(WorldClock, CoversEveryPlayerOnceAndReportsErrors) {
    const Cast cast({make_clip("RUN")});
    std::vector<Player> players(10, Player(*cast.stack));
    players[4].max_passes = 1;
    for (Player& player : players) EXPECT_TRUE(player.start(cast["RUN"]));
    PoseScratch scratch(cast.stack->rig());
    const WorldClock clock{.players = players, .step = milliseconds(5000), .players_per_job = 3};
    ASSERT_EQ(clock.job_count(), 4u);
    for (std::size_t job = 0; job < clock.job_count(); ++job) EXPECT_EQ(clock.run(job, scratch).has_value(), job != 1);
    for (const Player& player : players) EXPECT_EQ(player.now(), Ticks(milliseconds(5000)));
}

} // namespace
} // namespace ossuary::anim
