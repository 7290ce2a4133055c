// Ticks: exact time for playback. A second has 705,600,000 of them, so one frame at 8, 10, 12, 15, 16, 20, 24, 25, 30,
// 48, 50, 60, 90, 100 or 120 Hz, a millisecond and a tenth of it are whole numbers, and 414 years still fit.
#pragma once

#include <chrono>
#include <cmath>
#include <cstdint>

namespace ossuary {

using Ticks = std::chrono::duration<std::int64_t, std::ratio<1, 705'600'000>>;

inline constexpr double ticks_per_second = 705'600'000;

// The nearest tick. Seconds that are not finite or do not fit become the nearest time that does.
inline Ticks to_ticks(double seconds) {
    constexpr double limit = 9.2e18;
    const double ticks = seconds * ticks_per_second;
    if (!(std::abs(ticks) < limit)) return Ticks(ticks > 0 ? Ticks::rep(limit) : ticks < 0 ? -Ticks::rep(limit) : 0);
    return Ticks(std::llround(ticks));
}
inline constexpr double to_seconds(Ticks ticks) { return static_cast<double>(ticks.count()) / ticks_per_second; }

} // namespace ossuary
