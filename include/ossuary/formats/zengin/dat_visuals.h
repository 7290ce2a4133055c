// Which files an instance of a script shows: found by reading its code, and that of what it calls, without running it.
#pragma once

#include "ossuary/formats/zengin/dat.h"

namespace ossuary::zengin {

// What a name is used as.
enum class VisualUse : std::uint8_t {
    script,  // Mdl_SetVisual: a model script
    overlay, // Mdl_ApplyOverlayMds: a model script on top
    body,    // Mdl_SetVisualBody: an ASC
    head,    // Mdl_SetVisualBody: an MMS
    armor,   // Mdl_SetVisualBody: the instance of an item
    visual,  // the member VISUAL: of an item
    worn,    // the member VISUAL_CHANGE: what an item looks like on its wearer
    effect,  // the members VISNAME_S and SHPMESH_S of particle and visual effects
};
std::string_view name_of(VisualUse use);

struct InstanceVisual {
    VisualUse use = VisualUse::visual;
    std::string name; // as the script has it: asset_names.h finds the files
    bool operator==(const InstanceVisual&) const = default;
};

// In the order of the code, none twice. All branches are read as if each were taken, one after the other; what is not a
// constant, nor a parameter or variable that got one, is not found. Loops are read once, calls at most 16 deep, and not
// more than 64 kB of code for one instance. `left`, if given, is how many bytes may be read in all; it is counted down.
std::vector<InstanceVisual> visuals_of(const DatIndex& index, std::uint32_t instance, std::size_t* left = nullptr);

} // namespace ossuary::zengin
