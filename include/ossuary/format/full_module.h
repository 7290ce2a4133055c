// The two browser modules (apps/web/core): the small one is loaded first and opens characters; the full one opens
// everything. For the small one every rows.cpp is compiled with OSSUARY_SMALL_MODULE, and a row given to
// only_in_full_module keeps its name and its mark there, without the code behind them.
#pragma once

#include "ossuary/format/format.h"

namespace ossuary {

// What such a row has in the small module: both fail, and say which module to use.
Result<Json> info_in_full_module(const NamedFile&, const FileLookup&, const OptionValues&, Diagnostics*);
Result<void> open_in_full_module(const NamedFile&, Model&, const FileLookup&, const OptionValues&, Diagnostics*);

constexpr Format only_in_full_module(Format row) {
#if defined(OSSUARY_SMALL_MODULE)
    row.left_out = true;
    row.info = info_in_full_module;
    if (row.open) row.open = open_in_full_module;
    row.members = nullptr;
#endif
    return row;
}

} // namespace ossuary
