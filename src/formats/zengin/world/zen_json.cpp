// ZEN archives as JSON and back.
#include <unordered_map>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/zengin/zen.h"
#include "zen_parts.h"

namespace ossuary::zengin {

namespace {

Json text_json(std::string_view text) { return Json(latin1_to_utf8(text)); }
Json hex_json(Bytes bytes) { return to_json(RawBytes{{bytes.begin(), bytes.end()}}); }

// In a text archive a value is its text; elsewhere what it means.
Json exact_json(const ZenArchive& archive, const ZenItem& item) {
    return archive.encoding == ZenEncoding::ascii ? text_json(archive.text(item.value)) : value_json(archive, item);
}

class Builder {
public:
    explicit Builder(const Json& json) : json_(json) {}

    Result<ZenArchive> build() {
        read_header();
        for (const std::string_view list : {"keys", "items", "spacings"})
            if (const Json* found = json_.find(list); found && !found->is_array())
                return fail(Place{.field = std::string(list)}, "expected a list");
        for (const Json& key : json_["keys"].items()) {
            const auto number = static_cast<std::uint32_t>(key["key"].unsigned_integer(~0u));
            const std::size_t count = json_["keys"].size();
            if (number >= count) return fail(Place{.field = "keys"}, "the numbers of keys count from 0 without a gap");
            archive_.names.resize(count);
            archive_.names[number] = text_of(key["name"]);
            archive_.key_table.push_back({number, static_cast<std::uint32_t>(key["bucket"].unsigned_integer())});
            numbers_.emplace(latin1_of(key["name"]), number);
        }
        for (std::size_t i = 0; i < json_["items"].size(); ++i)
            if (!add(json_["items"][i]))
                return fail(Place{.field = "items[" + std::to_string(i) + ']'}, std::move(error_));
        if (!open_.empty()) return fail(Place{.field = "items"}, "an object is not closed");
        for (const Json& spacing : json_["spacings"].items())
            archive_.spacings.push_back({static_cast<std::uint32_t>(spacing["item"].unsigned_integer()),
                                         text_of(spacing["before"]), text_of(spacing["end"])});
        archive_.trailing = raw_of_json(json_["trailing"]);
        if (!error_.empty()) return fail(std::move(error_));
        return std::move(archive_);
    }

private:
    static std::string latin1_of(const Json& json) { return utf8_to_latin1(json.string()); }
    ZenText text_of(const Json& json) { return archive_.add(as_bytes(latin1_of(json))); }
    ZenText raw_of_json(const Json& json) {
        RawBytes raw;
        if (!json.is_null() && !from_json(json, raw)) stop("expected bytes as hexadecimal digits");
        return archive_.add(raw.bytes);
    }
    bool stop(std::string message) {
        if (error_.empty()) error_ = std::move(message);
        return false;
    }

    void read_header() {
        const Json& header = json_["header"];
        archive_.header.ver = latin1_of(header["ver"]);
        archive_.header.archiver = latin1_of(header["archiver"]);
        archive_.header.fmt = latin1_of(header["fmt"]);
        archive_.header.fields.clear();
        for (const Json& field : header["fields"].items()) archive_.header.fields.push_back(latin1_of(field));
        archive_.header.objects_line = latin1_of(header["objects_line"]);
        archive_.header_text = latin1_of(json_["header_text"]);
        if (!json_["encoding"].is_string() || !parse_name(json_["encoding"].string(), archive_.encoding))
            stop("expected an encoding: ASCII, BINARY or BIN_SAFE");
        archive_.bin_safe_version = static_cast<std::uint32_t>(json_["bin_safe_version"].unsigned_integer(2));
        archive_.object_count = static_cast<std::uint32_t>(json_["object_count"].unsigned_integer());
    }

    bool add(const Json& json) {
        const auto item = static_cast<std::uint32_t>(archive_.items.size());
        if (const Json* name = json.find("open")) {
            ZenObject object{.name = text_of(*name),
                             .class_chain = text_of(json["class"]),
                             .version = static_cast<std::uint16_t>(json["version"].unsigned_integer()),
                             .index = static_cast<std::uint32_t>(json["index"].unsigned_integer()),
                             .open = item};
            if (const Json* head = json.find("head")) object.head = text_of(*head);
            open_.push_back(static_cast<std::uint32_t>(archive_.objects.size()));
            archive_.items.push_back({.number = open_.back(), .kind = ZenItem::Kind::open});
            archive_.objects.push_back(object);
            return error_.empty();
        }
        if (json.find("close")) {
            if (open_.empty()) return stop("closes an object where none is open");
            archive_.objects[open_.back()].close = item;
            archive_.items.push_back({.number = open_.back(), .kind = ZenItem::Kind::close});
            open_.pop_back();
            return true;
        }
        if (const Json* bytes = json.find("bytes")) {
            archive_.items.push_back({.value = raw_of_json(*bytes), .kind = ZenItem::Kind::bytes});
            return error_.empty();
        }
        return add_entry(json);
    }

    bool add_entry(const Json& json) {
        ZenItem item{.kind = ZenItem::Kind::entry};
        const Json* name = json.find("name");
        if (!name || !parse_name(json["type"].string(), item.type))
            return stop("expected an entry with name, type and value, or open, close or bytes");
        if (const Json* key = json.find("key")) { // where two keys have the same name
            item.number = static_cast<std::uint32_t>(key->unsigned_integer(~0u));
            if (item.number >= archive_.names.size()) return stop("there is no such key");
        } else {
            const std::string latin1 = latin1_of(*name);
            const auto [known, is_new] = numbers_.emplace(latin1, static_cast<std::uint32_t>(archive_.names.size()));
            if (is_new) {
                archive_.names.push_back(archive_.add(as_bytes(latin1)));
                if (archive_.encoding == ZenEncoding::bin_safe)
                    archive_.key_table.push_back({known->second, key_bucket(latin1)});
            }
            item.number = known->second;
        }
        const auto value = value_of(item.type, json["value"]);
        if (!value) return stop("the value is not one of its type");
        constexpr std::size_t longest = 0xFFFF;
        if (archive_.encoding == ZenEncoding::bin_safe && value->size() > longest)
            return stop("the value is longer than 65535 bytes");
        item.value = archive_.add(*value);
        archive_.items.push_back(item);
        return true;
    }

