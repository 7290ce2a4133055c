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

// `bad-count` of a word that is a code of an error: bad-count, BadCount, E_BAD_COUNT or vdf; else nothing. Words with
// dashes are codes only at the begin of a message: further back they may be names.
std::string code_of(std::string_view word, bool is_first) {
    if (word.empty()) return {};
    const auto is_upper = [](char c) { return c >= 'A' && c <= 'Z'; };
    const auto is_lower = [](char c) { return c >= 'a' && c <= 'z'; };
    const bool named =
        word.starts_with("E_") && std::ranges::all_of(word, [&](char c) { return is_upper(c) || c == '_'; });
    const bool dashed = is_first && is_lower(word[0]) && word.find('-') != word.npos &&
                        std::ranges::all_of(word, [&](char c) { return is_lower(c) || c == '-'; });
    const bool camel = is_upper(word[0]) &&
                       std::ranges::all_of(word, [&](char c) { return is_upper(c) || is_lower(c); }) &&
                       word.size() > 1 && is_lower(word[1]) && std::ranges::count_if(word, is_upper) > 1;
    if (!named && !dashed && !camel && !(is_first && word == "vdf")) return {};
    std::string code;
    for (const char c : named ? word.substr(2) : word) {
        if (camel && is_upper(c) && !code.empty()) code += '-';
        code += c == '_' ? '-' : to_lower(c);
    }
    return code;
}

} // namespace

std::string with_code_behind(const std::string& message) {
    for (std::size_t begin = 0, end = 0; (end = message.find(": ", begin)) != message.npos; begin = end + 2) {
        const std::string code = code_of(std::string_view(message).substr(begin, end - begin), begin == 0);
        if (!code.empty()) return fmt::format("{}{} [{}]", message.substr(0, begin), message.substr(end + 2), code);
    }
    return message;
}

std::string printable(std::string_view text) {
    const std::string utf8 = to_utf8(text);
    std::string clean;
    clean.reserve(utf8.size());
    for (std::size_t i = 0; i < utf8.size();) {
        const auto byte = [&](std::size_t k) {
            return i + k < utf8.size() ? static_cast<unsigned char>(utf8[i + k]) : 0u;
        };
        const std::size_t length = byte(0) < 0xC0 ? 1 : byte(0) < 0xE0 ? 2 : byte(0) < 0xF0 ? 3 : 4;
        const bool is_c0 = byte(0) < 0x20 || byte(0) == 0x7F, is_c1 = byte(0) == 0xC2 && byte(1) < 0xA0;
        // U+200E, U+200F, U+202A to U+202E and U+2066 to U+2069
        const bool turns =
            byte(0) == 0xE2 &&
            ((byte(1) == 0x80 && (byte(2) == 0x8E || byte(2) == 0x8F || (byte(2) >= 0xAA && byte(2) <= 0xAE))) ||
             (byte(1) == 0x81 && byte(2) >= 0xA6 && byte(2) <= 0xA9));
        if (is_c0 || is_c1 || turns)
            clean += '?';
        else
            clean.append(utf8, i, length);
        i += length;
    }
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
