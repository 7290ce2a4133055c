// Operations on a whole model: scale it, and turn it about the vertical axis.
#pragma once

#include "ossuary/model/model.h"

namespace ossuary {

// Every length times the factor. The source's unit follows, so that a writer undoes it.
void scale_model(Model& model, double factor);

// Quarter turns about +Y, counter-clockwise seen from above: one turns +Z to +X. The roots turn, with the meshes in
// object space; the axes of other joints stay as they are.
void turn_model(Model& model, int quarters);

} // namespace ossuary
