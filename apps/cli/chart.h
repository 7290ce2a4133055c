// A chart of curves over time with lanes of events below, as SVG. The same chart gives the same bytes.
#pragma once

#include <string>
#include <vector>

namespace ossuary::cli {

struct Curve {
    std::string name;
    std::vector<double> values; // one per time of the chart
};

struct Panel {
    std::string title, unit;
    std::vector<Curve> curves;
    double least_span = 0; // a range of values below this is shown as one: noise stays flat
};

struct Mark {
    double time = 0;
    double end = -1; // of an interval; below time for a moment
    std::string label;
};

struct Lane {
    std::string name;
    std::vector<Mark> marks;
    bool continues = false; // a further row of the lane above
};

struct Chart {
    std::string title, subtitle;
    double duration = 0;
    std::vector<double> times;
    std::vector<Panel> panels;
    std::vector<Lane> lanes;
};

std::string draw_svg(const Chart& chart);

} // namespace ossuary::cli
