#include "skinning.h"

namespace ossuary::md5 {

bool overlaps_beyond_reason(const Mesh& mesh) {
    std::uint64_t influences = 0;
    for (const Vertex& vertex : mesh.verts) influences += static_cast<std::uint64_t>(vertex.weight_count);
    return influences > 64 * std::uint64_t{mesh.verts.size()} + mesh.weights.size();
}

std::vector<Transformd> bind_skeleton(const MeshFile& file) {
    std::vector<Transformd> joints;
    joints.reserve(file.joints.size());
    for (const Joint& joint : file.joints) joints.push_back({joint.position, rebuild_orientation(joint.orientation)});
    return joints;
}

std::vector<Vec3d> skin_positions(const Mesh& mesh, const std::vector<Transformd>& object_joints) {
    std::vector<Vec3d> positions;
    positions.reserve(mesh.verts.size());
    for (const Vertex& vertex : mesh.verts) {
        Vec3d sum;
        for (std::int32_t i = 0; i < vertex.weight_count; ++i) {
            const Weight& weight = mesh.weights[static_cast<std::size_t>(vertex.first_weight + i)];
            const Transformd& joint = object_joints[static_cast<std::size_t>(weight.joint)];
            sum += (joint.translation + rotate(joint.rotation, weight.position)) * weight.bias;
        }
        positions.push_back(sum);
    }
    return positions;
}

std::vector<Vec3d> bind_positions(const MeshFile& file, const Mesh& mesh) {
    return skin_positions(mesh, bind_skeleton(file));
}

} // namespace ossuary::md5
