// A font of strokes: every sign is some of fourteen lines between nine points, as on old displays.
#include <algorithm>
#include <array>
#include <cmath>

#include "samples/game.h"
#include "samples/paint.h"

namespace ossuary::samples {

namespace {

// From point to point of three columns and three rows, counted from the top left.
struct Stroke {
    int from, to;
};
constexpr std::array<Stroke, 14> strokes = {
    {{0, 2}, {2, 5}, {5, 8}, {6, 8}, {3, 6}, {0, 3}, {3, 4}, {4, 5}, {0, 4}, {1, 4}, {2, 4}, {4, 6}, {4, 7}, {4, 8}}};
enum : unsigned {
    top = 1,
    right_up = 2,
    right_down = 4,
    bottom = 8,
    left_down = 16,
    left_up = 32,
    bar_left = 64,
    bar_right = 128,
    slant_left_up = 256,
    stem_up = 512,
    slant_right_up = 1024,
    slant_left_down = 2048,
    stem_down = 4096,
    slant_right_down = 8192,
    left = left_up | left_down,
    right = right_up | right_down,
    bar = bar_left | bar_right,
    stem = stem_up | stem_down,
};

struct Sign {
    char letter;
    unsigned lines;
};
constexpr Sign signs[] = {
    {'0', top | right | bottom | left | slant_right_up | slant_left_down},
    {'1', right | slant_right_up},
    {'2', top | right_up | bar | left_down | bottom},
    {'3', top | right | bar_right | bottom},
    {'4', left_up | bar | right},
    {'5', top | left_up | bar | right_down | bottom},
    {'6', top | left | bar | right_down | bottom},
    {'7', top | slant_right_up | stem_down},
    {'8', top | right | bar | bottom | left},
    {'9', top | right | bar | bottom | left_up},
    {'A', left | top | right | bar},
    {'B', top | right | bottom | stem | bar_right},
    {'C', top | left | bottom},
    {'D', top | right | bottom | stem},
    {'E', top | left | bottom | bar},
    {'F', top | left | bar},
    {'G', top | left | bottom | right_down | bar_right},
    {'H', left | right | bar},
    {'I', top | bottom | stem},
    {'J', right | bottom | left_down},
    {'K', left | bar_left | slant_right_up | slant_right_down},
    {'L', left | bottom},
    {'M', left | right | slant_left_up | slant_right_up},
    {'N', left | right | slant_left_up | slant_right_down},
    {'O', top | right | bottom | left},
    {'P', top | left | right_up | bar},
    {'Q', top | right | bottom | left | slant_right_down},
    {'R', top | left | right_up | bar | slant_right_down},
    {'S', top | left_up | bar | right_down | bottom},
    {'T', top | stem},
    {'U', left | right | bottom},
    {'V', left | slant_left_down | slant_right_up},
    {'W', left | right | slant_left_down | slant_right_down},
    {'X', slant_left_up | slant_right_up | slant_left_down | slant_right_down},
    {'Y', slant_left_up | slant_right_up | stem_down},
    {'Z', top | slant_right_up | slant_left_down | bottom},
    {'-', bar},
    {'+', bar | stem},
    {'/', slant_right_up | slant_left_down},
};

constexpr int cell_width = 12, cell_height = 16; // pixels
constexpr int columns = 10, side = 128;

// How far a point is from a line between two.
double distance(double x, double y, double ax, double ay, double bx, double by) {
    const double dx = bx - ax, dy = by - ay;
    const double t = std::clamp(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy), 0.0, 1.0);
    return std::hypot(x - ax - t * dx, y - ay - t * dy);
}

double ink(const Sign& sign, double x, double y) {
    double nearest = 100;
    for (std::size_t i = 0; i < strokes.size(); ++i) {
        if (!(sign.lines >> i & 1)) continue;
        const auto column = [](int point) { return 2.0 + 3.5 * (point % 3); };
        const auto row = [](int point) { return 2.5 + 5.5 * (point / 3); };
        const auto [from, to] = strokes[i];
        nearest = std::min(nearest, distance(x, y, column(from), row(from), column(to), row(to)));
    }
    return std::clamp(1.4 - nearest, 0.0, 1.0);
}

} // namespace

GameFont game_font() {
    GameFont made;
    made.picture = paint(
        "FONT_OSSUARY",
        [](double u, double v) {
            const double x = u * side, y = v * side;
            const int column = static_cast<int>(x) / cell_width, row = static_cast<int>(y) / cell_height;
            const auto number = static_cast<std::size_t>(row * columns + column);
            if (column >= columns || number >= std::size(signs)) return Paint{1, 1, 1, 0};
            return Paint{0.95, 0.91, 0.80, ink(signs[number], x - column * cell_width, y - row * cell_height)};
        },
        side);
    made.font.texture = "FONT_OSSUARY.TGA";
    made.font.height = cell_height;
    // As in the game's own fonts there are 256, and small letters look like large ones. A blank has a width alone.
    made.font.widths.assign(256, 0);
    made.font.widths[' '] = cell_width / 2;
    made.font.top_left.assign(256, {-1, -1});
    made.font.bottom_right.assign(256, {-1, -1});
    for (std::size_t i = 0; i < std::size(signs); ++i) {
        const auto x = static_cast<float>(i % columns * cell_width), y = static_cast<float>(i / columns * cell_height);
        const auto letter = static_cast<unsigned char>(signs[i].letter);
        for (const std::size_t glyph : {std::size_t{letter}, std::size_t{letter} + (letter >= 'A' ? 32u : 0u)}) {
            made.font.widths[glyph] = cell_width;
            made.font.top_left[glyph] = {x / side, y / side};
            made.font.bottom_right[glyph] = {(x + cell_width) / side, (y + cell_height) / side};
        }
    }
    return made;
}

} // namespace ossuary::samples
