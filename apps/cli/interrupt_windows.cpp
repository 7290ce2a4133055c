#include "cli/interrupt.h"

#if !defined(NOMINMAX)
#define NOMINMAX
#endif
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

namespace ossuary::cli {

namespace {

HANDLE interrupted = nullptr; // an event, while an Interrupt lives

BOOL WINAPI note_interrupt(DWORD) {
    SetEvent(interrupted);
    return TRUE;
}

} // namespace

struct Interrupt::State {
    bool came = false;
};

Interrupt::Interrupt() : state_(std::make_unique<State>()) {
    interrupted = CreateEventW(nullptr, TRUE, FALSE, nullptr);
    SetConsoleCtrlHandler(note_interrupt, TRUE);
}

Interrupt::~Interrupt() {
    SetConsoleCtrlHandler(note_interrupt, FALSE);
    CloseHandle(interrupted);
}

bool Interrupt::wait(std::chrono::milliseconds time) {
    if (!state_->came)
        state_->came = WaitForSingleObject(interrupted, static_cast<DWORD>(time.count())) == WAIT_OBJECT_0;
    return state_->came;
}

} // namespace ossuary::cli
