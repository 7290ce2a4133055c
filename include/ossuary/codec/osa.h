// .osa: one rig and any number of packed clips in a file. Little-endian, the same bytes for the same clips on every
// machine; docs/osa.md has it to the byte.
#pragma once

#include <memory>
#include <vector>

#include "ossuary/codec/packed_clip.h"
#include "ossuary/codec/rig.h"

namespace ossuary::codec {

inline constexpr std::uint16_t osa_version = 2;

struct OsaFile {
    PackedRig rig;
    std::vector<PackedClip> clips;
};

bool recognise_osa(Bytes bytes);

// The clips' data stay where they are: `bytes` must outlive the result (a mapped file does). Checksum, sizes and counts
// are checked; what the clips' bits hold is checked when a decoder is made.
Result<OsaFile> parse_osa(Bytes bytes);
// The same, the clips keeping the owner of the bytes alive (SharedBytes::owner).
Result<OsaFile> parse_osa(Bytes bytes, std::shared_ptr<const void> owner);
// An unchanged file is written to the same bytes.
Result<ByteBuffer> write_osa(const OsaFile& file);

// What a clip says beside its movement (events, hints, extras), as the file has it: an object, empty where it says
// nothing. The rate must be set first.
Json details_of(const PackedClip& clip);
Result<void> set_details(PackedClip& clip, const Json& details, std::size_t joints);

// How many bytes of a file a clip takes, and how many the rig with everything that belongs to no clip.
std::size_t clip_bytes(const PackedRig& rig, const PackedClip& clip);
std::size_t rig_bytes(const PackedRig& rig);

} // namespace ossuary::codec
