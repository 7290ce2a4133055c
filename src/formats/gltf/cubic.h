// Cubic splines (glTF's CUBICSPLINE) as straight pieces.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace ossuary::gltf {

// Keys of one sampler: `width` numbers per key.
struct SamplerKeys {
    std::vector<float> times;
    std::vector<float> values;
    std::size_t width = 0;
};

// `spline` has three entries per key: tangent in, value, tangent out. The result keeps every key and adds as many as
// keep straight lines (great arcs for rotations) within 1e-5 of the curve. `may_grow` is asked before keys are added
// to the last ones; when it says no, the result ends there.
SamplerKeys bake_cubic(const SamplerKeys& spline, bool is_rotation, const std::function<bool()>& may_grow);

} // namespace ossuary::gltf
