#include "obb.h"

#include "ossuary/base/diagnostic.h"

namespace ossuary::zengin {

namespace {

// Where a walk through a flat tree stands: how many children are still to come on each level.
class Depth {
public:
    bool done() const { return level_ == 0; }
    // Steps past a box with so many children; false if they would lie too deep.
    bool pass(std::size_t children) {
        if (level_ > 0) --open_[level_ - 1];
        if (children > 0) {
            if (level_ + 1 == obb_depth_limit) return false;
            open_[level_++] = children;
        }
        while (level_ > 0 && open_[level_ - 1] == 0) --level_;
        return true;
    }

private:
    std::array<std::size_t, obb_depth_limit> open_{};
    std::size_t level_ = 0;
};

} // namespace

void read_obb(PayloadReader& io, std::string_view field, std::vector<OrientedBox>& boxes) {
    Depth depth;
    do {
        OrientedBox& box = boxes.emplace_back();
        const PayloadReader::Scope scope(io, field, static_cast<std::int64_t>(boxes.size() - 1));
        if (io.remaining() < least_obb_size) {
            io.take("", least_obb_size); // fails
            return;
        }
        describe(io, box);
        if (!depth.pass(box.children))
            io.fail("children", "TooDeep: boxes nested more than " + std::to_string(obb_depth_limit) + " deep", 2);
    } while (io.ok() && !depth.done());
}

void write_obbs(PayloadWriter& io, const std::vector<OrientedBox>& boxes) { io.list("obb", boxes); }

bool are_trees(std::span<const OrientedBox> boxes, std::size_t tree_count) {
    Depth depth;
    for (const OrientedBox& box : boxes) {
        if (depth.done() && tree_count-- == 0) return false;
        if (!depth.pass(box.children)) return false;
    }
    return depth.done() && tree_count == 0;
}

} // namespace ossuary::zengin
