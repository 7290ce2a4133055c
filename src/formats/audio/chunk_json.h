// A tree of chunks as JSON and back. A chunk whose layout is known is an object of its fields, as long as those give
// its bytes again; any other is base64.
#pragma once

#include "ossuary/base/json.h"
#include "ossuary/formats/audio/riff.h"

namespace ossuary::audio {

Json dump_riff(const Riff& riff);
Result<Riff> build_riff(const Json& json);

} // namespace ossuary::audio
