#include "ossuary/base/json.h"

#include <algorithm>
#include <cmath>

#define JSON_NOEXCEPTION 1
#include <nlohmann/json.hpp>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/hex.h"
#include "ossuary/base/number.h"
#include "ossuary/base/sort.h"
#include "ossuary/base/text.h"

namespace ossuary {

Json::Json(const char* value) : Json(std::string(value)) {}
Json::Json(std::string_view value) : Json(std::string(value)) {}
Json::Json(std::string value) : kind_(Kind::string), string_(std::move(value)) {}
Json::Json(Array value) : kind_(Kind::array), array_(std::move(value)) {}
Json::Json(Object value) : kind_(Kind::object), object_(std::move(value)) {}
Json::Json(const Json& other) { construct(other); }
Json::Json(Json&& other) noexcept { construct(std::move(other)); }
Json& Json::operator=(const Json& other) { return *this = Json(other); }
Json& Json::operator=(Json&& other) noexcept {
    Json taken(std::move(other)); // which may be part of this one
    destroy();
    construct(std::move(taken));
    return *this;
}
Json Json::array() { return Json(Array{}); }
Json Json::object() { return Json(Object{}); }

template <class Other> void Json::construct(Other&& other) {
    switch (other.kind_) {
    case Kind::null:
    case Kind::integer:
    case Kind::large_integer: integer_ = other.integer_; break;
    case Kind::boolean: boolean_ = other.boolean_; break;
    case Kind::real: real_ = other.real_; break;
    case Kind::single: single_ = other.single_; break;
    case Kind::string: std::construct_at(&string_, std::forward<Other>(other).string_); break;
    case Kind::array: std::construct_at(&array_, std::forward<Other>(other).array_); break;
    case Kind::object: std::construct_at(&object_, std::forward<Other>(other).object_); break;
    }
    kind_ = other.kind_;
}

void Json::destroy() noexcept {
    if (is_string()) std::destroy_at(&string_);
    if (is_array()) std::destroy_at(&array_);
    if (is_object()) std::destroy_at(&object_);
    kind_ = Kind::null;
}

Json::Array& Json::make_array() {
    if (!is_array()) *this = array();
    return array_;
}

Json::Object& Json::make_object() {
    if (!is_object()) *this = object();
    return object_;
}

bool Json::boolean(bool otherwise) const { return is_bool() ? boolean_ : otherwise; }

std::int64_t Json::integer(std::int64_t otherwise) const {
    if (is_integer()) return integer_;
    const double value = number(0.5);
    const bool fits = std::floor(value) == value && value >= -0x1p63 && value < 0x1p63;
    return fits ? static_cast<std::int64_t>(value) : otherwise;
}

std::uint64_t Json::unsigned_integer(std::uint64_t otherwise) const {
    if (kind_ == Kind::large_integer) return large_integer();
    if (is_integer()) return integer_ >= 0 ? static_cast<std::uint64_t>(integer_) : otherwise;
    const double value = number(0.5);
    const bool fits = std::floor(value) == value && value >= 0 && value < 0x1p64;
    return fits ? static_cast<std::uint64_t>(value) : otherwise;
}

double Json::number(double otherwise) const {
    switch (kind_) {
    case Kind::integer: return static_cast<double>(integer_);
    case Kind::large_integer: return static_cast<double>(large_integer());
    case Kind::real: return real_;
    case Kind::single: return single_;
    default: return otherwise;
    }
}

std::string_view Json::string(std::string_view otherwise) const {
    return is_string() ? std::string_view(string_) : otherwise;
}

const Json::Array& Json::items() const {
    static const Array none;
    return is_array() ? array_ : none;
}

const Json::Object& Json::members() const {
    static const Object none;
    return is_object() ? object_ : none;
}

std::size_t Json::size() const { return is_array() ? items().size() : members().size(); }

const Json* Json::find(std::string_view name) const {
    for (const Member& member : members())
        if (member.name == name) return &member.value;
    return nullptr;
}

const Json& Json::operator[](std::string_view name) const {
    static const Json null;
    const Json* found = find(name);
    return found ? *found : null;
}

const Json& Json::operator[](std::size_t index) const {
    static const Json null;
    return index < items().size() ? items()[index] : null;
}

Json& Json::set(std::string_view name, Json value) {
    Object& object = make_object();
    for (Member& member : object)
        if (member.name == name) return member.value = std::move(value);
    object.push_back({std::string(name), std::move(value)});
    return object.back().value;
}

void Json::append(std::string name, Json value) { make_object().push_back({std::move(name), std::move(value)}); }

void Json::erase(std::string_view name) {
    if (is_object()) std::erase_if(object_, [name](const Member& member) { return member.name == name; });
}

Json& Json::push(Json value) {
    Array& array = make_array();
    array.push_back(std::move(value));
    return array.back();
}

namespace {
// Members of one name stay in their order, so that a document with such equals itself.
std::vector<const Json::Member*> in_name_order(const Json::Object& members) {
    std::vector<const Json::Member*> order;
    for (const Json::Member& member : members) order.push_back(&member);
    ossuary::sort(order, [](const Json::Member* a, const Json::Member* b) {
        const int names = a->name.compare(b->name);
        return names < 0 || (names == 0 && a < b);
    });
    return order;
}
} // namespace

bool Json::operator==(const Json& other) const {
    if (is_number() && other.is_number()) {
        if (is_integer() && other.is_integer()) return integer() == other.integer();
        if (kind_ == Kind::large_integer && other.kind_ == kind_) return integer_ == other.integer_;
        // A float and the double that prints the same are equal, so that a document equals its own reprint.
        const auto value = [](const Json& json) {
            const bool single = json.kind_ == Kind::single && std::isfinite(json.single_);
            return single ? shortest_double(json.single_) : json.number();
        };
        return value(*this) == value(other) && std::signbit(value(*this)) == std::signbit(value(other));
    }
    if (kind_ != other.kind_) return false;
    if (is_array()) return items() == other.items();
    if (is_object()) {
        const auto same = [](const Member* a, const Member* b) { return a->name == b->name && a->value == b->value; };
        const auto mine = in_name_order(members()), others = in_name_order(other.members());
        return std::equal(mine.begin(), mine.end(), others.begin(), others.end(), same);
    }
    return is_null() || (is_bool() ? boolean() == other.boolean() : string() == other.string());
}

namespace {

constexpr std::size_t depth_limit = 256;

// Builds the document from nlohmann's events; it lexes, checks UTF-8 and tells where it stopped.
class Builder {
public:
    bool null() { return add(Json()); }
    bool boolean(bool value) { return add(Json(value)); }
    bool number_integer(std::int64_t value) { return add(Json(value)); }
    bool number_unsigned(std::uint64_t value) { return add(Json(value)); }
    bool number_float(double value, const std::string& text) { return add(Json(parse_number(text).value_or(value))); }
    bool string(std::string& value) { return add(Json(std::move(value))); }
    bool binary(nlohmann::json::binary_t&) { return false; }
    bool start_object(std::size_t) { return open(Json::object()); }
    bool start_array(std::size_t) { return open(Json::array()); }
    bool key(std::string& name) {
        keys_.back() = std::move(name);
        return true;
    }
    bool end_object() { return close(); }
    bool end_array() { return close(); }
    bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& error) {
        position_ = position;
        message_ = error.what();
        return false;
    }

