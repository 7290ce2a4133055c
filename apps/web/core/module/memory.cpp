// Every allocation of the library is one of operator new; each has its size in front.
#include "module/memory.h"

#include <algorithm>
#include <cstdlib>
#include <new>

namespace {

std::size_t used = 0;

struct Head {
    std::size_t size;
    std::size_t offset; // from what malloc gave to what the caller got
};

void* allocate(std::size_t size, std::size_t alignment) {
    const std::size_t offset = std::max(alignment, alignof(std::max_align_t));
    static_assert(sizeof(Head) <= alignof(std::max_align_t));
    void* block = std::aligned_alloc(offset, (size + 2 * offset - 1) / offset * offset);
    if (!block) std::abort();
    auto* given = static_cast<std::byte*>(block) + offset;
    *(reinterpret_cast<Head*>(given) - 1) = {size, offset};
    used += size;
    return given;
}

void release(void* given) {
    if (!given) return;
    const Head head = *(static_cast<Head*>(given) - 1);
    used -= head.size;
    std::free(static_cast<std::byte*>(given) - head.offset);
}

} // namespace

namespace ossuary::web {

std::size_t used_memory() { return used; }

} // namespace ossuary::web

void* operator new(std::size_t size) { return allocate(size, 1); }
void* operator new(std::size_t size, std::align_val_t alignment) {
    return allocate(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* given) noexcept { release(given); }
void operator delete(void* given, std::size_t) noexcept { release(given); }
void operator delete(void* given, std::align_val_t) noexcept { release(given); }
void operator delete(void* given, std::size_t, std::align_val_t) noexcept { release(given); }

// What the standard library calls when it is out of memory or asked for nonsense: a page has no use for a line on
// stderr.
_LIBCPP_BEGIN_NAMESPACE_STD
[[noreturn]] void __libcpp_verbose_abort(const char*, ...) noexcept { std::abort(); }
_LIBCPP_END_NAMESPACE_STD
