// Waiting that Ctrl-C ends, with what has to be cleaned up afterwards still ahead.
#pragma once

#include <chrono>
#include <memory>

namespace ossuary::cli {

// While one lives, SIGINT, SIGTERM and SIGHUP (on Windows Ctrl-C, Ctrl-Break and the closing of the window) do not end
// the program; wait() tells of them. To be made before threads are started, which then leave the signals to it.
class Interrupt {
public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    // True if a signal came in this time or before.
    bool wait(std::chrono::milliseconds time);

private:
    struct State; // interrupt_posix.cpp, interrupt_windows.cpp
    std::unique_ptr<State> state_;
};

} // namespace ossuary::cli
