#include "cli/chart.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "cli/session.h"
#include "cli/terminal.h"

namespace ossuary::cli {

namespace {

// Old bone on parchment: the light side of the viewer's palette.
constexpr std::string_view paper = "#f4f0e6", plate = "#fbf9f3", line = "#ddd6c5", faint = "#ebe5d8", ink = "#14161a",
                           dim = "#6f6c60", gold = "#b08a3c";
constexpr std::array<std::string_view, 4> curve_colours{"#c0503f", "#4f7f43", "#3b6ba5", "#8c6bb1"};
constexpr std::array<std::string_view, 6> lane_colours{"#b08a3c", "#c0503f", "#3b6ba5",
                                                       "#4f7f43", "#8c6bb1", "#3d8b8b"};

constexpr double width = 960, left = 104, right = 24, top = 92, panel_height = 176, panel_gap = 44, lane_height = 26;
constexpr double plot_width = width - left - right;

std::string escape(std::string_view text) {
    std::string escaped;
    for (const char c : printable(text)) {
        if (c == '<')
            escaped += "&lt;";
        else if (c == '>')
            escaped += "&gt;";
        else if (c == '&')
            escaped += "&amp;";
        else if (c == '"')
            escaped += "&quot;";
        else
            escaped += c;
    }
    return escaped;
}

// Pixels to a hundredth, without trailing zeros: small files, no flicker between machines.
std::string px(double value) {
    std::string text = fmt::format("{:.2f}", std::abs(value) < 0.005 ? 0.0 : value);
    while (text.ends_with('0')) text.pop_back();
    if (text.ends_with('.')) text.pop_back();
    return text;
}

// Round values (1, 2 or 5 times a power of ten) within a range, about `wanted` of them.
struct Ticks {
    double first = 0, step = 1;
    int count = 0, decimals = 0;

    double value(int i) const { return first + step * i; }
    std::string text(int i) const {
        const double rounded = std::abs(value(i)) < step * 1e-6 ? 0.0 : value(i);
        return fmt::format("{:.{}f}", rounded, decimals);
    }
};

Ticks ticks_in(double low, double high, int wanted) {
    const double raw = (high - low) / wanted, power = std::pow(10.0, std::floor(std::log10(raw)));
    const double scaled = raw / power;
    Ticks ticks;
    ticks.step = power * (scaled < 1.5 ? 1 : scaled < 3.5 ? 2 : scaled < 7.5 ? 5 : 10);
    ticks.first = std::ceil(low / ticks.step - 1e-9) * ticks.step;
    ticks.count = static_cast<int>(std::floor((high - ticks.first) / ticks.step + 1e-9)) + 1;
    ticks.decimals = std::clamp(static_cast<int>(-std::floor(std::log10(ticks.step) + 1e-9)), 0, 9);
    return ticks;
}

struct Range {
    double low, high;
};

// The values' range with a little air, never narrower than the panel asks.
Range range_of(const Panel& panel) {
    double low = 0, high = 0;
    bool is_first = true;
    for (const Curve& curve : panel.curves) {
        for (const double value : curve.values) {
            low = is_first ? value : std::min(low, value);
            high = is_first ? value : std::max(high, value);
            is_first = false;
        }
    }
    const double middle = (low + high) / 2;
    const double span = std::max({high - low, panel.least_span, std::abs(middle) * 1e-6, 1e-9});
    return {middle - span * 0.56, middle + span * 0.56};
}

class Drawing {
public:
    explicit Drawing(const Chart& chart) : chart_(chart), duration_(std::max(chart.duration, 1e-9)) {}

