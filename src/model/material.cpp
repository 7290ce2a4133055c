#include "ossuary/model/material.h"

#include <algorithm>

namespace ossuary {

namespace {

constexpr std::string_view alpha_names[] = {"opaque", "mask", "blend", "add", "multiply", "multiply_twice"};
constexpr std::string_view substance_names[] = {"unknown", "metal", "stone", "wood", "earth", "water", "snow"};
constexpr std::string_view wave_mode_names[] = {"none", "ambient_ground", "ground",       "ambient_wall",
                                                "wall", "environment",    "ambient_wind", "wind"};
constexpr std::string_view wave_speed_names[] = {"none", "slow", "normal", "fast"};

template <class E, std::size_t N> bool find_name(const std::string_view (&names)[N], std::string_view name, E& value) {
    const auto found = std::ranges::find(names, name);
    if (found == std::end(names)) return false;
    value = static_cast<E>(found - std::begin(names));
    return true;
}

} // namespace

std::string_view name_of(AlphaMode alpha) { return alpha_names[static_cast<std::size_t>(alpha)]; }
std::string_view name_of(Substance substance) { return substance_names[static_cast<std::size_t>(substance)]; }
std::string_view name_of(WaveMode mode) { return wave_mode_names[static_cast<std::size_t>(mode)]; }
std::string_view name_of(WaveSpeed speed) { return wave_speed_names[static_cast<std::size_t>(speed)]; }

bool parse_name(std::string_view name, AlphaMode& alpha) { return find_name(alpha_names, name, alpha); }
bool parse_name(std::string_view name, Substance& substance) { return find_name(substance_names, name, substance); }
bool parse_name(std::string_view name, WaveMode& mode) { return find_name(wave_mode_names, name, mode); }
bool parse_name(std::string_view name, WaveSpeed& speed) { return find_name(wave_speed_names, name, speed); }

} // namespace ossuary
