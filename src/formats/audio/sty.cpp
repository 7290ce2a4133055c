#include "ossuary/formats/audio/sty.h"

#include <algorithm>

#include "formats/audio/chunk_json.h"
#include "formats/audio/music_facts.h"
#include "formats/audio/music_reading.h"

namespace ossuary::audio {

namespace {

constexpr FourCc style_form = four_cc("DMST");
constexpr std::size_t newer_part_settings = 28;

Part read_part(const Chunk& list, MusicReading& reading) {
    Part part;
    part.header = reading.needed<PartHeader>(list, "prth", 153, "dm: part without prth");
    if (!reading.failed() && part.header.time_signature.grids == 0) reading.stop(list, "dm: bad time signature");
    part.name = MusicReading::name(list);
    if (const Chunk* notes = list.find(four_cc("note")))
        part.notes = reading.items<StyleNote>(*notes, 22, most_notes, "dm: too many notes");
    if (const Chunk* curves = list.find(four_cc("crve")))
        part.curves = reading.items<StyleCurve>(*curves, 28, most_notes, "dm: too many curves");
    return part;
}

PartReference read_part_reference(const StyFile& file, const Chunk& list, MusicReading& reading) {
    PartReference reference;
    reference.settings = reading.needed<PartSettings>(list, "prfc", 22, "dm: part reference without prfc");
    const Chunk* header = list.find(four_cc("prfc"));
    const bool is_newer = header && header->bytes.size() >= newer_part_settings;
    reference.channel = is_newer ? reference.settings.channel : reference.settings.logical_part_id;
    if (reference.channel > last_channel)
        reading.stop(list, "dm: channel out of range: " + std::to_string(reference.channel));
    const auto found =
        std::ranges::find(file.parts, reference.settings.part_id, [](const Part& part) { return part.header.id; });
    if (found != file.parts.end())
        reference.part = static_cast<std::size_t>(found - file.parts.begin());
    else if (!reading.failed())
        reading.warn(list, "dm: unknown part: " + text_of(reference.settings.part_id));
    return reference;
}

Pattern read_pattern(const StyFile& file, const Chunk& list, MusicReading& reading) {
    Pattern pattern;
    pattern.header = reading.needed<PatternHeader>(list, "ptnh", 10, "dm: pattern without ptnh");
    pattern.name = MusicReading::name(list);
    if (const Chunk* rhythm = list.find(four_cc("rhtm")))
        for (std::size_t at = 0; rhythm->bytes.size() - at >= 4; at += 4)
            pattern.rhythm.push_back(load<std::uint32_t>(rhythm->bytes.data() + at, Endian::little));
    for (const Chunk& entry : list.chunks) {
        if (reading.failed()) break;
        if (entry.is_container() && entry.type == four_cc("pref"))
            pattern.parts.push_back(read_part_reference(file, entry, reading));
    }
    return pattern;
}

void interpret_style(StyFile& file, MusicReading& reading) {
    const Chunk& form = file.riff.form;
    const Chunk* header = form.find(four_cc("styh"));
    if (!header) return reading.stop(form, "dm: no styh");
    file.header = reading.record<StyleHeader>(*header, 12);
    if (reading.failed()) return;
    reading.check_tempo(*header, file.header.tempo);
    if (file.header.time_signature.beats == 0 || file.header.time_signature.grids == 0)
        reading.stop(*header, "dm: bad time signature");
    file.guid = reading.guid(form, four_cc("guid"));
    file.name = MusicReading::name(form);
    // Patterns refer to parts, wherever those stand.
    for (const Chunk& chunk : form.chunks) {
        if (reading.failed()) return;
        if (!chunk.is_container() || chunk.type != four_cc("part")) continue;
        if (file.parts.size() == most_items) {
            reading.warn(chunk, "dm: too many parts");
            break;
        }
        Part part = read_part(chunk, reading);
        if (std::ranges::any_of(file.parts, [&](const Part& other) { return other.header.id == part.header.id; }))
            reading.warn(chunk, "dm: duplicate part: " + text_of(part.header.id));
        file.parts.push_back(std::move(part));
    }
    for (const Chunk& chunk : form.chunks) {
        if (reading.failed()) return;
        if (!chunk.is_container()) continue;
        if (chunk.type == four_cc("pttn")) {
            if (file.patterns.size() == most_items) {
                reading.warn(chunk, "dm: too many patterns");
                continue;
            }
            file.patterns.push_back(read_pattern(file, chunk, reading));
        } else if (chunk.type == four_cc("DMBD")) {
            file.bands.push_back(reading.band(chunk));
        }
    }
}

} // namespace

bool recognise_sty(Bytes bytes) { return is_form(bytes, style_form); }

Result<StyFile> parse_sty(Bytes bytes, Diagnostics* diagnostics) {
    return parsed_file<StyFile>(bytes, style_form, interpret_style, diagnostics);
}

ByteBuffer write_sty(const StyFile& file) { return write_riff(file.riff); }
Json dump_sty(const StyFile& file) { return dump_riff(file.riff); }

Result<StyFile> build_sty(const Json& json) {
    auto riff = build_riff(json);
    if (!riff) return Failure(riff.error());
    return interpreted<StyFile>(std::move(*riff), style_form, interpret_style, nullptr);
}

Json facts_of(const StyFile& file) {
    Json facts = Json::object();
    facts.set("format", "sty");
    facts.set("name", file.name);
    facts.set("guid", text_of(file.guid));
    facts.set("time_signature", signature_text(file.header.time_signature));
    facts.set("tempo", file.header.tempo);
    Json parts = Json::array(), patterns = Json::array(), bands = Json::array();
    for (const Part& part : file.parts) {
        Json entry = Json::object();
        entry.set("name", part.name);
        entry.set("measures", part.header.measures);
        entry.set("time_signature", signature_text(part.header.time_signature));
        entry.set("notes", part.notes.size());
        entry.set("curves", part.curves.size());
        parts.push(std::move(entry));
    }
    for (const Pattern& pattern : file.patterns) {
        Json entry = Json::object();
        entry.set("name", pattern.name);
        entry.set("measures", pattern.header.measures);
        entry.set("groove_bottom", pattern.header.groove_bottom);
        entry.set("groove_top", pattern.header.groove_top);
        entry.set("embellishment", pattern.header.embellishment);
        entry.set("parts", pattern.parts.size());
        patterns.push(std::move(entry));
    }
    for (const Band& band : file.bands) bands.push(facts_of(band));
    facts.set("parts", std::move(parts));
    facts.set("patterns", std::move(patterns));
    facts.set("bands", std::move(bands));
    return facts;
}

} // namespace ossuary::audio
