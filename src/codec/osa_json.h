// Packed files as JSON and back, without loss.
#pragma once

#include "ossuary/base/json.h"
#include "ossuary/codec/osa.h"

namespace ossuary {

Json dump_osa(const codec::OsaFile& file);
// Fails where a value is missing, too large for its field, or the clips do not decode.
Result<codec::OsaFile> build_osa(const Json& json);

} // namespace ossuary
