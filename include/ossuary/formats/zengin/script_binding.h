// A model script with everything it names, as one model with a clip for each animation.
//
// The parts are asked for by the names of asset_names.h: the hierarchy as MDH or in an MDL, meshes as MDM, the
// animation RUN of HERO.MDS as HERO-RUN.MAN; where there is none, the ASC source. What is not found is reported as an
// error, one line for each, and left out.
#pragma once

#include <functional>
#include <optional>

#include "ossuary/formats/zengin/binding.h"
#include "ossuary/formats/zengin/mms.h"
#include "ossuary/formats/zengin/script.h"

namespace ossuary::zengin {

using PartLookup = std::function<std::optional<ByteBuffer>(std::string_view file_name)>;

// Clips carry the script's layer, next, blend times and direction as hints (samples stay forward for direction R), and
// its flags, source, frames, rates and collision volume scale in `extras`. An alias is a clip of its own. A combination
// has the data of its middle part and names all of them. What has no data (aniBlend, aniSync, aniBatch, aniDisable,
// modelTag) is listed in the model's `extras.script`. Fails if there is no hierarchy.
Result<Model> to_model(const Script& script, std::string_view name, const PartLookup& find,
                       const BindOptions& options = {}, Diagnostics* diagnostics = nullptr);

// A morph script with what it names: the compiled NAME.MMB, or the reference shape and the mesh keys of its ASC
// sources. Fails if there is neither; an animation whose source is missing or of another shape is reported as an error
// and left out.
Result<Model> to_model(const MorphScript& script, std::string_view name, const PartLookup& find,
                       const BindOptions& options = {}, Diagnostics* diagnostics = nullptr);

// How frames of a source become seconds of a clip.
struct EventTiming {
    std::int32_t first = 0;  // frame of the source at time 0
    double source_rate = 25; // frames of the source per second of the clip
    double duration = 0;     // no event is later
};
// Events as typed values. Frames inside DEF_HIT_END, DEF_PAR_FRAME and DEF_WINDOW count from the start of the clip, all
// others in the source's numbering. A tag of unknown type keeps its name and arguments.
EventTrack to_events(std::span<const ScriptEvent> events, const EventTiming& timing,
                     Diagnostics* diagnostics = nullptr);

} // namespace ossuary::zengin
