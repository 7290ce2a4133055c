#include "cli/terminal.h"

#include <cstdlib>

#include <fmt/format.h>

#include "cli/session.h"
#include "cli/system.h"

namespace ossuary::cli {

namespace {

using namespace std::chrono_literals;

bool is_dumb() {
    const char* terminal = std::getenv("TERM");
    return terminal && std::string_view(terminal) == "dumb";
}

// One bar is on the screen at a time; whoever writes a line asks whether there is one to clear.
std::atomic<bool> bar_is_shown = false;

} // namespace

std::string Style::wrap(std::string_view code, std::string_view text) const {
    return colours ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
}

Style style(std::FILE* stream) {
    const char* no_colour = std::getenv("NO_COLOR");
    return {.colours = is_terminal(stream) && !is_dumb() && !(no_colour && *no_colour)};
}

std::size_t shown_width(std::string_view text) {
    std::size_t width = 0;
    for (const char c : text) width += (static_cast<unsigned char>(c) & 0xc0) != 0x80;
    return width;
}

std::string shortened(std::string_view text, std::size_t width) {
    if (shown_width(text) <= width) return std::string(text);
    std::size_t bytes = 0;
    for (std::size_t shown = 0; shown + 1 < width; ++shown) {
        ++bytes;
        while ((static_cast<unsigned char>(text[bytes]) & 0xc0) == 0x80) ++bytes;
    }
    return std::string(text.substr(0, bytes)) + "…";
}

std::string pad(std::string_view text, std::size_t width) {
    const std::size_t shown = shown_width(text);
    return std::string(text) + std::string(shown < width ? width - shown : 0, ' ');
}

std::string pad_left(std::string_view text, std::size_t width) {
    const std::size_t shown = shown_width(text);
    return std::string(shown < width ? width - shown : 0, ' ') + std::string(text);
}

Progress::Progress(const Session& session, std::string_view label, std::size_t total)
    : label_(label), total_(total), enabled_(!session.options.quiet && !session.options.no_progress &&
                                             is_terminal(stderr) && !is_dumb() && total > 1),
      started_(std::chrono::steady_clock::now()), drawn_(started_) {}

Progress::~Progress() {
    if (enabled_) clear_progress_line();
}

void Progress::step() {
    const std::size_t done = ++done_;
    if (!enabled_) return;
    const std::unique_lock lock(drawing_, std::try_to_lock);
    if (!lock) return;
    const auto now = std::chrono::steady_clock::now();
    if (now - started_ < 500ms || now - drawn_ < 80ms) return;
    drawn_ = now;
    draw(done);
}

void Progress::draw(std::size_t done) {
    constexpr std::size_t width = 30;
    const std::size_t filled = done * width / total_;
    std::string bar;
    for (std::size_t i = 0; i < width; ++i) bar += i < filled ? "━" : "─";
    fmt::print(stderr, "\r\x1b[2K{}  {}  {}/{}", label_, bar, done, total_);
    std::fflush(stderr);
    bar_is_shown = true;
}

void clear_progress_line() {
    if (bar_is_shown.exchange(false)) fmt::print(stderr, "\r\x1b[2K");
}

} // namespace ossuary::cli
