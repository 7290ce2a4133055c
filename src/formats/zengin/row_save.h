// The savers of Gothic's rows: models as sources, and as what is compiled from them.
#pragma once

#include "ossuary/format/row_verbs.h"

namespace ossuary::zengin {

// Tree and meshes, with every clip in a file of its own beside them (`HERO_RUN.ASC`). The file is a motion instead if
// `options.clip` asks for one, if the model has no more than that, or if its name is that of its only clip.
SavedFiles save_asc(const Model&, std::string_view stem, const OptionValues&, Diagnostics*);
// The script with all its ASC sources beside it.
SavedFiles save_mds(const Model&, std::string_view stem, const OptionValues&, Diagnostics*);
// The compiled script with hierarchy, meshes and animations beside it.
SavedFiles save_msb(const Model&, std::string_view stem, const OptionValues&, Diagnostics*);
SavedFiles save_mdh(const Model&, std::string_view stem, const OptionValues&, Diagnostics*);
// The meshes with their hierarchy beside them.
SavedFiles save_mdm(const Model&, std::string_view stem, const OptionValues&, Diagnostics*);
SavedFiles save_mdl(const Model&, std::string_view stem, const OptionValues&, Diagnostics*);
SavedFiles save_man(const Model&, std::string_view stem, const OptionValues&, Diagnostics*);
// Meshes that stand alone, in the rest pose: all of the model's as one, and those that have morph targets.
SavedFiles save_mrm(const Model&, std::string_view stem, const OptionValues&, Diagnostics*);
SavedFiles save_mmb(const Model&, std::string_view stem, const OptionValues&, Diagnostics*);

} // namespace ossuary::zengin
