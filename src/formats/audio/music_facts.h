// Facts that several kinds of music files have.
#pragma once

#include "ossuary/formats/audio/band.h"

namespace ossuary::audio {

Json facts_of(const Band& band);

inline std::string signature_text(const TimeSignature& signature) {
    return std::to_string(signature.beats) + '/' + std::to_string(signature.unit == 0 ? 256 : signature.unit);
}

} // namespace ossuary::audio
