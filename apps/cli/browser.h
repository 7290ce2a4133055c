// A headless Chromium for pictures.
#pragma once

#include <string>

#include "cli/system.h"
#include "ossuary/base/result.h"

namespace ossuary::cli {

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
    HeadlessBrowser() = default;

    ChildProcess process_;
    std::string profile_;
};

} // namespace ossuary::cli
