// From the music value of a note, which is a place in a chord and a scale, to the MIDI note that is played.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "ossuary/formats/audio/sgt.h"

namespace ossuary::sound {

// Bits of a play mode; none: the value is the note.
enum PlayMode : std::uint8_t { key_root = 1, chord_root = 2, scale_intervals = 4, chord_intervals = 8 };

// The subchord that serves a level: the first with its bit, else the first; without any, C major.
audio::Subchord subchord_for(std::span<const audio::Subchord> subchords, std::uint32_t level);

// Nothing where the mode does not play the value. `key` has the root in its top 8 bits.
std::optional<int> midi_note(std::uint16_t value, std::uint8_t mode, const audio::Subchord& subchord,
                             std::uint32_t key);

} // namespace ossuary::sound
