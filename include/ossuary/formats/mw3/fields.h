// What the records of MechWarrior 3's files are made of: texts of fixed length, floats and raw bytes, each with its
// form in JSON, and the games that share the engine.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "ossuary/base/bytes.h"
#include "ossuary/base/json.h"
#include "ossuary/base/math.h"
#include "ossuary/base/record_json.h"

namespace ossuary::mw3 {

// The games whose anim.zbd is read; the order is that of their versions.
enum class Game : std::uint8_t { recoil, mechwarrior3, pirates_moon };
std::string_view name_of(Game game);

// What lies behind a text's terminator. `node`: the field held "Default_node_name" before the text was written over it.
enum class Fill : std::uint8_t { zero, node, garbage };

inline constexpr std::string_view default_node_name = "Default_node_name";

// A text in a field of N bytes, with all of them: ASCII, a zero byte, filler. In JSON a plain string where the filler
// is as its kind prescribes, otherwise `{"text": …, "pad": hex of the bytes behind the terminator}`.
template <std::size_t N, Fill F> struct Text {
    std::array<char, N> bytes{};

    constexpr Text() = default;
    Text(std::string_view text) {
        fill();
        set(text);
    }
    // Up to the terminator, or everything where there is none.
    std::string_view text() const {
        return {bytes.data(), static_cast<std::size_t>(std::find(bytes.begin(), bytes.end(), '\0') - bytes.begin())};
    }
    // Writes text and terminator over the front, as the games' own tools did; what lies further back stays. Of a text
    // that is too long the first N - 1 characters are taken.
    void set(std::string_view text) {
        const std::size_t length = std::min(text.size(), N - 1);
        std::copy_n(text.begin(), length, bytes.begin());
        bytes[length] = '\0';
    }
    bool terminated() const { return text().size() < N; }
    // The filler is what this kind of field has; where anything may lie there, zeros.
    bool regular() const {
        const auto after = static_cast<std::ptrdiff_t>(std::min(text().size() + 1, N));
        return std::equal(bytes.begin() + after, bytes.end(), Text(text()).bytes.begin() + after);
    }
    bool operator==(const Text&) const = default;

private:
    void fill() {
        if (F == Fill::node)
            std::copy_n(default_node_name.begin(), std::min(default_node_name.size(), N), bytes.begin());
    }
};

// N floats, kept to the bit. In JSON the exact value in decimal; what is not finite as `{"bits": "7fc00000"}`.
template <std::size_t N> struct Floats {
    static constexpr std::size_t size = N;
    std::array<float, N> values{};

    float& operator[](std::size_t i) { return values[i]; }
    const float& operator[](std::size_t i) const { return values[i]; }
    bool operator==(const Floats&) const = default;
};
using Vector = Floats<3>;
using Color = Floats<3>;      // red, green, blue
using Range = Floats<2>;      // min, max
using FromTo = Floats<3>;     // from, to, change per second
using Quaternion = Floats<4>; // w, x, y, z

struct Real : Floats<1> {
    Real() = default;
    Real(float value) : Floats<1>{{value}} {}
    operator float() const { return values[0]; }
};

inline Vec3d to_vec3(const Vector& v) { return {v[0], v[1], v[2]}; }
inline Quatd to_quat(const Quaternion& q) { return {q[1], q[2], q[3], q[0]}; }
Vector to_vector(const Vec3d& v);
Quaternion to_quaternion(const Quatd& q);

// N bytes that are kept and not looked at; hexadecimal in JSON.
template <std::size_t N> struct Raw {
    std::array<std::byte, N> bytes{};
    bool is_zero() const { return bytes == decltype(bytes){}; }
    bool operator==(const Raw&) const = default;
};

// A copyable value on the heap; empty until it is asked for.
template <class T> class Box {
public:
    Box() = default;
    Box(T value) : held_(std::make_unique<T>(std::move(value))) {}
    Box(const Box& other) : held_(other.held_ ? std::make_unique<T>(*other.held_) : nullptr) {}
    Box(Box&&) noexcept = default;
    Box& operator=(Box other) noexcept {
        held_ = std::move(other.held_);
        return *this;
    }
    ~Box() = default;

    explicit operator bool() const { return held_ != nullptr; }
    const T& operator*() const { return *held_; }
    const T* operator->() const { return held_.get(); }
    // The value to be filled in.
    T& value() {
        if (!held_) held_ = std::make_unique<T>();
        return *held_;
    }

private:
    std::unique_ptr<T> held_;
};

// ---- JSON

std::string to_hex(Bytes bytes);
bool from_hex(std::string_view text, std::span<std::byte> bytes);
Json float_to_json(float value);
bool float_from_json(const Json& json, float& value);
Json text_to_json(std::string_view text, Bytes pad, bool regular);
// Fills the bytes of a field that holds its kind's filler already.
bool text_from_json(const Json& json, std::span<char> bytes);

template <std::size_t N, Fill F> Json to_json(const Text<N, F>& value) {
    const std::size_t after = std::min(value.text().size() + 1, N);
    return text_to_json(value.text(), std::as_bytes(std::span(value.bytes)).subspan(after), value.regular());
}
template <std::size_t N, Fill F> bool from_json(const Json& json, Text<N, F>& value) {
    value = Text<N, F>(std::string_view());
    return text_from_json(json, value.bytes);
}
template <std::size_t N> Json to_json(const Floats<N>& value) {
    if constexpr (N == 1) return float_to_json(value[0]);
    Json array = Json::array();
    for (const float f : value.values) array.push(float_to_json(f));
    return array;
}
template <std::size_t N> bool from_json(const Json& json, Floats<N>& value) {
    if constexpr (N == 1) return float_from_json(json, value[0]);
    if (!json.is_array() || json.size() != N) return false;
    for (std::size_t i = 0; i < N; ++i)
        if (!float_from_json(json.items()[i], value[i])) return false;
    return true;
}
template <std::size_t N> Json to_json(const Raw<N>& value) { return Json(to_hex(value.bytes)); }
template <std::size_t N> bool from_json(const Json& json, Raw<N>& value) {
    return json.is_string() && from_hex(json.string(), value.bytes);
}

// ---- bytes

inline void read_block(ByteReader& io, std::span<std::byte> to) {
    const Bytes taken = io.take("", to.size());
    std::copy(taken.begin(), taken.end(), to.begin());
}
template <std::size_t N, Fill F> void describe(ByteReader& io, Text<N, F>& value) {
    read_block(io, std::as_writable_bytes(std::span(value.bytes)));
}
template <std::size_t N, Fill F> void describe(ByteWriter& io, Text<N, F>& value) {
    io.bytes(std::as_bytes(std::span(value.bytes)));
}
template <std::size_t N> void describe(ByteReader& io, Raw<N>& value) { read_block(io, value.bytes); }
template <std::size_t N> void describe(ByteWriter& io, Raw<N>& value) { io.bytes(value.bytes); }

// A record in the layout of one game: `describe(io, record, game)` where the games differ, else `describe(io, record)`.
template <class T> struct InGame {
    T& record;
    Game game;
};
template <class Io, class T> void describe(Io& io, InGame<T>& in) {
    if constexpr (requires { describe(io, in.record, in.game); })
        describe(io, in.record, in.game);
    else
        describe(io, in.record);
}

// An Io that adds up how many bytes a record takes, and stops adding at a field if one is named.
class Measure {
public:
    explicit Measure(std::string_view until = {}) : until_(until) {}
    template <class T> void operator()(std::string_view field, T& value) {
        found_ = found_ || (!until_.empty() && field == until_);
        if (!found_) size_ += size_of(value);
    }
    std::size_t size() const { return size_; }

private:
    template <class T> static std::size_t size_of(T& value) {
        if constexpr (Scalar<T>) {
            return sizeof(T);
        } else if constexpr (Components<T>) {
            return sizeof(float) * T::size;
        } else if constexpr (requires { value.bytes; }) {
            return value.bytes.size();
        } else {
            Measure inner;
            describe(inner, value);
            return inner.size();
        }
    }

    std::string_view until_;
    std::size_t size_ = 0;
    bool found_ = false;
};

template <class T> std::size_t size_of(T& record, Game game, std::string_view until = {}) {
    Measure measure(until);
    InGame<T> in{record, game};
    describe(measure, in);
    return measure.size();
}

} // namespace ossuary::mw3