    std::optional<ByteBuffer> value_of(ZenType type, const Json& json) const {
        const ZenEncoding encoding = archive_.encoding;
        if (type == ZenType::string || encoding == ZenEncoding::ascii) {
            if (!json.is_string()) return {};
            ByteBuffer text = to_buffer(latin1_of(json));
            const std::string_view ends = encoding == ZenEncoding::ascii    ? std::string_view("\r\n")
                                          : encoding == ZenEncoding::binary ? std::string_view("\0", 1)
                                                                            : std::string_view();
            const bool ascii_text = encoding == ZenEncoding::ascii && type == ZenType::string;
            if (ascii_text ? !is_ascii_text(as_text(text))
                           : as_text(text).find_first_of(ends) != std::string_view::npos)
                return {};
            return text;
        }
        switch (type) {
        case ZenType::raw: {
            RawBytes raw;
            if (!from_json(json, raw)) return {};
            return std::move(raw.bytes);
        }
        case ZenType::real: {
            const auto value = JsonBuilder::build<float>(json);
            if (!value) return {};
            return encode_reals(encoding, type, {&*value, 1});
        }
        case ZenType::raw_float:
        case ZenType::vec3: {
            if (json.is_string()) { // a length that is no whole number of floats
                RawBytes raw;
                if (type == ZenType::vec3 || !from_json(json, raw)) return {};
                return std::move(raw.bytes);
            }
            const auto values = JsonBuilder::build<std::vector<float>>(json);
            if (!values || (type == ZenType::vec3 && values->size() != 3)) return {};
            return encode_reals(encoding, type, *values);
        }
        case ZenType::color: {
            const auto color = JsonBuilder::build<std::array<std::uint8_t, 4>>(json);
            if (!color) return {};
            return encode_color(encoding, *color);
        }
        default:
            if (!json.is_integer()) return {};
            return encode_integer(encoding, type, json.integer());
        }
    }

    const Json& json_;
    ZenArchive archive_;
    std::vector<std::uint32_t> open_;
    std::unordered_map<std::string, std::uint32_t> numbers_;
    std::string error_;
};

} // namespace

Json dump_zen(const ZenArchive& archive) {
    Json json = Json::object();
    json.set("encoding", name_of(archive.encoding));
    json.set("header", bytes_as_characters(dump_record(archive.header)));
    if (!archive.header_text.empty()) json.set("header_text", text_json(archive.header_text));
    const bool bin_safe = archive.encoding == ZenEncoding::bin_safe;
    if (bin_safe) {
        json.set("bin_safe_version", archive.bin_safe_version);
        json.set("object_count", archive.object_count);
    }
    std::unordered_map<std::string_view, std::uint32_t> first; // keys by name
    Json::Array items, keys, spacings;
    for (const ZenKey& key : archive.key_table) {
        const std::string_view name = archive.text(archive.names[key.number]);
        first.emplace(name, key.number);
        Json::Object entry;
        entry.push_back({"key", Json(key.number)});
        entry.push_back({"bucket", Json(key.bucket)});
        entry.push_back({"name", text_json(name)});
        keys.emplace_back(std::move(entry));
    }
    items.reserve(archive.items.size());
    for (const ZenItem& item : archive.items) {
        Json::Object entry;
        switch (item.kind) {
        case ZenItem::Kind::open: {
            const ZenObject& object = archive.objects[item.number];
            entry.push_back({"open", text_json(archive.name(object))});
            entry.push_back({"class", text_json(archive.class_chain(object))});
            entry.push_back({"version", Json(object.version)});
            entry.push_back({"index", Json(object.index)});
            ZenObject plain = object;
            plain.head = {};
            if (object.head.size > 0 && head_text(archive, plain) != archive.text(object.head))
                entry.push_back({"head", text_json(archive.text(object.head))});
            break;
        }
        case ZenItem::Kind::close: entry.push_back({"close", Json(true)}); break;
        case ZenItem::Kind::bytes: entry.push_back({"bytes", hex_json(archive.bytes(item.value))}); break;
        case ZenItem::Kind::entry: {
            const std::string_view name = archive.name(item);
            entry.push_back({"name", text_json(name)});
            if (const auto known = first.find(name); known != first.end() && known->second != item.number)
                entry.push_back({"key", Json(item.number)});
            entry.push_back({"type", Json(name_of(item.type))});
            entry.push_back({"value", exact_json(archive, item)});
            break;
        }
        }
        items.emplace_back(std::move(entry));
    }
    json.set("items", Json(std::move(items)));
    if (bin_safe) json.set("keys", Json(std::move(keys)));
    for (const ZenSpacing& spacing : archive.spacings) {
        Json entry = Json::object();
        entry.set("item", spacing.item);
        entry.set("before", text_json(archive.text(spacing.before)));
        entry.set("end", text_json(archive.text(spacing.end)));
        spacings.push_back(std::move(entry));
    }
    if (!spacings.empty()) json.set("spacings", Json(std::move(spacings)));
    if (archive.trailing.size > 0) json.set("trailing", hex_json(archive.bytes(archive.trailing)));
    return json;
}

Result<ZenArchive> build_zen(const Json& json) { return Builder(json).build(); }

} // namespace ossuary::zengin
