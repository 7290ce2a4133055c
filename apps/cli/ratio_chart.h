// Compression ratio against measured error, one curve for each tier, as SVG.
#pragma once

#include <string>
#include <vector>

namespace ossuary::cli {

struct RatioPoint {
    double error = 0; // metres
    double ratio = 0;
};

struct RatioCurve {
    std::string name;
    std::vector<RatioPoint> points; // by rising error
};

std::string draw_ratios(const std::string& title, const std::vector<RatioCurve>& curves);

} // namespace ossuary::cli
