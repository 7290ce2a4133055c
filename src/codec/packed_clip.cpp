#include "ossuary/codec/packed_clip.h"

#include "codec/bits.h"
#include "codec/layout.h"
#include "codec/resident.h"
#include "ossuary/base/diagnostic.h"

namespace ossuary::codec {

std::string_view name_of(Tier tier) { return tier == Tier::archive ? "archive" : "resident"; }

bool parse_name(std::string_view name, Tier& tier) {
    for (const Tier known : {Tier::resident, Tier::archive}) {
        if (name == name_of(known)) {
            tier = known;
            return true;
        }
    }
    return false;
}

std::vector<bool> PackedClip::tracks_on(const PackedRig& rig) const {
    std::vector<bool> tracks(rig.size(), true);
    for (const std::uint32_t joint : resting) tracks[joint] = false;
    return tracks;
}

std::vector<Vec3> PackedClip::offsets_on(const PackedRig& rig) const {
    std::vector<Vec3> all;
    for (std::size_t j = 0; j < rig.size(); ++j) all.push_back(rig.joints[j].moves ? Vec3{} : rig.offset(j));
    for (std::size_t i = 0; i < offset_joints.size(); ++i)
        all[offset_joints[i]] = {static_cast<float>(offsets[i][0]) * offset_step,
                                 static_cast<float>(offsets[i][1]) * offset_step,
                                 static_cast<float>(offsets[i][2]) * offset_step};
    return all;
}

Result<std::vector<double>> bits_per_joint(const PackedRig& rig, const PackedClip& clip) {
    const Layout layout(rig);
    if (clip.tier != Tier::resident) return fail(Place{.field = clip.name}, "an archive does not keep joints apart");
    if (auto sound = check_resident(clip, layout.dofs); !sound) return Failure(sound.error());
    std::vector<double> dofs(layout.dofs);
    for (std::size_t s = 0; s < clip.parts.size(); ++s) {
        const std::byte* segment = clip.data.data() + part_begin(clip, s);
        const std::size_t frames = std::min<std::size_t>(segment_frames, clip.frames - s * segment_frames);
        for (std::size_t d = 0; d < layout.dofs; ++d) {
            dofs[d] += 4 + static_cast<double>(frames * residual_width(bits_at(segment, 8 + 4 * d, 4)));
            for (const std::uint8_t width : clip.bases[d].widths) dofs[d] += width;
        }
    }
    std::vector<double> joints(rig.size());
    for (std::size_t j = 0; j < rig.size(); ++j) {
        const auto& at = layout.joints[j];
        for (std::size_t p = 0; p < parameters_of(rig.joints[j].kind); ++p) joints[j] += dofs[at.rotation[p]];
        for (std::size_t k = 0; k < 3; ++k) {
            if (rig.joints[j].moves) joints[j] += dofs[at.translation + k];
            if (rig.joints[j].scales) joints[j] += dofs[at.scale + k];
        }
        joints[j] /= static_cast<double>(clip.frames);
    }
    return joints;
}

void PackedClip::own(ByteBuffer bytes) {
    const std::size_t size = bytes.size();
    bytes.resize(size + read_slack);
    auto kept = std::make_shared<const ByteBuffer>(std::move(bytes));
    data = Bytes(kept->data(), size);
    storage = std::move(kept);
}

} // namespace ossuary::codec
