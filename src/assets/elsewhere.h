// For browsers the library comes in two sizes (apps/web/core). The smaller one, built with OSSUARY_CHARACTERS_ONLY,
// knows the formats that are rarely met there by name and mark alone.
#pragma once

#include "ossuary/assets/format.h"

namespace ossuary {

Result<Json> info_elsewhere(const NamedFile&, const FileLookup&, const OpenOptions&, Diagnostics*);
Result<void> open_elsewhere(const NamedFile&, Model&, const FileLookup&, const OpenOptions&, Diagnostics*);

// A row of a format that the smaller one leaves to the larger.
constexpr Format in_larger_module(Format row) {
#if defined(OSSUARY_CHARACTERS_ONLY)
    row.info = info_elsewhere;
    if (row.open) row.open = open_elsewhere;
#endif
    return row;
}

} // namespace ossuary
