// Collections of instruments (`.dls`, level 1 and 2): regions of keys with their waves and articulation.
//
// `colh` u32 instruments. `insh`: u32 regions, u32 bank, u32 program. `rgnh`: u16 key low, high, velocity low, high,
// options (1: not self-exclusive), key group. `wlnk`: u16 options, u16 phase group, u32 channels, u32 table index.
// `wsmp`: u32 size (20), u16 unity note, i16 fine tune, i32 gain, u32 options, u32 loops; each u32 size (16), type,
// start, length. `art1`, `art2`: u32 size (8), u32 count, connections. `ptbl`: u32 size (8), u32 count, u32 offsets of
// waves.
#pragma once

#include <cstdint>
#include <vector>

#include "ossuary/formats/audio/music.h"
#include "ossuary/formats/audio/wav.h"

namespace ossuary::audio {

struct WaveLoop {
    std::uint32_t size = 16;
    std::uint32_t type = 0; // 0 forward, 1 until the note is released
    std::uint32_t start = 0, length = 0;
};

struct WaveSample {
    std::uint16_t unity_note = 60;
    std::int16_t fine_tune = 0; // cents
    std::int32_t gain = 0;      // 655360 are a decibel
    std::uint32_t options = 0;
    std::vector<WaveLoop> loops;
};

struct Connection {
    std::uint16_t source = 0, control = 0, destination = 0, transform = 0;
    std::int32_t scale = 0;
};

struct Articulation {
    int level = 1; // of `art1` or `art2`
    std::vector<Connection> connections;
};

struct RegionHeader {
    std::uint16_t key_low = 0, key_high = 127, velocity_low = 0, velocity_high = 127;
    std::uint16_t options = 0, key_group = 0;
};

struct WaveLink {
    std::uint16_t options = 0, phase_group = 0;
    std::uint32_t channels = 0, table_index = 0;
};

struct Region {
    RegionHeader header; // velocities as they count: 0, 0 of level 1 are all
    WaveLink link;
    std::optional<std::size_t> wave; // what the link comes to
    std::optional<WaveSample> sample;
    std::optional<Articulation> articulation;
};

struct InstrumentHeader {
    std::uint32_t regions = 0, bank = 0, program = 0;
};

struct Instrument {
    InstrumentHeader header;
    std::string name;
    std::vector<Region> regions;
    std::optional<Articulation> articulation;

    bool is_drums() const { return (header.bank & 0x80000000u) != 0; }
    // As bands address it: program, bank and the drum bit.
    std::uint32_t patch() const {
        return (header.program & 0x7f) | (header.bank & 0x7f) << 8 | (header.bank >> 8 & 0x7f) << 16 |
               (header.bank & 0x80000000u);
    }
};

struct Wave {
    std::string name;
    WaveFormat format;
    std::optional<WaveSample> sample;
    Pcm pcm;
};

struct DlsFile {
    Riff riff;
    Guid guid;
    std::array<std::uint32_t, 2> version{};
    std::string name;
    std::vector<Instrument> instruments;
    std::vector<Wave> waves;
    std::vector<std::optional<std::size_t>> pool_table; // waves by table index
};

bool recognise_dls(Bytes bytes);
Result<DlsFile> parse_dls(Bytes bytes, Diagnostics* diagnostics = nullptr);
ByteBuffer write_dls(const DlsFile& file);
Json dump_dls(const DlsFile& file);
Result<DlsFile> build_dls(const Json& json);
Json facts_of(const DlsFile& file);

// A wave as a file of its own: its samples as they are stored, and its loop.
WavFile wave_as_wav(const DlsFile& file, std::size_t wave);

} // namespace ossuary::audio
