// A small model made in code: two triangles, two joints, an animation of three frames.
#pragma once

#include "ossuary/formats/iqm/iqm.h"

namespace ossuary::iqm::testing {

template <class T> VertexArray array_of(ArrayType type, ArrayFormat format, std::uint32_t size, std::vector<T> values) {
    ByteWriter io;
    io("", values);
    return {type, {}, 0, format, size, std::move(io).take()};
}

inline IqmFile flag() {
    IqmFile file;
    file.num_vertexes = 4;
    file.meshes = {{"cloth", "flags/red.png", 0, 4, 0, 2}};
    file.arrays = {
        array_of<float>(ArrayType::position, ArrayFormat::f32, 3, {0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 1}),
        array_of<float>(ArrayType::texcoord, ArrayFormat::f32, 2, {0, 1, 1, 1, 0, 0, 1, 0}),
        array_of<float>(ArrayType::normal, ArrayFormat::f32, 3, {0, -1, 0, 0, -1, 0, 0, -1, 0, 0, -1, 0}),
        array_of<std::uint8_t>(ArrayType::blendindexes, ArrayFormat::u8, 4,
                               {0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0}),
        array_of<std::uint8_t>(ArrayType::blendweights, ArrayFormat::u8, 4,
                               {255, 0, 0, 0, 200, 55, 0, 0, 255, 0, 0, 0, 200, 55, 0, 0}),
    };
    file.triangles = {{0, 2, 1}, {1, 2, 3}};
    file.joints = {{"pole", -1, {0, 0, 0}, {0, 0, 0, -1}, {1, 1, 1}},
                   {"tip", 0, {0.5f, 0, 0}, {0, 0, 0, -1}, {1, 1, 1}}};
    IqmPose pole, tip;
    pole.offset = {0, 0, 0, 0, 0, 0, -1, 1, 1, 1};
    tip.parent = 0;
    tip.mask = 2; // Ty
    tip.offset = {0.5f, 0, 0, 0, 0, 0, -1, 1, 1, 1};
    tip.scale[1] = 0.25f;
    file.poses = {pole, tip};
    file.anims = {{"wave", 0, 3, 10, loop_flag}};
    file.num_frames = 3;
    file.num_framechannels = 1;
    file.frames = {0, 4, 8};
    return file;
}

inline IqmFile parsed(const ByteBuffer& bytes) { return parse_iqm(bytes).value(); }

} // namespace ossuary::iqm::testing
