// A fuzz target: `OSSUARY_FUZZ(name) { … }` is a function over `bytes`, and tools/fuzz runs it by that name.
#pragma once

#include <string_view>

#include "ossuary/base/bytes.h"

namespace ossuary::fuzz {

struct Target {
    std::string_view name;
    void (*run)(Bytes bytes);
    const Target* next; // all targets of the program, one behind the other

    Target(std::string_view target_name, void (*function)(Bytes));
    static const Target* find(std::string_view name);
};

inline void expect(bool holds) {
    if (!holds) __builtin_trap();
}

} // namespace ossuary::fuzz

#define OSSUARY_FUZZ(NAME)                                                                                             \
    static void run_##NAME(Bytes bytes);                                                                               \
    static const Target NAME##_target{#NAME, run_##NAME};                                                              \
    static void run_##NAME([[maybe_unused]] Bytes bytes)
