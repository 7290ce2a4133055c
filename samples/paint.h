// Pictures painted point by point.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ossuary/model/material.h"

namespace ossuary::samples {

struct Paint {
    double r = 0, g = 0, b = 0, a = 1; // as stored, sRGB, 0 to 1
};
Paint mix(const Paint& from, const Paint& to, double t);

using Painter = std::function<Paint(double u, double v)>;
Image paint(std::string name, const Painter& painter, std::uint32_t size = 256);

// Paints a picture into the list and gives a material of that name that shows it.
Material painted(std::vector<Image>& images, const char* name, const Painter& painter);

Paint paint_bone(double u, double v);
Paint paint_metal(double u, double v);
Paint paint_wood(double u, double v);
Paint paint_ground(double u, double v);
Paint paint_banner(double u, double v);

} // namespace ossuary::samples
