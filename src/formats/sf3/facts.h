// Facts about Shining Force III's battle files for `info`.
#pragma once

#include <vector>

#include "ossuary/base/json.h"
#include "ossuary/formats/sf3/binding.h"
#include "ossuary/formats/sf3/x8pc_container.h"

namespace ossuary::sf3 {

// A model and its place in the order of letters, with what binding made of it.
struct KnownModel {
    ModelClips clips;
    ModelBinding binding;
};

// `known` are the models that lie beside the animations; empty where none does.
Json facts_of(const AnimationFile& file, const std::vector<KnownModel>& known);
Json facts_of(const ModelFile& file, double tick_rate);
Json facts_of(const ContainerFile& file);

} // namespace ossuary::sf3
