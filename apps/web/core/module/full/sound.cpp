// What is heard, as samples for a page: sound files, and the music of segments.
#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "module/abi.h"
#include "module/answer.h"
#include "module/json_workspace.h"
#include "module/library.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/audio/wav.h"
#include "ossuary/formats/zengin/dat.h"
#include "ossuary/formats/zengin/model.h"
#include "ossuary/formats/zengin/world.h"
#include "ossuary/sound/render.h"
#include "ossuary/sound/resolve.h"
#include "ossuary/sound/scripts.h"

using namespace ossuary;
using namespace ossuary::web;

namespace {

constexpr std::uint32_t music_rate = 44100;
constexpr double most_seconds = 600;

// One span for each channel, as a page plays them: −1 … 1.
Json channels_json(const audio::Pcm& pcm, Keepsake& keep) {
    Json channels = Json::array();
    for (std::size_t channel = 0; channel < pcm.channels; ++channel) {
        auto& samples = keep.floats();
        samples.reserve(pcm.frames());
        for (std::size_t frame = 0; frame < pcm.frames(); ++frame)
            samples.push_back(static_cast<float>(pcm.samples[frame * pcm.channels + channel]) / 32768.0f);
        channels.push(span_of(samples));
    }
    return channels;
}

Result<Json> sound_json(const Workspace& files, const std::string& path, Keepsake& keep) {
    const auto bytes = files.read(path);
    if (!bytes) return Failure(bytes.error());
    Diagnostics diagnostics;
    auto wav = audio::parse_wav(*bytes, &diagnostics);
    if (!wav) return Failure(std::move(wav.error()).in_file(path));
    auto pcm = audio::decode(*wav);
    if (!pcm) return Failure(std::move(pcm.error()).in_file(path));
    name_file(diagnostics, path);
    Json cues = Json::array();
    for (const audio::Cue& cue : wav->cues) cues.push(cue.sample_offset);
    Json json = Json::object();
    json.append("rate", pcm->rate);
    json.append("channels", channels_json(*pcm, keep));
    json.append("coding", audio::name_of(wav->format.coding));
    json.append("cues", std::move(cues));
    if (const audio::SampleLoop* loop = wav->loop())
        json.append("loop", Json(Json::Object{{"start", loop->start}, {"end", loop->end}}));
    else
        json.append("loop", Json());
    json.append("diagnostics", ossuary::to_json(diagnostics));
    return json;
}

// A segment with the styles and collections it names, found beside it. What is missing is a warning; the rest plays.
class PieceFiles {
public:
    PieceFiles(const Workspace& files, std::string path, Diagnostics& diagnostics)
        : files_(files), path_(std::move(path)), diagnostics_(diagnostics) {}

    Result<void> load() {
        const auto bytes = files_.read(path_);
        if (!bytes) return Failure(bytes.error());
        auto segment = audio::parse_sgt(*bytes, &diagnostics_);
        if (!segment) return Failure(std::move(segment.error()).in_file(path_));
        segment_ = std::make_unique<audio::SgtFile>(std::move(*segment));
        piece_.segment = segment_.get();
        for (const audio::StyleItem& item : segment_->styles) {
            styles_.push_back(named(item.style.file, audio::parse_sty));
            piece_.styles.push_back(styles_.back().get());
            if (!styles_.back()) continue;
            for (const audio::Band& band : styles_.back()->bands) load_collections(band);
        }
        for (const audio::BandItem& item : segment_->bands) load_collections(item.band);
        return {};
    }

    const sound::Piece& piece() const { return piece_; }
    bool is_endless() const { return segment_->header.repeats == audio::endless_repeats; }
    std::vector<sound::NamedCollection> collections() const {
        std::vector<sound::NamedCollection> list;
        for (const auto& [name, file] : collections_)
            if (file) list.push_back({name, file.get()});
        return list;
    }

private:
    template <class File>
    std::unique_ptr<File> named(const std::string& name, Result<File> (*parse)(Bytes, Diagnostics*)) {
        const FoundFile found = files_.find_beside(path_, name);
        const auto bytes = found ? found.read() : Result<SharedBytes>(fail("it is not there"));
        auto file = bytes ? parse(*bytes, &diagnostics_) : Result<File>(Failure(bytes.error()));
        if (file) return std::make_unique<File>(std::move(*file));
        const std::string why = found ? ": " + std::string(file.error().message()) : "";
        report(&diagnostics_, Severity::warning, {.file = path_},
               name + (found ? " cannot be read" + why : " is not found beside it"));
        return nullptr;
    }
    void load_collections(const audio::Band& band) {
        for (const audio::BandInstrument& instrument : band.instruments) {
            if (!instrument.collection || instrument.collection->file.empty()) continue;
            const auto [known, is_new] = collections_.try_emplace(lower_case(instrument.collection->file));
            if (is_new) known->second = named(instrument.collection->file, audio::parse_dls);
        }
    }