    Json document;
    std::size_t position_ = 0;
    std::string message_;

private:
    bool add(Json value) {
        if (open_.empty())
            document = std::move(value);
        else
            insert(std::move(value));
        return true;
    }
    bool open(Json container) {
        if (open_.size() == depth_limit) return false;
        open_.push_back(std::move(container));
        keys_.emplace_back();
        return true;
    }
    bool close() {
        Json done = std::move(open_.back());
        open_.pop_back();
        keys_.pop_back();
        return add(std::move(done));
    }
    void insert(Json value) {
        if (open_.back().is_array())
            open_.back().push(std::move(value));
        else
            open_.back().append(std::move(keys_.back()), std::move(value));
    }

    std::vector<Json> open_;
    std::vector<std::string> keys_;
};

} // namespace

namespace {

// Where the first bracket opens that is too deep, in a text that is sound up to there.
const char* too_deep_at(std::string_view text) {
    std::size_t depth = 0;
    bool in_string = false;
    for (const char* c = text.data(); c != text.data() + text.size(); ++c) {
        if (in_string && *c == '\\')
            ++c; // what is escaped ends no string
        else if (*c == '"')
            in_string = !in_string;
        else if (!in_string && (*c == '[' || *c == '{') && ++depth > depth_limit)
            return c;
        else if (!in_string && (*c == ']' || *c == '}'))
            --depth;
    }
    return text.data();
}

} // namespace

