// Opening files as a model, below Workspace: for a model that is there already, and what one weighs.
#pragma once

#include "ossuary/assets/workspace.h"

namespace ossuary {

// About as many bytes as the model takes in memory, for the cache's budget.
std::size_t approximate_bytes(const Model& model);

} // namespace ossuary
