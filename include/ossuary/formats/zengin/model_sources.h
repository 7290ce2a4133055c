// A model as the sources the game compiles, and as what it compiles them to.
#pragma once

#include "ossuary/formats/zengin/asc_model.h"
#include "ossuary/formats/zengin/compile.h"
#include "ossuary/formats/zengin/script_binding.h"

namespace ossuary::zengin {

// A script, the ASC of its tree and meshes, and one for each animation.
struct ModelSources {
    struct Source {
        std::string name; // `HERO_BODY.ASC`, as the script has it
        AscFile file;
    };
    std::string name; // of the script, without extension
    Script script;
    Source tree;
    std::vector<Source> motions;
};
// The tree is `NAME_BODY.ASC`, the motion of a clip `NAME_CLIP.ASC`. A motion is sampled at the clip's rate, or at a
// multiple of it on whose frames all its events lie; the script thins it out again. Clips that are aliases or
// combinations stay that where the model still has their data.
Result<ModelSources> sources_from_model(const Model& model, std::string_view name,
                                        const AscFromModelOptions& options = {}, Diagnostics* diagnostics = nullptr);

// The inverse of to_events: frames are those nearest to the times. What the script has no word for is reported and left
// out. `timing.duration` is not looked at.
std::vector<ScriptEvent> from_events(const EventTrack& events, const EventTiming& timing,
                                     Diagnostics* diagnostics = nullptr);

// Everything that is compiled from such sources.
struct CompiledModel {
    CompiledScript script;
    ModelHierarchy hierarchy;
    ModelMesh mesh;
    std::vector<ModelAnimation> animations;
};
Result<CompiledModel> compile_model(const ModelSources& sources, const CompileOptions& options = {},
                                    Diagnostics* diagnostics = nullptr);

} // namespace ossuary::zengin
