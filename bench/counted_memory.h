// Every allocation of the program counted: memory in use, and the most there was. For one source of a benchmark.
#pragma once

#include <malloc.h>

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {
std::atomic<std::size_t> in_use{0}, most_in_use{0};

void* counted(std::size_t size) {
    void* memory = std::malloc(size);
    if (memory == nullptr) std::abort();
    const std::size_t now = in_use += malloc_usable_size(memory);
    for (std::size_t most = most_in_use; now > most && !most_in_use.compare_exchange_weak(most, now);) {}
    return memory;
}
void uncounted(void* memory) {
    if (memory != nullptr) in_use -= malloc_usable_size(memory);
    std::free(memory);
}
} // namespace

void* operator new(std::size_t size) { return counted(size); }
void* operator new[](std::size_t size) { return counted(size); }
void operator delete(void* memory) noexcept { uncounted(memory); }
void operator delete[](void* memory) noexcept { uncounted(memory); }
void operator delete(void* memory, std::size_t) noexcept { uncounted(memory); }
void operator delete[](void* memory, std::size_t) noexcept { uncounted(memory); }
