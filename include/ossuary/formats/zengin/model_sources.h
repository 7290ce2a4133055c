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
// The tree is `NAME_BODY.ASC`, the motion of a clip `NAME_CLIP.ASC` or what its `extras.asc` says. Clips that are
// aliases or combinations share the motion of their data if the model still has that.
Result<ModelSources> sources_from_model(const Model& model, std::string_view name,
                                        const AscFromModelOptions& options = {}, Diagnostics* diagnostics = nullptr);

// The script alone: hints, events and extras of the clips as entries, the inverse of to_model(Script).
Script script_from_model(const Model& model, std::string_view name, Diagnostics* diagnostics = nullptr);
// The inverse of to_events. Events of no word in the script are reported and left out.
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
