#include "ossuary/sound/resolve.h"

#include <array>

#include "ossuary/base/text.h"
#include "ossuary/formats/zengin/chunk.h"

namespace ossuary::sound {

std::vector<std::string> names_on(std::string_view name, std::optional<int> ground) {
    constexpr std::array<std::string_view, 6> groups = {"UNDEF", "METAL", "STONE", "WOOD", "EARTH", "WATER"};
    const std::string upper = zengin::upper_case(name);
    if (!ground) return {upper};
    std::vector<std::string> names;
    if (*ground == 6)
        names = {upper + "_SNOW", upper + "_SAND"};
    else
        names = {upper + '_' +
                 std::string(groups[*ground >= 0 && *ground < 6 ? static_cast<std::size_t>(*ground) : 0])};
    names.push_back(upper + "_STONE");
    return names;
}

std::vector<std::string> variant_names(const std::string& name, int number) {
    if (number == 0) return {name};
    const std::string digits = std::to_string(number);
    return {name + "_A" + digits, name + "_A" + std::string(digits.size() < 2 ? 1 : 0, '0') + digits};
}

std::vector<SoundVariant> variants_of(const SoundLibrary& library, const std::string& name) {
    std::vector<SoundVariant> variants;
    const SoundInstance* base = library.find(name);
    if (!base) return variants;
    if (const std::string* file = library.find_file(base->file)) variants.push_back({name, base, file});
    for (int number = 1; number < most_variants; ++number) {
        const std::size_t before = variants.size();
        for (const std::string& own : variant_names(name, number)) {
            const SoundInstance* instance = variants.size() == before ? library.find(own) : nullptr;
            const std::string* file = instance ? library.find_file(instance->file) : nullptr;
            if (file) variants.push_back({own, instance, file});
        }
        if (variants.size() == before) break;
    }
    return variants;
}

void SoundLibrary::add(std::string_view name, SoundInstance instance) {
    instances_.insert_or_assign(lower_case(name), std::move(instance));
}
void SoundLibrary::add_file(std::string_view name) { files_.insert_or_assign(lower_case(name), std::string(name)); }

const SoundInstance* SoundLibrary::find(std::string_view name) const {
    const auto found = instances_.find(lower_case(name));
    return found == instances_.end() ? nullptr : &found->second;
}
const std::string* SoundLibrary::find_file(std::string_view name) const {
    const auto found = files_.find(lower_case(name));
    return found == files_.end() ? nullptr : &found->second;
}

std::optional<ResolvedSound> resolve(const SoundLibrary& library, std::string_view name, std::optional<int> ground,
                                     std::optional<double> range, Random& random) {
    ResolvedSound sound;
    sound.range = range && *range > 0 ? *range : ground ? ground_sound_range : sound_range;
    for (const std::string& wanted : names_on(name, ground)) {
        sound.instance = wanted;
        const bool is_file = wanted.ends_with(".WAV");
        if (!is_file) {
            const auto variants = variants_of(library, wanted);
            if (!variants.empty()) {
                const SoundVariant& chosen = variants[random.pick(variants.size())];
                const SoundInstance& instance = *chosen.instance;
                sound.instance = chosen.name;
                sound.file = *chosen.file;
                sound.gain = instance.volume < 0 ? 0 : instance.volume > 127 ? 1 : instance.volume / 127.0;
                sound.semitones = instance.pitch_offset;
                if (instance.pitch_variance > 0)
                    sound.semitones +=
                        static_cast<int>(random.pick(2 * static_cast<std::size_t>(instance.pitch_variance) + 1)) -
                        instance.pitch_variance;
                sound.loop = instance.loop;
                sound.variants = variants.size();
                return sound;
            }
        }
        if (const std::string* file = library.find_file(is_file ? wanted : wanted + ".WAV")) {
            random.draw(); // every sound that plays draws for its variant
            sound.file = *file;
            return sound;
        }
    }
    return {};
}

} // namespace ossuary::sound
