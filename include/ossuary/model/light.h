// Light: a lamp or a sun, as lights of glTF (KHR_lights_punctual) are.
#pragma once

#include <cstdint>
#include <numbers>
#include <string>
#include <string_view>

#include "ossuary/base/json.h"
#include "ossuary/base/vectors.h"

namespace ossuary {

enum class LightType : std::uint8_t { point, spot, directional };
std::string_view name_of(LightType type);
bool parse_name(std::string_view name, LightType& type);

// Shines from its position along -Z of its rotation, both relative to its joint, or to the model without one.
struct Light {
    std::string name;
    LightType type = LightType::point;
    std::int32_t joint = -1;
    Vec3 position;
    Quat rotation;
    Vec3 color{1, 1, 1};                              // linear
    float intensity = 1;                              // candela; of a directional light lux
    float range = 0;                                  // metres beyond which it does not reach; 0: without end
    float inner_cone = 0;                             // of a spot: radians from its middle to where it fades …
    float outer_cone = std::numbers::pi_v<float> / 4; // … and to its edge, at most a right angle
    Json extras;                                      // null or an object
};

// The intensity of a lamp that games light things with by a straight line, from full strength at `near` to none at
// `far`: by the square of the distance it is as bright as that where the line is at its half.
float intensity_of(float strength, float near, float far);

} // namespace ossuary
