// Whatever parses must be sound, and fit to be written and read again.

#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/gltf/gltf.h"
#include "target.h"

namespace ossuary::fuzz::try_gltf {

OSSUARY_FUZZ(gltf) {
    // A document may name other files; give it something to find.
    const auto lookup = [&](std::string_view name) -> std::optional<ByteBuffer> {
        expect(!name.empty());
        return name.size() % 2 == 0 ? std::optional(ByteBuffer(64)) : std::nullopt;
    };
    gltf::recognise_gltf(bytes);
    Diagnostics diagnostics;
    const auto model = gltf::parse_gltf(bytes, "fuzz.glb", lookup, &diagnostics);
    if (!model) return;
    expect(validate(*model).empty());
    const auto once = gltf::write_glb(*model);
    expect(once.has_value());
    const auto back = gltf::parse_gltf(*once, "fuzz.glb");
    expect(back && validate(*back).empty());
    const auto twice = gltf::write_glb(*back);
    expect(twice && *twice == *once);
}

} // namespace ossuary::fuzz::try_gltf
