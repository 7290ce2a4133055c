// Opens files of any format as one model.
#pragma once

#include <span>

#include "ossuary/assets/registry.h"
#include "ossuary/base/files.h"
#include "ossuary/model/model.h"

namespace ossuary {

// Opens one or several files as one model: the model first, then its clips, whatever the order they are given in.
// Pictures given beside a model are where its materials look first. Errors and diagnostics name the file. Options are
// those of the formats and those that every model has (options.h); one that no file takes is an error.
Result<Model> open_model(std::span<const NamedFile> files, const FileLookup& lookup, const OptionValues& options = {},
                         Diagnostics* diagnostics = nullptr);

} // namespace ossuary
