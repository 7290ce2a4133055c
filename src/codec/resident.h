// The resident tier, bit for bit (docs/osa.md):
//
//   segment     scale 8 | residual widths 4 × dofs | a0 … a3, each a row of all DoFs | rows of residuals, one a frame
//
// All of it without gaps from one field to the next; segments begin at whole bytes.
#pragma once

#include "codec/bases.h"
#include "codec/lattice.h"
#include "ossuary/codec/packed_clip.h"

namespace ossuary::codec {

// Fills bases, parts and data; false where a value is too large for the format.
bool pack_resident(const Lattice& lattice, Packing packing, PackedClip& clip);
// The way back. The clip must be sound.
Lattice unpack_resident(const PackedClip& clip, std::size_t dofs);
// Whether every field of every segment lies inside its segment.
Result<void> check_resident(const PackedClip& clip, std::size_t dofs);

inline std::size_t part_begin(const PackedClip& clip, std::size_t part) { return part == 0 ? 0 : clip.parts[part - 1]; }

} // namespace ossuary::codec
