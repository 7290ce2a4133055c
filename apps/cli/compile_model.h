// ossuary compile --as: a model that came back from another program, as a set of files that the game takes.
#pragma once

#include <string>

#include "cli/session.h"
#include "ossuary/formats/zengin/game.h"

namespace ossuary::cli {

// Writes NAME.MSB, NAME.MDH, the meshes, a MAN for each clip, NAME_HEAD.MMB of meshes that have morph targets, and the
// pictures as textures.
void compile_as(Session& session, const std::string& path, const std::string& name, const std::string& folder,
                zengin::Game game, bool force);

} // namespace ossuary::cli
