#include "cli/ratio_chart.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

namespace ossuary::cli {

namespace {

constexpr double ratio_width = 720, ratio_height = 440, ratio_left = 72, ratio_right = 40, ratio_top = 64,
                 ratio_bottom = 64;
constexpr std::array<std::string_view, 2> colours{"#3b6ba5", "#b08a3c"};

struct Axes {
    double least_log = 0, most_log = 1, most_ratio = 1; // decades of the error; the ratio from 0

    double x(double error) const {
        return ratio_left +
               (std::log10(error) - least_log) / (most_log - least_log) * (ratio_width - ratio_left - ratio_right);
    }
    double y(double ratio) const {
        return ratio_height - ratio_bottom - ratio / most_ratio * (ratio_height - ratio_top - ratio_bottom);
    }
};

Axes axes_of(const std::vector<RatioCurve>& curves) {
    double least = INFINITY, most = 0, ratio = 0;
    for (const RatioCurve& curve : curves) {
        for (const RatioPoint& point : curve.points) {
            least = std::min(least, point.error);
            most = std::max(most, point.error);
            ratio = std::max(ratio, point.ratio);
        }
    }
    if (!(most > 0)) return {-6, -3, 10};
    return {std::log10(least) - 0.1, std::log10(most) + 0.1, std::ceil(ratio / 10) * 10};
}

std::string text(double x, double y, std::string_view anchor, std::string_view words) {
    return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor, words);
}

} // namespace

std::string draw_ratios(const std::string& title, const std::vector<RatioCurve>& curves) {
    const Axes axes = axes_of(curves);
    std::string svg = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" ratio_width=\"{0}\" ratio_height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
        "role=\"img\" "
        "font-family=\"system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif\" font-size=\"12\" fill=\"#14161a\">\n"
        "<title>{2}</title>\n<rect ratio_width=\"{0}\" ratio_height=\"{1}\" fill=\"#f4f0e6\"/>\n",
        ratio_width, ratio_height, title);
    svg += text(ratio_left, 32, "start", title);
    for (int tenth = 0; tenth <= 5; ++tenth) {
        const double ratio = axes.most_ratio * tenth / 5;
        svg += fmt::format("<path d=\"M{:.1f} {:.1f}H{:.1f}\" stroke=\"#ddd6c5\"/>\n", ratio_left, axes.y(ratio),
                           ratio_width - ratio_right);
        svg += text(ratio_left - 8, axes.y(ratio) + 4, "end", fmt::format("{:g} : 1", ratio));
    }
    for (int decade = -7; decade <= 0; ++decade) {
        for (const int by : {1, 2, 5}) {
            const double error = by * std::pow(10.0, decade);
            if (std::log10(error) < axes.least_log || std::log10(error) > axes.most_log) continue;
            svg += fmt::format("<path d=\"M{0:.1f} {1:.1f}V{2:.1f}\" stroke=\"#ebe5d8\"/>\n", axes.x(error), ratio_top,
                               ratio_height - ratio_bottom);
            svg += text(axes.x(error), ratio_height - ratio_bottom + 20, "middle", fmt::format("{:g}", error * 1000));
        }
    }
    svg += text((ratio_left + ratio_width - ratio_right) / 2, ratio_height - 16, "middle",
                "largest error at the keys, mm");
    for (std::size_t i = 0; i < curves.size(); ++i) {
        const std::string_view colour = colours[i % colours.size()];
        std::string line;
        for (const RatioPoint& point : curves[i].points) {
            line += fmt::format("{:.1f},{:.1f} ", axes.x(point.error), axes.y(point.ratio));
            svg += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"{}\"/>\n", axes.x(point.error),
                               axes.y(point.ratio), colour);
        }
        if (!line.empty()) line.pop_back();
        svg += fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-ratio_width=\"2\"/>\n", line,
                           colour);
        const double at = ratio_left + 120.0 * static_cast<double>(i);
        svg += fmt::format("<rect x=\"{:.1f}\" y=\"42\" ratio_width=\"12\" ratio_height=\"4\" fill=\"{}\"/>\n", at,
                           colour);
        svg += text(at + 18, 50, "start", curves[i].name);
    }
    return svg + "</svg>\n";
}

} // namespace ossuary::cli