    std::string draw() {
        double y = top;
        const double panels_height =
            chart_.panels.empty() ? 0 : static_cast<double>(chart_.panels.size()) * (panel_height + panel_gap) - 20;
        const double lanes_height =
            chart_.lanes.empty() ? 0 : static_cast<double>(chart_.lanes.size()) * lane_height + 34;
        const double height = top + panels_height + lanes_height + 28;
        svg_ = fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
                           "{1}\" role=\"img\" "
                           "font-family=\"system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif\" font-size=\"12\">\n"
                           "<title>{2}: {3}</title>\n<rect width=\"{0}\" height=\"{1}\" fill=\"{4}\"/>\n",
                           px(width), px(height), escape(chart_.title), escape(chart_.subtitle), paper);
        text(left, 28, chart_.title, ink, "font-size=\"17\" font-weight=\"600\"");
        text(left, 46, chart_.subtitle, dim);
        for (const Panel& panel : chart_.panels) {
            draw_panel(panel, y);
            y += panel_height + panel_gap;
        }
        if (!chart_.panels.empty()) y -= panel_gap;
        if (!chart_.lanes.empty()) {
            y += chart_.panels.empty() ? 0 : 34;
            draw_lanes(y);
            y += static_cast<double>(chart_.lanes.size()) * lane_height;
        }
        draw_time_axis(y);
        return svg_ + "</svg>\n";
    }

private:
    double x_of(double time) const { return left + plot_width * time / duration_; }

    void text(double x, double y, std::string_view words, std::string_view colour, std::string_view more = {}) {
        svg_ += fmt::format("<text x=\"{}\" y=\"{}\" fill=\"{}\"{}{}>{}</text>\n", px(x), px(y), colour,
                            more.empty() ? "" : " ", more, escape(words));
    }
    void straight(double x1, double y1, double x2, double y2, std::string_view colour, std::string_view more = {}) {
        svg_ += fmt::format("<path d=\"M{} {}L{} {}\" stroke=\"{}\"{}{}/>\n", px(x1), px(y1), px(x2), px(y2), colour,
                            more.empty() ? "" : " ", more);
    }
    Ticks time_ticks() const { return ticks_in(0, duration_, 10); }

    void draw_plate(double y, double height) {
        svg_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"6\" fill=\"{}\" stroke=\"{}\"/>\n",
                            px(left), px(y), px(plot_width), px(height), plate, line);
        const Ticks ticks = time_ticks();
        for (int i = 0; i < ticks.count; ++i) {
            const double x = x_of(ticks.value(i));
            if (x > left + 1 && x < left + plot_width - 1) straight(x, y, x, y + height, faint);
        }
    }

    void draw_panel(const Panel& panel, double y) {
        draw_plate(y, panel_height);
        const Range range = range_of(panel);
        const auto y_of = [&](double value) {
            return y + panel_height * (range.high - value) / (range.high - range.low);
        };
        const Ticks ticks = ticks_in(range.low, range.high, 5);
        for (int i = 0; i < ticks.count; ++i) {
            const double at = y_of(ticks.value(i));
            const bool is_zero = std::abs(ticks.value(i)) < ticks.step * 1e-6;
            straight(left, at, left + plot_width, at, is_zero ? line : faint);
            text(left - 8, at + 4, ticks.text(i), dim, "text-anchor=\"end\" font-size=\"11\"");
        }
        for (const Lane& lane : chart_.lanes)
            for (const Mark& mark : lane.marks)
                straight(x_of(mark.time), y, x_of(mark.time), y + panel_height, gold,
                         "stroke-opacity=\".35\" stroke-dasharray=\"2 3\"");
        svg_ += fmt::format("<text x=\"{}\" y=\"{}\" fill=\"{}\"><tspan font-weight=\"600\" fill=\"{}\">{}</tspan>"
                            "<tspan dx=\"8\">{}</tspan></text>\n",
                            px(left), px(y - 9), dim, ink, escape(panel.title), escape(panel.unit));
        draw_legend(panel, y - 9);
        for (std::size_t c = 0; c < panel.curves.size(); ++c) draw_curve(panel.curves[c], curve_colours[c % 4], y_of);
    }

    void draw_legend(const Panel& panel, double y) {
        double x = left + plot_width;
        for (std::size_t c = panel.curves.size(); c-- > 0;) {
            const std::string& name = panel.curves[c].name;
            x -= 7.5 * static_cast<double>(shown_width(name));
            text(x, y, name, ink);
            straight(x - 20, y - 4, x - 6, y - 4, curve_colours[c % 4],
                     "stroke-width=\"2.5\" stroke-linecap=\"round\"");
            x -= 36;
        }
    }

