// A model as pages see it: ModelData of src/types.ts, its arrays as spans.
#pragma once

#include "module/answer.h"
#include "module/opened_model.h"
#include "ossuary/base/json.h"

namespace ossuary::web {

Json describe(const OpenedModel& opened, Keepsake& keep);

} // namespace ossuary::web
