// ossuary play --def: what an animation definition of MechWarrior 3 does over time.
#pragma once

#include <functional>
#include <string>

#include "cli/session.h"
#include "ossuary/base/result.h"
#include "ossuary/base/ticks.h"

namespace ossuary::cli {

Result<void> play_definition(Session& session, const std::string& path, const std::string& definition, Ticks duration,
                             const std::function<Ticks()>& next_step, std::uint64_t seed);

} // namespace ossuary::cli