Result<Json> parse_json(std::string_view text) {
    Builder builder;
    if (nlohmann::json::sax_parse(text.begin(), text.end(), &builder)) return std::move(builder.document);
    const TextScanner scanner(text);
    if (builder.message_.empty()) return fail(scanner.place_at(too_deep_at(text)), "nested more than 256 deep");
    const std::size_t position = std::min(builder.position_ > 0 ? builder.position_ - 1 : 0, text.size());
    // nlohmann's text reads "[json.exception…] parse error at line 1, column 2: syntax error while …": keep the end.
    std::string message = std::move(builder.message_);
    for (const std::string_view before : {"] ", "parse error at ", "column ", ": "}) {
        const std::size_t at = message.find(before);
        if (at == message.npos) break;
        message.erase(0, at + before.size());
    }
    return fail(scanner.place_at(text.data() + position), std::move(message));
}

class JsonPrinter {
public:
    explicit JsonPrinter(int indent) : indent_(indent) {}

    void print(const Json& json, int level) {
        if (json.is_null()) {
            text += "null";
        } else if (json.is_bool()) {
            text += json.boolean() ? "true" : "false";
        } else if (json.is_integer()) {
            append_number(text, json.integer());
        } else if (json.kind_ == Json::Kind::large_integer) {
            text += std::to_string(json.large_integer());
        } else if (json.kind_ == Json::Kind::single) {
            number(json.single_);
        } else if (json.kind_ == Json::Kind::real) {
            number(json.real_);
        } else if (json.is_string()) {
            string(json.string());
        } else if (json.is_array()) {
            array(json, level);
        } else {
            object(json, level);
        }
    }

    std::string text;

private:
    template <class T> void number(T value) {
        if (!std::isfinite(value)) {
            text += "null";
        } else {
            append_number(text, value);
            if (value == 0 && std::signbit(value)) text += ".0"; // a bare -0 would read back as the integer 0
        }
    }

    void string(std::string_view raw) {
        const std::string utf8 = to_utf8(raw);
        text += '"';
        for (const char c : utf8) {
            switch (c) {
            case '"': text += "\\\""; break;
            case '\\': text += "\\\\"; break;
            case '\n': text += "\\n"; break;
            case '\r': text += "\\r"; break;
            case '\t': text += "\\t"; break;
            default:
                if (static_cast<unsigned char>(c) < 0x20) {
                    text += "\\u00";
                    text += hex_text(static_cast<unsigned char>(c), 2);
                } else {
                    text += c;
                }
            }
        }
        text += '"';
    }

    void line(int level) {
        if (indent_ == 0) return;
        text += '\n';
        text.append(static_cast<std::size_t>(level * indent_), ' ');
    }

    void array(const Json& json, int level) {
        const auto plain = [](const Json& item) { return !item.is_array() && !item.is_object(); };
        const bool flat = indent_ == 0 || std::all_of(json.items().begin(), json.items().end(), plain);
        text += '[';
        bool first = true;
        for (const Json& item : json.items()) {
            if (!first) text += flat && indent_ > 0 ? ", " : ",";
            first = false;
            if (!flat) line(level + 1);
            print(item, level + 1);
        }
        if (!flat && !first) line(level);
        text += ']';
    }

    void object(const Json& json, int level) {
        text += '{';
        bool first = true;
        for (const Json::Member& member : json.members()) {
            if (!first) text += ',';
            first = false;
            line(level + 1);
            string(member.name);
            text += indent_ > 0 ? ": " : ":";
            print(member.value, level + 1);
        }
        if (!first) line(level);
        text += '}';
    }

    int indent_;
};

std::string print_json(const Json& value, int indent) {
    JsonPrinter printer(indent);
    printer.print(value, 0);
    return std::move(printer.text);
}

namespace {

Json place_json(const Place& place) {
    Json json = Json::object();
    if (!place.file.empty()) json.set("file", place.file);
    if (place.line > 0) json.set("line", place.line);
    if (place.column > 0) json.set("column", place.column);
    if (place.offset) json.set("offset", *place.offset);
    if (!place.field.empty()) json.set("field", place.field);
    return json;
}

} // namespace

Json to_json(const Diagnostics& diagnostics) {
    Json list = Json::array();
    for (const Diagnostic& diagnostic : diagnostics) {
        Json entry = Json::object();
        entry.set("severity", name_of(diagnostic.severity));
        const Json place = place_json(diagnostic.place);
        for (const Json::Member& member : place.members()) entry.append(member.name, member.value);
        entry.set("message", diagnostic.message);
        list.push(std::move(entry));
    }
    return list;
}

Json to_json(const Error& error) {
    Json json = place_json(error.place());
    json.set("message", error.message());
    return json;
}

} // namespace ossuary
