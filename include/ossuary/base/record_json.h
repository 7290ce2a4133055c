// Described records (bytes.h) as JSON and back: `dump` and `build` for every format, from the description it reads by.
#pragma once

#include <array>
#include <cmath>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "ossuary/base/bytes.h"
#include "ossuary/base/json.h"
#include "ossuary/base/optional.h"
#include "ossuary/base/result.h"

namespace ossuary {

class JsonDumper;
class JsonBuilder;

template <class T> struct is_vector : std::false_type {};
template <class T, class A> struct is_vector<std::vector<T, A>> : std::true_type {};
template <class T> struct is_array : std::false_type {};
template <class T, std::size_t N> struct is_array<std::array<T, N>> : std::true_type {};
template <class T, std::size_t N> struct is_array<T[N]> : std::true_type {};
template <class T> struct is_optional : std::false_type {};
template <class T> struct is_optional<std::optional<T>> : std::true_type {};
template <class T> struct is_optional<Optional<T>> : std::true_type {};

// What JSON has no number for, infinities and every kind of NaN, prints as its bits: `"0x7fc00000"`.
std::string bits_text(float value);
std::string bits_text(double value);
bool parse_bits(std::string_view text, float& value);
bool parse_bits(std::string_view text, double& value);

// A type with `Json to_json(const T&)` and `bool from_json(const Json&, T&)` prints as those say.
// Enumerations print by name where `name_of(E)` and `bool parse_name(std::string_view, E&)` exist, else by number.
class JsonDumper {
public:
    template <class T> void operator()(std::string_view field, const T& value) { object_.set(field, dump(value)); }
    template <class T>
    void list(std::string_view field, const std::vector<T>& values, std::uint64_t = 0, std::size_t = 0) {
        object_.set(field, dump(values));
    }
    Json take() { return std::move(object_); }

    template <class T> static Json dump(const T& value) {
        if constexpr (requires { to_json(value); }) {
            return to_json(value);
        } else if constexpr (std::is_same_v<T, Json> || std::is_same_v<T, std::string>) {
            return Json(value);
        } else if constexpr (std::is_enum_v<T>) {
            if constexpr (requires { name_of(value); })
                return Json(std::string_view(name_of(value)));
            else
                return Json(static_cast<std::underlying_type_t<T>>(value));
        } else if constexpr (std::is_floating_point_v<T>) {
            return std::isfinite(value) ? Json(value) : Json(bits_text(value));
        } else if constexpr (std::is_arithmetic_v<T>) {
            return Json(value);
        } else if constexpr (is_optional<T>::value) {
            return value ? dump(*value) : Json();
        } else if constexpr (Components<T>) {
            Json array = Json::array();
            for (std::size_t i = 0; i < T::size; ++i) array.push(dump(value[i]));
            return array;
        } else if constexpr (is_vector<T>::value || is_array<T>::value) {
            Json array = Json::array();
            for (const auto& entry : value) array.push(dump(entry));
            return array;
        } else {
            JsonDumper dumper;
            dumper.object_ = Json::object();
            describe(dumper, const_cast<T&>(value));
            return dumper.take();
        }
    }

private:
    Json object_ = Json::object();
};

// The mirror. A missing member, a wrong kind or a number that does not fit fails with the path of the field; a
// member that no field asked for fails too, so that a misspelt key is not lost in silence.
class JsonBuilder {
public:
    template <class T> static Result<T> build(const Json& value) {
        T record{};
        JsonBuilder builder;
        builder.build_into(value, record);
        if (builder.error_) return Failure(*builder.error_);
        return record;
    }

    template <class T> void operator()(std::string_view field, T& value) {
        if (error_) return;
        const std::size_t length = path_.size();
        push_name(field);
        asked_.push_back(field);
        if (const Json* member = object_->find(field))
            build_into(*member, value);
        else if constexpr (!is_optional<T>::value)
            stop("missing");
        path_.resize(length);
    }
    template <class T> void list(std::string_view field, std::vector<T>& values, std::uint64_t = 0, std::size_t = 0) {
        (*this)(field, values);
    }
    bool ok() const { return !error_; }
    void stop(std::string message);

private:
    template <class T> void build_into(const Json& json, T& value) {
        if (error_) return;
        if constexpr (requires { from_json(json, value); }) {
            if (!from_json(json, value)) stop("not in the form this field is dumped in");
        } else if constexpr (std::is_same_v<T, Json>) {
            value = json;
        } else if constexpr (std::is_same_v<T, std::string>) {
            if (!json.is_string()) return stop("expected a string");
            value = json.string();
        } else if constexpr (std::is_same_v<T, bool>) {
            if (!json.is_bool()) return stop("expected true or false");
            value = json.boolean();
        } else if constexpr (std::is_enum_v<T>) {
            if constexpr (requires { parse_name(std::string_view(), value); }) {
                if (!json.is_string() || !parse_name(json.string(), value)) stop("expected one of its names");
            } else {
                std::underlying_type_t<T> number{};
                build_into(json, number);
                value = static_cast<T>(number);
            }
        } else if constexpr (std::is_integral_v<T>) {
            const auto fits = [](auto number, auto other) { return number == other && std::in_range<T>(number); };
            if (!json.is_number() || std::floor(json.number()) != json.number()) return stop("expected a whole number");
            if (fits(json.integer(0), json.integer(1)))
                value = static_cast<T>(json.integer());
            else if (fits(json.unsigned_integer(0), json.unsigned_integer(1)))
                value = static_cast<T>(json.unsigned_integer());
            else
                stop("number does not fit in the field");
        } else if constexpr (std::is_floating_point_v<T>) {
            if (json.is_string() && parse_bits(json.string(), value)) return;
            if (!json.is_number()) return stop("expected a number");
            value = static_cast<T>(json.number());
            if (!std::isfinite(value)) stop("number does not fit in the field");
        } else if constexpr (is_optional<T>::value) {
            if (json.is_null()) return value.reset();
            build_into(json, value.emplace());
        } else if constexpr (Components<T> || is_array<T>::value) {
            std::size_t count = 0;
            if constexpr (Components<T>)
                count = T::size;
            else
                count = std::size(value);
            if (!json.is_array() || json.size() != count) return stop("expected " + std::to_string(count) + " entries");
            for (std::size_t i = 0; i < count; ++i) build_entry(json[i], i, value[i]);
        } else if constexpr (is_vector<T>::value) {
            if (!json.is_array()) return stop("expected a list");
            value.resize(json.size());
            for (std::size_t i = 0; i < value.size() && !error_; ++i) build_entry(json[i], i, value[i]);
        } else {
            if (!json.is_object()) return stop("expected an object");
            const Json* outer = object_;
            std::vector<std::string_view> outer_asked;
            outer_asked.swap(asked_);
            object_ = &json;
            describe(*this, value);
            check_all_asked();
            object_ = outer;
            asked_.swap(outer_asked);
        }
    }
    template <class T> void build_entry(const Json& json, std::size_t index, T& value) {
        const std::size_t length = path_.size();
        path_ += '[' + std::to_string(index) + ']';
        build_into(json, value);
        path_.resize(length);
    }
    void push_name(std::string_view field);
    void check_all_asked();

    const Json* object_ = nullptr;
    std::vector<std::string_view> asked_;
    std::string path_;
    std::optional<Error> error_;
};

template <class T> Json dump_record(const T& record) { return JsonDumper::dump(record); }
template <class T> Result<T> build_record(const Json& json) { return JsonBuilder::build<T>(json); }

} // namespace ossuary
