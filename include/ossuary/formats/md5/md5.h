// What the three MD5 kinds share: version 10 text files of the id Tech 4 engine (DOOM 3, 2004).
//
// Numbers are kept as the doubles the text gives, so that a file written again holds the same values bit for bit.
// Axes and units are the file's own (right-handed, Z up, about an inch); to_model turns them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ossuary/base/bytes.h"
#include "ossuary/base/json.h"
#include "ossuary/base/math.h"
#include "ossuary/base/result.h"

namespace ossuary::md5 {

struct ParseOptions {
    // Wrong counts, NaN texts and missing frames become warnings instead of errors.
    bool lenient = false;
};

// The unit quaternion of three stored components: w = -sqrt(1 - x² - y² - z²), or 0 where that is not real; then
// divided by its length. The sign goes with the ordinary (Hamilton) rules.
Quatd rebuild_orientation(const Vec3d& stored);
// The three components to store for a rotation: unit length, w ≤ 0.
Vec3d stored_orientation(const Quatd& rotation);

struct Placement {
    Vec3d position;
    Vec3d orientation; // stored components
    bool operator==(const Placement&) const = default;
};

enum class Kind { mesh, anim, camera };
// Decides by the first distinguishing keyword after the header; nothing if this is no MD5 file.
std::optional<Kind> recognise_md5(Bytes bytes);

// How files become models: C = (x, z, −y) for front −Y, (y, z, x) for front +X, and metres per unit.
enum class Front { minus_y, plus_x };
Basis md5_basis(Front front = Front::minus_y, double unit_scale = 0.0254);

} // namespace ossuary::md5
