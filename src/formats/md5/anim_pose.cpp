#include "ossuary/formats/md5/md5anim.h"

namespace ossuary::md5 {

std::vector<Transformd> local_skeleton(const AnimFile& file, std::int32_t frame) {
    const double* components = file.components.data() +
                               static_cast<std::size_t>(frame) * static_cast<std::size_t>(file.num_animated_components);
    std::vector<Transformd> local;
    local.reserve(file.hierarchy.size());
    for (std::size_t j = 0; j < file.hierarchy.size(); ++j) {
        const HierarchyEntry& entry = file.hierarchy[j];
        Placement placement = file.base_frame[j];
        const double* next = components + (entry.flags != 0 ? entry.first_component : 0);
        for (std::size_t bit = 0; bit < 3; ++bit)
            if (entry.flags >> bit & 1) placement.position[bit] = *next++;
        for (std::size_t bit = 0; bit < 3; ++bit)
            if (entry.flags >> (bit + 3) & 1) placement.orientation[bit] = *next++;
        // w is rebuilt after the frame's components have replaced the base frame's, never before.
        local.push_back({placement.position, rebuild_orientation(placement.orientation)});
    }
    return local;
}

std::vector<Transformd> object_skeleton(const AnimFile& file, std::int32_t frame) {
    std::vector<Transformd> object = local_skeleton(file, frame);
    for (std::size_t j = 0; j < object.size(); ++j) {
        if (file.hierarchy[j].parent < 0) continue;
        const Transformd& parent = object[static_cast<std::size_t>(file.hierarchy[j].parent)];
        object[j].translation = parent.translation + rotate(parent.rotation, object[j].translation);
        object[j].rotation = normalize(parent.rotation * object[j].rotation);
    }
    return object;
}

Vec3d movement_delta(const AnimFile& file) {
    Vec3d delta;
    if (file.hierarchy.empty() || file.num_frames == 0) return delta;
    const HierarchyEntry& root = file.hierarchy[0];
    const Vec3d last = local_skeleton(file, file.num_frames - 1)[0].translation;
    for (std::size_t axis = 0; axis < 3; ++axis)
        if (root.flags >> axis & 1) delta[axis] = last[axis] - file.base_frame[0].position[axis];
    return delta;
}

} // namespace ossuary::md5
