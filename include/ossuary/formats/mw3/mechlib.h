// mechlib.zbd: the models of all mechs, an archive (archive.h) of
//
//     format      u32 1
//     version     u32 27 (Pirate's Moon 41)
//     materials   u32 count, then 40 bytes each and, of textured ones, u32 length and the texture's name
//     NAME.flt    one tree of nodes, depth first: record, data, mesh if mesh_ptr is not 0, children
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "ossuary/base/json.h"
#include "ossuary/formats/mw3/archive.h"
#include "ossuary/formats/mw3/nodes.h"

namespace ossuary::mw3 {

struct MechNode : WorldNode {
    std::optional<WorldMesh> mesh;
    std::vector<MechNode> children;
};

// What an entry holds: a number (`format`, `version`), the materials, or a model.
using MechlibContent = std::variant<std::uint32_t, std::vector<WorldMaterial>, MechNode>;
struct MechlibEntry {
    ArchiveEntry entry;
    MechlibContent content = std::uint32_t{0};
};

struct Mechlib {
    Game game = Game::mechwarrior3;   // or Pirate's Moon
    std::uint32_t footer_version = 1; // 2 in Pirate's Moon
    std::uint32_t checksum = 0;       // of version 2
    std::vector<MechlibEntry> entries;
    std::vector<Gap> gaps;

    const std::vector<WorldMaterial>* materials() const;
    // By the entry's name, with or without `.flt`.
    const MechNode* find(std::string_view model) const;
};

// An archive with entries `version` and `materials`.
bool recognise_mechlib(Bytes bytes);
Result<Mechlib> parse_mechlib(Bytes bytes, Diagnostics* diagnostics = nullptr);
ByteBuffer write_mechlib(const Mechlib& file);
Json dump_mechlib(const Mechlib& file);
Result<Mechlib> build_mechlib(const Json& json);

} // namespace ossuary::mw3
