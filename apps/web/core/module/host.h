// What the module asks of its host: the bytes of files it knows by name alone.
#pragma once

#include <cstdint>

#include "ossuary/base/result.h"
#include "ossuary/base/shared_bytes.h"

namespace ossuary::web {

// A file by the number of the list it was named in, and its own in that list.
Result<SharedBytes> read_from_host(std::uint32_t list, std::uint32_t number);

} // namespace ossuary::web
