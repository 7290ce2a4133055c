// Whatever parses must be sound, and fit to be written and read again.
#include <cstdlib>

#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/gltf/gltf.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace ossuary;
    const Bytes bytes = std::as_bytes(std::span(data, size));
    // A document may name other files; give it something to find.
    const auto lookup = [&](std::string_view name) -> std::optional<ByteBuffer> {
        if (name.empty()) std::abort();
        return name.size() % 2 == 0 ? std::optional(ByteBuffer(64)) : std::nullopt;
    };
    gltf::recognise_gltf(bytes);
    Diagnostics diagnostics;
    const auto model = gltf::parse_gltf(bytes, "fuzz.glb", lookup, &diagnostics);
    if (!model) return 0;
    if (!validate(*model).empty()) std::abort();
    const auto once = gltf::write_glb(*model);
    if (!once) std::abort();
    const auto back = gltf::parse_gltf(*once, "fuzz.glb");
    if (!back || !validate(*back).empty()) std::abort();
    const auto twice = gltf::write_glb(*back);
    if (!twice || *twice != *once) std::abort();
    return 0;
}
