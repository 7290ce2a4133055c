#include "ossuary/formats/audio/sgt.h"

#include <algorithm>

#include "formats/audio/chunk_json.h"
#include "formats/audio/music_facts.h"
#include "formats/audio/music_reading.h"

namespace ossuary::audio {

namespace {

constexpr FourCc segment_form = four_cc("DMSG");
constexpr std::uint32_t most_subchords = 8;

Chord read_chord(const Chunk& chunk, MusicReading& reading) {
    Chord chord;
    const Bytes bytes = chunk.bytes;
    std::size_t at = 0;
    const auto number = [&]() -> std::uint32_t {
        if (bytes.size() - at < 4) return reading.stop(chunk, "riff: short chunk"), 0u;
        at += 4;
        return load<std::uint32_t>(bytes.data() + at - 4, Endian::little);
    };
    const std::size_t record_bytes_there = number();
    if (reading.failed()) return chord;
    if (record_bytes_there < 38)
        return reading.stop(chunk, "dm: bad item size: " + std::to_string(record_bytes_there)), chord;
    if (record_bytes_there > bytes.size() - at) return reading.stop(chunk, "riff: short chunk"), chord;
    const auto record = read_record<ChordRecord>(bytes.subspan(at, record_bytes_there));
    chord.name = wide_text(bytes.subspan(at, 32));
    chord.time = record.time;
    chord.measure = record.measure;
    chord.beat = record.beat;
    chord.flags = record.flags;
    at += record_bytes_there;
    const std::uint32_t count = number();
    const std::size_t size = number();
    if (reading.failed()) return chord;
    if (size < 18) return reading.stop(chunk, "dm: bad item size: " + std::to_string(size)), chord;
    if (count > 4) reading.warn(chunk, "dm: too many subchords");
    for (std::uint32_t i = 0; i < std::min(count, most_subchords); ++i, at += size) {
        if (bytes.size() - at < size) return reading.warn(chunk, "dm: partial item"), chord;
        chord.subchords.push_back(read_record<Subchord>(bytes.subspan(at, size)));
    }
    return chord;
}

// The containers of that type in a list, as far as a track may have them.
template <class Read>
void each_item(const Chunk& list, FourCc type, MusicReading& reading, std::size_t& count, Read read) {
    for (const Chunk& entry : list.chunks) {
        if (reading.failed()) return;
        if ((entry.is_container() ? entry.type : entry.id) != type) continue;
        if (count == most_items) return reading.warn(list, "dm: too many items");
        ++count;
        read(entry);
    }
}

void read_chord_track(SgtFile& file, const Chunk& list, MusicReading& reading) {
    if (const Chunk* key = list.find(four_cc("crdh"))) file.key = reading.record<NumberField>(*key, 4).value;
    std::size_t count = 0;
    each_item(list, four_cc("crdb"), reading, count,
              [&](const Chunk& entry) { file.chords.push_back(read_chord(entry, reading)); });
}

void read_style_track(SgtFile& file, const Chunk& list, MusicReading& reading) {
    std::size_t count = 0;
    each_item(list, four_cc("strf"), reading, count, [&](const Chunk& entry) {
        StyleItem item;
        item.time = static_cast<std::int32_t>(
            reading.needed<NumberField>(entry, "stmp", 4, "dm: style reference without stmp").value);
        if (auto style = reading.reference(entry)) item.style = std::move(*style);
        file.styles.push_back(std::move(item));
    });
}

void read_band_track(SgtFile& file, const Chunk& form, MusicReading& reading) {
    std::size_t count = 0;
    const Chunk* list = form.find_list(four_cc("lbdl"));
    if (!list) return;
    each_item(*list, four_cc("lbnd"), reading, count, [&](const Chunk& entry) {
        BandItem item;
        if (const Chunk* both = entry.find(four_cc("bd2h")))
            item.time = reading.record<BandTimes>(*both, 8).physical;
        else
            item.time =
                static_cast<std::int32_t>(reading.needed<NumberField>(entry, "bdih", 4, "dm: band without bdih").value);
        const Chunk* band = entry.find_list(four_cc("DMBD"));
        if (!band) return reading.stop(entry, "dm: band without DMBD");
        item.band = reading.band(*band);
        file.bands.push_back(std::move(item));
    });
}

void read_track(SgtFile& file, const Chunk& track, MusicReading& reading) {
    const auto header = reading.needed<TrackHeader>(track, "trkh", 32, "dm: track without trkh");
    if (reading.failed()) return;
    file.tracks.push_back(header.chunk_id != FourCc{} ? header.chunk_id : header.list_type);
    bool is_known = false;
    for (const Chunk& chunk : track.chunks) {
        if (reading.failed()) return;
        const FourCc kind = chunk.is_container() ? chunk.type : chunk.id;
        bool is_data = true;
        if (kind == four_cc("tetr")) {
            file.tempos = reading.items<TempoItem>(chunk, 16, most_items, "dm: too many items");
            for (const TempoItem& item : file.tempos) reading.check_tempo(chunk, item.tempo);
        } else if (kind == four_cc("cmnd")) {
            file.commands = reading.items<CommandItem>(chunk, 10, most_items, "dm: too many items");
        } else if (kind == four_cc("cord")) {
            read_chord_track(file, chunk, reading);
        } else if (kind == four_cc("sttr")) {
            read_style_track(file, chunk, reading);
        } else if (kind == four_cc("DMBT")) {
            read_band_track(file, chunk, reading);
        } else {
            is_data = false;
        }
        is_known = is_known || is_data;
    }
    if (!is_known) reading.warn(track, "dm: track ignored: " + text_of(file.tracks.back()));
}

void interpret_segment(SgtFile& file, MusicReading& reading) {
    const Chunk& form = file.riff.form;
    const Chunk* header = form.find(four_cc("segh"));
    if (!header) return reading.stop(form, "dm: no segh");
    file.header = reading.record<SegmentHeader>(*header, 24);
    if (!reading.failed() && file.header.length <= 0) reading.stop(*header, "dm: bad segment length");
    file.guid = reading.guid(form, four_cc("guid"));
    file.name = MusicReading::name(form);
    const Chunk* tracks = form.find_list(four_cc("trkl"));
    if (!tracks) return reading.stop(form, "dm: no track list");
    for (const Chunk& track : tracks->chunks) {
        if (reading.failed()) return;
        if (track.is_container() && track.type == four_cc("DMTK")) read_track(file, track, reading);
    }
}

} // namespace

bool recognise_sgt(Bytes bytes) { return is_form(bytes, segment_form); }

Result<SgtFile> parse_sgt(Bytes bytes, Diagnostics* diagnostics) {
    return parsed_file<SgtFile>(bytes, segment_form, interpret_segment, diagnostics);
}

ByteBuffer write_sgt(const SgtFile& file) { return write_riff(file.riff); }
Json dump_sgt(const SgtFile& file) { return dump_riff(file.riff); }

Result<SgtFile> build_sgt(const Json& json) {
    auto riff = build_riff(json);
    if (!riff) return Failure(riff.error());
    return interpreted<SgtFile>(std::move(*riff), segment_form, interpret_segment, nullptr);
}

Json facts_of(const SgtFile& file) {
    Json facts = Json::object();
    facts.set("format", "sgt");
    facts.set("name", file.name);
    facts.set("guid", text_of(file.guid));
    facts.set("length", file.header.length);
    facts.set("repeats", file.header.repeats);
    facts.set("play_start", file.header.play_start);
    facts.set("loop_start", file.header.loop_start);
    facts.set("loop_end", file.header.loop_end);
    Json tracks = Json::array(), tempos = Json::array(), styles = Json::array(), commands = Json::array(),
         chords = Json::array(), bands = Json::array();
    for (const FourCc track : file.tracks) tracks.push(text_of(track));
    for (const TempoItem& item : file.tempos)
        tempos.push(Json(Json::Object{{"time", item.time}, {"tempo", item.tempo}}));
    for (const StyleItem& item : file.styles)
        styles.push(Json(Json::Object{{"time", item.time}, {"file", item.style.file}}));
    for (const CommandItem& item : file.commands)
        commands.push(Json(Json::Object{{"time", item.time},
                                        {"command", item.command},
                                        {"groove_level", item.groove_level},
                                        {"groove_range", item.groove_range}}));
    for (const Chord& chord : file.chords)
        chords.push(
            Json(Json::Object{{"time", chord.time}, {"name", chord.name}, {"subchords", chord.subchords.size()}}));
    for (const BandItem& item : file.bands)
        bands.push(Json(Json::Object{
            {"time", item.time}, {"name", item.band.name}, {"instruments", item.band.instruments.size()}}));
    facts.set("tracks", std::move(tracks));
    facts.set("tempos", std::move(tempos));
    facts.set("styles", std::move(styles));
    facts.set("commands", std::move(commands));
    facts.set("chords", std::move(chords));
    facts.set("bands", std::move(bands));
    return facts;
}

} // namespace ossuary::audio
