#include <csignal>

#include <pthread.h>

#include "cli/interrupt.h"

namespace ossuary::cli {

struct Interrupt::State {
    sigset_t signals, before;
    bool came = false;
};

Interrupt::Interrupt() : state_(std::make_unique<State>()) {
    sigemptyset(&state_->signals);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&state_->signals, signal);
    pthread_sigmask(SIG_BLOCK, &state_->signals, &state_->before);
}

Interrupt::~Interrupt() { pthread_sigmask(SIG_SETMASK, &state_->before, nullptr); }

bool Interrupt::wait(std::chrono::milliseconds time) {
    const timespec limit{.tv_sec = time.count() / 1000, .tv_nsec = time.count() % 1000 * 1'000'000};
    if (!state_->came) state_->came = sigtimedwait(&state_->signals, nullptr, &limit) > 0;
    return state_->came;
}

} // namespace ossuary::cli
