// Meshes and nodes as MechWarrior 3 keeps them: what make_mechlib() and make_yard() are built of.
#pragma once

#include <map>
#include <span>

#include "ossuary/formats/mw3/nodes.h"
#include "ossuary/formats/mw3/textures.h"
#include "ossuary/model/material.h"
#include "samples/shapes.h"

namespace ossuary::samples {

// Any address that is not zero; the game's tools left theirs.
inline constexpr std::uint32_t old_address = 0x02F00000;

class ZbdMesh {
public:
    // Two triangles that form a flat quad become one polygon. Without a material that has a picture: no coordinates.
    void add(const Part& part, std::int32_t material, bool is_textured = true, bool both_sides = false);
    void scroll(float u, float v);
    mw3::WorldMesh take();

private:
    std::uint32_t pooled(std::vector<mw3::Vector>& pool, std::map<std::array<float, 3>, std::uint32_t>& known,
                         const Vec3d& value);
    mw3::WorldMesh mesh_;
    std::map<std::array<float, 3>, std::uint32_t> vertices_, normals_;
};

mw3::Bounds bounds_of(const mw3::WorldMesh& mesh);
// Grows a box by another one under a transform; what is empty has its low above its high.
mw3::Bounds no_bounds();
bool is_empty(const mw3::Bounds& box);
void grow(mw3::Bounds& box, const mw3::Bounds& by, const mw3::Affine12& at);

// An object3d node at a place, turned about y.
mw3::Object3d object_at(const Vec3d& place, double turns_about_y = 0);
// Boxes and the bits that say which of them are meant.
void set_boxes(mw3::WorldNode& node, const mw3::Bounds& of_mesh, const mw3::Bounds& of_children);

mw3::WorldMaterial textured_material();
mw3::WorldMaterial coloured_material(float red, float green, float blue);

// A picture in 5:6:5; `simple` leaves transparent pixels black, `full` keeps a byte of alpha for each.
enum class PackedAlpha { none, simple, full };
mw3::PackedImage pack(const Image& image, PackedAlpha alpha = PackedAlpha::none);

} // namespace ossuary::samples
