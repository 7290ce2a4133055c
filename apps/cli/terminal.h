// Colours and progress, on a terminal only. NO_COLOR and --no-progress are obeyed.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdio>
#include <mutex>
#include <string>
#include <string_view>

namespace ossuary::cli {

class Session;

struct Style {
    bool colours = false;

    std::string bold(std::string_view text) const { return wrap("1", text); }
    std::string dim(std::string_view text) const { return wrap("2", text); }
    std::string red(std::string_view text) const { return wrap("31", text); }
    std::string green(std::string_view text) const { return wrap("32", text); }
    std::string yellow(std::string_view text) const { return wrap("33", text); }

private:
    std::string wrap(std::string_view code, std::string_view text) const;
};

// How text on that stream may look.
Style style(std::FILE* stream);
// Columns of the text as a terminal shows it: characters, not bytes.
std::size_t shown_width(std::string_view text);
// The text cut to that many columns, with an ellipsis where something is missing.
std::string shortened(std::string_view text, std::size_t width);
// The text with blanks added on the right, or on the left for numbers.
std::string pad(std::string_view text, std::size_t width);
std::string pad_left(std::string_view text, std::size_t width);

// `verifying  ━━━━━━━╸─────  41/98` on standard error, from half a second on. step() may be called from any thread.
class Progress {
public:
    Progress(const Session& session, std::string_view label, std::size_t total);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    void step();

private:
    void draw(std::size_t done);

    std::string label_;
    std::size_t total_;
    bool enabled_;
    std::atomic<std::size_t> done_ = 0;
    std::chrono::steady_clock::time_point started_, drawn_;
    std::mutex drawing_;
};

// Takes the bar away so that a line can be written; the next step draws it again.
void clear_progress_line();

} // namespace ossuary::cli
