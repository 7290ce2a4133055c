// motion.zbd: the walks, runs and jumps of MechWarrior 3's mechs, an archive with one clip per entry.
//
//     u32 version 4, f32 loop time, u32 frames, u32 parts, f32 -1, f32 1, then per part
//     u32 length, name, u32 flags 12, translations x, y, z × (frames + 1), rotations w, x, y, z × (frames + 1)
//
// Key k is at k · loop time / frames; the last repeats the first. Both replace the node's own, in its parent's frame.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ossuary/base/json.h"
#include "ossuary/formats/mw3/archive.h"

namespace ossuary::mw3 {

struct MotionPart {
    std::string name;
    std::vector<Vector> translations;
    std::vector<Quaternion> rotations;
};

struct Motion {
    Real loop_time = 1; // seconds
    Real minus_one = -1;
    Real plus_one = 1;
    std::uint32_t frame_count = 1; // one less than the keys of each part
    std::vector<MotionPart> parts;
};

struct MotionEntry {
    ArchiveEntry entry;
    Motion motion;
};

struct MotionFile {
    std::uint32_t footer_version = 1; // 2 in Pirate's Moon
    std::uint32_t checksum = 0;       // of version 2
    std::vector<MotionEntry> entries;
    std::vector<Gap> gaps;
};

// The footer is an archive's and the first entry looks like a motion.
bool recognise_motion(Bytes bytes);
Result<MotionFile> parse_motion(Bytes bytes, Diagnostics* diagnostics = nullptr);
ByteBuffer write_motion(const MotionFile& file);
Json dump_motion(const MotionFile& file);
Result<MotionFile> build_motion(const Json& json);

// One clip's entry; `origin` is where it begins in the file, `path` what its errors begin with.
Result<Motion> parse_motion_entry(Bytes bytes, std::size_t origin, std::string_view path,
                                  Diagnostics* diagnostics = nullptr);
ByteBuffer write_motion_entry(const Motion& motion);

} // namespace ossuary::mw3
