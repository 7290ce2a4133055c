// The verbs of the row of ZEN archives and the worlds in them.
#pragma once

#include "ossuary/format/format.h"
#include "ossuary/formats/zengin/zen.h"

namespace ossuary::zengin {

// The world with its materials, its objects as joints that show their visuals where those are found, its ways as lines.
Result<void> open_zen(const NamedFile&, Model&, const FileLookup&, const OptionValues&, Diagnostics*);
Result<Json> info_zen(const NamedFile&, const FileLookup&, const OptionValues&, Diagnostics*);
// Of a world its things by name, so that one more does not make all behind it differ; of others the items.
Result<Json> values_of_zen(const NamedFile&, const FileLookup&, const OptionValues&, Diagnostics*);

} // namespace ossuary::zengin