    const Workspace& files_;
    std::string path_;
    Diagnostics& diagnostics_;
    std::unique_ptr<audio::SgtFile> segment_;
    std::vector<std::unique_ptr<audio::StyFile>> styles_;
    std::map<std::string, std::unique_ptr<audio::DlsFile>> collections_; // by name in lower case; null: not found
    sound::Piece piece_;
};

// Five numbers a note: begin and end in seconds, note, velocity, channel. A note that is not let go lasts to the end.
Json notes_json(const sound::EventList& list, Keepsake& keep) {
    const sound::TempoMap tempos(list, music_rate);
    const auto seconds = [&](std::int32_t tick) {
        return static_cast<float>(static_cast<double>(tempos.frame(tick)) / music_rate);
    };
    auto& notes = keep.floats();
    std::map<std::pair<std::uint32_t, std::int32_t>, std::vector<std::size_t>> open; // the oldest first
    for (const sound::MusicEvent& event : list.events) {
        if (event.kind != sound::MusicEventKind::on && event.kind != sound::MusicEventKind::off) continue;
        auto& waiting = open[{event.channel, event.number}];
        if (event.kind == sound::MusicEventKind::on) {
            waiting.push_back(notes.size());
            notes.insert(notes.end(), {seconds(event.time), seconds(list.end), static_cast<float>(event.number),
                                       static_cast<float>(event.value), static_cast<float>(event.channel)});
        } else if (!waiting.empty()) {
            notes[waiting.front() + 1] = seconds(event.time);
            waiting.erase(waiting.begin());
        }
    }
    return span_of(notes);
}

Result<Json> music_json(const Workspace& files, const Json& request, Keepsake& keep) {
    const std::string path(request["path"].string());
    const double seconds = std::clamp(request["seconds"].number(60), 0.1, most_seconds);
    const auto seed = static_cast<std::uint32_t>(request["seed"].unsigned_integer(1));
    Diagnostics diagnostics;
    PieceFiles piece(files, path, diagnostics);
    if (auto loaded = piece.load(); !loaded) return Failure(loaded.error());
    // The last tick that can lie within so many seconds, at the fastest tempo there is.
    const auto limit = static_cast<std::int32_t>(std::ceil(seconds * 1000 / 60 * audio::ticks_of_quarter) + 1);
    const sound::EventList list = sound::compose(piece.piece(), seed, limit);
    const sound::TempoMap tempos(list, music_rate);
    const double whole = static_cast<double>(tempos.frame(list.end)) / music_rate + 0.5;
    const audio::Pcm pcm = sound::render(list, piece.collections(),
                                         {.rate = music_rate, .seconds = std::min(seconds, whole)}, &diagnostics);
    Json patterns = Json::array();
    for (const sound::PatternStart& start : list.patterns)
        patterns.push(Json(
            Json::Object{{"time", static_cast<double>(tempos.frame(start.time)) / music_rate}, {"name", start.name}}));
    Json json = Json::object();
    json.append("rate", pcm.rate);
    json.append("channels", channels_json(pcm, keep));
    json.append("notes", notes_json(list, keep));
    json.append("patterns", std::move(patterns));
    json.append("endless", piece.is_endless());
    name_file(diagnostics, path);
    json.append("diagnostics", ossuary::to_json(diagnostics));
    return json;
}

// What a script says of the sounds of these names, their variants NAME_A1 … among them, and its themes of music.
Result<Json> script_json(const Workspace& files, const Json& request) {
    const std::string path(request["path"].string());
    const auto bytes = files.read(path);
    if (!bytes) return Failure(bytes.error());
    Diagnostics diagnostics;
    const auto script = zengin::parse_dat(*bytes, &diagnostics);
    if (!script) return Failure(Error(script.error()).in_file(path));
    sound::SoundLibrary library;
    sound::add_instances(library, *script, &diagnostics);
    Json sounds = Json::array(), themes = Json::array();
    for (const Json& asked : request["names"].items()) {
        Json variants = Json::array();
        for (int number = 0; number < sound::most_variants; ++number) {
            const sound::SoundInstance* found = nullptr;
            for (const std::string& name : sound::variant_names(std::string(asked.string()), number))
                if (!found) found = library.find(name);
            if (!found) break;
            variants.push(Json(Json::Object{{"file", found->file},
                                            {"gain", std::clamp(found->volume, 0, 127) / 127.0},
                                            {"semitones", found->pitch_offset},
                                            {"spread", found->pitch_variance},
                                            {"loop", found->loop}}));
        }
        sounds.push(std::move(variants));
    }
    const std::vector<sound::MusicTheme> known = sound::themes_of(*script, &diagnostics);
    const auto theme_json = [](const sound::MusicTheme* theme) {
        return theme ? Json(Json::Object{{"name", theme->name},
                                         {"file", theme->file},
                                         {"gain", std::clamp(theme->volume, 0.0, 1.0)},
                                         {"loop", theme->loop}})
                     : Json();
    };
    for (const Json& zone : request["zones"].items()) {
        const std::string name(zone.string());
        themes.push(theme_json(sound::theme_for(known, {.zone = name, .default_zone = name})));
    }
    name_file(diagnostics, path);
    Json json = Json::object();
    json.append("sounds", std::move(sounds));
    json.append("themes", std::move(themes));
    json.append("diagnostics", ossuary::to_json(diagnostics));
    return json;
}

// What sounds in a world by itself: its sound VOBs, and the zones of its music.
Result<Json> world_sounds_json(const Workspace& files, const std::string& path) {
    const auto bytes = files.read(path);
    if (!bytes) return Failure(bytes.error());
    const auto world = zengin::read_world(bytes->bytes);
    if (!world) return Failure(Error(world.error()).in_file(path));
    const Basis basis = zengin::ToModelOptions{}.basis;
    Json sounds = Json::array(), zones = Json::array();
    for (const zengin::Vob& vob : world->vobs) {
        const std::string_view chain = world->class_chain(vob);
        const bool is_sound = chain.starts_with("zCVobSound"), is_zone = chain.starts_with("oCZoneMusic");
        if (vob.again || !(is_sound || is_zone)) continue;
        const Json fields = zengin::class_fields(*world, vob);
        if (is_zone) {
            zones.push(Json(Json::Object{{"name", latin1_to_utf8(world->archive.text(vob.vob_name))},
                                         {"isDefault", chain.starts_with("oCZoneMusicDefault")}}));
            continue;
        }
        const Vec3d at = basis.point(to_double(vob.position));
        sounds.push(Json(Json::Object{{"name", fields["sndName"].string()},
                                      {"position", Json(Json::Array{at.x, at.y, at.z})},
                                      {"range", fields["sndRadius"].number(0) / 100},
                                      {"gain", std::clamp(fields["sndVolume"].number(100) / 100, 0.0, 1.0)},
                                      {"mode", fields["sndMode"].integer(0)},
                                      {"delay", fields["sndRandDelay"].number(0)},
                                      {"startsOn", fields["sndStartOn"].boolean(true)}}));
    }
    Json json = Json::object();
    json.append("sounds", std::move(sounds));
    json.append("zones", std::move(zones));
    return json;
}

} // namespace

bool ossuary_sound(Library* library, const JsonWorkspace* workspace, const char* path, std::uint32_t path_size) {
    library->keep.clear();
    return library->take(sound_json(workspace->files(), std::string(path, path_size), library->keep));
}

bool ossuary_music(Library* library, const JsonWorkspace* workspace, const char* request, std::uint32_t request_size) {
    library->keep.clear();
    return library->take(asked(request, request_size,
                               [&](const Json& json) { return music_json(workspace->files(), json, library->keep); }));
}

bool ossuary_sound_script(Library* library, const JsonWorkspace* workspace, const char* request,
                          std::uint32_t request_size) {
    return library->take(
        asked(request, request_size, [&](const Json& json) { return script_json(workspace->files(), json); }));
}

bool ossuary_world_sounds(Library* library, const JsonWorkspace* workspace, const char* path, std::uint32_t path_size) {
    return library->take(world_sounds_json(workspace->files(), std::string(path, path_size)));
}
