// A JSON document as a value, with members in their order, exact integers and shortest floats.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "ossuary/base/result.h"

namespace ossuary {

class Json {
public:
    struct Member;
    using Array = std::vector<Json>;
    using Object = std::vector<Member>;

    Json();
    Json(std::nullptr_t);
    Json(bool value);
    Json(float value);
    Json(double value);
    template <std::integral T>
    requires(!std::same_as<T, bool>) Json(T value);
    Json(const char* value);
    Json(std::string_view value);
    Json(std::string value);
    Json(Array value);
    Json(Object value);
    static Json array();
    static Json object();

    bool is_null() const { return std::holds_alternative<std::monostate>(value_); }
    bool is_bool() const { return std::holds_alternative<bool>(value_); }
    bool is_integer() const { return std::holds_alternative<std::int64_t>(value_); }
    bool is_number() const;
    bool is_string() const { return std::holds_alternative<std::string>(value_); }
    bool is_array() const { return std::holds_alternative<Array>(value_); }
    bool is_object() const { return std::holds_alternative<Object>(value_); }

    // What it holds, or the fallback where it holds something else. A whole double counts as an integer; a number that
    // the type asked for cannot hold does not.
    bool boolean(bool otherwise = false) const;
    std::int64_t integer(std::int64_t otherwise = 0) const;
    std::uint64_t unsigned_integer(std::uint64_t otherwise = 0) const;
    double number(double otherwise = 0) const;
    std::string_view string(std::string_view otherwise = {}) const;

    // Elements and members; empty for other kinds.
    const Array& items() const;
    const Object& members() const;
    std::size_t size() const;

    // The member of that name, or null-valued Json; find() tells absence apart.
    const Json& operator[](std::string_view name) const;
    const Json* find(std::string_view name) const;
    // Adds or replaces a member; turns null into an object.
    Json& set(std::string_view name, Json value);
    // Adds a member without looking for one of that name; of two, find() sees the first. For builders in a loop.
    void append(std::string name, Json value);
    void erase(std::string_view name);
    // Adds an element; turns null into an array.
    Json& push(Json value);

    // Same structure, same strings, same numbers (1 and 1.0 are equal, 0 and -0.0 are not); member order counts not.
    bool operator==(const Json& other) const;

private:
    // Whole numbers are std::int64_t wherever they fit.
    std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, float, std::string, Array, Object> value_;
    friend class JsonPrinter;
};

struct Json::Member {
    std::string name;
    Json value;
};

inline Json::Json() = default;
inline Json::Json(std::nullptr_t) {}
inline Json::Json(bool value) : value_(value) {}
inline Json::Json(float value) : value_(value) {}
inline Json::Json(double value) : value_(value) {}
template <std::integral T>
requires(!std::same_as<T, bool>) inline Json::Json(T value) {
    if (value < 0 || static_cast<std::uint64_t>(value) <= INT64_MAX)
        value_ = static_cast<std::int64_t>(value);
    else
        value_ = static_cast<std::uint64_t>(value);
}
inline Json::Json(const char* value) : value_(std::string(value)) {}
inline Json::Json(std::string_view value) : value_(std::string(value)) {}
inline Json::Json(std::string value) : value_(std::move(value)) {}
inline Json::Json(Array value) : value_(std::move(value)) {}
inline Json::Json(Object value) : value_(std::move(value)) {}
inline Json Json::array() { return Json(Array{}); }
inline Json Json::object() { return Json(Object{}); }

// Reads one document: UTF-8, nested at most 256 deep. Errors carry line and column.
Result<Json> parse_json(std::string_view text);

// One line without blanks, or with `indent` blanks per level (arrays of plain values stay on one line).
// Numbers that are not finite become null; strings are made valid UTF-8.
std::string print_json(const Json& value, int indent = 0);

// An error as an object: what is known of its place (`file`, `line`, `column`, `offset`, `field`), then `message`.
Json to_json(const Error& error);
// A list of the same, each with its `severity` in front.
Json to_json(const Diagnostics& diagnostics);

} // namespace ossuary
