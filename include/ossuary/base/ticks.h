// Ticks: exact time for playback, as a whole number. A second has 705,600,000 of them, so one frame at 8, 10, 12, 15,
// 16, 20, 24, 25, 30, 48, 50, 60, 90, 100 or 120 Hz, a millisecond and a tenth of it are whole numbers, and 414 years
// still fit. Works like a std::chrono::duration, and takes those that are whole numbers of ticks, without needing
// <chrono>.
#pragma once

#include <compare>
#include <concepts>
#include <cstdint>

namespace ossuary {

inline constexpr std::int64_t ticks_in_second = 705'600'000;

// A std::chrono::duration that is a whole number of ticks: hours, seconds, milliseconds …
template <class T>
concept WholeTicks = std::integral<typename T::rep> && ticks_in_second* T::period::num % T::period::den == 0;

class Ticks {
public:
    using rep = std::int64_t;

    constexpr Ticks() = default;
    template <std::integral T> explicit constexpr Ticks(T count) : count_(static_cast<rep>(count)) {}
    template <WholeTicks Duration>
    constexpr Ticks(const Duration& duration)
        : count_(duration.count() * (ticks_in_second * Duration::period::num / Duration::period::den)) {}

    static constexpr Ticks zero() { return Ticks(); }
    static constexpr Ticks max() { return Ticks(INT64_MAX); }
    static constexpr Ticks min() { return Ticks(INT64_MIN); }

    constexpr rep count() const { return count_; }
    constexpr auto operator<=>(const Ticks&) const = default;

    constexpr Ticks operator-() const { return Ticks(-count_); }
    constexpr Ticks& operator+=(Ticks other) { return *this = *this + other; }
    constexpr Ticks& operator-=(Ticks other) { return *this = *this - other; }
    constexpr Ticks& operator%=(Ticks other) { return *this = *this % other; }
    friend constexpr Ticks operator+(Ticks a, Ticks b) { return Ticks(a.count_ + b.count_); }
    friend constexpr Ticks operator-(Ticks a, Ticks b) { return Ticks(a.count_ - b.count_); }
    friend constexpr Ticks operator*(Ticks a, std::integral auto times) { return Ticks(a.count_ * rep(times)); }
    friend constexpr Ticks operator*(std::integral auto times, Ticks a) { return a * times; }
    friend constexpr Ticks operator/(Ticks a, std::integral auto parts) { return Ticks(a.count_ / rep(parts)); }
    friend constexpr rep operator/(Ticks a, Ticks b) { return a.count_ / b.count_; }
    friend constexpr Ticks operator%(Ticks a, Ticks b) { return Ticks(a.count_ % b.count_); }

private:
    rep count_ = 0;
};

inline constexpr double ticks_per_second = static_cast<double>(ticks_in_second);

// The nearest tick. Seconds that are not finite or do not fit become the nearest time that does.
Ticks to_ticks(double seconds);
inline constexpr double to_seconds(Ticks ticks) { return static_cast<double>(ticks.count()) / ticks_per_second; }

} // namespace ossuary
