#include "cli/play_sound.h"

#include <algorithm>
#include <variant>

#include <fmt/format.h>

#include "ossuary/anim/moveset.h"
#include "ossuary/assets/workspace.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/audio/wav.h"
#include "ossuary/formats/mw3/zbd.h"
#include "ossuary/model/event.h"

namespace ossuary::cli {

namespace {

void warn_once(Session& session, const std::string& file, std::string message) {
    Diagnostics one;
    report(&one, Severity::warning, {.file = file}, std::move(message));
    session.warn(one);
}

} // namespace

SoundTrack::SoundTrack(Session& session, SoundTrackOptions options)
    : session_(session), options_(std::move(options)), bank_(session.files().beside(options_.model), &said_),
      random_(options_.seed) {
    session_.warn(said_);
}

void SoundTrack::notice(const anim::Notice& notice) {
    if (notice.kind != anim::NoticeKind::event || !notice.event || !notice.event->event) return;
    const EventData& data = notice.event->event->data;
    if (const auto* sound = std::get_if<SoundEvent>(&data))
        hear(notice.time, sound->name, false, sound->range, sound->empty_slot);
    else if (const auto* step = std::get_if<GroundSoundEvent>(&data))
        hear(notice.time, step->name, true, step->range, step->empty_slot);
}

void SoundTrack::hear(Ticks time, const std::string& name, bool is_ground, double range, bool own_slot) {
    const auto ground = is_ground ? std::optional(options_.ground) : std::nullopt;
    const auto found = bank_.resolve(name, ground, range, random_);
    if (!found) {
        if (told_.insert(name).second)
            warn_once(session_, options_.model,
                      fmt::format("there is no sound '{}'{}", name, is_ground ? " for this ground" : ""));
        return;
    }
    Diagnostics said;
    const auto pcm = bank_.load(found->file, &said);
    session_.warn(said);
    if (!pcm && told_.insert(found->file).second) session_.error(pcm.error());
    if (pcm)
        start(time, {.pcm = *pcm,
                     .gain = found->gain,
                     .semitones = found->semitones,
                     .loop = found->loop,
                     .range = found->range,
                     .distance = options_.distance * 100,
                     .own_slot = own_slot});
}

DefinitionSounds::DefinitionSounds(Session& session, std::string path, double distance)
    : session_(session), path_(std::move(path)), distance_(distance) {
    // Of several qualities the best one counts: sounds.zbd, soundsH, soundsM, soundsL.
    std::vector<std::pair<std::size_t, std::string>> archives;
    for (const std::string& file : session_.files().siblings(path_)) {
        const std::string name = lower_case(file_name(file));
        if (!name.starts_with("sounds") || !name.ends_with(".zbd")) continue;
        constexpr std::string_view order = ".hml";
        archives.emplace_back(std::min(order.find(name[6]), order.size()), file);
    }
    std::ranges::sort(archives);
    for (const auto& [rank, file] : archives) {
        const auto bytes = session_.files().map(file);
        const auto archive = bytes ? mw3::parse_archive(*bytes) : Result<mw3::Archive>(Failure(bytes.error()));
        if (!archive) {
            session_.error(Error(archive.error()).in_file(file));
            continue;
        }
        for (std::size_t i = 0; i < archive->entries.size(); ++i) {
            std::string name = lower_case(archive->entries[i].name.text());
            if (!name.ends_with(".wav")) name += ".wav";
            members_.try_emplace(std::move(name), SharedBytes(archive->data[i], bytes->owner));
        }
    }
    if (archives.empty()) warn_once(session_, path_, "there is no sounds*.zbd beside it, so nothing is heard");
}

const audio::Pcm* DefinitionSounds::find(const std::string& name) {
    std::string member = lower_case(name);
    if (!member.ends_with(".wav")) member += ".wav";
    const auto [known, is_new] = loaded_.try_emplace(member);
    if (!is_new) return known->second.samples.empty() ? nullptr : &known->second;
    const auto found = members_.find(member);
    if (found == members_.end()) {
        if (!members_.empty()) warn_once(session_, path_, fmt::format("there is no sound '{}' in sounds*.zbd", name));
        return nullptr;
    }
    Diagnostics said;
    const auto wav = audio::parse_wav(found->second, &said);
    name_file(said, member);
    session_.warn(said);
    auto pcm = wav ? audio::decode(*wav) : Result<audio::Pcm>(Failure(wav.error()));
    if (!pcm) {
        session_.error(std::move(pcm.error()).in_file(member));
        return nullptr;
    }
    known->second = std::move(*pcm);
    return known->second.samples.empty() ? nullptr : &known->second;
}

void DefinitionSounds::notice(const mw3::Notice& notice) {
    if (notice.kind != mw3::NoticeKind::event || !notice.event || !notice.definition) return;
    if (const auto* once = std::get_if<mw3::event::Sound>(&notice.event->data)) {
        const auto& names = notice.definition->static_sounds;
        const std::int32_t index = once->sound_index;
        if (!names || index < 1 || static_cast<std::size_t>(index) > names->size()) return;
        const audio::Pcm* pcm = find(std::string((*names)[static_cast<std::size_t>(index - 1)].name.text()));
        if (pcm) start(notice.time, {.pcm = pcm, .distance = distance_ * 100, .own_slot = true});
    } else if (const auto* node = std::get_if<mw3::event::SoundNode>(&notice.event->data)) {
        // Heard until it is switched off; switched on again it goes on as it is.
        const std::string name(node->name.text());
        const auto running = sources_.find(name);
        if (node->active_state == 0 && running != sources_.end()) {
            stop(notice.time, running->second);
            sources_.erase(running);
        } else if (node->active_state != 0 && running == sources_.end()) {
            sources_[name] = ++last_source_;
            if (const audio::Pcm* pcm = find(name))
                start(notice.time, {.pcm = pcm, .loop = true, .distance = distance_ * 100, .source = last_source_});
        }
    }
}

} // namespace ossuary::cli
