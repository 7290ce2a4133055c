// Sounds made by formulas: bones, cloth, steel, a flask and a chest. Private to the maker.
#pragma once

#include <string_view>
#include <vector>

#include "ossuary/formats/audio/wav.h"
#include "samples/formula.h"

namespace ossuary::samples {

inline constexpr std::uint32_t sound_rate = 22050;

// A sound by its value at each time, from −1 to 1.
template <class At> audio::Pcm sound_of(double seconds, const At& at) {
    audio::Pcm pcm{sound_rate, 1, {}};
    const auto frames = static_cast<std::size_t>(seconds * sound_rate);
    for (std::size_t i = 0; i < frames; ++i) {
        const double value = at(static_cast<double>(i) / sound_rate);
        pcm.samples.push_back(static_cast<std::int16_t>(std::clamp(value, -1.0, 1.0) * 32000));
    }
    return pcm;
}
inline double wave_at(double hertz, double t) { return sine(hertz * t); }

// A bone sets down: a click, and two tones that die at once.
audio::Pcm step_sound(double pitch);

struct SoundEffect {
    std::string_view name; // as events have it; ground sounds with their ground
    audio::Pcm pcm;
    audio::EncodeOptions coding;
};
// One for each sound that an event of Ossian, the chest or the banner names.
std::vector<SoundEffect> make_sound_effects();
// What the definitions of the guarded gate name: its motor, a siren, a tower that breaks.
std::vector<SoundEffect> make_gate_sounds();

} // namespace ossuary::samples
