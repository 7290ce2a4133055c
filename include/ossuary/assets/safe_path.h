// Names out of archives as names of files. An archive may call its files anything; a system does not bear everything.
#pragma once

#include <string>
#include <string_view>

#include "ossuary/base/result.h"

namespace ossuary {

// The path with `/` between its folders, or why it must not be used below a folder, anywhere: no empty parts, no `.`
// and
// `..`, nothing absolute, no `:`, no control characters, no blank or dot at the end of a part, no name of a device of
// Windows (`NUL`, `com1.txt`), no part of more than 255 bytes, nothing that is not there. Errors begin with
// `unsafe path`.
Result<std::string> safe_path(std::string_view name);

} // namespace ossuary
