// The rules of the format, stated field by field: errors end the reading, deviations are collected as warnings.
// Both begin with the name the format's description gives them.
#pragma once

#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/mw3/fields_layout.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/mw3/fields.h"

namespace ossuary::mw3 {

class Checker {
public:
    // Without a list only errors are looked for.
    explicit Checker(Diagnostics* diagnostics) : diagnostics_(diagnostics) {}

    bool ok() const { return !error_; }
    Failure failure() const { return Failure(*error_); }

    // Puts `name` or `name[index]` in front of the fields named until it is destroyed.
    class Scope {
    public:
        Scope(Checker& checker, std::string_view name, std::int64_t index = -1) : checker_(checker) {
            checker_.path_.push_back({name, index});
        }
        ~Scope() { checker_.path_.pop_back(); }
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

    private:
        Checker& checker_;
    };

    // The rules that follow are about this record, which begins at `offset` of the file and outlives them.
    template <class T> void enter(T& record, Game game, std::size_t offset) {
        record_ = &record;
        game_ = game;
        offset_ = offset;
        locate_ = [](const void* entered, Game in, std::string_view field) {
            return size_of(*static_cast<T*>(const_cast<void*>(entered)), in, field);
        };
    }
    Game game() const { return game_; }

    void error(std::string_view name, std::string_view field, const std::string& message);
    void error_at(std::size_t offset, std::string_view name, std::string_view field, const std::string& message);
    void deviation(std::string_view name, std::string_view field, const std::string& message);
    void deviation_at(std::size_t offset, std::string_view name, std::string_view field, const std::string& message);

    // ---- errors

    template <class T> void one_of(std::string_view field, T value, std::initializer_list<T> allowed) {
        if (std::find(allowed.begin(), allowed.end(), value) == allowed.end()) [[unlikely]]
            bad_enum(field, static_cast<std::int64_t>(value));
    }
    template <class T> void at_most_one(std::string_view field, T value) { // 0 or 1
        if (value > T{1}) [[unlikely]]
            bad_enum(field, static_cast<std::int64_t>(value));
    }
    void flags(std::string_view field, std::uint32_t value, std::uint32_t allowed) {
        if ((value & ~allowed) != 0) [[unlikely]]
            bad_flags(field, value);
    }
    template <std::size_t N, Fill F> void text(std::string_view field, const Text<N, F>& value) {
        check_text(field, {value.bytes.data(), N});
        if (F != Fill::garbage && diagnostics_ && ok() && !value.regular()) bad_padding(field, F);
    }

    // ---- deviations

    bool wants_deviations() const { return diagnostics_ != nullptr && !error_; }
    // Reserved, padding, working space of the engine.
    template <class... T> void zero(std::string_view field, const T&... values) {
        if (!(is_zero(values) && ...)) [[unlikely]]
            deviation("nonzero-reserved", field, "expected 0");
    }
    // What only means something when `used` holds.
    template <class T> void only_if(bool used, std::string_view field, const T& value) {
        if (!used && !is_zero(value)) [[unlikely]]
            deviation("nonzero-unused", field, "expected 0, its flag is not set");
    }
    template <class T> void only_if(bool used, std::string_view field, const T& value, const T& otherwise) {
        if (!used && !(value == otherwise)) [[unlikely]]
            deviation("nonzero-unused", field, "expected its default, its flag is not set");
    }
    void in_range(bool holds, std::string_view field, std::string_view expected) {
        if (!holds) [[unlikely]]
            deviation("out-of-range", field, "expected " + std::string(expected));
    }
    void pointer(bool holds, std::string_view field, std::string_view expected) {
        if (!holds) [[unlikely]]
            deviation("pointer", field, std::string(expected));
    }
    void combination(bool holds, std::string_view field, std::string_view expected) {
        if (!holds) [[unlikely]]
            deviation("bad-flags", field, std::string(expected));
    }

private:
    template <class T> static bool is_zero(const T& value) {
        if constexpr (requires { value.is_zero(); })
            return value.is_zero();
        else if constexpr (requires { value.text(); })
            return value.text().empty();
        else if constexpr (Components<T>)
            return std::ranges::all_of(value.values, [](float f) { return f == 0; });
        else
            return value == T{};
    }
    void check_text(std::string_view field, std::string_view bytes);
    void bad_enum(std::string_view field, std::int64_t value);
    void bad_flags(std::string_view field, std::uint32_t value);
    void bad_padding(std::string_view field, Fill fill);
    Place place(std::size_t offset, std::string_view field) const;

    struct Step {
        std::string_view name;
        std::int64_t index;
    };
    Diagnostics* diagnostics_;
    std::size_t reported_ = 0;
    std::optional<Error> error_;
    std::vector<Step> path_;
    const void* record_ = nullptr;
    std::size_t (*locate_)(const void*, Game, std::string_view) = nullptr;
    Game game_ = Game::mechwarrior3;
    std::size_t offset_ = 0;
};

inline bool within(float value, float low, float high) { return value >= low && value <= high; }
template <std::size_t N> bool within(const Floats<N>& values, float low, float high) {
    return std::ranges::all_of(values.values, [&](float f) { return within(f, low, high); });
}
// Not negative; NaN and infinity lie outside every range.
inline bool not_negative(float value) { return value >= 0 && std::isfinite(value); }
inline bool positive(float value) { return value > 0 && std::isfinite(value); }

} // namespace ossuary::mw3
