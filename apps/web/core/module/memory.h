// How much memory is in use: the C library of WebAssembly does not say.
#pragma once

#include <cstddef>

namespace ossuary::web {

// Bytes that operator new gave out and delete did not take back.
std::size_t used_memory();

} // namespace ossuary::web
