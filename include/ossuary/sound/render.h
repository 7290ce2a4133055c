// The synthesizer: a list of events and the collections its bands name, as samples. Where samples are made only whole
// numbers are used, so that every machine and compiler gives the same ones.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ossuary/base/cpu.h"
#include "ossuary/base/result.h"
#include "ossuary/formats/audio/dls.h"
#include "ossuary/sound/compose.h"

namespace ossuary::sound {

// A collection under the name of its file; found by id, else by name. The file stays the caller's.
struct NamedCollection {
    std::string file;
    const audio::DlsFile* collection = nullptr;
};

// From a tick on, all is so loud: 0 to 1.
struct VolumeChange {
    std::int32_t time = 0;
    double volume = 1;
};

struct RenderOptions {
    std::uint32_t rate = 44100;
    std::uint16_t channels = 2;             // 1 or 2
    double tail = 0.5;                      // seconds after the end of the music
    double seconds = 0;                     // of the whole; 0: all of it and the tail; at most two hours
    Isa isa = Isa::best;                    // every set gives the same samples
    std::vector<VolumeChange> volumes = {}; // in order; as loud as it is before the first
};

// Ticks to frames: tempos add up in fractions of 2^-32 frames.
class TempoMap {
public:
    TempoMap(const EventList& list, std::uint32_t rate);
    std::int64_t frame(std::int32_t tick) const;

private:
    struct Change {
        std::int32_t tick;
        std::int64_t position, step;
    };
    std::vector<Change> changes_;
};

// Warns of instruments that no collection has; their notes are silent.
audio::Pcm render(const EventList& list, const std::vector<NamedCollection>& collections,
                  const RenderOptions& options = {}, Diagnostics* diagnostics = nullptr);

} // namespace ossuary::sound
