// From the name in an event to the file that is played: instances of C_SFX, their variants, and the ground.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ossuary/sound/random.h"

namespace ossuary::sound {

// An instance of C_SFX.
struct SoundInstance {
    std::string file;
    int pitch_offset = 0;   // semitones
    int pitch_variance = 0; // ± semitones
    int volume = 127;
    bool loop = false;
};

// Instances and sound files by name; case does not count.
class SoundLibrary {
public:
    void add(std::string_view name, SoundInstance instance);
    void add_file(std::string_view name);
    const SoundInstance* find(std::string_view name) const;
    // The name of the file as it was added; null if there is none.
    const std::string* find_file(std::string_view name) const;

private:
    std::map<std::string, SoundInstance, std::less<>> instances_; // by the name in lower case
    std::map<std::string, std::string, std::less<>> files_;
};

// What a name may play: its instance, and those numbered NAME_A1, NAME_A2 … up to the first without a file.
struct SoundVariant {
    std::string name;
    const SoundInstance* instance = nullptr;
    const std::string* file = nullptr; // as it was added
};
inline constexpr int most_variants = 100;
// Both spellings of a number: NAME_A1, NAME_A01. Number 0 is the name itself.
std::vector<std::string> variant_names(const std::string& name, int number);
// The base without a file does not count; the others count without it. None where there is no such instance.
std::vector<SoundVariant> variants_of(const SoundLibrary& library, const std::string& name);
// The names that are tried in turn, in upper case: NAME_EARTH and NAME_STONE on the ground of material group 4.
std::vector<std::string> names_on(std::string_view name, std::optional<int> ground);

// Ranges in centimetres of events that have none.
inline constexpr double sound_range = 2500, ground_sound_range = 1000;

struct ResolvedSound {
    std::string instance; // in upper case; the name itself where a file was named
    std::string file;
    double gain = 1;
    int semitones = 0;
    bool loop = false;
    double range = sound_range; // centimetres
    std::size_t variants = 1;   // what was chosen from
};

// `ground` is the material group under the feet, of ground sounds. Nothing where no file is found. Each sound
// that is found draws once for its variant, and once more if its pitch varies.
std::optional<ResolvedSound> resolve(const SoundLibrary& library, std::string_view name, std::optional<int> ground,
                                     std::optional<double> range, Random& random);

} // namespace ossuary::sound
