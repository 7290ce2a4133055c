// The skeleton of X8PC: one-byte commands that push and pop a matrix stack, draw meshes and mark places.
//
//     FD               push: a bone, child of the entry below; bones count up from 0
//     FE               pop; popping the root ends the stream
//     00, 80           draw the next body mesh with the matrix on top
//     30, 81           weapon tag: zeros to a multiple of 4, VECTOR place, QUAT32 rotation, VECTOR scale
//     others to 7F     position tag: zeros to a multiple of 4, VECTOR place
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "ossuary/base/json.h"
#include "ossuary/formats/sf3/sgl.h"

namespace ossuary::sf3 {

struct SkeletonOp {
    std::uint8_t code = 0;
    std::array<std::int32_t, 10> values{}; // FIXED operands of a tag; the rest is 0

    static constexpr std::uint8_t draw = 0x00, draw80 = 0x80, push = 0xFD, pop = 0xFE;
    static constexpr std::uint8_t weapon = 0x30, weapon81 = 0x81;
    constexpr bool is_known() const { return code <= weapon81 || code == push || code == pop; }
    constexpr bool is_draw() const { return code == draw || code == draw80; }
    constexpr bool is_weapon_tag() const { return code == weapon || code == weapon81; }
    constexpr bool is_tag() const { return is_known() && !is_draw() && code != push && code != pop; }
    constexpr std::size_t operand_count() const { return is_weapon_tag() ? 10 : is_tag() ? 3 : 0; }

    Vector place() const { return {values[0], values[1], values[2]}; }
    // The place of a tag below its bone, in the file's axes.
    Transformd transform() const;
    bool operator==(const SkeletonOp&) const = default;
};

// `push`, `pop`, `mesh`, `mesh80`, or an object of `tag` and `values`.
Json to_json(const SkeletonOp& op);
bool from_json(const Json& json, SkeletonOp& op);

struct PlacedTag {
    std::int32_t bone = -1; // -1: directly under the root
    SkeletonOp op;
};

// What the commands build.
struct SkeletonTree {
    std::vector<std::int32_t> parents;    // per bone; -1: the root
    std::vector<std::int32_t> mesh_bones; // per body mesh, in drawing order
    std::vector<PlacedTag> tags;
    bool is_closed = false; // the root was popped by the last command
};
SkeletonTree run_skeleton(const std::vector<SkeletonOp>& ops);

// `chest`, `grip`, `tip` …; empty for a tag nobody knows the meaning of.
std::string_view meaning_of_tag(std::uint8_t code);
// True for the tags of the format's description, also those whose meaning is not known.
bool is_usual_tag(std::uint8_t code);

} // namespace ossuary::sf3
