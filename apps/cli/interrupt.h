// Waiting that Ctrl-C ends, with what has to be cleaned up afterwards still ahead.
#pragma once

#include <chrono>
#include <csignal>

namespace ossuary::cli {

// While one lives, SIGINT, SIGTERM and SIGHUP do not end the program; wait() tells of them. To be made before threads
// are started, which then leave the signals to it.
class Interrupt {
public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    // True if a signal came in this time or before.
    bool wait(std::chrono::milliseconds time);

private:
    sigset_t signals_, before_;
    bool came_ = false;
};

} // namespace ossuary::cli
