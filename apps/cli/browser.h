// Browsers: the person's own, and a headless Chromium for pictures.
#pragma once

#include <string>
#include <string_view>

#include <sys/types.h>

#include "ossuary/base/result.h"

namespace ossuary::cli {

// Where a program lies, looked for in PATH; empty if it is not there.
std::string find_program(std::string_view name);

// Shows the address in the person's browser, if there is a desktop to show it on. True if one was started.
bool open_in_browser(const std::string& url);

// A Chromium without a window, with a profile of its own that is taken away afterwards. It draws in software and asks
// nobody but 127.0.0.1 for anything.
class HeadlessBrowser {
public:
    // `program` is a path, or empty for the first Chromium in PATH.
    static Result<HeadlessBrowser> start(const std::string& program, const std::string& url);
    HeadlessBrowser(HeadlessBrowser&& other) noexcept;
    HeadlessBrowser& operator=(HeadlessBrowser&&) = delete;
    ~HeadlessBrowser();

    // False if it ended by itself.
    bool runs();
    // The last line it wrote to standard error, for people who want to know why it ended.
    std::string last_words() const;

private:
    HeadlessBrowser(pid_t process, std::string profile) : process_(process), profile_(std::move(profile)) {}

    pid_t process_ = -1;
    std::string profile_;
};

} // namespace ossuary::cli
