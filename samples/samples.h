// The sample maker: Ossian, a skeleton warrior made by formulas, and the things beside him. Deterministic to the bit.
#pragma once

#include <string>
#include <vector>

#include "ossuary/base/bytes.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/files.h"
#include "ossuary/base/result.h"
#include "ossuary/model/model.h"
#include "ossuary/model/world.h"

namespace ossuary::samples {

Model make_hero();   // skinned, with face morphs, textures and the whole moveset
Model make_chest();  // a hierarchy of rigid parts that opens
Model make_banner(); // a morph mesh that waves
Model make_mech();   // rigid parts that move as the hero does
World make_world();  // a patch of terrain with a way net and the three above in it

// Everything `ossuary demo` lays out, with relative names: `hero.glb`, `md5/hero.md5mesh`. What a format cannot hold is
// dropped there and told in `dropped`.
Result<std::vector<NamedFile>> make_demo(Diagnostics* dropped = nullptr);

} // namespace ossuary::samples
