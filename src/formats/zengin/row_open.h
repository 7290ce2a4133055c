// The openers of Gothic's rows: models and clips, with the parts and pictures beside them.
#pragma once

#include "ossuary/base/diagnostic.h"
#include "ossuary/format/format.h"

namespace ossuary::zengin {

Result<void> open_mdh(const NamedFile&, Model&, const FileLookup&, const OptionValues&, Diagnostics*);
// The checksum of its names, of MDH and MDL.
std::optional<std::uint32_t> hierarchy_mark(Bytes bytes);
// Meshes and animations go to the hierarchy that was opened before, or to the one of the same name, or to one that has
// the checksum they name.
Result<void> open_mdm(const NamedFile&, Model&, const FileLookup&, const OptionValues&, Diagnostics*);
Result<void> open_mdl(const NamedFile&, Model&, const FileLookup&, const OptionValues&, Diagnostics*);
Result<void> open_mrm(const NamedFile&, Model&, const FileLookup&, const OptionValues&, Diagnostics*);
Result<void> open_mmb(const NamedFile&, Model&, const FileLookup&, const OptionValues&, Diagnostics*);
Result<void> open_msh(const NamedFile&, Model&, const FileLookup&, const OptionValues&, Diagnostics*);
// A morph mesh and its animations, compiled or from their sources.
Result<void> open_mms(const NamedFile&, Model&, const FileLookup&, const OptionValues&, Diagnostics*);
Result<void> open_man(const NamedFile&, Model&, const FileLookup&, const OptionValues&, Diagnostics*);
Result<void> open_mds(const NamedFile&, Model&, const FileLookup&, const OptionValues&, Diagnostics*);
Result<void> open_msb(const NamedFile&, Model&, const FileLookup&, const OptionValues&, Diagnostics*);
// A model, or a clip for the model that was opened before.
Result<void> open_asc(const NamedFile&, Model&, const FileLookup&, const OptionValues&, Diagnostics*);
Result<void> open_outfit(const NamedFile&, Model&, const FileLookup&, const OptionValues&, Diagnostics*);

} // namespace ossuary::zengin
