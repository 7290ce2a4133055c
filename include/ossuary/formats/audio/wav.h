// Sounds: `.wav`, PCM of 8 and 16 bits, MS ADPCM and IMA ADPCM. Cues, loops and texts are kept.
//
// `fmt `:
//   0   u16  tag              1 PCM, 2 MS ADPCM, 0x11 IMA ADPCM, 0xFFFE: the first u16 of the GUID at 24 is the tag
//   2   u16  channels         1 or 2
//   4   u32  rate             frames per second
//   8   u32  byte_rate        not trusted
//   12  u16  block_align      PCM: bytes of a frame; ADPCM: bytes of a block
//   14  u16  bits             PCM 8 or 16; ADPCM 4
//   16  u16  extra_size       then for ADPCM: u16 frames of a block; MS: u16 count, count × { i16 c1, i16 c2 }
// `fact`: u32 frames. `cue `: u32 count, 24 bytes each. `smpl`: 36 bytes, 24 for each loop.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "ossuary/base/json.h"
#include "ossuary/formats/audio/riff.h"

namespace ossuary::audio {

enum class Coding : std::uint16_t { pcm = 1, ms_adpcm = 2, ima_adpcm = 0x11 };
std::string_view name_of(Coding coding);

// How the samples of a sound are stored, checked.
struct WaveFormat {
    std::uint16_t tag = 0; // as the file has it; `coding` is what it comes to
    std::uint16_t channels = 1;
    std::uint32_t rate = 0;
    std::uint32_t byte_rate = 0;
    std::uint16_t block_align = 0;
    std::uint16_t bits = 0;
    Coding coding = Coding::pcm;
    std::uint32_t frames_per_block = 1;                    // 1 for PCM
    std::vector<std::array<std::int16_t, 2>> coefficients; // of MS ADPCM
};

// A sound as samples: frames one after the other, in each one sample per channel.
struct Pcm {
    std::uint32_t rate = 44100;
    std::uint16_t channels = 1;
    std::vector<std::int16_t> samples;

    std::size_t frames() const { return samples.size() / channels; }
    bool operator==(const Pcm&) const = default;
};

// CRC-32 of the samples as bytes, lowest first.
std::uint32_t checksum(const Pcm& pcm);

struct Cue {
    std::uint32_t id = 0, position = 0;
    FourCc chunk{};
    std::uint32_t chunk_start = 0, block_start = 0, sample_offset = 0;
};

struct SampleLoop {
    std::uint32_t cue = 0;
    std::uint32_t type = 0; // 0 forward, 1 to and fro, 2 backward
    std::uint32_t start = 0;
    std::uint32_t end = 0; // its last frame
    std::uint32_t fraction = 0;
    std::uint32_t count = 0; // 0: without end
};

// The header of `smpl`.
struct Sampler {
    std::uint32_t manufacturer = 0, product = 0, sample_period = 0;
    std::uint32_t unity_note = 60;
    std::uint32_t pitch_fraction = 0; // 2^32 are a semitone
    std::uint32_t smpte_format = 0, smpte_offset = 0;
    std::uint32_t loop_count = 0, extra_bytes = 0;
};

// `riff` is the file, and what is written; the rest is what it says.
struct WavFile {
    Riff riff;
    WaveFormat format;
    std::optional<std::uint32_t> fact;
    std::size_t frames = 0;
    std::vector<Cue> cues;
    std::optional<Sampler> sampler;
    std::vector<SampleLoop> loops;

    bool is_valid(const SampleLoop& loop) const { return loop.start <= loop.end && loop.end < frames; }
    // The first valid forward loop.
    const SampleLoop* loop() const;
};

bool recognise_wav(Bytes bytes);
Result<WavFile> parse_wav(Bytes bytes, Diagnostics* diagnostics = nullptr);
ByteBuffer write_wav(const WavFile& file);
Json dump_wav(const WavFile& file);
Result<WavFile> build_wav(const Json& json);
Json facts_of(const WavFile& file);

Result<Pcm> decode(const WavFile& file);

// What a new file is coded as; blocks of the size that is usual for the rate.
struct EncodeOptions {
    Coding coding = Coding::pcm;
    int bits = 16; // of PCM: 8 or 16
};
WavFile make_wav(const Pcm& pcm, const EncodeOptions& options = {});
// The same sound coded anew; cues, loops and texts stay. One that has this coding already is not touched.
Result<WavFile> recode(const WavFile& file, const EncodeOptions& options);

} // namespace ossuary::audio
