// Facts about Gothic's files for `info`: counts, names and headers, under the names of the formats' description.
#pragma once

#include "ossuary/formats/zengin/asc.h"
#include "ossuary/formats/zengin/dat.h"
#include "ossuary/formats/zengin/fnt.h"
#include "ossuary/formats/zengin/man.h"
#include "ossuary/formats/zengin/mdl.h"
#include "ossuary/formats/zengin/mds.h"
#include "ossuary/formats/zengin/mmb.h"
#include "ossuary/formats/zengin/mms.h"
#include "ossuary/formats/zengin/mrm.h"
#include "ossuary/formats/zengin/msb.h"
#include "ossuary/formats/zengin/msh.h"
#include "ossuary/formats/zengin/outfit.h"
#include "ossuary/formats/zengin/tex.h"

namespace ossuary::zengin {

// The bytes of texts are kept; bytes_as_characters makes them fit for JSON.
Json facts_of(const ModelAnimation& animation);
Json facts_of(const ModelHierarchy& hierarchy);
Json facts_of(const ModelMesh& file);
Json facts_of(const ModelFile& file);
Json facts_of(const MultiResolutionMesh& file);
Json facts_of(const MorphMesh& file);
Json facts_of(const PlainMesh& file);
Json facts_of(const Script& script);
Json facts_of(const CompiledScript& file);
Json facts_of(const MorphScript& script);
Json facts_of(const AscFile& file);
Json facts_of(const DatFile& file);
Json facts_of(const Outfit& outfit, const FileLookup& find);
Json facts_of(const TextureFile& file);
Json facts_of(const FontFile& file);

} // namespace ossuary::zengin
