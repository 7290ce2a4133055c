// What would be heard while a model plays: the sounds of its events.
#pragma once

#include <map>
#include <set>
#include <string>

#include "cli/sound_recorder.h"
#include "ossuary/anim/player.h"
#include "ossuary/formats/mw3/sequence_player.h"
#include "ossuary/sound/bank.h"

namespace ossuary::cli {

struct SoundTrackOptions {
    std::string model;   // sounds are looked for beside it and in what is mounted
    int ground = 2;      // the material group under the feet
    double distance = 0; // of the listener, in metres
    std::uint32_t seed = 1;
};

class SoundTrack : public SoundRecorder {
public:
    SoundTrack(Session& session, SoundTrackOptions options);

    void notice(const anim::Notice& notice);

private:
    void hear(Ticks time, const std::string& name, bool is_ground, double range, bool own_slot);

    Session& session_;
    SoundTrackOptions options_;
    Diagnostics said_;
    sound::SoundBank bank_;
    sound::Random random_;
    std::set<std::string> told_;
};

// The same for definitions of MechWarrior 3: SOUND and SOUND_NODE play members of sounds*.zbd beside anim.zbd.
class DefinitionSounds : public SoundRecorder {
public:
    DefinitionSounds(Session& session, std::string path, double distance);

    void notice(const mw3::Notice& notice);

private:
    const audio::Pcm* find(const std::string& name);

    Session& session_;
    std::string path_;
    double distance_;
    std::map<std::string, SharedBytes> members_;   // by name in lower case, with .wav
    std::map<std::string, audio::Pcm> loaded_;     // empty: cannot be played, and was told
    std::map<std::string, std::uint32_t> sources_; // sound nodes that are on
    std::uint32_t last_source_ = 0;
};

} // namespace ossuary::cli
