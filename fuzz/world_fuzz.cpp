// Any bytes as a ZEN world; what is read as a sound one is written, for both games, and read again.
#include "lossless.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/zengin/world.h"

namespace ossuary::fuzz::try_world {

using namespace zengin;

OSSUARY_FUZZ(world) {
    Diagnostics diagnostics;
    const auto file = read_world(bytes, &diagnostics);
    if (!file) {
        expect(file.error().place().offset && *file.error().place().offset <= bytes.size());
        return;
    }
    if (file->mesh) {
        const ByteBuffer block = write_mesh_and_bsp(*file->mesh);
        expect(parse_mesh_and_bsp(block).has_value());
    }
    const auto world = to_world(*file, "fuzz", {}, &diagnostics);
    if (!world || !validate(*world).empty()) return;
    for (const Game game : {Game::gothic1, Game::gothic2}) {
        const auto archive = zen_from_world(*world, {.game = game});
        if (!archive) continue;
        const auto again = read_world(write_zen(*archive));
        expect(again && again->vobs.size() == world->objects.size());
    }
}

} // namespace ossuary::fuzz::try_world
