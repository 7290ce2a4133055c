// X8AN: the battle animations of one character of Shining Force III, for all its models, one behind the other.
//
//     per animation, at a multiple of 2048 bytes:
//     0x00   u32 offset of the bone table
//     0x04   key data and bone table (keys.h), offsets from the start of the animation
//            zeros to the next multiple of 2048, except behind the last animation
//     then, in some files, one more u32 FFFFFFFF
//
// There is no header, no name and no word about the model: see binding.h for which animation belongs where.
#pragma once

#include <vector>

#include "ossuary/base/bytes.h"
#include "ossuary/base/json.h"
#include "ossuary/formats/sf3/keys.h"

namespace ossuary::sf3 {

struct Animation {
    std::vector<BoneKeys> bones;
    bool operator==(const Animation&) const = default;
};

struct AnimationFile {
    std::vector<Animation> animations;
    bool eof_marker = false;
    // The bytes of a file that is laid out in another way than ours (shared lists, other paddings); empty otherwise.
    // They are written as long as they still say what the values say.
    ByteBuffer original;
    bool operator==(const AnimationFile&) const = default;
};

// Errors begin with the code of the format's description: `E_FRAME_ORDER: …`.
Result<AnimationFile> parse_x8an(Bytes bytes, Diagnostics* diagnostics = nullptr);
// Refuses what the format cannot hold: frames that do not rise, a file without animation.
Result<ByteBuffer> write_x8an(const AnimationFile& file, Diagnostics* diagnostics = nullptr);
// Raw integers throughout. Members that follow from the others (`spans`, `groups`, `size`, `sha256`) may be there when
// building, and do not count.
Json dump_x8an(const AnimationFile& file);
Result<AnimationFile> build_x8an(const Json& json);

// True if the bytes begin as such a file does.
bool recognise_x8an(Bytes bytes);

} // namespace ossuary::sf3
