// Sounds and music as the scripts of a game name them: the instances of C_SFX in SFX.DAT, of C_MUSICTHEME in MUSIC.DAT,
// or in the texts these are compiled of, and which theme is played where and when.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/files.h"
#include "ossuary/base/result.h"
#include "ossuary/formats/zengin/dat_object.h"
#include "ossuary/sound/compose.h"
#include "ossuary/sound/resolve.h"

namespace ossuary::sound {

// Every C_SFX of a script. An instance that cannot be made is left out, with a warning.
void add_instances(SoundLibrary& library, const zengin::DatFile& script, Diagnostics* diagnostics = nullptr);

void add_instances(SoundLibrary& library, std::span<const zengin::DatObject> objects);

// An instance of C_MUSICTHEME.
struct MusicTheme {
    std::string name; // in upper case
    std::string file; // of the segment; empty: no music
    double volume = 1;
    bool loop = true;
    double reverb_mix = 0, reverb_time = 0; // dB and ms; not rendered
    TransitionKind transition = TransitionKind::none;
    Boundary boundary = Boundary::measure;
};
std::vector<MusicTheme> themes_of(const zengin::DatFile& script, Diagnostics* diagnostics = nullptr);
std::vector<MusicTheme> themes_of(std::span<const zengin::DatObject> objects);

// The sounds and themes of a game: of SFX.DAT and MUSIC.DAT; where there is none, of the texts SFX.D, SFXINST.D and
// SFXINSTSPEECH.D, and MUSIC.D and MUSICINST.D. None of them is no error. What is said names the file.
Result<std::vector<zengin::DatObject>> find_sounds(const FileLookup& find, Diagnostics* diagnostics = nullptr);
Result<std::vector<MusicTheme>> find_themes(const FileLookup& find, Diagnostics* diagnostics = nullptr);
// Null if there is none. Case does not count.
const MusicTheme* find_theme(std::span<const MusicTheme> themes, std::string_view name);

enum class MusicMode : std::uint8_t { standard, threat, fight };

// Where the listener is and how it stands with him. Of a zone the name behind its first `_` counts: `OLDCAMP_OC` →
// `OC`.
struct MusicPlace {
    std::string zone, default_zone;
    double hour = 12; // day is from 4 to 21
    MusicMode mode = MusicMode::standard;
};
// `OC_DAY_FGT`; where there is none, that of the day, of a lesser mode, of the default zone. Null if there is none at
// all.
const MusicTheme* theme_for(std::span<const MusicTheme> themes, const MusicPlace& place);

} // namespace ossuary::sound
