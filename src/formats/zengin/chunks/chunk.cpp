#include "ossuary/formats/zengin/chunk.h"
#include "chunk_layout.h"

#include <algorithm>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/hash.h"
#include "ossuary/base/hex.h"
#include "ossuary/base/text.h"

namespace ossuary::zengin {

namespace {
constexpr std::size_t chunk_header_size = 6;
} // namespace

Json to_json(ChunkType type) { return Json(ChunkName(type).text()); }
bool from_json(const Json& json, ChunkType& type) {
    const std::string_view text = json.string();
    if (text.size() != 4) return false;
    int value = 0;
    for (const char c : text) {
        if (hex_value(c) < 0) return false;
        value = value << 4 | hex_value(c);
    }
    type = static_cast<ChunkType>(value);
    return true;
}

Json to_json(const RawBytes& raw) { return Json(to_hex(raw.bytes)); }
bool from_json(const Json& json, RawBytes& raw) {
    auto bytes = from_hex(json.string());
    if (!json.is_string() || !bytes) return false;
    raw.bytes = std::move(*bytes);
    return true;
}

Json to_json(const Layout& layout) {
    if (layout.empty()) return {};
    Json json = Json::object();
    json.set("chunks", JsonDumper::dump(layout.chunks));
    json.set("trailing", to_json(layout.trailing));
    return json;
}
bool from_json(const Json& json, Layout& layout) {
    layout = {};
    if (json.is_null()) return true;
    auto chunks = JsonBuilder::build<std::vector<ChunkRecord>>(json["chunks"]);
    if (!chunks || !from_json(json["trailing"], layout.trailing) || json.size() != 2) return false;
    layout.chunks = std::move(*chunks);
    return true;
}

std::optional<ByteBuffer> with_right_sizes(Bytes file, Diagnostics* diagnostics) {
    constexpr std::size_t furthest = 1 << 16; // that a size is looked for from where the file says
    const auto begins_chunk = [&](std::size_t at) {
        if (file.size() - at < chunk_header_size) return false;
        const auto family = load<std::uint16_t>(file.data() + at, Endian::little) >> 8;
        return family == 0xA0 || family == 0xB0 || family == 0xB1 || family == 0xD0 || family == 0xD1 ||
               family == 0xE0 || family == 0xE1 || family >= 0xF0;
    };
    const auto size_at = [&](std::size_t at) {
        return std::size_t{load<std::uint32_t>(file.data() + at + 2, Endian::little)};
    };
    const auto leads_to_end = [&](std::size_t at) {
        while (at < file.size()) {
            if (!begins_chunk(at) || size_at(at) > file.size() - at - chunk_header_size) return false;
            at += chunk_header_size + size_at(at);
        }
        return true;
    };
    if (leads_to_end(0)) return {};
    std::size_t at = 0, end = 0;
    for (;; at = end) {
        if (!begins_chunk(at)) return {};
        end = at + chunk_header_size + size_at(at);
        if (end >= file.size() || !begins_chunk(end)) break;
    }
    for (std::size_t distance = 1; distance <= furthest; ++distance) {
        for (const std::size_t right : {end + distance, end - std::min(end, distance)}) {
            if (right < at + chunk_header_size || right >= file.size() || !leads_to_end(right)) continue;
            const auto size = static_cast<std::uint32_t>(right - at - chunk_header_size);
            report(diagnostics, Severity::warning,
                   {.offset = at,
                    .field = std::string(ChunkName(load<ChunkType>(file.data() + at, Endian::little)).text())},
                   "the chunk says it has " + std::to_string(size_at(at)) + " bytes, and has " + std::to_string(size));
            ByteBuffer mended(file.begin(), file.end());
            store(mended.data() + at + 2, size, Endian::little);
            return mended;
        }
    }
    return {};
}

bool ChunkReader::next() {
    if (error_ || at_end()) return false;
    const std::size_t left = file_.size() - next_;
    offset_ = next_;
    if (left < chunk_header_size) {
        error_ = std::make_unique<Error>(Place{.offset = offset_}, "TruncatedChunkHeader: needs 6 bytes, only " +
                                                                       std::to_string(left) + " are left");
        return false;
    }
    type_ = load<ChunkType>(file_.data() + offset_, Endian::little);
    const std::uint32_t size = load<std::uint32_t>(file_.data() + offset_ + 2, Endian::little);
    if (size > left - chunk_header_size)
        return fail("ChunkOverrun: the chunk has " + std::to_string(size) + " bytes, only " +
                    std::to_string(left - chunk_header_size) + " are left in the file");
    payload_ = file_.subspan(offset_ + chunk_header_size, size);
    next_ = offset_ + chunk_header_size + size;
    return true;
}

bool ChunkReader::close(PayloadReader& reader) {
    if (error_) return false;
    if (!reader.ok()) {
        error_ = std::make_unique<Error>(reader.error());
        return false;
    }
    if (reader.remaining() > 0 || !reader.unusual_ends().empty()) odd_ = true;
    if (!noting_) return true;
    if (layout_.chunks.empty()) layout_.chunks.reserve(8);
    ChunkRecord& record = layout_.chunks.emplace_back();
    record.type = type_;
    record.unusual_ends = std::move(reader.unusual_ends());
    if (reader.remaining() > 0) [[unlikely]] {
        const Bytes rest = reader.rest();
        record.bytes.bytes.assign(rest.begin(), rest.end());
        reader.warn("", "LeftoverBytes: " + std::to_string(rest.size()) + " bytes behind the known fields");
    }
    return true;
}

void ChunkReader::keep() {
    odd_ = true;
    if (!noting_) return;
    layout_.chunks.push_back({type_, {{payload_.begin(), payload_.end()}}, {}});
    warn("unknown chunk of " + std::to_string(payload_.size()) + " bytes, kept as it is");
}

bool ChunkReader::fail(std::string message, std::string_view field) {
    if (error_) return false;
    std::string path(ChunkName(type_).text());
    if (!field.empty()) path.append(1, '.').append(field);
    error_ = std::make_unique<Error>(Place{.offset = offset_, .field = std::move(path)}, std::move(message));
    return false;
}

void ChunkReader::warn(std::string message, std::string_view field) {
    if (!diagnostics_) return;
    std::string path(ChunkName(type_).text());
    if (!field.empty()) path.append(1, '.').append(field);
    report(diagnostics_, Severity::warning, {.offset = offset_, .field = std::move(path)}, std::move(message));
}

bool ChunkReader::once(bool& seen) {
    if (seen) return fail("DuplicateChunk: the chunk occurs twice");
    seen = true;
    return true;
}

bool ChunkReader::missing(ChunkType type) {
    const std::string name(ChunkName(type).text());
    if (!error_)
        error_ = std::make_unique<Error>(Place{.offset = next_, .field = name}, "MissingChunk: there is no " + name);
    return false;
}

void ChunkReader::warn_missing(ChunkType type) {
    if (!diagnostics_) return;
    const std::string name(ChunkName(type).text());
    report(diagnostics_, Severity::warning, {.offset = next_, .field = name}, "MissingChunk: there is no " + name);
}

RawBytes ChunkReader::take_trailing() {
    if (at_end()) return {};
    const Bytes rest = file_.subspan(next_);
    if (diagnostics_)
        report(diagnostics_, Severity::warning, {.offset = next_},
               "TrailingData: " + std::to_string(rest.size()) + " bytes behind the end chunk");
    next_ = file_.size();
    return {{rest.begin(), rest.end()}};
}

Layout ChunkReader::take_layout(ChunkTypes usual) {
    const auto as_usual = [](const ChunkRecord& chunk, ChunkType type) {
        return chunk.type == type && chunk.bytes.empty() && chunk.unusual_ends.empty();
    };
    Layout taken;
    if (!std::ranges::equal(layout_.chunks, usual, as_usual)) taken = std::move(layout_);
    layout_.chunks.clear();
    return taken;
}

std::vector<ChunkRecord> chunks_to_write(const Layout& kept, ChunkTypes usual, ChunkTypes content) {
    const auto count = [](const auto& chunks, ChunkType type) {
        return std::ranges::count_if(chunks, [type](const auto& chunk) {
            if constexpr (requires { chunk.type; })
                return chunk.type == type;
            else
                return chunk == type;
        });
    };
    const auto agrees = [&](ChunkType type) { return count(kept.chunks, type) == count(usual, type); };
    if (!kept.chunks.empty() && std::ranges::all_of(content, agrees)) return kept.chunks;

    std::vector<ChunkRecord> chunks;
    chunks.reserve(usual.size());
    for (const ChunkType type : usual) chunks.push_back({type, {}, {}});
    for (const ChunkRecord& chunk : kept.chunks)
        if (count(usual, chunk.type) == 0 && count(content, chunk.type) == 0)
            chunks.insert(chunks.empty() ? chunks.end() : chunks.end() - 1, chunk);
    return chunks;
}

Json bytes_as_characters(const Json& json) {
    if (json.is_string()) return Json(latin1_to_utf8(json.string()));
    if (json.is_array()) {
        Json::Array items;
        items.reserve(json.size());
        for (const Json& item : json.items()) items.push_back(bytes_as_characters(item));
        return Json(std::move(items));
    }
    if (json.is_object()) {
        Json::Object members;
        members.reserve(json.size());
        for (const Json::Member& member : json.members())
            members.push_back({member.name, bytes_as_characters(member.value)});
        return Json(std::move(members));
    }
    return json;
}

Result<Json> characters_as_bytes(const Json& json, std::string_view terminators) {
    const auto below = [](Error error, const std::string& step) {
        const bool joint = !error.place().field.empty() && error.place().field[0] != '[';
        error.place().field = step + (joint ? "." : "") + error.place().field;
        return Failure(std::move(error));
    };
    if (json.is_string()) {
        std::string raw = utf8_to_latin1(json.string());
        if (raw.find_first_of(terminators) != raw.npos) return fail("a text in these files cannot hold what ends one");
        return Json(std::move(raw));
    }
    if (json.is_array()) {
        Json::Array items;
        items.reserve(json.size());
        for (const Json& item : json.items()) {
            auto raw = characters_as_bytes(item, terminators);
            if (!raw) return below(raw.error(), '[' + std::to_string(items.size()) + ']');
            items.push_back(std::move(*raw));
        }
        return Json(std::move(items));
    }
    if (json.is_object()) {
        Json::Object members;
        members.reserve(json.size());
        for (const Json::Member& member : json.members()) {
            auto raw = characters_as_bytes(member.value, terminators);
            if (!raw) return below(raw.error(), member.name);
            members.push_back({member.name, std::move(*raw)});
        }
        return Json(std::move(members));
    }
    return json;
}

std::string upper_case(std::string_view text) {
    std::string upper(text);
    for (char& c : upper)
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - ('a' - 'A'));
    return upper;
}

std::uint32_t checksum(std::span<const std::string> names) {
    std::uint32_t crc = 0;
    for (const std::string& name : names) crc = crc32(as_bytes(upper_case(name)), crc);
    return crc;
}

ChunkHead first_chunk(Bytes bytes) {
    if (bytes.size() < 6) return {};
    const auto size = load<std::uint32_t>(bytes.data() + 2, Endian::little);
    const Bytes rest = bytes.subspan(6);
    return {load<std::uint16_t>(bytes.data(), Endian::little), size,
            rest.first(std::min<std::size_t>(size, rest.size()))};
}

} // namespace ossuary::zengin
