#include "ossuary/base/ticks.h"

#include <cmath>

namespace ossuary {

Ticks to_ticks(double seconds) {
    constexpr double limit = 9.2e18;
    const double ticks = seconds * ticks_per_second;
    if (!(std::abs(ticks) < limit)) return Ticks(ticks > 0 ? Ticks::rep(limit) : ticks < 0 ? -Ticks::rep(limit) : 0);
    return Ticks(std::llround(ticks));
}

} // namespace ossuary
