#include "formats/audio/adpcm.h"

#include <algorithm>
#include <limits>

#include "formats/audio/chunk_layout.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/hash.h"

namespace ossuary::audio {

namespace {

constexpr std::array<std::array<std::int16_t, 2>, 7> standard_coefficients = {
    {{256, 0}, {512, -256}, {0, 0}, {192, 64}, {240, 0}, {460, -208}, {392, -232}}};
constexpr std::array<std::int32_t, 16> ms_adapt = {230, 230, 230, 230, 307, 409, 512, 614,
                                                   768, 614, 512, 409, 307, 230, 230, 230};
constexpr std::array<std::int32_t, 8> ima_index_step = {-1, -1, -1, -1, 2, 4, 6, 8};
constexpr std::array<std::int32_t, 89> ima_steps = {
    7,    8,     9,     10,    11,    12,    13,    14,    16,    17,    19,    21,    23,    25,   28,
    31,   34,    37,    41,    45,    50,    55,    60,    66,    73,    80,    88,    97,    107,  118,
    130,  143,   157,   173,   190,   209,   230,   253,   279,   307,   337,   371,   408,   449,  494,
    544,  598,   658,   724,   796,   876,   963,   1060,  1166,  1282,  1411,  1552,  1707,  1878, 2066,
    2272, 2499,  2749,  3024,  3327,  3660,  4026,  4428,  4871,  5358,  5894,  6484,  7132,  7845, 8630,
    9493, 10442, 11487, 12635, 13899, 15289, 16818, 18500, 20350, 22385, 24623, 27086, 29794, 32767};
constexpr std::size_t most_frames = std::size_t{1} << 26;
constexpr std::uint16_t extensible_tag = 0xfffe;
constexpr std::size_t sub_format_at = 24;

std::int16_t clamp_sample(std::int32_t value) { return static_cast<std::int16_t>(std::clamp(value, -32768, 32767)); }

struct MsState {
    std::int32_t c1 = 0, c2 = 0, delta = 16, s1 = 0, s2 = 0;

    std::int32_t prediction() const {
        // A file's own coefficients may be of any size; the sum wraps as 32 bits do.
        const std::uint32_t sum = static_cast<std::uint32_t>(s1) * static_cast<std::uint32_t>(c1) +
                                  static_cast<std::uint32_t>(s2) * static_cast<std::uint32_t>(c2);
        return static_cast<std::int32_t>(sum) >> 8;
    }
    std::int16_t step(std::uint32_t nibble) {
        const std::int32_t error = static_cast<std::int32_t>(nibble) - (nibble >= 8 ? 16 : 0);
        const std::int64_t value = prediction() + std::int64_t{error} * delta;
        s2 = s1;
        s1 = static_cast<std::int32_t>(std::clamp<std::int64_t>(value, -32768, 32767));
        const std::int64_t adapted = (std::int64_t{ms_adapt[nibble]} * delta) >> 8;
        delta =
            static_cast<std::int32_t>(std::clamp<std::int64_t>(adapted, 16, std::numeric_limits<std::int32_t>::max()));
        return static_cast<std::int16_t>(s1);
    }
};

struct ImaState {
    std::int32_t predictor = 0, index = 0;

