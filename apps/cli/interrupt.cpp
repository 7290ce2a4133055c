#include "cli/interrupt.h"

#include <pthread.h>

namespace ossuary::cli {

Interrupt::Interrupt() {
    sigemptyset(&signals_);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals_, signal);
    pthread_sigmask(SIG_BLOCK, &signals_, &before_);
}

Interrupt::~Interrupt() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

bool Interrupt::wait(std::chrono::milliseconds time) {
    const timespec limit{.tv_sec = time.count() / 1000, .tv_nsec = time.count() % 1000 * 1'000'000};
    if (!came_) came_ = sigtimedwait(&signals_, nullptr, &limit) > 0;
    return came_;
}

} // namespace ossuary::cli
