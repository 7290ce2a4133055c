#include "ossuary/anim/fight_windows.h"

#include <algorithm>
#include <variant>

#include "ossuary/base/number.h"
#include "ossuary/model/event.h"

namespace ossuary::anim {

namespace {

template <class T> const T* as(const MoveEvent& event) { return std::get_if<T>(&event.event->data); }

bool in_any_window(const Move& move, Ticks elapsed) {
    for (std::size_t i = 0; i + 1 < move.windows.size(); i += 2)
        if (elapsed >= move.windows[i] && elapsed < move.windows[i + 1]) return true;
    return false;
}

} // namespace

bool is_attack(const Move& move) {
    return std::ranges::any_of(move.events, [](const MoveEvent& event) { return as<HitEvent>(event) != nullptr; });
}

std::optional<Ticks> next_hit(const Move& move, Ticks elapsed) {
    for (const MoveEvent& event : move.events)
        if (as<HitEvent>(event) && event.time >= elapsed) return event.time;
    return {};
}

bool in_parade_window(const Move& move, Ticks elapsed) {
    return std::ranges::any_of(move.events, [&](const MoveEvent& event) {
        const auto* window = as<WindowEvent>(event);
        return window && window->kind == WindowKind::parade && elapsed >= event.time && elapsed < event.window_end;
    });
}

bool in_combo_window(const Move& move, Ticks elapsed, std::uint32_t step) {
    const std::size_t i = std::size_t{2} * step;
    return i + 1 < move.windows.size() && elapsed > move.windows[i] && elapsed <= move.windows[i + 1];
}

bool blocks(const Move& move, Ticks elapsed) { return in_any_window(move, elapsed); }

bool evades(const Move& move, Ticks elapsed) { return move.windows.empty() || in_any_window(move, elapsed); }

Ticks strike_length(const Move& move, std::uint32_t step) {
    return step < move.hit_ends.size() ? move.hit_ends[step] : move.period;
}

std::vector<std::string_view> hit_limbs(const Move& move, Ticks elapsed) {
    std::vector<std::string_view> limbs;
    Ticks time{};
    for (const MoveEvent& event : move.events) {
        const auto* limb = as<HitLimbEvent>(event);
        if (!limb || event.time > elapsed) continue;
        if (event.time != time) limbs.clear();
        time = event.time;
        limbs.push_back(limb->node);
    }
    if (limbs.empty() &&
        std::ranges::none_of(move.events, [](const MoveEvent& event) { return as<HitLimbEvent>(event); }))
        limbs.assign(move.limbs.begin(), move.limbs.end());
    return limbs;
}

std::string_view hit_direction(const Move& move) {
    for (const MoveEvent& event : move.events)
        if (const auto* direction = as<HitDirectionEvent>(event)) return direction->direction;
    return {};
}

double damage_factor(const Move& move, std::uint32_t step) {
    for (const MoveEvent& event : move.events) {
        const auto* factors = as<DamageMultiplyEvent>(event);
        if (!factors) continue;
        double factor = 1;
        const char *cursor = factors->values.data(), *end = cursor + factors->values.size();
        for (std::uint32_t i = 0; cursor != end && i <= step;) {
            if (scan_number(&cursor, end, &factor))
                ++i;
            else
                ++cursor;
        }
        return factor;
    }
    return 1;
}

HitSweep sweep_of(const Affine& before, const Affine& after, double radius) {
    return {to_double(before.t), to_double(after.t), radius};
}

double distance(const HitSweep& sweep, const Vec3d& centre, double radius) {
    const Vec3d way = sweep.to - sweep.from, to_centre = centre - sweep.from;
    const double square = dot(way, way);
    const double nearest = square > 0 ? std::clamp(dot(to_centre, way) / square, 0.0, 1.0) : 0;
    return length(to_centre - way * nearest) - sweep.radius - radius;
}

// |from + way·t − centre| = both radii, solved for the smaller t.
std::optional<double> first_touch(const HitSweep& sweep, const Vec3d& centre, double radius) {
    const double reach = sweep.radius + radius;
    const Vec3d way = sweep.to - sweep.from, back = sweep.from - centre;
    const double a = dot(way, way), b = dot(back, way), c = dot(back, back) - reach * reach;
    if (c <= 0) return 0;
    const double root = b * b - a * c;
    if (!(a > 0) || b > 0 || root < 0) return {};
    const double time = (-b - std::sqrt(root)) / a;
    return time <= 1 ? std::optional(time) : std::nullopt;
}

} // namespace ossuary::anim
