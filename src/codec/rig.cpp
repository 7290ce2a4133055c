#include "ossuary/codec/rig.h"

#include <algorithm>
#include <cmath>

#include "ossuary/base/hash.h"
#include "ossuary/base/math.h"

namespace ossuary::codec {

namespace {

constexpr double half_root = 0.70710678118654752440;

// 2^(i / 16).
constexpr double sixteenths[16] = {
    1.0,
    1.0442737824274138403,
    1.0905077326652576592,
    1.1387886347566916537,
    1.1892071150027210667,
    1.2418578120734840486,
    1.2968395546510096659,
    1.3542555469368927283,
    1.4142135623730950488,
    1.4768261459394993114,
    1.5422108254079408236,
    1.6104903319492543082,
    1.6817928305074290861,
    1.7562521603732994831,
    1.8340080864093424635,
    1.9152065613971472939,
};

} // namespace

std::string_view name_of(JointKind kind) {
    switch (kind) {
    case JointKind::constant: return "constant";
    case JointKind::hinge: return "hinge";
    case JointKind::two_hinges: return "two_hinges";
    case JointKind::three_axes: return "three_axes";
    }
    return "unknown";
}

bool parse_name(std::string_view name, JointKind& kind) {
    for (const JointKind known :
         {JointKind::constant, JointKind::hinge, JointKind::two_hinges, JointKind::three_axes}) {
        if (name == name_of(known)) {
            kind = known;
            return true;
        }
    }
    return false;
}

std::string_view name_of(Effort effort) {
    switch (effort) {
    case Effort::fast: return "fast";
    case Effort::normal: return "normal";
    case Effort::best: return "best";
    }
    return "unknown";
}

bool parse_name(std::string_view name, Effort& effort) {
    for (const Effort known : {Effort::fast, Effort::normal, Effort::best}) {
        if (name == name_of(known)) {
            effort = known;
            return true;
        }
    }
    return false;
}

PackedQuat pack_quat(const Quatd& q, int bits) {
    PackedQuat packed;
    for (std::size_t i = 0; i < 4; ++i)
        if (std::abs(q[i]) > std::abs(q[packed.largest])) packed.largest = static_cast<std::uint8_t>(i);
    const double sign = q[packed.largest] < 0 ? -1 : 1;
    const double steps = static_cast<double>((1 << (bits - 1)) - 1);
    std::size_t part = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        if (i == packed.largest) continue;
        const double value = std::clamp(sign * q[i] / half_root, -1.0, 1.0);
        packed.parts[part++] = static_cast<std::int32_t>(std::round(value * steps));
    }
    return packed;
}

Quatd unpack_quat(const PackedQuat& packed, int bits) {
    const double step = half_root / static_cast<double>((1 << (bits - 1)) - 1);
    Quatd q{0, 0, 0, 0};
    double rest = 1;
    std::size_t part = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        if (i == packed.largest) continue;
        q[i] = packed.parts[part++] * step;
        rest -= q[i] * q[i];
    }
    q[packed.largest] = std::sqrt(std::max(0.0, rest));
    return normalize(q);
}

Vec3 PackedRig::offset(std::size_t joint) const {
    const auto& steps = joints[joint].offset;
    return {static_cast<float>(steps[0]) * offset_step, static_cast<float>(steps[1]) * offset_step,
            static_cast<float>(steps[2]) * offset_step};
}

Transform PackedRig::rest(std::size_t joint) const {
    const RigJoint& is = joints[joint];
    Quatd rotation;
    if (is.rest_rotation)
        rotation = unpack_quat(*is.rest_rotation, rest_bits);
    else if (is.kind == JointKind::constant)
        rotation = unpack_quat(is.left, quat_bits(is.kind, fine));
    return {is.rest_translation.value_or(is.moves ? Vec3{} : offset(joint)), to_float(rotation),
            is.rest_scale.value_or(is.scale)};
}

double step_value(std::uint8_t code) { return std::ldexp(sixteenths[code % 16], code / 16 - 8); }

std::uint8_t step_code(double value) {
    int low = 0, high = 255;
    while (low < high) { // the first code that is not below the value
        const int middle = (low + high) / 2;
        if (step_value(static_cast<std::uint8_t>(middle)) < value)
            low = middle + 1;
        else
            high = middle;
    }
    const auto at = [](int code) { return step_value(static_cast<std::uint8_t>(code)); };
    if (low > 0 && value * value < at(low) * at(low - 1)) --low;
    return static_cast<std::uint8_t>(low);
}

namespace {

template <class Name, class Parent> std::uint64_t hash_of(std::size_t joints, Name name, Parent parent) {
    ContentHash hash;
    hash.add(static_cast<std::uint64_t>(joints));
    for (std::size_t j = 0; j < joints; ++j) {
        hash.add(std::string_view(name(j)));
        hash.add(static_cast<std::int32_t>(parent(j)));
    }
    return hash.value();
}

} // namespace

std::uint64_t skeleton_hash(const Skeleton& skeleton) {
    return hash_of(
        skeleton.joints.size(), [&](std::size_t j) -> const std::string& { return skeleton.joints[j].name; },
        [&](std::size_t j) { return skeleton.joints[j].parent; });
}

std::uint64_t skeleton_hash(const PackedRig& rig) {
    return hash_of(
        rig.size(), [&](std::size_t j) -> const std::string& { return rig.names[j]; },
        [&](std::size_t j) { return rig.parents[j]; });
}

} // namespace ossuary::codec
