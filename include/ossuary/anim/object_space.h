// LocalToObjectJob: from local poses to matrices in object space. SkinPaletteJob: from those to what skinning takes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ossuary/anim/kernels.h"
#include "ossuary/anim/rig.h"
#include "ossuary/base/result.h"
#include "ossuary/model/mesh.h"

namespace ossuary::anim {

// Row major, 4 × 4; the last row is 0 0 0 1 from the start, and jobs need not write it. The translation is m[3], m[7],
// m[11].
struct alignas(64) ObjectMatrix {
    float m[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
};
ObjectMatrix to_object_matrix(const Affine& matrix);
Affine to_affine(const ObjectMatrix& matrix);

// The matrices of one or several characters of one rig. Several in one job are faster than one job each: they go
// through the tree side by side, four at a time.
struct LocalToObjectJob {
    const Rig* rig = nullptr;
    PoseView poses;                 // one pose after another, rig->block_count() blocks each
    std::span<ObjectMatrix> output; // one character after another, rig->joint_count() matrices each
    // Only this joint and what is below it; the other matrices must hold the result of an earlier run. -1: everything.
    std::int32_t from = -1;
    const ObjectMatrix* root = nullptr; // what the roots are relative to: the object in the world; null for nothing
    Kernels kernels;

    Result<void> check() const;
    Result<void> run() const;
};

// Row major, 3 × 4: 48 bytes, as GPUs take them.
struct alignas(16) PaletteMatrix {
    float m[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
};
PaletteMatrix to_palette_matrix(const Affine& matrix);
PaletteMatrix to_palette_matrix(const ObjectMatrix& matrix);
Affine to_affine(const PaletteMatrix& matrix);

// A skin prepared for one rig. A mesh without skin needs none: the matrix of its joint is its palette.
struct SkinBinding {
    std::vector<std::uint32_t> joints;
    std::vector<PaletteMatrix> inverse_bind;
    std::size_t rig_joints = 0;

    // Fails if a joint is not the rig's, or there is not one matrix for each.
    static Result<SkinBinding> make(const Skin& skin, const Rig& rig);
};

// palette[i] = matrices[skin.joints[i]] · skin.inverse_bind[i], for one or several characters.
struct SkinPaletteJob {
    const SkinBinding* skin = nullptr;
    std::span<const ObjectMatrix> matrices; // one character after another, skin->rig_joints each
    std::span<PaletteMatrix> output;        // one character after another, skin->joints.size() each
    Kernels kernels;

    Result<void> check() const;
    Result<void> run() const;
};

} // namespace ossuary::anim
