// The verbs of the row of Gothic's archives (VDF, MOD).
#pragma once

#include "ossuary/base/diagnostic.h"
#include "ossuary/format/format.h"
#include "ossuary/formats/zengin/vdf.h"

namespace ossuary::zengin {

Result<Json> info_vdf(const NamedFile&, const FileLookup&, const OptionValues&, Diagnostics*);
// The files an archive holds, in no order: how they are laid out does not count.
Result<Json> values_of_vdf(const NamedFile&, const FileLookup&, const OptionValues&, Diagnostics*);
Result<std::vector<Member>> members_of_vdf(const NamedFile&, const OptionValues&, Diagnostics*);
// The priority is that of the name: mods end in `.mod`, add-ons in `_addon.vdf`.
Result<Volume> mount_vdf(std::string name, const SharedBytes&, const ContainerLimits&, Diagnostics*);

} // namespace ossuary::zengin
