// What definitions do to the picture besides moving nodes: lights, fog, cameras, a tint over everything. All of it is a
// function of time, as SequencePlayer has it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "ossuary/base/math.h"

namespace ossuary::mw3 {

struct LightValues {
    bool is_on = false;
    bool is_point = true;    // else directed
    std::int32_t joint = -1; // it hangs on, or -1
    Vec3d place;             // in the joint's frame, or in the world's
    Vec3d orientation;
    double near = 0, far = 0; // metres
    Vec3d color{1, 1, 1};
    double ambient = 0, diffuse = 1;
    bool operator==(const LightValues&) const = default;
};

enum class FogType : std::uint8_t { off, linear, exponential };
struct FogValues {
    FogType type = FogType::off;
    Vec3d color;
    std::array<double, 2> altitude{}, range{};
    bool operator==(const FogValues&) const = default;
};

// What was set of a camera; the rest is the camera's own.
struct CameraValues {
    std::optional<double> clip_near, clip_far, lod_multiplier, fov_h, fov_v, zoom_h, zoom_v;
    bool operator==(const CameraValues&) const = default;
};

// Laid over the picture.
struct Tint {
    double red = 0, green = 0, blue = 0, alpha = 0;
    bool operator==(const Tint&) const = default;
};

} // namespace ossuary::mw3
