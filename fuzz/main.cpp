// One program for all targets; OSSUARY_FUZZ_TARGET names the one that runs, or a format, which `rows` tries.
#include <cstdio>
#include <cstdlib>
#include <span>

#include "rows.h"
#include "target.h"

namespace ossuary::fuzz {

static const Target* first = nullptr;

Target::Target(std::string_view target_name, void (*function)(Bytes)) : name(target_name), run(function), next(first) {
    first = this;
}

const Target* Target::find(std::string_view name) {
    for (const Target* target = first; target; target = target->next)
        if (target->name == name) return target;
    return nullptr;
}

static void (*chosen())(Bytes) {
    const char* name = std::getenv("OSSUARY_FUZZ_TARGET");
    if (const Target* target = name ? Target::find(name) : nullptr) return target->run;
    if (name && choose_row(name)) return try_row;
    std::fprintf(stderr, "OSSUARY_FUZZ_TARGET names no target and no format; there are:");
    for (const Target* target = first; target; target = target->next)
        std::fprintf(stderr, " %.*s", static_cast<int>(target->name.size()), target->name.data());
    std::fprintf(stderr, "\n");
    std::exit(2);
}

} // namespace ossuary::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static void (*const run)(ossuary::Bytes) = ossuary::fuzz::chosen();
    run(std::as_bytes(std::span(data, size)));
    return 0;
}
