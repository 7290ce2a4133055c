// What would be heard while a model plays: the sounds of its events, mixed into one file.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "cli/session.h"
#include "ossuary/anim/player.h"
#include "ossuary/sound/mixer.h"
#include "ossuary/sound/resolve.h"

namespace ossuary::cli {

struct SoundTrackOptions {
    std::string model;   // sounds are looked for beside it and in what is mounted
    int ground = 2;      // the material group under the feet
    double distance = 0; // of the listener, in metres
    std::uint32_t seed = 1;
    std::uint32_t rate = 44100;
};

class SoundTrack {
public:
    SoundTrack(Session& session, SoundTrackOptions options)
        : session_(session), options_(std::move(options)), random_(options_.seed) {}

    void notice(const anim::Notice& notice);
    // Everything that was noticed, as a .wav of that length.
    Result<void> write(const std::string& path, Ticks duration, bool force);

private:
    struct Heard {
        Ticks time{};
        const audio::Pcm* pcm = nullptr;
        sound::ResolvedSound sound;
        bool own_slot = false;
    };
    void hear(Ticks time, const std::string& name, bool is_ground, double range, bool own_slot);
    void look_for(const std::string& name);
    const audio::Pcm* load(const std::string& file);

    Session& session_;
    SoundTrackOptions options_;
    sound::Random random_;
    sound::SoundLibrary library_;
    std::set<std::string> looked_for_, told_;
    std::map<std::string, audio::Pcm> loaded_;
    std::vector<Heard> heard_;
};

} // namespace ossuary::cli
