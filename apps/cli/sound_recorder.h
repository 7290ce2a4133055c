// Sounds that start and stop at their times, mixed into one file.
#pragma once

#include <string>
#include <vector>

#include "cli/session.h"
#include "ossuary/base/ticks.h"
#include "ossuary/sound/mixer.h"

namespace ossuary::cli {

class SoundRecorder {
public:
    // In the order of time. The samples stay the caller's; `frame` of a start is that of its time.
    void start(Ticks time, sound::SoundStart sound);
    void stop(Ticks time, std::uint32_t source);
    // Everything that was recorded, as a .wav of that length.
    Result<void> write(Session& session, const std::string& path, Ticks duration, bool force) const;

private:
    struct Entry {
        Ticks time{};
        sound::SoundStart sound; // without samples: its source stops
    };
    std::vector<Entry> entries_;
};

} // namespace ossuary::cli
