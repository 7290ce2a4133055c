#include "ossuary/codec/packed_clip.h"

#include "codec/layout.h"
#include "codec/resident.h"

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

std::vector<Vec3> PackedClip::offsets_on(const Rig& rig) const {
    std::vector<Vec3> all;
    for (std::size_t j = 0; j < rig.size(); ++j) all.push_back(rig.joints[j].moves ? Vec3{} : rig.offset(j));
    for (std::size_t i = 0; i < offset_joints.size(); ++i)
        all[offset_joints[i]] = {static_cast<float>(offsets[i][0]) * offset_step,
                                 static_cast<float>(offsets[i][1]) * offset_step,
                                 static_cast<float>(offsets[i][2]) * offset_step};
    return all;
}

void PackedClip::own(ByteBuffer bytes) {
    const std::size_t size = bytes.size();
    bytes.resize(size + read_slack);
    storage = std::make_shared<const ByteBuffer>(std::move(bytes));
    data = Bytes(storage->data(), size);
}

} // namespace ossuary::codec
