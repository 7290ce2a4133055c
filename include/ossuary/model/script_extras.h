// Script fields of clips and models as members of an extras object: how glTF and OSA files keep them.
//
//     clip      flags, cvs, alias, combPrefix, combCount
//     model     script: modelTag, aniBlend, aniSync and aniDisable entries, each with its `kind`
#pragma once

#include "ossuary/base/json.h"
#include "ossuary/model/model.h"

namespace ossuary {

// The extras with the members that the typed fields stand for.
Json with_script(const Json& extras, const PlaybackHints& hints);
Json with_script(const Model& model);

// Moves the members into the typed fields. What is not understood stays; an empty object becomes null.
void take_script(Json& extras, PlaybackHints& hints);
void take_script(Model& model);

} // namespace ossuary
