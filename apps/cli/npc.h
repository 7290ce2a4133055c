// A character of a game by its name: --npc. The game's script is run, and what it says becomes an outfit file among the
// session's files, which every verb opens like any other.
#pragma once

#include <string>
#include <vector>

#include "cli/reading.h"

namespace ossuary::cli {

struct NpcChoice {
    std::string name;
    bool stowed = false;
};

// --npc and --stowed.
void add_npc_options(Verb& verb, NpcChoice& choice);
// Puts the outfit in place of the paths, if --npc was given; a path beside it is the script to look in (default:
// GOTHIC.DAT of what is mounted). Throws if there is neither a path nor --npc.
Result<void> settle_npc(Session& session, const NpcChoice& choice, std::vector<std::string>& paths,
                        std::string_view verb);
// The same, and the outfit becomes a .glb: for the page, which runs no scripts.
Result<void> settle_npc_as_glb(Session& session, const NpcChoice& choice, std::vector<std::string>& paths);

// ls --npcs and --items: what a game's scripts define, with their visuals.
void list_npcs(Session& session, const std::vector<std::string>& globs, const std::string& script);
void list_items(Session& session, const std::vector<std::string>& globs, const std::string& script);

} // namespace ossuary::cli
