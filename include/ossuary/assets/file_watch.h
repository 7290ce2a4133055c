// Which files have changed on disk, and which are being written. Native builds only.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "ossuary/assets/cache.h"

namespace ossuary {

// Watches folders with everything below them, and single files. The system tells where it can (inotify); elsewhere, or
// if asked to, the files' sizes and times are compared at each poll.
//
// A file is settled once whoever wrote it has closed it, or renamed it into its place, or deleted it. Where that cannot
// be seen (polling, and files that were already in a folder that has just come) it is settled when it has stayed as it
// is for a while.
//
// For one thread at a time.
class FileWatch {
public:
    struct Options {
        bool polling = false;
        double settle_seconds = 0.25;  // for files whose writers cannot be seen
        std::function<double()> clock; // seconds; null: a steady clock
    };
    FileWatch();
    explicit FileWatch(Options options);
    ~FileWatch();

    // What is there now is where changes count from. A file that is not there yet may be watched, a folder not.
    Result<void> add(const std::string& path);
    // What happened since the last poll, with the paths as they were given and what lies below them; none twice.
    // `unsettled` are all that are being written now. Never waits.
    FileChanges poll();
    bool is_polling() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace ossuary
