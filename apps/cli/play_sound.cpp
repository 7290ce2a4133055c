#include "cli/play_sound.h"

#include <variant>

#include <fmt/format.h>

#include "cli/output.h"
#include "ossuary/anim/moveset.h"
#include "ossuary/assets/workspace.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/audio/wav.h"
#include "ossuary/model/event.h"

namespace ossuary::cli {

namespace {

constexpr std::string_view ground_suffixes[] = {"_UNDEF", "_METAL", "_STONE", "_WOOD",
                                                "_EARTH", "_WATER", "_SNOW",  "_SAND"};

} // namespace

void SoundTrack::notice(const anim::Notice& notice) {
    if (notice.kind != anim::NoticeKind::event || !notice.event || !notice.event->event) return;
    const EventData& data = notice.event->event->data;
    if (const auto* sound = std::get_if<SoundEvent>(&data))
        hear(notice.time, sound->name, false, sound->range, sound->empty_slot);
    else if (const auto* step = std::get_if<GroundSoundEvent>(&data))
        hear(notice.time, step->name, true, step->range, step->empty_slot);
}

void SoundTrack::hear(Ticks time, const std::string& name, bool is_ground, double range, bool own_slot) {
    if (is_ground)
        for (const std::string_view suffix : ground_suffixes) look_for(name + std::string(suffix));
    else
        look_for(name);
    const auto ground = is_ground ? std::optional(options_.ground) : std::nullopt;
    const auto found = sound::resolve(library_, name, ground, range, random_);
    const audio::Pcm* pcm = found ? load(found->file) : nullptr;
    if (pcm) heard_.push_back({time, pcm, *found, own_slot});
    if (found || !told_.insert(name).second) return;
    Diagnostics one;
    report(&one, Severity::warning, {.file = options_.model},
           fmt::format("there is no sound '{}'{}", name, is_ground ? " for this ground" : ""));
    session_.warn(one);
}

// Where no script tells of sounds, their files do: NAME.WAV, and variants of it.
void SoundTrack::look_for(const std::string& name) {
    if (!looked_for_.insert(name).second) return;
    for (int number = 0;; ++number) {
        const std::string own = number == 0 ? name : fmt::format("{}_A{}", name, number);
        const std::string file = own + ".WAV";
        if (!session_.files().find_beside(options_.model, file)) return;
        library_.add(own, {.file = file});
        library_.add_file(file);
    }
}

const audio::Pcm* SoundTrack::load(const std::string& file) {
    const auto [known, is_new] = loaded_.try_emplace(file);
    if (!is_new) return known->second.samples.empty() ? nullptr : &known->second;
    const FoundFile found = session_.files().find_beside(options_.model, file);
    const auto bytes = found.read();
    Diagnostics diagnostics;
    const auto wav = bytes ? audio::parse_wav(*bytes, &diagnostics) : Result<audio::WavFile>(Failure(bytes.error()));
    name_file(diagnostics, found.path());
    session_.warn(diagnostics);
    auto pcm = wav ? audio::decode(*wav) : Result<audio::Pcm>(Failure(wav.error()));
    if (!pcm) {
        session_.error(std::move(pcm.error()).in_file(found.path()));
        return nullptr;
    }
    known->second = std::move(*pcm);
    return &known->second;
}

Result<void> SoundTrack::write(const std::string& path, Ticks duration, bool force) {
    const auto frame_at = [&](Ticks time) {
        return (time.count() * (options_.rate / 100) + ticks_in_second / 200) / (ticks_in_second / 100);
    };
    sound::Mixer mixer({.rate = options_.rate});
    for (std::size_t i = 0; i < heard_.size();) {
        std::vector<sound::SoundStart> update; // what happens at one time
        for (const Ticks time = heard_[i].time; i < heard_.size() && heard_[i].time == time; ++i)
            update.push_back({.frame = frame_at(time),
                              .pcm = heard_[i].pcm,
                              .gain = heard_[i].sound.gain,
                              .semitones = heard_[i].sound.semitones,
                              .range = heard_[i].sound.range,
                              .distance = options_.distance * 100,
                              .own_slot = heard_[i].own_slot});
        mixer.start(update);
    }
    const audio::Pcm mixed = mixer.mix(static_cast<std::size_t>(frame_at(duration)));
    if (auto done = write_output(path, audio::write_wav(audio::make_wav(mixed)), force); !done) return done;
    session_.say(fmt::format("wrote {} ({} sounds)", path, heard_.size()));
    return {};
}

} // namespace ossuary::cli
