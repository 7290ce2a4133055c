// ZEN archives and the worlds in them, for the table of formats.
#pragma once

#include "ossuary/assets/format.h"
#include "ossuary/formats/zengin/zen.h"

namespace ossuary {

// The world with its materials, its objects as joints that show their visuals where those are found, its ways as lines.
Result<void> open_zen(const NamedFile&, Model&, const FileLookup&, const OpenOptions&, Diagnostics*);
Result<Json> info_zen(const NamedFile&, const FileLookup&, const OpenOptions&, Diagnostics*);
// Of a world its things by name, so that one more does not make all behind it differ; of others the items.
Result<Json> values_of_zen(const NamedFile&, const FileLookup&, const OpenOptions&, Diagnostics*);

} // namespace ossuary
