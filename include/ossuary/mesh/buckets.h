// Buckets: what is drawn together and in which order. How a surface mixes with what lies behind it decides both.
#pragma once

#include <cstdint>
#include <vector>

#include "ossuary/model/model.h"
#include "ossuary/model/surface.h"

namespace ossuary::mesh {

// Surfaces that can be drawn with one set of states: one way through the renderer, one material.
struct Bucket {
    struct Part {
        std::uint32_t mesh = 0, surface = 0;
        bool operator==(const Part&) const = default;
    };
    RenderPath path = RenderPath::solid;
    std::int32_t material = -1; // the first of those that look the same
    std::size_t triangles = 0;
    std::vector<Part> parts; // in the order of meshes and surfaces
};

// All surfaces with triangles, each in exactly one bucket, in the order of drawing: by render path, then by
// material. Materials that differ only in names and in what a source remembers beside its looks are drawn together.
// What is mixed with the picture behind it still has to be sorted by distance, within its path.
std::vector<Bucket> material_buckets(const Model& model);

} // namespace ossuary::mesh
