// The notes of a segment as a picture: time to the right, pitch upwards, a colour for each channel.
#pragma once

#include <string>

#include "ossuary/sound/compose.h"

namespace ossuary::cli {

// SVG; the same list gives the same bytes.
std::string draw_note_roll(const sound::EventList& list, const std::string& title);

} // namespace ossuary::cli
