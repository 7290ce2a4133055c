#include "ossuary/anim/world_clock.h"

#include <algorithm>

namespace ossuary::anim {

std::size_t WorldClock::job_count() const { return (players.size() + players_per_job - 1) / players_per_job; }

Result<void> WorldClock::run(std::size_t job, PoseScratch& scratch) const {
    const std::size_t first = job * players_per_job, last = std::min(first + players_per_job, players.size());
    Result<void> result;
    for (std::size_t i = first; i < last; ++i) {
        Result<void> stepped = players[i].advance(step);
        if (!stepped && result) result = std::move(stepped);
        const std::size_t blocks = players[i].rig().block_count();
        if (blocks <= blocks_per_player()) players[i].pose(poses.subspan(i * blocks_per_player(), blocks), scratch);
    }
    return result;
}

} // namespace ossuary::anim
