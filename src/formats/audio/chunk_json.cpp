#include "formats/audio/chunk_json.h"

#include <algorithm>

#include "formats/audio/chunk_layout.h"
#include "formats/audio/chunk_text.h"
#include "ossuary/base/base64.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/record_json.h"

namespace ossuary::audio {

namespace {

constexpr int deepest_dump = 17;

// A fixed record, with what follows it (`tail`), or without what it lacks (`cut`: the bytes that are there).
template <class T> Json dump_fields(Bytes bytes) {
    ByteBuffer whole(bytes.begin(), bytes.end());
    if (whole.size() < record_size<T>()) whole.resize(record_size<T>());
    ByteReader reader(whole);
    T record{};
    describe(reader, record);
    if (!reader.ok()) return {};
    Json json = Json::object();
    json.set("fields", dump_record(record));
    if (bytes.size() < record_size<T>()) json.set("cut", bytes.size());
    if (bytes.size() > reader.offset()) json.set("tail", to_base64(bytes.subspan(reader.offset())));
    return json;
}
template <class T> Result<ByteBuffer> build_fields(const Json& json) {
    const auto record = build_record<T>(json["fields"]);
    if (!record) return Failure(record.error());
    ByteBuffer bytes = record_bytes(*record);
    if (const Json* cut = json.find("cut"))
        bytes.resize(std::min<std::size_t>(bytes.size(), static_cast<std::size_t>(cut->unsigned_integer())));
    if (const Json* tail = json.find("tail")) {
        const auto more = from_base64(tail->string());
        if (!more) return fail({.field = "tail"}, "expected base64");
        bytes.insert(bytes.end(), more->begin(), more->end());
    }
    return bytes;
}

// An array: the size of an item, then items.
template <class T> Json dump_items(Bytes bytes) {
    if (bytes.size() < 4) return {};
    const std::size_t size = load<std::uint32_t>(bytes.data(), Endian::little);
    if (size == 0 || size > record_size<T>()) return {};
    std::vector<T> items;
    for (std::size_t at = 4; bytes.size() - at >= size; at += size)
        items.push_back(read_record<T>(bytes.subspan(at, size)));
    Json json = Json::object();
    json.set("item_size", size);
    json.set("items", JsonDumper::dump(items));
    return json;
}
template <class T> Result<ByteBuffer> build_items(const Json& json) {
    const auto items = build_record<std::vector<T>>(json["items"]);
    if (!items) return Failure(items.error());
    const std::size_t size = static_cast<std::size_t>(json["item_size"].unsigned_integer());
    if (size == 0 || size > record_size<T>())
        return fail({.field = "item_size"}, "expected 1 to " + std::to_string(record_size<T>()));
    ByteWriter writer;
    writer.write(static_cast<std::uint32_t>(size));
    for (const T& item : *items) writer.bytes(Bytes(record_bytes(item)).first(size));
    return std::move(writer).take();
}

Json dump_wide(Bytes bytes) { return Json(Json::Object{{"text", wide_text(bytes)}}); }
Result<ByteBuffer> build_wide(const Json& json) { return wide_bytes(json["text"].string()); }
Json dump_ansi(Bytes bytes) { return Json(Json::Object{{"text", ansi_text(bytes)}}); }
Result<ByteBuffer> build_ansi(const Json& json) { return ansi_bytes(json["text"].string()); }

struct ChunkKind {
    FourCc id;
    Json (*dump)(Bytes);
    Result<ByteBuffer> (*build)(const Json&);
};
template <class T> constexpr ChunkKind fields(const char (&id)[5]) {
    return {four_cc(id), dump_fields<T>, build_fields<T>};
}
template <class T> constexpr ChunkKind items(const char (&id)[5]) {
    return {four_cc(id), dump_items<T>, build_items<T>};
}
constexpr ChunkKind wide(const char (&id)[5]) { return {four_cc(id), dump_wide, build_wide}; }
constexpr ChunkKind ansi(const char (&id)[5]) { return {four_cc(id), dump_ansi, build_ansi}; }

constexpr ChunkKind known_chunks[] = {
    fields<FormatFields>("fmt "),
    fields<NumberField>("fact"),
    fields<CueTable>("cue "),
    fields<SamplerTable>("smpl"),
    fields<GuidField>("guid"),
    fields<GuidField>("dlid"),
    fields<VersionFields>("vers"),
    fields<ReferenceHeader>("refh"),
    fields<BandSettings>("bins"),
    fields<StyleHeader>("styh"),
    fields<PartHeader>("prth"),
    items<StyleNote>("note"),
    items<StyleCurve>("crve"),
    fields<PatternHeader>("ptnh"),
    fields<PartSettings>("prfc"),
    fields<SegmentHeader>("segh"),
    fields<TrackHeader>("trkh"),
    items<TempoItem>("tetr"),
    items<CommandItem>("cmnd"),
    fields<NumberField>("crdh"),
    fields<ChordTable>("crdb"),
    fields<NumberField>("stmp"),
    fields<NumberField>("bdih"),
    fields<BandTimes>("bd2h"),
    fields<NumberField>("colh"),
    fields<InstrumentHeader>("insh"),
    fields<RegionHeader>("rgnh"),
    fields<WaveLink>("wlnk"),
    fields<WaveSampleTable>("wsmp"),
    fields<ConnectionTable>("art1"),
    fields<ConnectionTable>("art2"),
    fields<PoolTable>("ptbl"),
    wide("UNAM"),
    wide("UART"),
    wide("UCOP"),
    wide("USBJ"),
    wide("UCMT"),
    wide("name"),
    wide("file"),
    wide("catg"),
    ansi("INAM"),
    ansi("IART"),
    ansi("ICMT"),
    ansi("ICOP"),
    ansi("ICRD"),
    ansi("IENG"),
    ansi("ISBJ"),
    ansi("ISFT"),
};

const ChunkKind* kind_of(FourCc id) {
    const auto found = std::ranges::find(known_chunks, id, &ChunkKind::id);
    return found == std::end(known_chunks) ? nullptr : &*found;
}

// Printable ones as they are, others by number.
std::string code_text(FourCc code) {
    FourCc back{};
    const std::string text = name_of(code);
    if (parse_name(text, back) && back == code && !text.empty()) return text;
    return "#" + std::to_string(static_cast<std::uint32_t>(code));
}
bool parse_code(const Json& json, FourCc& code) {
    const std::string_view text = json.string();
    if (text.size() == 4 && text[0] != '#') return parse_name(text, code);
    if (text.size() < 2 || text.size() > 11 || text[0] != '#') return false;
    std::uint64_t value = 0;
    for (const char c : text.substr(1)) {
        if (c < '0' || c > '9') return false;
        value = value * 10 + static_cast<std::uint64_t>(c - '0');
    }
    code = static_cast<FourCc>(value);
    return value <= 0xffffffffu;
}

Json dump_payload(const Chunk& chunk) {
    if (const ChunkKind* kind = kind_of(chunk.id)) {
        Json json = kind->dump(chunk.bytes);
        if (!json.is_null()) {
            const auto again = kind->build(json);
            if (again && *again == chunk.bytes) return json;
        }
    }
    return Json(Json::Object{{"data", to_base64(chunk.bytes)}});
}

Json dump_chunk(const Chunk& chunk) {
    Json json = Json::object();
    json.set("id", code_text(chunk.id));
    if (chunk.declared_size) json.set("declared_size", *chunk.declared_size);
    if (payload_size(chunk) % 2 != 0 && !chunk.pad)
        json.set("pad", nullptr);
    else if (chunk.pad && *chunk.pad != 0)
        json.set("pad", *chunk.pad);
    if (!chunk.is_container()) {
        const Json payload = dump_payload(chunk);
        for (const Json::Member& member : payload.members()) json.append(member.name, member.value);
        return json;
    }
    json.set("type", code_text(chunk.type));
    Json list = Json::array();
    for (const Chunk& inner : chunk.chunks) list.push(dump_chunk(inner));
    json.set("chunks", std::move(list));
    if (!chunk.stray.empty()) json.set("stray", to_base64(chunk.stray));
    return json;
}

class ChunkBuilder {
public:
    Result<void> build(const Json& json, Chunk& chunk, int depth) {
        if (!json.is_object()) return wrong("expected an object");
        if (!parse_code(json["id"], chunk.id)) return wrong("expected an id of four characters");
        if (const Json* size = json.find("declared_size")) {
            if (size->unsigned_integer(UINT64_MAX) > 0xffffffffu) return wrong("expected a declared_size of 32 bits");
            chunk.declared_size = static_cast<std::uint32_t>(size->unsigned_integer());
        }
        auto filled = chunk.is_container() ? build_list(json, chunk, depth) : build_payload(json, chunk);
        if (!filled) return filled;
        const Json* pad = json.find("pad");
        if (pad && !pad->is_null())
            chunk.pad = static_cast<std::uint8_t>(pad->unsigned_integer());
        else if (!pad && payload_size(chunk) % 2 != 0)
            chunk.pad = std::uint8_t{0};
        return {};
    }

private:
    Failure wrong(std::string message) const { return fail({.field = path_}, std::move(message)); }

