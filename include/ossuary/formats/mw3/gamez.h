// gamez.zbd: a world of MechWarrior 3, Pirate's Moon or Recoil.
//
//     header      36 bytes (Pirate's Moon 40): u32 signature 0x02971222, u32 version, counts and offsets
//     textures    40 bytes each (Recoil 36, Pirate's Moon 44)
//     materials   16 bytes, 44 for each slot, then the cycles of those that have one
//     meshes      12 bytes, 96 for each slot (Recoil 88, Pirate's Moon 104), then the data of used ones
//     nodes       212 bytes for each slot (Recoil 196), then data, parents and children of used ones
//
// There are no gaps: every offset is where reading in order arrives. Offsets and counts are derived when writing.
#pragma once

#include <string_view>
#include <vector>

#include "ossuary/base/json.h"
#include "ossuary/formats/mw3/nodes.h"

namespace ossuary::mw3 {

struct WorldTexture {
    std::uint32_t image_ptr = 0;
    std::uint32_t reserved_4 = 0; // Pirate's Moon
    std::uint32_t surface_ptr = 0;
    Text<20, Fill::suffix> name;
    std::uint32_t state = 2;
    std::int32_t category = 0; // not in Recoil
    std::int32_t mip_index = -1;
};

struct GameNode : WorldNode {
    std::int32_t parent = -1; // of an empty node, MechWarrior 3 and Recoil
    std::uint32_t index = 0;  // Pirate's Moon: 0x02000000 + number from 1
    std::vector<std::int32_t> parents;
    std::vector<std::int32_t> children;
};

// A list with slots of which the first are used. Free slots are only kept where they are not as usual.
template <class T> struct Slots {
    std::uint32_t array_size = 0;
    std::int32_t index_free = 0;
    std::int32_t index_last = -1; // materials
    std::vector<T> items;
    ByteBuffer free_raw;
};

struct Gamez {
    Game game = Game::mechwarrior3;
    std::uint32_t timestamp = 0; // Pirate's Moon
    std::int32_t node_last_free = 0;
    std::vector<WorldTexture> textures;
    Slots<WorldMaterial> materials;
    Slots<WorldMesh> meshes;
    Slots<GameNode> nodes;
};

bool recognise_gamez(Bytes bytes);
// Errors and deviations begin with the names of the format's description. Crimson Skies is told apart and refused.
Result<Gamez> parse_gamez(Bytes bytes, Diagnostics* diagnostics = nullptr);
ByteBuffer write_gamez(const Gamez& file);
Json dump_gamez(const Gamez& file);
Result<Gamez> build_gamez(const Json& json);

} // namespace ossuary::mw3