    template <class ToY> void draw_curve(const Curve& curve, std::string_view colour, const ToY& y_of) {
        std::string path;
        for (std::size_t i = 0; i < curve.values.size(); ++i)
            path += fmt::format("{}{} {}", i == 0 ? "M" : "L", px(x_of(chart_.times[i])), px(y_of(curve.values[i])));
        if (curve.values.size() == 1) path += fmt::format("H{}", px(left + plot_width));
        svg_ += fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.75\" "
                            "stroke-linejoin=\"round\" stroke-linecap=\"round\"/>\n",
                            path, colour);
        // Single keys are worth seeing where something moves and there is room between them.
        const auto [low, high] = std::minmax_element(curve.values.begin(), curve.values.end());
        if (curve.values.size() < 2 || *low == *high || plot_width / static_cast<double>(curve.values.size()) < 14)
            return;
        for (std::size_t i = 0; i < curve.values.size(); ++i)
            svg_ += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"2.25\" fill=\"{}\"/>\n", px(x_of(chart_.times[i])),
                                px(y_of(curve.values[i])), colour);
    }

    // Kinds of events differ in hue and in shape.
    void draw_shape(std::size_t kind, double x, double y) {
        const std::string_view colour = lane_colours[kind % lane_colours.size()];
        switch (kind % 4) {
        case 0:
            svg_ += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"4.5\" fill=\"{}\"/>\n", px(x), px(y), colour);
            return;
        case 1: return fill(fmt::format("M{} {}l5 9h-10z", px(x), px(y - 5)), colour);
        case 2: return fill(fmt::format("M{} {}h8v8h-8z", px(x - 4), px(y - 4)), colour);
        default: return fill(fmt::format("M{} {}l5.5 5.5l-5.5 5.5l-5.5 -5.5z", px(x), px(y - 5.5)), colour);
        }
    }
    void fill(const std::string& path, std::string_view colour) {
        svg_ += fmt::format("<path d=\"{}\" fill=\"{}\"/>\n", path, colour);
    }

    void draw_lanes(double y) {
        text(left, y - 9, "Events", ink, "font-weight=\"600\"");
        draw_plate(y, static_cast<double>(chart_.lanes.size()) * lane_height);
        std::size_t k = 0; // counts lanes, not their rows
        for (std::size_t row = 0; row < chart_.lanes.size(); ++row) {
            const Lane& lane = chart_.lanes[row];
            const double middle = y + (static_cast<double>(row) + 0.5) * lane_height;
            if (row > 0 && !lane.continues) {
                ++k;
                straight(left, middle - lane_height / 2, left + plot_width, middle - lane_height / 2, line);
            }
            if (!lane.continues)
                text(left - 8, middle + 4, shortened(lane.name, 15), dim, "text-anchor=\"end\" font-size=\"11\"");
            double free_from = left;
            for (const Mark& mark : lane.marks) {
                const double x = x_of(mark.time);
                double label_at = x + 9;
                if (mark.end >= mark.time) {
                    svg_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"8\" rx=\"4\" fill=\"{}\" "
                                        "fill-opacity=\".8\"/>\n",
                                        px(x), px(middle - 4), px(std::max(2.0, x_of(mark.end) - x)),
                                        lane_colours[k % lane_colours.size()]);
                    label_at = x_of(mark.end) + 6;
                } else {
                    draw_shape(k, x, middle);
                }
                const double label_width = 6.3 * static_cast<double>(shown_width(mark.label));
                const bool fits_right = label_at + label_width < left + plot_width - 4;
                const double begin = fits_right ? label_at : x - 9 - label_width;
                if (mark.label.empty() || begin < free_from) continue; // no room: the mark alone
                text(begin, middle + 4, mark.label, ink, "font-size=\"11\"");
                free_from = begin + label_width + 10;
            }
        }
    }

    void draw_time_axis(double y) {
        const Ticks ticks = time_ticks();
        for (int i = 0; i < ticks.count; ++i)
            text(x_of(ticks.value(i)), y + 18, ticks.text(i), dim, "text-anchor=\"middle\" font-size=\"11\"");
        text(left + plot_width, y + 36, "seconds", dim, "text-anchor=\"end\" font-size=\"11\"");
    }

    const Chart& chart_;
    double duration_;
    std::string svg_;
};

} // namespace

std::string draw_svg(const Chart& chart) { return Drawing(chart).draw(); }

} // namespace ossuary::cli
