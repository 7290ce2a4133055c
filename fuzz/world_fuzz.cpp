// Any bytes as a ZEN world; what is read as a sound one is written, for both games, and read again.
#include "lossless.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/zengin/world.h"

using namespace ossuary;
using namespace ossuary::zengin;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Diagnostics diagnostics;
    const auto file = read_world(Bytes(reinterpret_cast<const std::byte*>(data), size), &diagnostics);
    if (!file) {
        fuzz::expect(file.error().place().offset && *file.error().place().offset <= size);
        return 0;
    }
    if (file->mesh) {
        const ByteBuffer block = write_mesh_and_bsp(*file->mesh);
        fuzz::expect(parse_mesh_and_bsp(block).has_value());
    }
    const auto world = to_world(*file, "fuzz", {}, &diagnostics);
    if (!world || !validate(*world).empty()) return 0;
    for (const Game game : {Game::gothic1, Game::gothic2}) {
        const auto archive = zen_from_world(*world, {.game = game});
        if (!archive) continue;
        const ByteBuffer bytes = write_zen(*archive);
        const auto again = read_world(bytes);
        fuzz::expect(again && again->vobs.size() == world->objects.size());
    }
    return 0;
}
