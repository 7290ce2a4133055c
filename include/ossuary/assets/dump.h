// Lossless JSON of any file and back. An unedited dump builds the identical file, whatever its layout was.
#pragma once

#include "ossuary/format/format.h"

namespace ossuary {

// The file as JSON: `format` first (but see Format::is_dump), then the members the format has. Where the values alone
// would not give the same bytes (comments, another layout, names that are not UTF-8), `original` holds them as text or
// base64.
Result<Json> dump_file(const Format& format, Bytes bytes, const OptionValues& options = {},
                       Diagnostics* diagnostics = nullptr);

// The file a dump describes. The original bytes count while the values beside them are unedited; otherwise the file
// is written afresh, and a note says so.
Result<NamedFile> build_file(const Json& dump, Diagnostics* diagnostics = nullptr);

} // namespace ossuary
