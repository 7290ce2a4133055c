// ossuary play --def: what an animation definition of MechWarrior 3 does over time.
#pragma once

#include <functional>
#include <string>

#include "cli/session.h"
#include "ossuary/base/result.h"
#include "ossuary/base/ticks.h"
#include "ossuary/formats/mw3/sequence_player.h"

namespace ossuary::cli {

// `also` is told of every notice, too.
Result<void> play_definition(Session& session, const std::string& path, const std::string& definition, Ticks duration,
                             const std::function<Ticks()>& next_step, std::uint64_t seed,
                             const std::function<void(const mw3::Notice&)>& also = {});

} // namespace ossuary::cli
