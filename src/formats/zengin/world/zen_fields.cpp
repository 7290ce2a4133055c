#include "formats/zengin/chunks/chunk_layout.h"
#include "ossuary/formats/zengin/zen.h"

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"

namespace ossuary::zengin {

template <class Match> const ZenItem* ZenFields::search(Match match) {
    const std::uint32_t from = next_;
    for (const bool again : {false, true}) {
        const std::uint32_t end = again ? std::min(from, object_.close) : object_.close;
        for (std::uint32_t i = again ? object_.open + 1 : from; i < end; ++i) {
            const ZenItem& item = archive_.items[i];
            const bool found = match(item);
            if (item.kind == ZenItem::Kind::open) i = archive_.objects[item.number].close;
            if (!found) continue;
            next_ = i + 1;
            return &item;
        }
    }
    return nullptr;
}

const ZenItem* ZenFields::find(std::string_view name) {
    return search(
        [&](const ZenItem& item) { return item.kind == ZenItem::Kind::entry && archive_.name(item) == name; });
}

std::uint32_t ZenFields::find_object(std::string_view name) {
    const ZenItem* item = search([&](const ZenItem& candidate) {
        return candidate.kind == ZenItem::Kind::open && archive_.name(archive_.objects[candidate.number]) == name;
    });
    return item ? item->number : no_object;
}

template <class T>
T ZenFields::value_of(std::string_view name, std::string_view type, const ZenItem* entry, std::optional<T> value,
                      T otherwise) {
    if (!entry || value) return entry ? *value : otherwise;
    const bool same = name_of(entry->type) == type;
    report(diagnostics_, Severity::error, {.offset = entry->value.offset},
           "zen: entry \"" + std::string(name) + "\": " +
               (same ? "malformed value"
                     : "expected " + std::string(type) + ", found " + std::string(name_of(entry->type))));
    return otherwise;
}

std::int64_t ZenFields::integer(std::string_view name, std::int64_t otherwise) {
    const ZenItem* entry = find(name);
    return value_of(name, "int", entry, entry ? integer_of(archive_, *entry) : std::nullopt, otherwise);
}
float ZenFields::real(std::string_view name, float otherwise) {
    const ZenItem* entry = find(name);
    return value_of(name, "float", entry, entry ? real_of(archive_, *entry) : std::nullopt, otherwise);
}
ZenText ZenFields::text(std::string_view name) {
    const ZenItem* entry = find(name);
    const bool fits = entry && entry->type == ZenType::string;
    return value_of(name, "string", entry, fits ? std::optional(entry->value) : std::nullopt, ZenText{});
}
Vec3 ZenFields::vec3(std::string_view name) {
    const ZenItem* entry = find(name);
    auto values = entry && entry->type == ZenType::vec3 ? reals_of(archive_, *entry) : std::nullopt;
    if (values && values->size() != 3) values.reset();
    const auto numbers = value_of(name, "vec3", entry, std::move(values), std::vector<float>(3));
    return {numbers[0], numbers[1], numbers[2]};
}
std::array<std::uint8_t, 4> ZenFields::color(std::string_view name) {
    const ZenItem* entry = find(name);
    return value_of(name, "color", entry, entry ? color_of(archive_, *entry) : std::nullopt,
                    std::array<std::uint8_t, 4>{});
}
std::vector<float> ZenFields::reals(std::string_view name, std::size_t count) {
    const ZenItem* entry = find(name);
    auto values = entry && entry->type == ZenType::raw_float ? reals_of(archive_, *entry) : std::nullopt;
    if (values && values->size() < count) values.reset();
    return value_of(name, "rawFloat", entry, std::move(values), std::vector<float>(count));
}
ByteBuffer ZenFields::raw(std::string_view name, std::size_t count) {
    const ZenItem* entry = find(name);
    auto bytes = entry ? raw_of(archive_, *entry) : std::nullopt;
    if (bytes && bytes->size() < count) bytes.reset();
    return value_of(name, "raw", entry, std::move(bytes), ByteBuffer(count));
}

Json value_json(const ZenArchive& archive, const ZenItem& entry) {
    if (entry.type == ZenType::string) return Json(latin1_to_utf8(archive.text(entry.value)));
    if (const auto integer = integer_of(archive, entry)) return Json(*integer);
    if (const auto real = real_of(archive, entry)) return JsonDumper::dump(*real);
    if (const auto reals = reals_of(archive, entry)) return JsonDumper::dump(*reals);
    if (const auto color = color_of(archive, entry)) return JsonDumper::dump(*color);
    if (auto raw = raw_of(archive, entry)) return to_json(RawBytes{*std::move(raw)});
    if (archive.encoding == ZenEncoding::ascii) return Json(latin1_to_utf8(archive.text(entry.value)));
    const Bytes bytes = archive.bytes(entry.value);
    return to_json(RawBytes{{bytes.begin(), bytes.end()}});
}

ZenReferences::ZenReferences(const ZenArchive& archive) : archive_(archive) {
    by_index_.reserve(archive.objects.size());
    for (std::uint32_t i = 0; i < archive.objects.size(); ++i) {
        const ZenObject& object = archive.objects[i];
        if (!archive.is_null(object) && !archive.is_reference(object)) by_index_.emplace(object.index, i);
    }
}

std::uint32_t ZenReferences::resolve(std::uint32_t object) const {
    if (object == no_object || archive_.is_null(archive_.objects[object])) return no_object;
    if (!archive_.is_reference(archive_.objects[object])) return object;
    const auto found = by_index_.find(archive_.objects[object].index);
    return found == by_index_.end() ? no_object : found->second;
}

} // namespace ossuary::zengin
