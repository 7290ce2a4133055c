// Models as JSON, to look at and to compare. Not a file format: what must come back is written as glTF.
#pragma once

#include "ossuary/base/json.h"
#include "ossuary/model/model.h"

namespace ossuary {

// Counts, names, sizes, clips with their events: what `info` shows of a model.
Json model_facts(const Model& model);
// Every value that counts when two models are compared. Pictures appear by size and checksum.
Json model_values(const Model& model);

} // namespace ossuary
