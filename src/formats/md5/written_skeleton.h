// What a model's skeleton becomes in MD5 files: the same for the mesh and for every animation, since the game matches
// them joint by joint. Private to the room.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "names.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/md5/md5.h"
#include "ossuary/model/model.h"

namespace ossuary::md5 {

struct WrittenJoint {
    std::string name;
    std::int32_t parent = -1;
    std::int32_t source = -1; // the skeleton's joint; -1 for an added `origin`
};

struct WrittenSkeleton {
    Basis back; // from the model's axes to the file's
    bool swap_triangles = true;
    TextEncoding encoding;
    std::vector<WrittenJoint> joints;
    std::vector<std::int32_t> joint_of; // of each joint of the skeleton; -1 if it is not written
};

// All joints in their order, except mounts of cameras; a single root is added where there are several, or no joint.
WrittenSkeleton plan_skeleton(const Model& model, const std::optional<Basis>& basis, Diagnostics* diagnostics);

// Where each joint of the skeleton was when meshes were bound to it, in object space: as the first skin that has it
// says, else in the rest pose.
std::vector<Affined> bind_pose(const Model& model);

// The nearest double with at most ten decimals.
double round_to_ten_decimals(double value);
// The double with the shortest text that is the same float.
Vec3d round_to_float(const Vec3d& value);
// Three components of at most ten decimals. Where w is nearly 0 its rebuilt value depends on their last digits, and
// those are chosen that give back the rotation best.
Vec3d round_orientation(const Quatd& rotation);

// What is left of a transform without scale: an error names the joint and why MD5 cannot hold it.
struct Rigid {
    Transformd place; // scale 1
    double scale = 1; // uniform; folded into positions
};
Result<Rigid> without_scale(const Affined& matrix, const std::string& joint, bool lenient, bool& dropped);

} // namespace ossuary::md5
