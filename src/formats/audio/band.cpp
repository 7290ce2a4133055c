#include "ossuary/formats/audio/band.h"

#include "formats/audio/chunk_json.h"
#include "formats/audio/music_facts.h"
#include "formats/audio/music_reading.h"

namespace ossuary::audio {

namespace {

constexpr FourCc band_form = four_cc("DMBD");

void interpret_band(BandFile& file, MusicReading& reading) { file.band = reading.band(file.riff.form); }

} // namespace

bool recognise_band(Bytes bytes) { return is_form(bytes, band_form); }

Result<BandFile> parse_band(Bytes bytes, Diagnostics* diagnostics) {
    return parsed_file<BandFile>(bytes, band_form, interpret_band, diagnostics);
}

ByteBuffer write_band(const BandFile& file) { return write_riff(file.riff); }
Json dump_band(const BandFile& file) { return dump_riff(file.riff); }

Result<BandFile> build_band(const Json& json) {
    auto riff = build_riff(json);
    if (!riff) return Failure(riff.error());
    return interpreted<BandFile>(std::move(*riff), band_form, interpret_band, nullptr);
}

Json facts_of(const Band& band) {
    Json instruments = Json::array();
    for (const BandInstrument& instrument : band.instruments) {
        const BandSettings& settings = instrument.settings;
        Json entry = Json::object();
        entry.set("channel", settings.channel);
        entry.set("patch", settings.patch);
        entry.set("collection", instrument.collection ? instrument.collection->file : std::string());
        entry.set("volume", settings.volume);
        entry.set("pan", settings.pan);
        entry.set("transpose", settings.transpose);
        instruments.push(std::move(entry));
    }
    Json facts = Json::object();
    facts.set("name", band.name);
    facts.set("guid", text_of(band.guid));
    facts.set("instruments", std::move(instruments));
    return facts;
}

Json facts_of(const BandFile& file) {
    Json facts = Json::object();
    facts.set("format", "band");
    const Json band = facts_of(file.band);
    for (const Json::Member& member : band.members()) facts.set(member.name, member.value);
    return facts;
}

} // namespace ossuary::audio