    Result<void> build_list(const Json& json, Chunk& chunk, int depth) {
        if (depth > deepest_dump) return wrong("riff: nesting too deep");
        if (!parse_code(json["type"], chunk.type)) return wrong("expected a type of four characters");
        if (!json["chunks"].is_array()) return wrong("expected a list of chunks");
        const std::size_t length = path_.size();
        for (const Json& inner : json["chunks"].items()) {
            path_ += (path_.empty() ? "chunks[" : ".chunks[") + std::to_string(chunk.chunks.size()) + ']';
            chunk.chunks.emplace_back();
            if (auto built = build(inner, chunk.chunks.back(), depth + 1); !built) return built;
            path_.resize(length);
        }
        const auto stray = from_base64(json["stray"].string());
        if (!stray) return wrong("expected base64 in stray");
        chunk.stray = *stray;
        return {};
    }
    Result<void> build_payload(const Json& json, Chunk& chunk) {
        if (const Json* data = json.find("data")) {
            auto bytes = from_base64(data->string());
            if (!data->is_string() || !bytes) return wrong("expected base64 in data");
            chunk.bytes = std::move(*bytes);
            return {};
        }
        const ChunkKind* kind = kind_of(chunk.id);
        if (!kind) return wrong("expected data, base64");
        auto bytes = kind->build(json);
        if (!bytes) {
            const std::string& inner = bytes.error().place().field;
            return fail({.field = inner.empty() ? path_ : path_ + '.' + inner}, bytes.error().message());
        }
        chunk.bytes = std::move(*bytes);
        return {};
    }

    std::string path_;
};

} // namespace

std::string name_of(FourCc code) { return code == FourCc{} ? std::string() : text_of(code); }

bool parse_name(std::string_view text, FourCc& code) {
    if (text.size() != 4 && !text.empty()) return false;
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < text.size(); ++i)
        value |= static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])) << (8 * i);
    code = static_cast<FourCc>(value);
    return true;
}

Json dump_riff(const Riff& riff) {
    Json json = dump_chunk(riff.form);
    if (!riff.trailer.empty()) json.set("trailer", to_base64(riff.trailer));
    return json;
}

Result<Riff> build_riff(const Json& json) {
    Riff riff;
    if (auto built = ChunkBuilder().build(json, riff.form, 1); !built) return Failure(built.error());
    if (riff.form.id != four_cc("RIFF")) return fail({.field = "id"}, "expected RIFF");
    const auto trailer = from_base64(json["trailer"].string());
    if (!trailer) return fail({.field = "trailer"}, "expected base64");
    riff.trailer = *trailer;
    return riff;
}

} // namespace ossuary::audio
