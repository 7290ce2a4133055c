#include "allocation_count.h"

#include <cstdlib>
#include <memory>
#include <new>

#include <gtest/gtest.h>

namespace {

thread_local std::size_t allocations = 0;

void* count_and_allocate(std::size_t size, std::size_t alignment) {
    ++allocations;
    void* const memory = std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
    if (!memory) std::abort();
    return memory;
}

} // namespace

[[gnu::noinline]] void* operator new(std::size_t size) { return count_and_allocate(size, alignof(std::max_align_t)); }
[[gnu::noinline]] void* operator new(std::size_t size, std::align_val_t alignment) {
    return count_and_allocate(size, static_cast<std::size_t>(alignment));
}
// Not inline: GCC would see `new` given back by `free`, and object.
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

namespace ossuary::testing {

std::size_t allocation_count() { return allocations; }

TEST(AllocationCount, CountsEveryAllocation) {
    const std::size_t before = allocation_count();
    const auto plain = std::make_unique<int>(1);
    struct alignas(64) Wide {
        float lanes[16];
    };
    const auto aligned = std::make_unique<Wide>();
    // Seen from outside, or clang does without them.
    asm volatile("" : : "g"(plain.get()), "g"(aligned.get()) : "memory");
    EXPECT_EQ(allocation_count(), before + 2);
}

} // namespace ossuary::testing
