// Bands (form `DMBD`): which instrument of which collection plays on each channel. They lie in styles and segments, or
// in a file of their own.
//
// `bins`:
//   0   u32     patch            bits 0–6 program, 8–14 and 16–22 bank, 31 drum kit
//   4   u32     assign_patch
//   8   u32[4]  note_ranges
//   24  u32     channel
//   28  u32     flags            which of the fields count
//   32  u8      pan              0 left, 64, 127
//   33  u8      volume           0 … 127
//   34  i16     transpose        semitones
//   36  u32     channel_priority
//   40  i16     pitch_bend_range cents; newer files
#pragma once

#include <vector>

#include "ossuary/base/result.h"
#include "ossuary/formats/audio/music.h"
#include "ossuary/formats/audio/riff.h"

namespace ossuary::audio {

enum BandFlags : std::uint32_t {
    band_patch = 1,
    band_bank = 2,
    band_pan = 0x20,
    band_volume = 0x40,
    band_transpose = 0x80,
    band_gm = 0x100,
    band_gs = 0x200,
    band_xg = 0x400,
    band_bend_range = 0x2000
};

struct BandSettings {
    std::uint32_t patch = 0, assign_patch = 0;
    std::array<std::uint32_t, 4> note_ranges{};
    std::uint32_t channel = 0, flags = 0;
    std::uint8_t pan = 64, volume = 100;
    std::int16_t transpose = 0;
    std::uint32_t channel_priority = 0;
    std::int16_t pitch_bend_range = 0;
    std::uint16_t padding = 0;
};

struct BandInstrument {
    BandSettings settings;
    std::optional<Reference> collection;
};

struct Band {
    Guid guid;
    std::string name;
    std::vector<BandInstrument> instruments;
};

struct BandFile {
    Riff riff;
    Band band;
};

bool recognise_band(Bytes bytes);
Result<BandFile> parse_band(Bytes bytes, Diagnostics* diagnostics = nullptr);
ByteBuffer write_band(const BandFile& file);
Json dump_band(const BandFile& file);
Result<BandFile> build_band(const Json& json);
Json facts_of(const BandFile& file);

} // namespace ossuary::audio
