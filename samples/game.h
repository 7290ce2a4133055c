// A small installation of Gothic with Ossian in it: archives, a mod, and files that lie beside them. Private to the
// maker.
#pragma once

#include <string>
#include <vector>

#include "ossuary/formats/zengin/dat.h"
#include "ossuary/formats/zengin/fnt.h"
#include "samples/samples.h"

namespace ossuary::samples {

// ---- what is in it, each in its own file

// Letters and figures scratched with straight strokes, as the picture and the places in it.
struct GameFont {
    Image picture; // FONT_OSSUARY.TGA
    zengin::FontFile font;
};
GameFont game_font();

// GOTHIC.DAT: Ossian as PC_HERO in one piece, and three put together from parts: OSSIAN, as bare as bones are,
// OSSIAN_KNIGHT in armour with his sword, and BRAN of another body, head and skin; the sword and the armour as items.
Result<zengin::DatFile> game_script();

// SFX.DAT: an instance for each of these sounds, by the file of its name; the heavy stroke is the light one, lower.
Result<zengin::DatFile> sound_script(const std::vector<std::string>& names);
// MUSIC.DAT: what is played around Ossian, in peace and in a fight.
Result<zengin::DatFile> music_script();

// What the three are put together from, in the names of the game: each a model on Ossian's skeleton, or what a joint
// carries. Textures that differ from one to the other have _V0_C0 in their names; the others of them are beside.
struct PeopleParts {
    Model bare, armored, other_body; // OSSIAN_BODY.ASC, OSSIAN_ARMOR.ASC, BRAN_BODY.ASC
    Model head, other_head;          // OSSIAN_HEAD.MMS, BRAN_HEAD.MMS
    std::vector<Image> pictures;     // _V1_C1
};
PeopleParts people_parts(const Model& hero);

// ---- the folder: files of `game/`, made of those of `gothic2/` and `sound/`, which `files` must have already
Result<void> add_game(std::vector<NamedFile>& files, const Model& hero, Diagnostics* dropped);

} // namespace ossuary::samples
