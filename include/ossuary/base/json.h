// A JSON document as a value, with members in their order, exact integers and shortest floats.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ossuary {

class Error;
struct Diagnostics;
template <class T> class Result;

class Json {
public:
    struct Member;
    using Array = std::vector<Json>;
    using Object = std::vector<Member>;

    Json() noexcept : integer_(0) {}
    Json(decltype(nullptr)) noexcept : Json() {}
    Json(bool value) noexcept : kind_(Kind::boolean), boolean_(value) {}
    Json(float value) noexcept : kind_(Kind::single), single_(value) {}
    Json(double value) noexcept : kind_(Kind::real), real_(value) {}
    // Whole numbers are std::int64_t wherever they fit.
    template <std::integral T>
    requires(!std::same_as<T, bool>) Json(T value)
    noexcept
        : kind_(value < 0 || static_cast<std::uint64_t>(value) <= INT64_MAX ? Kind::integer : Kind::large_integer),
          integer_(static_cast<std::int64_t>(value)) {}
    Json(const char* value);
    Json(std::string_view value);
    Json(std::string value);
    Json(Array value);
    Json(Object value);
    Json(const Json& other);
    Json(Json&& other) noexcept;
    Json& operator=(const Json& other);
    Json& operator=(Json&& other) noexcept;
    ~Json() {
        if (kind_ >= Kind::string) destroy();
    }
    static Json array();
    static Json object();

    bool is_null() const { return kind_ == Kind::null; }
    bool is_bool() const { return kind_ == Kind::boolean; }
    bool is_integer() const { return kind_ == Kind::integer; }
    bool is_number() const { return kind_ >= Kind::integer && kind_ <= Kind::single; }
    bool is_string() const { return kind_ == Kind::string; }
    bool is_array() const { return kind_ == Kind::array; }
    bool is_object() const { return kind_ == Kind::object; }

    // What it holds, or the fallback where it holds something else. A whole double counts as an integer; a number that
    // the type asked for cannot hold does not.
    bool boolean(bool otherwise = false) const;
    std::int64_t integer(std::int64_t otherwise = 0) const;
    std::uint64_t unsigned_integer(std::uint64_t otherwise = 0) const;
    double number(double otherwise = 0) const;
    std::string_view string(std::string_view otherwise = {}) const;

    // Elements and members, to walk over; empty for other kinds. size() counts either.
    const Array& items() const;
    const Object& members() const;
    std::size_t size() const;

    // The member of that name, or null-valued Json; find() tells absence apart.
    const Json& operator[](std::string_view name) const;
    const Json* find(std::string_view name) const;
    // The element at that index, or null-valued Json where there is none; the way to an element by its number.
    const Json& operator[](std::size_t index) const;
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
    // Those from `string` on own memory.
    enum class Kind : std::uint8_t {
        null,
        boolean,
        integer,
        large_integer, // above INT64_MAX
        real,
        single,
        string,
        array,
        object
    };
    std::uint64_t large_integer() const { return static_cast<std::uint64_t>(integer_); }
    Array& make_array();
    Object& make_object();
    template <class Other> void construct(Other&& other);
    void destroy() noexcept;

    Kind kind_ = Kind::null;
    union {
        bool boolean_;
        std::int64_t integer_;
        double real_;
        float single_;
        std::string string_;
        Array array_;
        Object object_;
    };
    friend class JsonPrinter;
};

struct Json::Member {
    std::string name;
    Json value;
};

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
