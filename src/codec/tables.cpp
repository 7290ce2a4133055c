#include "codec/tables.h"

#include <algorithm>
#include <cmath>

#include "codec/bases.h"
#include "codec/bits.h"
#include "codec/resident.h"

namespace ossuary::codec {

namespace {

struct Scales {
    float value[scale_levels];
    Scales() {
        for (int level = 0; level < scale_levels; ++level)
            value[level] = static_cast<float>(scale_value(static_cast<std::uint8_t>(level)));
    }
};
const float* scales() {
    static const Scales all;
    return all.value;
}

struct BasisPairs {
    std::int32_t value[segment_frames][2];
    BasisPairs() {
        for (std::size_t f = 0; f < segment_frames; ++f) {
            value[f][0] = (basis[1][f] & 0xffff) | basis[2][f] * 65536;
            value[f][1] = (basis[3][f] & 0xffff) | 2048 * 65536;
        }
    }
};
const std::int32_t (*basis_pairs())[2] {
    static const BasisPairs all;
    return all.value;
}

// Fields in a row, from a bit address on, gathered by groups.
std::vector<FieldGroup> field_groups(const RigTables& rig, const std::vector<DofFields>& fields, std::size_t k) {
    std::vector<FieldGroup> groups;
    for (const DofGroup& dofs : rig.groups) {
        FieldGroup group{};
        for (std::uint32_t i = 0; i < group_lanes; ++i) {
            const std::uint32_t dof = dofs.first + std::min(i, dofs.count - 1);
            const unsigned width = i < dofs.count ? fields[dof].width[k] : 0;
            const std::uint32_t address = fields[dof].bit[k];
            if (i % 4 == 0) group.byte[i / 4] = address / 8;
            const std::uint32_t byte = address / 8 - group.byte[i / 4];
            group.address.lane[i] = static_cast<std::int32_t>(address);
            group.mask.lane[i] = static_cast<std::int32_t>((1u << width) - 1);
            group.shuffle.lane[i] = static_cast<std::int32_t>(byte * 0x01010101u + 0x03020100u);
            group.shift.lane[i] = static_cast<std::int32_t>(address % 8);
            group.from.lane[i] = i < dofs.count ? fields[dof].from(k) : 0;
        }
        groups.push_back(group);
    }
    return groups;
}

void put_column(Group<float>* to, std::size_t lane, const Quaternions<float>& q) {
    to[0].lane[lane] = q.x;
    to[1].lane[lane] = q.y;
    to[2].lane[lane] = q.z;
    to[3].lane[lane] = q.w;
}

} // namespace

RigTables::RigTables(const PackedRig& from) : rig(from), layout(from), rotation_lane(from.size()) {
    for (const RigJoint& joint : rig.joints) joints.push_back(float_joint(joint, rig.fine));

    std::uint32_t dof = 0;
    const auto add_run = [&](std::size_t count) {
        for (std::size_t i = 0; i < count; i += group_lanes) {
            const auto in_group = static_cast<std::uint32_t>(std::min(group_lanes, count - i));
            groups.push_back({dof, in_group});
            Group<float> step{};
            for (std::uint32_t k = 0; k < in_group; ++k) step.lane[k] = layout.steps[dof + k];
            steps.push_back(step);
            dof += in_group;
        }
    };
    const auto add_rotations = [&](const std::vector<std::uint32_t>& run) {
        for (std::size_t i = 0; i < run.size(); i += group_lanes) {
            RotationGroup group{};
            for (std::size_t k = 0; k < group_lanes; ++k) {
                const FloatJoint joint = i + k < run.size() ? joints[run[i + k]] : FloatJoint{};
                put_column(group.by_x, k, joint.by_x);
                put_column(group.by_y, k, joint.by_y);
                put_column(group.by_z, k, joint.by_z);
                put_column(group.by_w, k, joint.by_w);
                group.cosine.lane[k] = joint.cosine;
                group.sine.lane[k] = joint.sine;
                if (i + k < run.size())
                    rotation_lane[run[i + k]] = static_cast<std::uint32_t>(rotations.size() * group_lanes + k);
            }
            rotations.push_back(group);
        }
        return (run.size() + group_lanes - 1) / group_lanes;
    };
    for (int p = 0; p < 3; ++p) add_run(layout.three_axes.size());
    for (int p = 0; p < 2; ++p) add_run(layout.two_hinges.size());
    add_run(layout.hinges.size());
    linear = groups.size();
    add_run(3 * layout.movers.size());
    add_run(3 * layout.scalers.size());
    three_axes = add_rotations(layout.three_axes);
    two_hinges = add_rotations(layout.two_hinges);
    hinges = add_rotations(layout.hinges);

    for (std::size_t first = 0; first < block_count(rig.size()) * block_joints; first += group_lanes) {
        first_route.push_back(static_cast<std::uint32_t>(routes.size()));
        for (std::uint32_t r = 0; r < rotations.size(); ++r) {
            Route route{};
            route.rotations = r;
            bool used = false;
            for (std::size_t i = 0; i < group_lanes && first + i < rig.size(); ++i) {
                const std::size_t j = first + i;
                if (joints[j].kind == JointKind::constant || rotation_lane[j] / group_lanes != r) continue;
                route.from.lane[i] = static_cast<std::int32_t>(rotation_lane[j] % group_lanes);
                route.take.lane[i] = -1;
                used = true;
            }
            if (used) routes.push_back(route);
        }
    }
    first_route.push_back(static_cast<std::uint32_t>(routes.size()));
}

ClipTables::ClipTables(std::shared_ptr<const RigTables> tables, const PackedClip& from)
    : rig(std::move(tables)), clip(from), offsets(from.offsets_on(rig->rig)) {
    dofs.resize(rig->layout.dofs);
    std::uint32_t at = static_cast<std::uint32_t>(8 + 4 * dofs.size());
    for (std::size_t k = 0; k < 4; ++k) {
        for (std::size_t d = 0; d < dofs.size(); ++d) {
            dofs[d].bit[k] = at;
            dofs[d].width[k] = clip.bases[d].widths[k];
            at += clip.bases[d].widths[k];
        }
    }
    for (std::size_t d = 0; d < dofs.size(); ++d) {
        dofs[d].least = clip.bases[d].least;
        dofs[d].step = rig->layout.steps[d];
    }
    for (std::size_t k = 0; k < 4; ++k) fields[k] = field_groups(*rig, dofs, k);
    for (std::size_t s = 0; s < clip.parts.size(); ++s) {
        const std::byte* const widths = clip.data.data() + part_begin(clip, s) + 1;
        std::uint32_t before = 0;
        for (std::size_t d = 0; d < dofs.size(); d += 16) {
            widths_before.push_back(before);
            const std::uint64_t all = word_at(widths + d / 2);
            before +=
                sum_of_widths(d + 16 <= dofs.size() ? all : all & ((std::uint64_t{1} << 4 * (dofs.size() - d)) - 1));
        }
        widths_before.push_back(before);
    }

    constants.resize(block_count(rig->rig.size()));
    for (JointBlock& block : constants) block = {};
    for (std::size_t j = 0; j < constants.size() * block_joints; ++j) {
        Transform local;
        if (j < rig->rig.size()) {
            const Quaternions<float>& q = rig->joints[j].by_w;
            local = {offsets[j], {q.x, q.y, q.z, q.w}, rig->rig.joints[j].scale};
        }
        set_joint(constants, j, local);
    }

    kernel.dofs = rig->groups.data();
    kernel.steps = rig->steps.data();
    for (std::size_t k = 0; k < 4; ++k) kernel.fields[k] = fields[k].data();
    kernel.groups = rig->groups.size();
    kernel.rotations = rig->rotations.data();
    kernel.three_axes = rig->three_axes;
    kernel.two_hinges = rig->two_hinges;
    kernel.hinges = rig->hinges;
    kernel.routes = rig->routes.data();
    kernel.first_route = rig->first_route.data();
    kernel.constants = constants.data();
    kernel.joints = rig->rig.size();
    kernel.row_begin = at;
    kernel.scales = scales();
    kernel.basis_pairs = basis_pairs();
}

std::size_t ClipTables::size_in_bytes() const {
    std::size_t size = sizeof(*this) + clip.data.size();
    const auto add = [&](const auto& list) { size += list.size() * sizeof(list[0]); };
    add(clip.resting);
    add(clip.offset_joints);
    add(clip.offsets);
    add(clip.bases);
    add(clip.parts);
    add(clip.root);
    for (const auto& groups : fields) add(groups);
    add(dofs);
    add(widths_before);
    add(offsets);
    add(constants);
    return size;
}

CursorState::CursorState(const ClipTables& whose)
    : tables(&whose), groups(whose.rig->groups.size()), values(groups.size()), turned(4 * whose.rig->rotations.size()) {
    const RigTables& rig = *whose.rig;
    for (Key& key : keys) {
        key.rotations.resize(4 * rig.rotations.size());
        key.linear.resize(rig.groups.size() - rig.linear);
    }
    open.groups = groups.data();
}

std::size_t CursorState::size_in_bytes() const {
    std::size_t size = sizeof(*this) + groups.size() * sizeof(OpenGroup);
    for (const auto* lanes :
         {&values, &turned, &keys[0].rotations, &keys[0].linear, &keys[1].rotations, &keys[1].linear})
        size += lanes->size() * sizeof(Group<float>);
    return size;
}

Position position_at(const PackedClip& clip, double time) {
    const double last = static_cast<double>(clip.frames) - (clip.wraps ? 0 : 1);
    const double at = std::clamp(time * clip.rate, 0.0, std::max(last, 0.0)); // a time that is not a number: the first
    Position position;
    position.first = static_cast<std::size_t>(at >= 0 ? at : 0);
    position.fraction = static_cast<float>(at - static_cast<double>(position.first));
    if (!(position.fraction >= 0)) position.fraction = 0;
    if (position.first >= clip.frames) position.first = clip.wraps ? 0 : clip.frames - 1;
    position.second = position.first + 1;
    if (position.second >= clip.frames) position.second = clip.wraps ? 0 : clip.frames - 1;
    return position;
}

} // namespace ossuary::codec
