// Ossian as Gothic keeps a character: scripts, sources and everything compiled from them. Private to the maker.
#pragma once

#include <vector>

#include "ossuary/formats/zengin/compile.h"
#include "samples/samples.h"

namespace ossuary::samples {

// ---- what the set is made of, each in its own file

// The clips its scripts draw on, under the names of their ASC files (`RUN` for HERO_RUN.ASC): Ossian's own moves, the
// three strikes as one, a stance on guard, and pointing in nine directions one after the other.
std::vector<Clip> gothic_clips(const Model& hero);
inline constexpr int point_frames = 20; // from one direction of `POINT` to the next

// HERO.MDS, with the names by which the game finds what it plays; the first game blocks with a letter, the second with
// a number. And HERO_1HST1.MDS, what a trained fighter does otherwise.
zengin::Script gothic_script(const std::vector<Clip>& clips, zengin::Game game);
zengin::Script gothic_overlay(const std::vector<Clip>& clips);

// What is held or worn, in the space of the joint that carries it: the sword, and the face with its expressions.
Model gothic_sword(const Model& hero);
Model gothic_face(const Model& hero);

// ---- the set: files of one folder, `gothic1/…` or `gothic2/…`
Result<void> add_gothic(std::vector<NamedFile>& files, const Model& hero, zengin::Game game, Diagnostics* dropped);

} // namespace ossuary::samples