    std::int16_t step(std::uint32_t nibble) {
        const std::int32_t size = ima_steps[static_cast<std::size_t>(index)];
        std::int32_t difference = size >> 3;
        if (nibble & 1) difference += size >> 2;
        if (nibble & 2) difference += size >> 1;
        if (nibble & 4) difference += size;
        predictor = clamp_sample(nibble & 8 ? predictor - difference : predictor + difference);
        index = std::clamp(index + ima_index_step[nibble & 7], 0, 88);
        return static_cast<std::int16_t>(predictor);
    }
};

std::size_t header_bytes(const WaveFormat& format) {
    return (format.coding == Coding::ms_adpcm ? 7u : 4u) * std::size_t{format.channels};
}

// Frames of a block of that many bytes.
std::size_t block_frames(const WaveFormat& format, std::size_t bytes) {
    const std::size_t header = header_bytes(format), channels = format.channels;
    if (bytes < header) return 0;
    const std::size_t frames = format.coding == Coding::ms_adpcm ? (bytes - header) * 2 / channels + 2
                                                                 : 8 * ((bytes - header) / (4 * channels)) + 1;
    return std::min<std::size_t>(frames, format.frames_per_block);
}

// Left and right share a byte.
void decode_ms_nibbles(MsState left, MsState right, const std::byte* at, std::size_t count, std::int16_t* out) {
    for (std::size_t i = 0; i < count; i += 2) {
        const auto byte = std::to_integer<std::uint32_t>(at[i / 2]);
        out[i] = left.step(byte >> 4);
        out[i + 1] = right.step(byte & 15);
    }
}
void decode_ms_nibbles(MsState state, const std::byte* at, std::size_t count, std::int16_t* out) {
    for (std::size_t i = 0; i < count; ++i) {
        const auto byte = std::to_integer<std::uint32_t>(at[i / 2]);
        out[i] = state.step(i % 2 == 0 ? byte >> 4 : byte & 15);
    }
}

void decode_ms_block(const WaveFormat& format, Bytes block, std::size_t frames, std::int16_t* out) {
    const std::size_t channels = format.channels;
    std::array<MsState, 2> states;
    const std::byte* at = block.data();
    const auto i16_at = [&](std::size_t i) { return load<std::int16_t>(at + i, Endian::little); };
    for (std::size_t c = 0; c < channels; ++c) {
        const auto& coefficients = format.coefficients[std::to_integer<std::size_t>(at[c])];
        states[c] = {coefficients[0], coefficients[1], i16_at(channels + 2 * c), i16_at(3 * channels + 2 * c),
                     i16_at(5 * channels + 2 * c)};
    }
    for (std::size_t f = 0; f < std::min<std::size_t>(frames, 2); ++f)
        for (std::size_t c = 0; c < channels; ++c)
            *out++ = static_cast<std::int16_t>(f == 0 ? states[c].s2 : states[c].s1);
    at += 7 * channels;
    if (frames <= 2) return;
    const std::size_t count = (frames - 2) * channels;
    if (channels == 2)
        decode_ms_nibbles(states[0], states[1], at, count, out);
    else
        decode_ms_nibbles(states[0], at, count, out);
}

void decode_ima_block(const WaveFormat& format, Bytes block, std::size_t frames, std::int16_t* out) {
    const std::size_t channels = format.channels;
    for (std::size_t c = 0; c < channels; ++c) {
        const std::byte* header = block.data() + 4 * c;
        ImaState state{load<std::int16_t>(header, Endian::little), std::to_integer<std::int32_t>(header[2])};
        if (frames > 0) out[c] = static_cast<std::int16_t>(state.predictor);
        const std::byte* group = header + 4 * channels;
        for (std::size_t f = 1; f < frames; f += 8, group += 4 * channels) {
            std::uint32_t nibbles = load<std::uint32_t>(group, Endian::little);
            std::int16_t* to = out + f * channels + c;
            for (std::size_t k = 0; k < std::min<std::size_t>(8, frames - f); ++k, nibbles >>= 4)
                to[k * channels] = state.step(nibbles & 15);
        }
    }
}

// The nibble whose sample comes nearest, greedily.
template <class State> std::uint32_t nearest_nibble(State& state, std::int32_t wanted) {
    std::uint32_t best = 0;
    std::int32_t least = std::numeric_limits<std::int32_t>::max();
    for (std::uint32_t nibble = 0; nibble < 16; ++nibble) {
        State tried = state;
        const std::int32_t off = std::abs(tried.step(nibble) - wanted);
        if (off < least) {
            least = off;
            best = nibble;
        }
    }
    state.step(best);
    return best;
}

struct BlockSource {
    const std::vector<std::int16_t>& samples;
    std::size_t first, channels;
    // Past the end the last frame repeats.
    std::int32_t at(std::size_t frame, std::size_t channel) const {
        const std::size_t last = samples.size() / channels - 1;
        return samples[std::min(first + frame, last) * channels + channel];
    }
};

void encode_ima_block(const WaveFormat& format, const BlockSource& source, ByteWriter& writer) {
    const std::size_t channels = format.channels, groups = (format.frames_per_block - 1) / 8;
    std::array<ImaState, 2> states;
    for (std::size_t c = 0; c < channels; ++c) {
        // Begins with the step that fits the first difference.
        const std::int32_t difference = std::abs(source.at(1, c) - source.at(0, c));
        const auto fitting = std::ranges::lower_bound(ima_steps, difference);
        const auto index = std::min<std::ptrdiff_t>(fitting - ima_steps.begin(), 88);
        states[c] = {source.at(0, c), static_cast<std::int32_t>(index)};
        writer.write(static_cast<std::int16_t>(states[c].predictor));
        writer.write(static_cast<std::uint16_t>(index));
    }
    for (std::size_t group = 0; group < groups; ++group)
        for (std::size_t c = 0; c < channels; ++c)
            for (std::size_t f = 1 + group * 8; f < 9 + group * 8; f += 2) {
                const std::uint32_t low = nearest_nibble(states[c], source.at(f, c));
                const std::uint32_t high = nearest_nibble(states[c], source.at(f + 1, c));
                writer.write(static_cast<std::uint8_t>(low | high << 4));
            }
}

void encode_ms_block(const WaveFormat& format, const BlockSource& source, ByteWriter& writer) {
    const std::size_t channels = format.channels, frames = format.frames_per_block;
    std::array<std::vector<std::uint32_t>, 2> nibbles;
    std::array<MsState, 2> begins;
    std::array<std::size_t, 2> predictors{};
    for (std::size_t c = 0; c < channels; ++c) {
        std::int64_t least = std::numeric_limits<std::int64_t>::max();
        for (std::size_t p = 0; p < standard_coefficients.size(); ++p) {
            MsState begin{standard_coefficients[p][0], standard_coefficients[p][1], 16, source.at(1, c),
                          source.at(0, c)};
            begin.delta = std::clamp(std::abs(source.at(2, c) - begin.prediction()) / 4, 16, 32767);
            MsState state = begin;
            std::int64_t off = 0;
            std::vector<std::uint32_t> made;
            for (std::size_t f = 2; f < frames; ++f) {
                made.push_back(nearest_nibble(state, source.at(f, c)));
                const std::int64_t error = state.s1 - source.at(f, c);
                off += error * error;
            }
            if (off >= least) continue;
            least = off;
            begins[c] = begin;
            predictors[c] = p;
            nibbles[c] = std::move(made);
        }
    }
    for (std::size_t c = 0; c < channels; ++c) writer.write(static_cast<std::uint8_t>(predictors[c]));
    for (std::size_t c = 0; c < channels; ++c) writer.write(static_cast<std::int16_t>(begins[c].delta));
    for (std::size_t c = 0; c < channels; ++c) writer.write(static_cast<std::int16_t>(begins[c].s1));
    for (std::size_t c = 0; c < channels; ++c) writer.write(static_cast<std::int16_t>(begins[c].s2));
    const std::size_t count = (frames - 2) * channels;
    for (std::size_t i = 0; i < count; i += 2) {
        const std::uint32_t high = nibbles[i % channels][i / channels];
        const std::uint32_t low = nibbles[(i + 1) % channels][(i + 1) / channels];
        writer.write(static_cast<std::uint8_t>(high << 4 | low));
    }
}

} // namespace

std::string_view name_of(Coding coding) {
    switch (coding) {
    case Coding::pcm: return "pcm";
    case Coding::ms_adpcm: return "ms_adpcm";
    case Coding::ima_adpcm: return "ima_adpcm";
    }
    return "";
}

std::uint32_t checksum(const Pcm& pcm) {
    std::array<std::byte, 2> raw;
    ByteBuffer bytes;
    bytes.reserve(pcm.samples.size() * 2);
    for (const std::int16_t sample : pcm.samples) {
        store(raw.data(), sample, Endian::little);
        bytes.insert(bytes.end(), raw.begin(), raw.end());
    }
    return crc32(bytes);
}

Result<WaveFormat> read_format(const Chunk& fmt, Diagnostics* diagnostics) {
    const Bytes bytes = fmt.bytes;
    const auto at = [&](std::size_t offset) { return Place{.offset = fmt.offset + offset, .field = "fmt"}; };
    const auto warn = [&](std::size_t offset, const char* message) {
        report(diagnostics, Severity::warning, at(offset), message);
    };
    if (bytes.size() < 14) return fail(at(0), "wav: short fmt");
    const auto fields = read_record<FormatFields>(bytes);
    WaveFormat format{.tag = fields.tag,
                      .channels = fields.channels,
                      .rate = fields.rate,
                      .byte_rate = fields.byte_rate,
                      .block_align = fields.block_align,
                      .bits = fields.bits};
    std::uint16_t tag = fields.tag;
    if (tag == extensible_tag && bytes.size() >= sub_format_at + 16) {
        constexpr std::array<std::uint8_t, 14> rest = {0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xaa, 0, 0x38, 0x9b, 0x71};
        const Bytes guid = bytes.subspan(sub_format_at + 2, rest.size());
        if (std::ranges::equal(guid, rest, {}, [](std::byte b) { return std::to_integer<std::uint8_t>(b); }))
            tag = load<std::uint16_t>(bytes.data() + sub_format_at, Endian::little);
    }
    if (tag != 1 && tag != 2 && tag != 0x11) return fail(at(0), "wav: unsupported format: tag " + std::to_string(tag));
    format.coding = static_cast<Coding>(tag);
    if (format.channels != 1 && format.channels != 2)
        return fail(at(2), "wav: bad channel count: " + std::to_string(format.channels));
    if (format.rate == 0 || format.rate > 384000)
        return fail(at(4), "wav: bad sample rate: " + std::to_string(format.rate));

    const std::uint32_t align = format.block_align, channels = format.channels;
    const auto bad_align = [&] { return fail(at(12), "wav: bad block align: " + std::to_string(align)); };
    if (format.coding == Coding::pcm) {
        if (format.bits != 8 && format.bits != 16)
            return fail(at(14), "wav: unsupported bit depth: " + std::to_string(format.bits));
        if (align != channels * format.bits / 8) return bad_align();
        return format;
    }
    const bool is_ms = format.coding == Coding::ms_adpcm;
    if (is_ms ? align < 7 * channels : align < 4 * channels || (align - 4 * channels) % (4 * channels) != 0)
        return bad_align();
    const std::uint32_t capacity =
        is_ms ? (align - 7 * channels) * 2 / channels + 2 : (align - 4 * channels) * 2 / channels + 1;
    const std::uint32_t stored = bytes.size() >= 20 ? load<std::uint16_t>(bytes.data() + 18, Endian::little) : 0u;
    format.frames_per_block = stored >= 1 && stored <= capacity ? stored : capacity;
    if (format.frames_per_block != stored) warn(18, "wav: samples per block corrected");
    if (!is_ms) return format;
    const std::size_t count = bytes.size() >= 22 ? load<std::uint16_t>(bytes.data() + 20, Endian::little) : 0u;
    if (count < standard_coefficients.size() || bytes.size() - 22 < count * 4) {
        warn(20, "wav: bad coefficient table");
        format.coefficients.assign(standard_coefficients.begin(), standard_coefficients.end());
    } else {
        for (std::size_t i = 0; i < count; ++i)
            format.coefficients.push_back({load<std::int16_t>(bytes.data() + 22 + 4 * i, Endian::little),
                                           load<std::int16_t>(bytes.data() + 24 + 4 * i, Endian::little)});
    }
    return format;
}

Result<std::size_t> frames_in(const WaveFormat& format, const Chunk& data, std::optional<std::uint32_t> fact,
                              Diagnostics* diagnostics) {
    const Place place{.offset = data.offset, .field = "data"};
    const std::size_t size = data.bytes.size(), align = format.block_align;
    std::size_t frames = size / align;
    if (format.coding == Coding::pcm) {
        if (size % align != 0) report(diagnostics, Severity::warning, place, "wav: partial frame dropped");
    } else {
        frames = frames * format.frames_per_block + block_frames(format, size % align);
        if (fact && *fact > frames) report(diagnostics, Severity::warning, place, "wav: fact exceeds data");
        if (fact) frames = std::min<std::size_t>(frames, *fact);
    }
    if (frames > most_frames) return fail(place, "wav: too long");
    return frames;
}

Result<void> check_blocks(const WaveFormat& format, const Chunk& data) {
    if (format.coding == Coding::pcm) return {};
    const Bytes bytes = data.bytes;
    for (std::size_t begin = 0; bytes.size() - begin >= header_bytes(format) && begin < bytes.size();
         begin += std::min<std::size_t>(format.block_align, bytes.size() - begin))
        for (std::size_t c = 0; c < format.channels; ++c) {
            const bool is_ms = format.coding == Coding::ms_adpcm;
            const auto value = std::to_integer<std::size_t>(bytes[begin + (is_ms ? c : 4 * c + 2)]);
            if (value < (is_ms ? format.coefficients.size() : ima_steps.size())) continue;
            return fail({.offset = data.offset + begin, .field = "data"},
                        (is_ms ? "wav: bad predictor: " : "wav: bad step index: ") + std::to_string(value));
        }
    return {};
}

std::vector<std::int16_t> decode_samples(const WaveFormat& format, Bytes data, std::size_t frames) {
    const std::size_t channels = format.channels;
    std::vector<std::int16_t> samples(frames * channels);
    if (format.coding == Coding::pcm) {
        for (std::size_t i = 0; i < samples.size(); ++i)
            samples[i] = format.bits == 16
                             ? load<std::int16_t>(data.data() + 2 * i, Endian::little)
                             : static_cast<std::int16_t>((std::to_integer<std::int32_t>(data[i]) - 128) * 256);
        return samples;
    }
    for (std::size_t done = 0, begin = 0; done < frames; begin += format.block_align) {
        const Bytes block = data.subspan(begin, std::min<std::size_t>(format.block_align, data.size() - begin));
        const std::size_t now = std::min(block_frames(format, block.size()), frames - done);
        if (format.coding == Coding::ms_adpcm)
            decode_ms_block(format, block, now, samples.data() + done * channels);
        else
            decode_ima_block(format, block, now, samples.data() + done * channels);
        done += now;
    }
    return samples;
}

WaveFormat format_for(std::uint32_t rate, std::uint16_t channels, const EncodeOptions& options) {
    WaveFormat format{.tag = static_cast<std::uint16_t>(options.coding),
                      .channels = channels,
                      .rate = rate,
                      .bits = static_cast<std::uint16_t>(options.coding == Coding::pcm ? options.bits : 4),
                      .coding = options.coding};
    if (options.coding == Coding::pcm) {
        format.block_align = static_cast<std::uint16_t>(channels * format.bits / 8);
        format.byte_rate = rate * format.block_align;
        return format;
    }
    const std::uint32_t of_channel = rate > 22050 ? 1024 : rate > 11025 ? 512 : 256;
    const std::uint32_t align = of_channel * channels;
    format.block_align = static_cast<std::uint16_t>(align);
    format.frames_per_block = options.coding == Coding::ms_adpcm ? (align - 7u * channels) * 2 / channels + 2
                                                                 : (align - 4u * channels) * 2 / channels + 1;
    format.byte_rate = static_cast<std::uint32_t>(std::uint64_t{rate} * align / format.frames_per_block);
    if (options.coding == Coding::ms_adpcm)
        format.coefficients.assign(standard_coefficients.begin(), standard_coefficients.end());
    return format;
}

ByteBuffer encode_samples(const WaveFormat& format, const std::vector<std::int16_t>& samples) {
    ByteWriter writer;
    if (format.coding == Coding::pcm) {
        for (const std::int16_t sample : samples) {
            if (format.bits == 16)
                writer.write(sample);
            else
                writer.write(static_cast<std::uint8_t>((sample >> 8) + 128));
        }
        return std::move(writer).take();
    }
    const std::size_t frames = samples.size() / format.channels;
    for (std::size_t first = 0; first < frames; first += format.frames_per_block) {
        const BlockSource source{samples, first, format.channels};
        if (format.coding == Coding::ms_adpcm)
            encode_ms_block(format, source, writer);
        else
            encode_ima_block(format, source, writer);
    }
    return std::move(writer).take();
}

ByteBuffer format_bytes(const WaveFormat& format) {
    ByteWriter writer;
    writer("",
           FormatFields{format.tag, format.channels, format.rate, format.byte_rate, format.block_align, format.bits});
    if (format.coding == Coding::pcm) return std::move(writer).take();
    const bool is_ms = format.coding == Coding::ms_adpcm;
    writer.write(static_cast<std::uint16_t>(is_ms ? 4 + 4 * format.coefficients.size() : 2));
    writer.write(static_cast<std::uint16_t>(format.frames_per_block));
    if (is_ms) {
        writer.write(static_cast<std::uint16_t>(format.coefficients.size()));
        for (const auto& pair : format.coefficients) writer("", pair);
    }
    return std::move(writer).take();
}

} // namespace ossuary::audio
