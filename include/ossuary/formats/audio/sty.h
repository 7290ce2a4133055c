// Styles (`.sty`, form `DMST`): parts, which are notes and curves; patterns, which say what parts play together; bands.
//
// `styh`: time signature, f64 tempo. `prth` of a part:
//   0    4      time_signature
//   4    u32[32] variation_choices  one per variation; not 0: it may be chosen
//   132  guid   id
//   148  u16    measures
//   150  u8     play_mode           of notes with mode 16
//   151  u8     invert_upper, u8 invert_lower
// `note` and `crve`: u32 size of an item, then items as StyleNote and StyleCurve have them, in order. `ptnh` of a
// pattern and `prfc` of each part in it: PatternHeader, PartSettings.
#pragma once

#include <cstdint>
#include <vector>

#include "ossuary/formats/audio/band.h"

namespace ossuary::audio {

struct StyleHeader {
    TimeSignature time_signature;
    double tempo = 120;
};

struct PartHeader {
    TimeSignature time_signature;
    std::array<std::uint32_t, 32> variation_choices{};
    Guid id;
    std::uint16_t measures = 1;
    std::uint8_t play_mode = 0, invert_upper = 0, invert_lower = 0;
    std::array<std::uint8_t, 3> padding{};
    std::uint32_t flags = 0; // newer files
};

struct StyleNote {
    std::uint32_t grid_start = 0, variations = 0, duration = 0;
    std::int16_t time_offset = 0;
    std::uint16_t music_value = 0;
    std::uint8_t velocity = 0, time_range = 0, duration_range = 0, velocity_range = 0;
    std::uint8_t inversion = 0;
    std::uint8_t play_mode = 16; // 16: the part's
    std::uint8_t note_flags = 0, padding = 0;
};
// A stored time or duration range in ticks.
constexpr std::int32_t range_ticks(std::uint8_t stored) {
    if (stored <= 190) return stored;
    if (stored <= 212) return 5 * (stored - 190) + 190;
    if (stored <= 232) return 10 * (stored - 212) + 300;
    return 50 * (stored - 232) + 500;
}

struct StyleCurve {
    std::uint32_t grid_start = 0, variations = 0, duration = 0, reset_duration = 0;
    std::int16_t time_offset = 0, start = 0, end = 0, reset = 0;
    std::uint8_t type = 0;  // 3 pitch bend, 4 controller
    std::uint8_t shape = 0; // 0 linear, 1 instant, 2 exponential, 3 logarithmic, 4 sine
    std::uint8_t controller = 0;
    std::uint8_t flags = 0; // 1: reset
    std::uint16_t parameter = 0, merge_index = 0;
};

struct Part {
    PartHeader header;
    std::string name;
    std::vector<StyleNote> notes;
    std::vector<StyleCurve> curves;
};

enum Embellishment : std::uint16_t {
    embellish_none = 0,
    embellish_fill = 1,
    embellish_break = 2,
    embellish_intro = 4,
    embellish_end = 8,
    embellish_motif = 16
};

struct PatternHeader {
    TimeSignature time_signature;
    std::uint8_t groove_bottom = 1, groove_top = 100;
    std::uint16_t embellishment = 0, measures = 1;
    std::uint8_t destination_bottom = 0, destination_top = 0;
    std::uint32_t flags = 0;
};

struct PartSettings {
    Guid part_id;
    std::uint16_t logical_part_id = 0;
    std::uint8_t variation_lock = 0; // equal ids play the same variation; 0: independent
    std::uint8_t subchord_level = 0, priority = 0;
    std::uint8_t variation_order = 0;
    std::uint16_t padding = 0;
    std::uint32_t channel = 0; // newer files
};

struct PartReference {
    PartSettings settings;
    std::uint32_t channel = 0;       // the one that counts
    std::optional<std::size_t> part; // of the style; nothing where none has the id
};

struct Pattern {
    PatternHeader header;
    std::string name;
    std::vector<std::uint32_t> rhythm; // per measure: the beats with a chord
    std::vector<PartReference> parts;
};

struct StyFile {
    Riff riff;
    StyleHeader header;
    Guid guid;
    std::string name;
    std::vector<Part> parts;
    std::vector<Pattern> patterns;
    std::vector<Band> bands; // the first is the usual one
};

bool recognise_sty(Bytes bytes);
Result<StyFile> parse_sty(Bytes bytes, Diagnostics* diagnostics = nullptr);
ByteBuffer write_sty(const StyFile& file);
Json dump_sty(const StyFile& file);
Result<StyFile> build_sty(const Json& json);
Json facts_of(const StyFile& file);

} // namespace ossuary::audio
