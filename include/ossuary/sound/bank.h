// Sounds by name for whoever plays events: what the scripts say of them, and the files that a lookup finds, decoded
// once.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/files.h"
#include "ossuary/base/result.h"
#include "ossuary/formats/audio/wav.h"
#include "ossuary/sound/resolve.h"

namespace ossuary::sound {

class SoundBank {
public:
    // Reads SFX.DAT, or the texts it is compiled of, if the lookup has them; a broken one is a warning, and counts as
    // none.
    explicit SoundBank(FileLookup find, Diagnostics* diagnostics = nullptr);

    // As resolve() of the library does it. Where the script has no such instance, the files tell: NAME.WAV, NAME_A1.WAV
    // …
    std::optional<ResolvedSound> resolve(std::string_view name, std::optional<int> ground, std::optional<double> range,
                                         Random& random);
    // What a name may play, as `info --why` tells it.
    std::vector<SoundVariant> variants(std::string_view name);
    // The samples of a file, which stay as long as the bank. An error is told again each time.
    Result<const audio::Pcm*> load(const std::string& file, Diagnostics* diagnostics = nullptr);

    bool has_script() const { return has_script_; }
    const SoundLibrary& library() const { return library_; }

private:
    void look_for(const std::string& name);
    bool look_for_file(const std::string& name);

    FileLookup find_;
    SoundLibrary library_;
    bool has_script_ = false;
    std::set<std::string> looked_for_; // names, in upper case
    std::map<std::string, bool> files_;
    std::map<std::string, audio::Pcm> loaded_;
};

} // namespace ossuary::sound
