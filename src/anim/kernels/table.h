// The table of kernels of one instruction set, and what they are called with. Everything here is plain pointers and
// numbers: the kernel files are compiled once per instruction set and must not share inline functions with anything.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ossuary/anim/kernels.h"
#include "ossuary/anim/pose.h"
#include "ossuary/anim/rig.h"
#include "ossuary/anim/skinning.h"

namespace ossuary::anim {

// One pose between two key frames. A key frame holds 4 × 16 floats for each part of `rotations`, then 3 × 16 for each
// of `vectors`.
struct SampleRun {
    const float* from = nullptr;
    const float* to = nullptr;
    const float* fractions = nullptr; // 16, one per lane of a block
    const BlockPart* rotations = nullptr;
    std::size_t rotation_count = 0;
    const BlockPart* vectors = nullptr;
    std::size_t vector_count = 0;
    JointBlock* output = nullptr;
};

// Up to four poses at once, with one weight each that add up to one.
inline constexpr std::size_t max_run_layers = 4;
struct BlendRun {
    const JointBlock* poses[max_run_layers] = {};
    float weights[max_run_layers] = {};
    std::size_t layer_count = 0;
    std::size_t joint_count = 0;
    JointBlock* output = nullptr;
};

// What a blend of more layers has summed up so far for one block.
struct BlendSum {
    JointBlock pose;
    float weight[block_joints];
};
// One block of up to four poses with a weight per joint. The sum begins with `before` where that is given; it goes to
// `after`, or is completed from the rest pose, normalised and written.
struct MaskedBlendRun {
    const JointBlock* poses[max_run_layers] = {};
    const float* masks[max_run_layers] = {}; // null: one for every joint
    float weights[max_run_layers] = {};
    std::size_t layer_count = 0;
    std::size_t joint_count = 0;
    const BlendSum* before = nullptr;
    BlendSum* after = nullptr;
    const JointBlock* rest = nullptr;
    float threshold = 0;
    JointBlock* output = nullptr;
};

struct OverlayRun {
    const JointBlock* base = nullptr;
    const JointBlock* layer = nullptr;
    const float* mask = nullptr; // null: one for every joint
    float weight = 0;
    std::size_t joint_count = 0;
    JointBlock* output = nullptr;
};

struct MakeAdditiveRun {
    const JointBlock* pose = nullptr;
    const JointBlock* reference = nullptr;
    std::size_t joint_count = 0;
    JointBlock* output = nullptr;
};
struct AdditiveRun {
    const JointBlock* base = nullptr;
    const JointBlock* difference = nullptr;
    const float* mask = nullptr; // null: one for every joint
    float weight = 0;            // not negative
    bool subtract = false;
    std::size_t joint_count = 0;
    JointBlock* output = nullptr;
};

// Local transforms of whole blocks as rows of matrices: the row r of joint i of a block is at
// block · 192 + r · 64 + (i % 4) · 16 + (i / 4) · 4, which every width writes in whole registers.
inline constexpr std::size_t local_block_size = 192;
inline constexpr std::size_t local_row_stride = 64;
constexpr std::size_t local_offset(std::size_t joint) {
    return joint / block_joints * local_block_size + joint % 4 * 16 + joint % block_joints / 4 * 4;
}

// Up to 128 joints of up to four characters. `models` are whole outputs, where the parents' matrices lie too; `poses`
// and `blocks` begin with these joints.
inline constexpr std::size_t max_walk_characters = 4;
struct WalkRun {
    const JointBlock* poses[max_walk_characters] = {};
    float* models[max_walk_characters] = {}; // 16 floats a joint
    std::size_t character_count = 0;
    std::size_t joint_count = 0; // of these joints
    std::size_t first_block = 0, block_end = 0;
    const WalkStep* steps = nullptr;
    std::size_t step_count = 0;
    std::size_t root_count = 0;
    const float* root = nullptr; // what the roots are relative to, 16 floats
    // The branch to be walked, of one character; all of the joints if its size is 0.
    std::uint32_t branch_first = 0, branch_size = 0;
};

struct PaletteRun {
    const float* models = nullptr;
    const std::uint32_t* joints = nullptr;
    const float* inverse_bind = nullptr; // 12 floats each
    std::size_t count = 0;
    float* output = nullptr; // 12 floats each
};

// Where a morph target leaves a block alone.
inline constexpr std::uint32_t no_morph = ~std::uint32_t{0};

struct SkinRun {
    const SkinBlock* blocks = nullptr;
    std::size_t block_count = 0;
    std::size_t block_size = 0;
    const float* data = nullptr;
    const std::uint32_t* bones = nullptr;
    const float* palette = nullptr; // 12 floats a bone
    bool has_normals = false, has_tangents = false;
    bool even_scale = false;
    const std::uint32_t* morph_offsets = nullptr; // of each target for each block, in `data`
    const float* morph_weights = nullptr;
    std::size_t morph_count = 0;
    std::size_t vertex_count = 0;
    // Planes in packed order; null where not wanted.
    float* positions[3] = {};
    float* normals[3] = {};
    float* tangents[3] = {};
    // Records, from that of vertex 0; null where not wanted. `order`: which vertex the i-th is; null for the i-th.
    unsigned char* position_records = nullptr;
    unsigned char* normal_records = nullptr;
    unsigned char* tangent_records = nullptr;
    std::size_t stride = 0;
    const std::uint32_t* order = nullptr;
};

struct KernelTable {
    std::uint32_t width = 0; // floats in a register
    void (*sample)(const SampleRun& run) = nullptr;
    void (*blend)(const BlendRun& run) = nullptr;
    void (*masked_blend)(const MaskedBlendRun& run) = nullptr;
    void (*overlay)(const OverlayRun& run) = nullptr;
    void (*make_additive)(const MakeAdditiveRun& run) = nullptr;
    void (*additive)(const AdditiveRun& run) = nullptr;
    void (*local_to_model)(const WalkRun& run) = nullptr;
    void (*palette)(const PaletteRun& run) = nullptr;
    void (*skin)(const SkinRun& run) = nullptr; // null where vertices are not skinned on the processor
};

const KernelTable& kernels_for(Isa isa);
const KernelTable& strict_kernels_for(Isa isa);
const KernelTable& table_of(Kernels kernels);

} // namespace ossuary::anim
