// What the records of MechWarrior 3's files are made of: texts of fixed length, floats and raw bytes
// of the games that share the engine.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "ossuary/base/bytes.h"
#include "ossuary/base/hex.h"
#include "ossuary/base/json.h"
#include "ossuary/base/math.h"

namespace ossuary::mw3 {

// The games whose anim.zbd is read; the order is that of their versions.
enum class Game : std::uint8_t { recoil, mechwarrior3, pirates_moon };
std::string_view name_of(Game game);

// What lies behind a text's terminator. `node`: the field held "Default_node_name" before the text was written over it.
// `suffix`: the text is a file's name whose dot the terminator replaced; `tif`, then zeros.
enum class Fill : std::uint8_t { zero, node, garbage, suffix };

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
    // What stands behind the terminator, up to a zero byte or the end.
    std::string_view suffix() const {
        const std::string_view all(bytes.data(), N);
        const std::size_t after = std::min(text().size() + 1, N);
        return all.substr(after, std::min(all.find('\0', after), N) - after);
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
        if (F == Fill::suffix) {
            const std::string_view all(bytes.data(), N);
            const std::size_t end = std::min(text().size() + 1 + suffix().size(), N);
            return all.find_first_not_of('\0', end) == all.npos &&
                   std::ranges::all_of(suffix(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
        }
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

} // namespace ossuary::mw3
