// One run of the command: the options every verb has, and where words go. Results go to standard output, all else to
// standard error.
#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "ossuary/assets/workspace.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/json.h"
#include "ossuary/base/log.h"
#include "ossuary/base/result.h"

namespace ossuary::cli {

enum Exit : int { exit_ok = 0, exit_failed = 1, exit_usage = 2 };

struct GlobalOptions {
    bool json = false;
    bool quiet = false;
    bool no_progress = false;
    unsigned jobs = 1;
    LogLevel log = LogLevel::warning;
};

// Where a verb looks for files, as its options say it.
struct Mounting {
    std::vector<std::string> places; // --mount: folders and archives, the strongest first
    std::vector<std::string> games;  // --game
    bool loose_files_last = false;
    bool newer_archive_wins = false;
    ContainerLimits limits;
    bool empty() const { return places.empty() && games.empty(); }
};

class Session {
public:
    Session();
    ~Session();

    GlobalOptions options;
    // To be complete before files() is first called.
    Mounting mounting;
    bool follow_changes = false; // watch what is opened
    // All files of the command. What --mount and --game name is mounted by the first call, and errors are reported.
    Workspace& files();

    // Results, on standard output.
    void print(std::string_view text);
    void print_json(const Json& json);
    // A line of what was done, for people: not under --quiet, nor where the output is JSON.
    void say(std::string_view line);

    // `ossuary: FILE:LINE:COL: message`; the command goes on and ends with status 1.
    void error(const Error& error);
    // Oddities of a file; under --quiet only what is lost.
    void warn(const Diagnostics& diagnostics);
    // The same of an opened model; if a part of it was lost, the command ends with status 1.
    void warn(const Opened& opened);
    void log(LogLevel level, std::string_view message);
    bool wants(LogLevel level) const { return level <= options.log; }

    void fail() { failed_ = true; }
    bool failed() const { return failed_; }
    // Flushes standard output, which may be a full disk, and tells how it went.
    int finish();

private:
    void write_error_line(std::string_view line);
    void mount_all();

    std::mutex mutex_;
    std::once_flag mounted_;
    std::unique_ptr<Workspace> files_;
    bool failed_ = false;
    std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
};

// The text as UTF-8 without control characters: what a file says must not move the cursor or colour the terminal.
std::string printable(std::string_view text);

// The message of an error or a diagnostic as it is shown. Some rooms begin it with the code of their format's
// description (`E_CHUNK_RANGE: …`, `ChunkOverrun: …`, `bad-version: …`); people read the sentence first, so the code
// goes behind it, in one style: `… [chunk-range]`.
std::string with_code_behind(const std::string& message);

// A wrong use of the command that the option table could not see.
struct UsageError {
    std::string message;
};

} // namespace ossuary::cli
