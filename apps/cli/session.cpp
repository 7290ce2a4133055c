#include "cli/session.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include <fmt/format.h>

#include "cli/places.h"
#include "cli/terminal.h"
#include "ossuary/base/text.h"

namespace ossuary::cli {

namespace {

LogLevel level_of(Severity severity) { return severity == Severity::error ? LogLevel::error : LogLevel::warning; }

} // namespace

std::string printable(std::string_view text) {
    std::string clean = to_utf8(text);
    for (char& c : clean)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
    return clean;
}

Session::Session() : places_(std::make_unique<Places>(*this)) {}
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
    write_error_line(fmt::format("{} {}", style(stderr).red("ossuary:"), printable(error.text())));
}

void Session::warn(const Diagnostics& diagnostics) {
    if (options.quiet) return;
    for (const Diagnostic& diagnostic : diagnostics)
        if (wants(level_of(diagnostic.severity))) write_error_line(printable(diagnostic.text()));
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

void name_file(Diagnostics& diagnostics, std::string_view file) {
    for (Diagnostic& diagnostic : diagnostics)
        if (diagnostic.place.file.empty()) diagnostic.place.file = file;
}

} // namespace ossuary::cli
