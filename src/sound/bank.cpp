#include "ossuary/sound/bank.h"

#include "ossuary/formats/zengin/chunk.h"
#include "ossuary/sound/scripts.h"

namespace ossuary::sound {

SoundBank::SoundBank(FileLookup find, Diagnostics* diagnostics) : find_(std::move(find)) {
    const auto sounds = find_sounds(find_, diagnostics);
    if (!sounds) {
        report(diagnostics, Severity::warning, sounds.error().place(), sounds.error().message());
        return;
    }
    add_instances(library_, *sounds);
    has_script_ = !sounds->empty() || find_("SFX.DAT");
}

bool SoundBank::look_for_file(const std::string& name) {
    const auto [known, is_new] = files_.try_emplace(zengin::upper_case(name));
    if (is_new) known->second = !name.empty() && find_(name).has_value();
    if (known->second) library_.add_file(name);
    return known->second;
}

// A name of the script brings the files of its variants; any other is one if its file is there, with variants alike.
void SoundBank::look_for(const std::string& name) {
    if (!looked_for_.insert(name).second) return;
    if (name.ends_with(".WAV")) {
        look_for_file(name);
        return;
    }
    const bool is_known = library_.find(name) != nullptr;
    for (int number = 0; number < most_variants; ++number) {
        const std::vector<std::string> spellings = variant_names(name, number);
        const std::string* own = nullptr;
        for (const std::string& spelling : spellings)
            if (!own && library_.find(spelling)) own = &spelling;
        if (own ? !look_for_file(library_.find(*own)->file) && number > 0 : is_known) return;
        if (own) continue;
        if (!look_for_file(spellings[0] + ".WAV")) return;
        library_.add(spellings[0], {.file = spellings[0] + ".WAV"});
    }
}

std::optional<ResolvedSound> SoundBank::resolve(std::string_view name, std::optional<int> ground,
                                                std::optional<double> range, Random& random) {
    for (const std::string& wanted : names_on(name, ground)) look_for(wanted);
    return sound::resolve(library_, name, ground, range, random);
}

std::vector<SoundVariant> SoundBank::variants(std::string_view name) {
    const std::string upper = zengin::upper_case(name);
    look_for(upper);
    return variants_of(library_, upper);
}

Result<const audio::Pcm*> SoundBank::load(const std::string& file, Diagnostics* diagnostics) {
    if (const auto known = loaded_.find(file); known != loaded_.end()) return &known->second;
    const auto bytes = find_(file);
    if (!bytes) return fail(Place{.file = file}, "is not found");
    Diagnostics said;
    const auto wav = audio::parse_wav(*bytes, &said);
    name_file(said, file);
    if (diagnostics) diagnostics->insert(diagnostics->end(), said.begin(), said.end());
    auto pcm = wav ? audio::decode(*wav) : Result<audio::Pcm>(Failure(wav.error()));
    if (!pcm) return Failure(std::move(pcm.error()).in_file(file));
    return &loaded_.emplace(file, std::move(*pcm)).first->second;
}

} // namespace ossuary::sound
