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

// A script with an instance for Ossian, PC_HERO, and one for his sword.
Result<zengin::DatFile> game_script();

// SFX.DAT: an instance for each of these sounds, by the file of its name; the heavy stroke is the light one, lower.
Result<zengin::DatFile> sound_script(const std::vector<std::string>& names);
// MUSIC.DAT: what is played around Ossian, in peace and in a fight.
Result<zengin::DatFile> music_script();

// ---- the folder: files of `game/`, made of those of `gothic2/` and `sound/`, which `files` must have already
Result<void> add_game(std::vector<NamedFile>& files, Diagnostics* dropped);

} // namespace ossuary::samples
