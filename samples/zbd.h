// MechWarrior 3's files around the mech: its model with paint schemes, a yard with the gate that make_gate_file()
// opens, their pictures, a list and sounds.
#pragma once

#include "ossuary/formats/mw3/gamez.h"
#include "ossuary/formats/mw3/mechlib.h"
#include "ossuary/formats/mw3/textures.h"
#include "ossuary/formats/mw3/zbd.h"
#include "ossuary/model/model.h"

namespace ossuary::samples {

// The armour's picture: 0 for `ossian01`, 1 and 2 for the schemes `ossian01_b` and `ossian01_c`.
Image mech_paint(int scheme);

// `mech_ossian.flt`, and `mech_ossian_1.flt` of blocks for far away.
mw3::Mechlib make_mechlib(const Model& mech);
mw3::TexturePackage make_mech_textures(const Model& mech);

// A walled yard of 2 × 2 cells: the gate, a tower with two levels of detail, a pond that flows, a lamp that blinks, a
// fence seen from both sides, a craft; its nodes are those that make_gate_file() speaks of.
mw3::Gamez make_yard();
mw3::TexturePackage make_yard_textures();

mw3::ZbdArchive make_reader();        // which motions the mech has
mw3::ZbdArchive make_sound_archive(); // what make_gate_file() lets sound, as WAV files

} // namespace ossuary::samples
