#include "ossuary/sound/music_value.h"

#include <array>
#include <bit>

namespace ossuary::sound {

namespace {

constexpr std::uint32_t usual_scale = 0xab5ab5;
// Major scales of one octave, in the order in which they are compared: C, Bb, Ab, G, F, Eb, Db, B, A, Gb, E, D.
constexpr std::array<std::uint32_t, 12> major_scales = {0xab5, 0x6ad, 0x5ab, 0xad5, 0x6b5, 0x5ad,
                                                        0x56b, 0xd5a, 0xb56, 0xd6a, 0xb5a, 0xad6};

std::uint32_t folded(std::uint32_t scale) { return (scale & 0xfff) | scale << 12; }

// The scale as it lies from C on, over as many octaves as 32 bits have.
std::uint32_t absolute_scale(const audio::Subchord& subchord) {
    std::uint32_t scale = folded(subchord.scale == 0 ? usual_scale : subchord.scale);
    scale >>= 12 - subchord.scale_root % 12;
    scale = folded(scale);
    if (std::popcount(scale & 0xfff) < 5) {
        std::uint32_t best = major_scales[0];
        int most = -1;
        for (const std::uint32_t major : major_scales)
            if (const int shared = std::popcount(major & scale & 0xfff); shared > most) {
                most = shared;
                best = major;
            }
        scale = best | best << 12;
    }
    if ((scale & 0xff000000u) == 0) scale |= (scale & 0xfff000) << 12;
    return scale;
}

// Where the bit of that number, counted from 0, stands; beyond the last they follow each other.
int nth_bit(std::uint32_t pattern, int number) {
    int count = 0, highest = -1;
    for (int bit = 0; bit < 32; ++bit)
        if (pattern >> bit & 1) {
            if (count++ == number) return bit;
            highest = bit;
        }
    return highest + 1 + (number + 1 - count);
}

int into_range(int note) {
    while (note < 0) note += 12;
    while (note > 127) note -= 12;
    return note;
}

} // namespace

audio::Subchord subchord_for(std::span<const audio::Subchord> subchords, std::uint32_t level) {
    for (const audio::Subchord& subchord : subchords)
        if (level < 32 && (subchord.levels >> level & 1)) return subchord;
    if (!subchords.empty()) return subchords.front();
    return {.chord = 0x91, .scale = usual_scale, .chord_root = 12, .scale_root = 0};
}

std::optional<int> midi_note(std::uint16_t value, std::uint8_t mode, const audio::Subchord& subchord,
                             std::uint32_t key) {
    if (mode == 0) return value <= 127 ? std::optional<int>(value) : std::nullopt;
    const int own_key_root = static_cast<int>(key >> 24);
    if (!(mode & (scale_intervals | chord_intervals)))
        return into_range(mode & chord_root ? value + subchord.chord_root - 12 : value + own_key_root);

    int octave = value >> 12, step = value >> 4 & 15, offset = 0;
    const int position = value >> 8 & 15, accidental = (value & 15) - (value & 8 ? 16 : 0);
    if (octave >= 14) {
        offset = octave == 14 ? -24 : -12;
        octave = 0;
    }
    if (step >= 9) {
        step -= 9;
        offset -= 12;
    } else {
        step %= 8;
    }
    const int root = mode & chord_root ? subchord.chord_root : mode & key_root ? own_key_root : 0;
    const std::uint32_t scale = absolute_scale(subchord), chord = subchord.chord == 0 ? 1u : subchord.chord;
    int note = 0;
    if ((mode & chord_intervals) && position < std::popcount(chord)) {
        note = nth_bit(chord, position) + root;
        if (step != 0) {
            const int base = nth_bit(chord, position) + root % 12;
            note = base + nth_bit(scale >> (base % 12), step) + root - root % 12;
        }
    } else if (mode & scale_intervals) {
        note = root + nth_bit(scale >> (root % 12), 2 * position + step);
    } else {
        return {};
    }
    return into_range(note + accidental + offset + 12 * octave - (mode & chord_root ? 12 : 0));
}

} // namespace ossuary::sound
