// A model of two bones with a weapon, two textures, and two clips: one of its own, one in another file.
#pragma once

#include <vector>

#include "formats/sf3/made_files.h"
#include "ossuary/formats/sf3/x8pc.h"

namespace ossuary::sf3::testing {

// Textured, two-sided and flipped in one; plain in the other; a triangle among them.
inline Mesh made_mesh(Fixed at, std::uint16_t texno) {
    Mesh mesh;
    mesh.points = {{at, 0, 0}, {at + fixed_one, 0, 0}, {at + fixed_one, -fixed_one, 0}, {at, -fixed_one, 0}};
    mesh.normals.assign(4, {0, 0, -4096});
    const Vector forward{0, 0, -fixed_one}; // the quad is seen from -z
    mesh.faces = {{{forward, {0, 1, 2, 3}}, {0, 0xC7, texno, Attr::usual_textured, 0, 0, Attr::textured_quad}},
                  {{forward, {0, 1, 2, 0}}, {1, 0xC3, 0, Attr::usual_plain, 0x801F, 0, Attr::plain_polygon}}};
    return mesh;
}

inline ModelFile made_model() {
    ModelFile file;
    file.textures = {{8, 4, std::vector<std::uint16_t>(32, 0x8001)}, {16, 3, {}}};
    for (std::uint16_t i = 0; i < 48; ++i)
        file.textures[1].pixels.push_back(i % 7 == 0 ? std::uint16_t{0} : static_cast<std::uint16_t>(0x8000 + i * 37));
    file.mesh_lists = {{made_mesh(0, 0), made_mesh(2 * fixed_one, 1)}, {made_mesh(0, 1)}};
    const auto op = [](std::uint8_t code) { return SkeletonOp{.code = code}; };
    file.skeleton = {op(SkeletonOp::push),
                     op(SkeletonOp::draw),
                     op(SkeletonOp::push),
                     op(SkeletonOp::draw80),
                     {0x30, {fixed_one, 0, 0, 0, 0, 0, fixed_one, fixed_one, fixed_one, fixed_one}},
                     {0x09, {0, -fixed_one, 0}},
                     op(SkeletonOp::pop),
                     op(SkeletonOp::pop),
                     op(SkeletonOp::pop)};
    file.box_center = {1, 2, 3};
    file.box_half = {4, 5, 6};
    file.clips = {{.type = 0x00, .external = false, .start = 1, .count = 30, .distance = 0, .events = {}},
                  {.type = 0x30, .external = true, .start = 35, .count = 51, .distance = 37, .events = {{59, 6}}}};
    file.bones = {made_bone({1, 15, 30}, 1), made_bone({1, 30}, 2)};
    return file;
}

} // namespace ossuary::sf3::testing
