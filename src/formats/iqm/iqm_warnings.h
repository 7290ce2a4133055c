// What readers tolerate in a file, and say.
#pragma once

#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/iqm/iqm.h"

namespace ossuary::iqm {

void report_warnings(const IqmFile& file, Diagnostics& diagnostics);

} // namespace ossuary::iqm
