#include "ossuary/model/light.h"

namespace ossuary {

namespace {

constexpr std::string_view light_types[] = {"point", "spot", "directional"};

} // namespace

std::string_view name_of(LightType type) { return light_types[static_cast<std::size_t>(type)]; }

bool parse_name(std::string_view name, LightType& type) {
    for (std::size_t i = 0; i < std::size(light_types); ++i) {
        if (light_types[i] != name) continue;
        type = static_cast<LightType>(i);
        return true;
    }
    return false;
}

float intensity_of(float strength, float near, float far) {
    const float half = (near + far) / 2;
    return strength / 2 * half * half;
}

} // namespace ossuary
