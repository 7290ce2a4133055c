// One frame's integers: a beam search down the skeleton.
//
// Parents come before children. For each joint, and each of the states kept so far, the joint's rotation is solved to
// bring its own points, and those below it, to where they truly are, from where the decoded parent really is: errors do
// not pile up. The solution is rounded to the grid in a few ways, and the best states over all go on.
#pragma once

#include <cstdint>
#include <vector>

#include "codec/truth.h"

namespace ossuary::codec {

class Beam {
public:
    Beam(const PackedRig& rig, const Layout& layout, const Chain& chain, std::span<const Vec3> offsets,
         std::size_t width);

    // Fills the row; false where even the best state is above the bound somewhere. `exact`, if not null, is the root's
    // pose, which then costs no integers.
    bool search(const FrameTruth& truth, std::span<const Transformd> local, double scale, const Transformd* exact,
                std::int32_t* row);

private:
    // A joint placed in one state.
    struct Node {
        Affined object;
        double score = 0; // of all joints so far, and what is expected of those to come
        double worst = 0; // the largest squared error by squared bound so far
        std::int32_t x[9] = {};
    };
    // A way to go on from a state.
    struct Candidate {
        double score;
        std::uint32_t order;
        double worst;
        Affined object;
        std::int32_t x[9];
        std::uint32_t from;
    };

    void place_joint(std::size_t joint, const FrameTruth& truth, const Transformd& local, double scale,
                     const Transformd* exact);
    void rotate_from(std::size_t joint, const FrameTruth& truth, const Transformd& local, double scale,
                     const Candidate& placed);
    double score(std::size_t joint, const FrameTruth& truth, const Affined& object, double& worst) const;
    void keep_best(std::vector<Candidate>& candidates, std::size_t most);
    const Node* parent_node(std::size_t joint, std::uint32_t state) const;

    const PackedRig& rig_;
    const Layout& layout_;
    const Chain& chain_;
    std::vector<Vec3d> offsets_;
    std::size_t width_;
    std::vector<std::vector<Node>> nodes_;          // by joint and state
    std::vector<std::vector<double>> pending_;      // what a parent's node expected of this joint and those below
    std::vector<std::vector<std::uint16_t>> paths_; // by state: the node of each earlier joint
    std::vector<std::vector<std::uint16_t>> next_paths_;
    std::size_t states_ = 0;
    std::vector<Candidate> places_, candidates_;
    std::vector<double> inverse_square_; // one by the squared bound
};

} // namespace ossuary::codec
