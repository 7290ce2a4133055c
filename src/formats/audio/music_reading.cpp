#include "formats/audio/music_reading.h"

#include "ossuary/base/hex.h"

namespace ossuary::audio {

namespace {

// Where the digits of the text form lie in the 16 bytes.
constexpr std::array<std::size_t, 16> guid_order = {3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15};
constexpr bool has_dash_before(std::size_t i) { return i == 4 || i == 6 || i == 8 || i == 10; }

} // namespace

std::string text_of(const Guid& guid) {
    std::string text;
    for (std::size_t i = 0; i < guid_order.size(); ++i) {
        if (has_dash_before(i)) text += '-';
        text += hex_text(guid.bytes[guid_order[i]], 2);
    }
    return text;
}

std::optional<Guid> parse_guid(std::string_view text) {
    Guid guid;
    std::size_t at = 0;
    for (std::size_t i = 0; i < guid_order.size(); ++i) {
        if (has_dash_before(i) && (at >= text.size() || text[at++] != '-')) return {};
        if (at + 2 > text.size() || hex_value(text[at]) < 0 || hex_value(text[at + 1]) < 0) return {};
        guid.bytes[guid_order[i]] = static_cast<std::uint8_t>(hex_value(text[at]) * 16 + hex_value(text[at + 1]));
        at += 2;
    }
    return at == text.size() ? std::optional(guid) : std::nullopt;
}

Json to_json(const Guid& guid) { return text_of(guid); }

bool from_json(const Json& json, Guid& guid) {
    const auto parsed = parse_guid(json.string());
    if (parsed) guid = *parsed;
    return parsed.has_value();
}

Guid MusicReading::guid(const Chunk& list, FourCc id) {
    const Chunk* chunk = list.find(id);
    return chunk ? record<GuidField>(*chunk, 16).guid : Guid{};
}

std::string MusicReading::name(const Chunk& list) {
    const Chunk* texts = list.find_list(four_cc("UNFO"));
    const Chunk* name = texts ? texts->find(four_cc("UNAM")) : nullptr;
    return name ? wide_text(name->bytes) : std::string();
}

std::optional<Reference> MusicReading::reference(const Chunk& list) {
    const Chunk* found = list.find_list(four_cc("DMRF"));
    if (!found) return {};
    Reference reference;
    if (const Chunk* header = found->find(four_cc("refh"))) {
        const auto fields = record<ReferenceHeader>(*header, 20);
        reference.class_id = fields.class_id;
        reference.valid = fields.valid;
    }
    if (const Chunk* chunk = found->find(four_cc("guid"))) reference.guid = record<GuidField>(*chunk, 16).guid;
    if (const Chunk* chunk = found->find(four_cc("name"))) reference.name = wide_text(chunk->bytes);
    if (const Chunk* chunk = found->find(four_cc("file"))) reference.file = wide_text(chunk->bytes);
    return reference;
}

Band MusicReading::band(const Chunk& form) {
    Band band;
    band.guid = guid(form, four_cc("guid"));
    band.name = name(form);
    const Chunk* list = form.find_list(four_cc("lbil"));
    if (!list) return band;
    for (const Chunk& entry : list->chunks) {
        if (!entry.is_container() || entry.type != four_cc("lbin")) continue;
        BandInstrument instrument;
        instrument.settings = needed<BandSettings>(entry, "bins", 40, "dm: instrument without bins");
        if (instrument.settings.channel > last_channel)
            stop(entry, "dm: channel out of range: " + std::to_string(instrument.settings.channel));
        instrument.collection = reference(entry);
        if (failed()) break;
        band.instruments.push_back(std::move(instrument));
    }
    return band;
}

void MusicReading::check_tempo(const Chunk& chunk, double tempo) {
    if (!(tempo >= 1 && tempo <= 1000)) stop(chunk, "dm: bad tempo");
}

} // namespace ossuary::audio
