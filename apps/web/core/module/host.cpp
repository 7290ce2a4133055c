#include "module/host.h"

#include <cstdlib>

#include "ossuary/base/diagnostic.h"

#if defined(__wasm__)
#define OSSUARY_IMPORT(name) __attribute__((import_module("ossuary"), import_name(name)))
#else
#define OSSUARY_IMPORT(name)
#endif

extern "C" {
// Reads a file and holds it; its size, or −1 if it cannot be had.
OSSUARY_IMPORT("fetch") double ossuary_host_fetch(std::uint32_t list, std::uint32_t number);
// Puts what was read last there, and lets go of it.
OSSUARY_IMPORT("take") void ossuary_host_take(void* to);
}

namespace ossuary::web {

Result<SharedBytes> read_from_host(std::uint32_t list, std::uint32_t number) {
    const double size = ossuary_host_fetch(list, number);
    if (size < 0) return fail("the file could not be read from where it is");
    // A container cannot say that there is no memory; malloc can.
    void* const enough = size < 4e9 ? std::malloc(static_cast<std::size_t>(size) + 1) : nullptr;
    if (!enough) return fail("there is not enough memory for it");
    std::free(enough);
    ByteBuffer bytes(static_cast<std::size_t>(size));
    ossuary_host_take(bytes.data());
    return SharedBytes(std::move(bytes));
}

} // namespace ossuary::web
