#include "ossuary/model/whole_model.h"

#include <cmath>
#include <numbers>

#include "ossuary/base/math.h"

namespace ossuary {

namespace {

Affine with_scaled_offset(const Affine& matrix, double factor) {
    Affined scaled = to_double(matrix);
    scaled.t = scaled.t * factor;
    return to_float(scaled);
}

void scale(std::vector<Vec3>& points, double factor) {
    for (Vec3& point : points) point = to_float(to_double(point) * factor);
}

// A turn about +Y by a multiple of 90 degrees: exact for vectors.
struct Turn {
    int quarters; // 1, 2 or 3

    Vec3 operator()(const Vec3& v) const {
        if (quarters == 1) return {v.z, v.y, -v.x};
        if (quarters == 2) return {-v.x, v.y, -v.z};
        return {-v.z, v.y, v.x};
    }
    Quatd quaternion() const {
        const double half = quarters * std::numbers::pi / 4;
        return {0, std::sin(half), 0, std::cos(half)};
    }
    Quat operator()(const Quat& rotation) const { return to_float(normalize(quaternion() * to_double(rotation))); }
    // A matrix that takes object space to a joint's: what was turned is turned back first.
    Affine before(const Affine& matrix) const {
        const Turn back{4 - quarters};
        return {matrix.direction(back(Vec3{1, 0, 0})), matrix.direction(back(Vec3{0, 1, 0})),
                matrix.direction(back(Vec3{0, 0, 1})), matrix.t};
    }
    void all(std::vector<Vec3>& vectors) const {
        for (Vec3& v : vectors) v = (*this)(v);
    }
};

} // namespace

void scale_model(Model& model, double factor) {
    for (Joint& joint : model.skeleton.joints)
        joint.rest.translation = to_float(to_double(joint.rest.translation) * factor);
    for (Mesh& mesh : model.meshes) {
        scale(mesh.positions, factor);
        for (MorphTarget& morph : mesh.morphs) scale(morph.positions, factor);
    }
    for (LineSet& lines : model.lines) scale(lines.points, factor);
    for (Skin& skin : model.skins)
        for (Affine& matrix : skin.inverse_bind) matrix = with_scaled_offset(matrix, factor);
    for (Camera& camera : model.cameras) {
        camera.near_plane = static_cast<float>(camera.near_plane * factor);
        camera.far_plane = static_cast<float>(camera.far_plane * factor);
    }
    // What shines from further away has to shine the stronger.
    const auto scale_light = [&](float& intensity, LightType type) {
        if (type != LightType::directional) intensity = static_cast<float>(intensity * factor * factor);
    };
    for (Light& light : model.lights) {
        light.position = to_float(to_double(light.position) * factor);
        light.range = static_cast<float>(light.range * factor);
        scale_light(light.intensity, light.type);
    }
    for (Clip& clip : model.clips) {
        for (JointTrack& track : clip.joints) scale(track.translation.values, factor);
        for (LightTrack& track : clip.lights) {
            for (float& range : track.range.values) range = static_cast<float>(range * factor);
            for (float& intensity : track.intensity.values) scale_light(intensity, model.lights[track.light].type);
        }
    }
    model.source.basis.scale *= factor;
}

void turn_model(Model& model, int quarters) {
    const Turn turn{((quarters % 4) + 4) % 4};
    if (turn.quarters == 0) return;
    for (Joint& joint : model.skeleton.joints) {
        if (joint.parent >= 0) continue;
        joint.rest.translation = turn(joint.rest.translation);
        joint.rest.rotation = turn(joint.rest.rotation);
    }
    for (Mesh& mesh : model.meshes) {
        if (mesh.skin < 0 && mesh.joint >= 0) continue;
        turn.all(mesh.positions);
        turn.all(mesh.normals);
        for (Vec4& tangent : mesh.tangents) {
            const Vec3 turned = turn(Vec3{tangent.x, tangent.y, tangent.z});
            tangent = {turned.x, turned.y, turned.z, tangent.w};
        }
        for (MorphTarget& morph : mesh.morphs) {
            turn.all(morph.positions);
            turn.all(morph.normals);
        }
    }
    for (LineSet& lines : model.lines)
        if (lines.joint < 0) turn.all(lines.points);
    for (Light& light : model.lights) {
        if (light.joint >= 0) continue;
        light.position = turn(light.position);
        light.rotation = turn(light.rotation);
    }
    for (Skin& skin : model.skins)
        for (Affine& matrix : skin.inverse_bind) matrix = turn.before(matrix);
    for (Clip& clip : model.clips)
        for (std::size_t j = 0; j < clip.joints.size(); ++j) {
            if (model.skeleton.joints[j].parent >= 0) continue;
            turn.all(clip.joints[j].translation.values);
            for (Quat& rotation : clip.joints[j].rotation.values) rotation = turn(rotation);
        }
}

} // namespace ossuary
