// Where the library may say what it is doing. There is no global log: whoever wants one passes it in.
#pragma once

#include <functional>
#include <string_view>

namespace ossuary {

enum class LogLevel { quiet, error, warning, info, debug };

struct Log {
    LogLevel level = LogLevel::warning;
    std::function<void(LogLevel, std::string_view)> sink;

    bool wants(LogLevel asked) const { return sink && asked <= level; }
    void write(LogLevel at, std::string_view message) const {
        if (wants(at)) sink(at, message);
    }
};

} // namespace ossuary
