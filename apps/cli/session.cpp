#include "cli/session.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include <fmt/format.h>

#include "cli/terminal.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"

namespace ossuary::cli {

namespace {

LogLevel level_of(Severity severity) { return severity == Severity::error ? LogLevel::error : LogLevel::warning; }

} // namespace

std::string with_code_behind(const std::string& message) {
    const std::size_t end = message.find(": ");
    if (end == message.npos || end == 0) return message;
    const std::string_view word(message.data(), end);
    const auto is_upper = [](char c) { return c >= 'A' && c <= 'Z'; };
    const auto is_lower = [](char c) { return c >= 'a' && c <= 'z'; };
    const bool named =
        word.starts_with("E_") && std::ranges::all_of(word, [&](char c) { return is_upper(c) || c == '_'; });
    const bool dashed = is_lower(word[0]) && word.find('-') != word.npos &&
                        std::ranges::all_of(word, [&](char c) { return is_lower(c) || c == '-'; });
    const bool camel = is_upper(word[0]) &&
                       std::ranges::all_of(word, [&](char c) { return is_upper(c) || is_lower(c); }) &&
                       word.size() > 1 && is_lower(word[1]) && std::ranges::count_if(word, is_upper) > 1;
    if (!named && !dashed && !camel && word != "vdf") return message;
    std::string code;
    for (const char c : named ? word.substr(2) : word) {
        if (camel && is_upper(c) && !code.empty()) code += '-';
        code += c == '_' ? '-' : to_lower(c);
    }
    return fmt::format("{} [{}]", std::string_view(message).substr(end + 2), code);
}

std::string printable(std::string_view text) {
    std::string clean = to_utf8(text);
    for (char& c : clean)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
    return clean;
}

Session::Session() = default;
Session::~Session() = default;

void Session::print(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

void Session::print_json(const Json& json) { print(ossuary::print_json(json, 2) + '\n'); }

void Session::say(std::string_view line) {
    if (options.quiet || options.json) return;
    print(fmt::format("{}\n", line));
}

void Session::error(const Error& error) {
    failed_ = true;
    if (!wants(LogLevel::error)) return;
    write_error_line(fmt::format("{} {}", style(stderr).red("ossuary:"),
                                 printable(Error(error.place(), with_code_behind(error.message())).text())));
}

void Session::warn(const Diagnostics& diagnostics) {
    for (const Diagnostic& diagnostic : diagnostics) {
        const bool is_error = diagnostic.severity == Severity::error;
        if ((!is_error && options.quiet) || !wants(level_of(diagnostic.severity))) continue;
        Diagnostic shown = diagnostic;
        shown.message = with_code_behind(diagnostic.message);
        write_error_line(printable(shown.text()));
    }
}

void Session::warn(const Opened& opened) {
    warn(opened.diagnostics);
    if (opened.lost) fail();
}

Workspace& Session::files() {
    std::call_once(mounted_, [this] { mount_all(); });
    return *files_;
}

void Session::mount_all() {
    const std::size_t budget = follow_changes ? 256u << 20 : 0; // others open each model once
    files_ = std::make_unique<Workspace>(
        Workspace::Settings{.model_budget = budget,
                            .picture_budget = budget / 4,
                            .follow_changes = follow_changes,
                            .newer_archive_beats_mod = mounting.newer_archive_wins,
                            .loose_files_win = !mounting.loose_files_last,
                            .limits = mounting.limits,
                            .report = [this](const Diagnostics& found) { warn(found); },
                            .log = [this](LogLevel level, std::string_view text) { log(level, text); }});
    const auto mounted = [this](const Result<void>& done, const Diagnostics& found) {
        warn(found);
        if (!done) error(done.error());
    };
    for (const std::string& place : mounting.places) {
        Diagnostics found;
        const auto done = files_->mount(place, {}, &found);
        mounted(done, found);
    }
    for (const std::string& game : mounting.games) {
        Diagnostics found;
        const auto done = files_->mount_game(game, &found);
        mounted(done, found);
    }
}

void Session::log(LogLevel level, std::string_view message) {
    if (!wants(level)) return;
    write_error_line(fmt::format("ossuary: {}: {}", level == LogLevel::debug ? "debug" : "info", printable(message)));
}

void Session::write_error_line(std::string_view line) {
    const std::lock_guard lock(mutex_);
    std::fflush(stdout);
    clear_progress_line();
    fmt::print(stderr, "{}\n", line);
}

int Session::finish() {
    if (std::fflush(stdout) != 0 || std::ferror(stdout))
        error(Error(fmt::format("standard output: {}", std::strerror(errno))));
    const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - started_;
    log(LogLevel::debug, fmt::format("{:.1f} ms in all", elapsed.count()));
    return failed_ ? exit_failed : exit_ok;
}

} // namespace ossuary::cli
