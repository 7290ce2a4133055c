// WorldClock: lets time pass for many characters at once. It has no threads of its own: it cuts the work into jobs that
// touch nothing of each other, and whoever has threads runs them, in any order. The results are the same as one after
// the other.
//
//   WorldClock clock{.players = crowd, .step = step};
//   for (std::size_t job = 0; job < clock.job_count(); ++job) clock.run(job, scratch); // or one scratch per thread
#pragma once

#include <span>

#include "ossuary/anim/player.h"

namespace ossuary::anim {

struct WorldClock {
    std::span<Player> players;
    Ticks step{};
    // Empty, or a pose for each player, one after another, as many blocks each as the rig with the most has.
    PoseSpan poses;
    std::size_t players_per_job = 64; // not zero

    std::size_t job_count() const;
    std::size_t blocks_per_player() const { return players.empty() ? 0 : poses.size() / players.size(); }
    // Steps the players of a job, and poses them if there is room for poses. `scratch` must be for a rig with at least
    // as many joints as theirs. Returns the first error among them; all of them have been stepped nonetheless.
    Result<void> run(std::size_t job, PoseScratch& scratch) const;
};

} // namespace ossuary::anim
