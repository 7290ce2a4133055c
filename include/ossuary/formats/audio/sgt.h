// Segments (`.sgt`, form `DMSG`): how long a piece is, and tracks that say at which time which tempo, style, band,
// chord and command come into force.
//
// `segh`: u32 repeats, i32 length, i32 play_start, i32 loop_start, i32 loop_end, u32 resolution, newer fields.
// `LIST trkl` has a `RIFF DMTK` per track: `trkh` (class GUID, u32 position, u32 groups, char[4] chunk id, char[4] list
// type) and the data: `tetr`, `cmnd`, `LIST cord`, `LIST sttr`, `RIFF DMBT`.
#pragma once

#include <cstdint>
#include <vector>

#include "ossuary/formats/audio/band.h"

namespace ossuary::audio {

struct SegmentHeader {
    std::uint32_t repeats = 0; // 0: played once
    std::int32_t length = 0, play_start = 0, loop_start = 0, loop_end = 0;
    std::uint32_t resolution = 0;
};
inline constexpr std::uint32_t endless_repeats = 0xffffffff;

struct TrackHeader {
    Guid class_id;
    std::uint32_t position = 0, groups = 0;
    FourCc chunk_id{}, list_type{};
};

struct TempoItem {
    std::int32_t time = 0;
    std::uint32_t padding = 0;
    double tempo = 120;
};

enum class CommandKind : std::uint8_t { groove, fill, intro, break_, end, end_and_intro };

struct CommandItem {
    std::int32_t time = 0;
    std::uint16_t measure = 0;
    std::uint8_t beat = 0, command = 0;
    std::uint8_t groove_level = 1, groove_range = 0;
    std::uint8_t repeat_mode = 0;
    std::uint8_t padding = 0;
};

struct Subchord {
    std::uint32_t chord = 0, scale = 0, inversions = 0, levels = 0;
    std::uint8_t chord_root = 0, scale_root = 0;
    std::uint16_t padding = 0;
};

struct Chord {
    std::string name;
    std::int32_t time = 0;
    std::uint16_t measure = 0;
    std::uint8_t beat = 0, flags = 0;
    std::vector<Subchord> subchords;
};

struct StyleItem {
    std::int32_t time = 0;
    Reference style;
};

struct BandItem {
    std::int32_t time = 0; // -1: from the start
    Band band;
};

struct SgtFile {
    Riff riff;
    SegmentHeader header;
    Guid guid;
    std::string name;
    std::vector<FourCc> tracks; // what each of them holds
    std::vector<TempoItem> tempos;
    std::vector<CommandItem> commands;
    std::uint32_t key = 0; // root in the top 8 bits, scale below
    std::vector<Chord> chords;
    std::vector<StyleItem> styles;
    std::vector<BandItem> bands;
};

bool recognise_sgt(Bytes bytes);
Result<SgtFile> parse_sgt(Bytes bytes, Diagnostics* diagnostics = nullptr);
ByteBuffer write_sgt(const SgtFile& file);
Json dump_sgt(const SgtFile& file);
Result<SgtFile> build_sgt(const Json& json);
Json facts_of(const SgtFile& file);

} // namespace ossuary::audio
