// The samples behind `fmt ` and `data`, decoded and encoded. Sounds and the waves of collections share it.
#pragma once

#include "ossuary/formats/audio/wav.h"

namespace ossuary::audio {

// Checks `fmt `; offsets in messages count from `offset`.
Result<WaveFormat> read_format(const Chunk& fmt, Diagnostics* diagnostics);
// Frames in that many bytes, trimmed to `fact`.
Result<std::size_t> frames_in(const WaveFormat& format, const Chunk& data, std::optional<std::uint32_t> fact,
                              Diagnostics* diagnostics);
// Fails at a block whose header cannot be.
Result<void> check_blocks(const WaveFormat& format, const Chunk& data);
// Of blocks that were checked.
std::vector<std::int16_t> decode_samples(const WaveFormat& format, Bytes data, std::size_t frames);

WaveFormat format_for(std::uint32_t rate, std::uint16_t channels, const EncodeOptions& options);
ByteBuffer encode_samples(const WaveFormat& format, const std::vector<std::int16_t>& samples);
ByteBuffer format_bytes(const WaveFormat& format);

} // namespace ossuary::audio
