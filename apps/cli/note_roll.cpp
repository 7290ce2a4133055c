#include "cli/note_roll.h"

#include <algorithm>
#include <map>
#include <vector>

#include <fmt/format.h>

#include "ossuary/sound/render.h"

namespace ossuary::cli {

namespace {

constexpr double roll_left = 48, roll_top = 56, roll_width = 1120, row_height = 7;
constexpr std::uint32_t roll_rate = 1000; // milliseconds are fine enough
constexpr const char* channel_colours[] = {"#2f6f8f", "#b5532f", "#5b7f3a", "#7a4f8c",
                                           "#a8862b", "#3f7f76", "#94475c", "#5c6370"};

struct RollNote {
    double start = 0, end = 0;
    int note = 0, velocity = 0;
    std::uint32_t channel = 0;
};

std::vector<RollNote> notes_of(const sound::EventList& list) {
    const sound::TempoMap tempos(list, roll_rate);
    std::vector<RollNote> notes;
    std::map<std::pair<std::uint32_t, int>, std::vector<std::size_t>> open; // the oldest first
    for (const sound::MusicEvent& event : list.events) {
        const double time = static_cast<double>(tempos.frame(event.time)) / roll_rate;
        auto& waiting = open[{event.channel, event.number}];
        if (event.kind == sound::MusicEventKind::on) {
            waiting.push_back(notes.size());
            notes.push_back({time, time, event.number, event.value, event.channel});
        } else if (event.kind == sound::MusicEventKind::off && !waiting.empty()) {
            notes[waiting.front()].end = time;
            waiting.erase(waiting.begin());
        }
    }
    return notes;
}

std::string escaped(const std::string& text) {
    std::string out;
    for (const char c : text) out += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
    return out;
}

} // namespace

std::string draw_note_roll(const sound::EventList& list, const std::string& title) {
    const std::vector<RollNote> notes = notes_of(list);
    int low = 127, high = 0;
    double duration = static_cast<double>(sound::TempoMap(list, roll_rate).frame(list.end)) / roll_rate;
    for (const RollNote& note : notes) {
        low = std::min(low, note.note);
        high = std::max(high, note.note);
        duration = std::max(duration, note.end);
    }
    if (notes.empty()) low = high = 60;
    low = low / 12 * 12;
    high = high / 12 * 12 + 11;
    duration = std::max(duration, 0.001);
    const double height = row_height * (high - low + 1);
    const auto x_of = [&](double time) { return roll_left + roll_width * time / duration; };
    const auto y_of = [&](int note) { return roll_top + row_height * (high - note); };
    std::string svg = fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{:.0f}\" height=\"{:.0f}\" "
                                  "font-family=\"sans-serif\" font-size=\"11\">\n"
                                  "<rect width=\"100%\" height=\"100%\" fill=\"#fbfaf7\"/>\n"
                                  "<text x=\"{:.0f}\" y=\"24\" font-size=\"15\">{}</text>\n"
                                  "<text x=\"{:.0f}\" y=\"42\" fill=\"#666\">{} notes, {:.1f} s</text>\n",
                                  roll_left + roll_width + 24, roll_top + height + 32, roll_left, escaped(title),
                                  roll_left, notes.size(), duration);
    for (int note = low; note <= high; note += 12)
        svg += fmt::format("<path d=\"M{:.1f} {:.1f}H{:.1f}\" stroke=\"#ddd\"/><text x=\"{:.1f}\" y=\"{:.1f}\" "
                           "text-anchor=\"end\" fill=\"#666\">C{}</text>\n",
                           roll_left, y_of(note) + row_height, roll_left + roll_width, roll_left - 6,
                           y_of(note) + row_height, note / 12 - 1);
    for (const sound::PatternStart& start : list.patterns) {
        const double x = x_of(static_cast<double>(sound::TempoMap(list, roll_rate).frame(start.time)) / roll_rate);
        svg += fmt::format(
            "<path d=\"M{0:.1f} {1:.1f}V{2:.1f}\" stroke=\"#bbb\" stroke-dasharray=\"3 3\"/><text x=\"{3:.1f}\" "
            "y=\"{4:.1f}\" fill=\"#666\">{5}</text>\n",
            x, roll_top, roll_top + height, x + 3, roll_top + height + 16, escaped(start.name));
    }
    for (const RollNote& note : notes)
        svg += fmt::format("<rect x=\"{:.2f}\" y=\"{:.1f}\" width=\"{:.2f}\" height=\"{:.1f}\" fill=\"{}\" "
                           "fill-opacity=\"{:.2f}\"/>\n",
                           x_of(note.start), y_of(note.note) + 0.5, std::max(1.0, x_of(note.end) - x_of(note.start)),
                           row_height - 1, channel_colours[note.channel % std::size(channel_colours)],
                           0.3 + 0.7 * note.velocity / 127);
    return svg + "</svg>\n";
}

} // namespace ossuary::cli
