// The segment player: from a segment and its styles to a list of notes and controls, in whole ticks of music time. The
// list and its seed are the music; render.h turns it into samples.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "ossuary/formats/audio/sgt.h"
#include "ossuary/formats/audio/sty.h"

namespace ossuary::sound {

// In the order in which those of one tick are heard.
enum class MusicEventKind : std::uint8_t { tempo, off, band, control, bend, on };

struct MusicEvent {
    std::int32_t time = 0;
    MusicEventKind kind = MusicEventKind::on;
    std::uint32_t channel = 0;
    std::int32_t number = 0; // of the controller, the note, or the band in EventList::bands
    std::int32_t value = 0;  // velocity, 0 … 127 of a controller, 0 … 16383 of a bend
    double tempo = 0;        // quarter notes a minute
};

struct PatternStart {
    std::int32_t time = 0;
    std::size_t pattern = 0;
    std::string name;
};

struct EventList {
    std::vector<MusicEvent> events; // sorted
    std::vector<audio::Band> bands;
    std::vector<PatternStart> patterns;
    std::int32_t end = 0;
    std::uint32_t draws = 0;
};

// A segment with the styles it names, in the order of its style track; null where one was not found. What they point to
// stays the caller's.
struct Piece {
    const audio::SgtFile* segment = nullptr;
    std::vector<const audio::StyFile*> styles;
};

inline constexpr std::int32_t no_limit = std::numeric_limits<std::int32_t>::max();

// From the first pass to the last; an endless segment needs a limit, which is then the end.
EventList compose(const Piece& piece, std::uint32_t seed, std::int32_t limit = no_limit);

// What a theme says about how it takes over.
enum class TransitionKind : std::uint8_t { none = 1, groove, fill, break_, intro, end, end_and_intro };
enum class Boundary : std::uint8_t { immediate = 1, beat, measure };

struct Transition {
    std::int32_t time = 0; // when it was asked for; negative: when the first piece is over
    TransitionKind kind = TransitionKind::none;
    Boundary boundary = Boundary::measure;
};

struct TransitionList : EventList {
    std::int32_t boundary = 0; // where the first piece was cut
    std::int32_t start = 0;    // where the second begins
};

// The first piece to the boundary, the transition, and the second piece to its end, with one generator.
TransitionList compose(const Piece& first, const Piece& second, const Transition& transition, std::uint32_t seed,
                       std::int32_t limit = no_limit);

} // namespace ossuary::sound
