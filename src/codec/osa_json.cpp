#include "codec/osa_json.h"

#include "ossuary/base/base64.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/record_json.h"
#include "ossuary/codec/decode.h"

namespace ossuary {

namespace codec {

template <class Io> void describe(Io& io, PackedQuat& q) {
    io("largest", q.largest);
    io("parts", q.parts);
}
template <class Io> void describe(Io& io, DofBase& base) {
    io("widths", base.widths);
    io("least", base.least);
}
template <class Io> void describe(Io& io, DofPrediction& prediction) {
    io("first_width", prediction.first_width);
    io("predictor", prediction.predictor);
    io("spread", prediction.spread);
}

} // namespace codec

namespace {

using namespace codec;

// A joint with its name and parent, which the rig keeps apart.
struct JointRecord {
    std::string name;
    std::int32_t parent = -1;
    RigJoint joint;
};
template <class Io> void describe(Io& io, JointRecord& record) {
    RigJoint& joint = record.joint;
    io("name", record.name);
    io("parent", record.parent);
    io("kind", joint.kind);
    io("moves", joint.moves);
    io("scales", joint.scales);
    io("left", joint.left);
    io("right", joint.right);
    io("cosine", joint.cosine);
    io("offset", joint.offset);
    io("scale", joint.scale);
    io("steps", joint.steps);
    io("move_step", joint.move_step);
    io("scale_step", joint.scale_step);
    io("rest_rotation", joint.rest_rotation);
    io("rest_translation", joint.rest_translation);
    io("rest_scale", joint.rest_scale);
}

struct RigRecord {
    bool fine = false;
    float offset_step = 0;
    std::vector<JointRecord> joints;
};
template <class Io> void describe(Io& io, RigRecord& rig) {
    io("fine", rig.fine);
    io("offset_step", rig.offset_step);
    io("joints", rig.joints);
}

// Segments and chunks are text: their bits mean nothing one by one.
struct ClipRecord {
    PackedClip clip;
    float precision = 0, shell = 0;
    Json details;
    std::vector<std::string> parts; // base64
};
template <class Io> void describe(Io& io, ClipRecord& record) {
    PackedClip& clip = record.clip;
    io("name", clip.name);
    io("tier", clip.tier);
    io("frames", clip.frames);
    io("rate", clip.rate);
    io("duration", clip.duration);
    io("wraps", clip.wraps);
    io("exact_root", clip.exact_root);
    io("loop", clip.loop);
    io("precision", record.precision);
    io("shell", record.shell);
    io("details", record.details);
    io("resting", clip.resting);
    io("offset_step", clip.offset_step);
    io("offset_joints", clip.offset_joints);
    io("offsets", clip.offsets);
    io("bases", clip.bases);
    io("predictions", clip.predictions);
    io("root", clip.root);
    io("parts", record.parts);
}

struct FileRecord {
    RigRecord rig;
    std::vector<ClipRecord> clips;
};
template <class Io> void describe(Io& io, FileRecord& file) {
    io("rig", file.rig);
    io("clips", file.clips);
}

bool is_sound(const RigJoint& joint) {
    return joint.left.largest < 4 && joint.right.largest < 4 &&
           (!joint.rest_rotation || joint.rest_rotation->largest < 4);
}

Result<PackedClip> clip_of(ClipRecord& record, const PackedRig& rig) {
    PackedClip clip = std::move(record.clip);
    clip.precision = static_cast<double>(record.precision);
    clip.shell = static_cast<double>(record.shell);
    const auto broken = [&](std::string what) { return fail(Place{.field = clip.name}, std::move(what)); };
    if (auto set = set_details(clip, record.details, rig.size()); !set) return broken(set.error().text());
    ByteBuffer bytes;
    for (const std::string& part : record.parts) {
        const auto decoded = from_base64(part);
        if (!decoded) return broken("a part is no base64");
        bytes.insert(bytes.end(), decoded->begin(), decoded->end());
        if (bytes.size() > UINT32_MAX) return broken("the parts reach too far");
        clip.parts.push_back(static_cast<std::uint32_t>(bytes.size()));
    }
    clip.own(std::move(bytes));
    const auto resident = to_resident(rig, clip);
    if (!resident) return Failure(resident.error());
    if (const auto decoder = Decoder::make(rig, *resident); !decoder) return Failure(decoder.error());
    return clip;
}

} // namespace

Json dump_osa(const OsaFile& file) {
    FileRecord record{{file.rig.fine, file.rig.offset_step, {}}, {}};
    for (std::size_t j = 0; j < file.rig.size(); ++j)
        record.rig.joints.push_back({file.rig.names[j], file.rig.parents[j], file.rig.joints[j]});
    for (const PackedClip& clip : file.clips) {
        ClipRecord& entry = record.clips.emplace_back();
        entry = {clip, static_cast<float>(clip.precision), static_cast<float>(clip.shell), details_of(clip), {}};
        std::uint32_t begin = 0;
        for (const std::uint32_t end : clip.parts) {
            entry.parts.push_back(to_base64(clip.data.subspan(begin, end - begin)));
            begin = end;
        }
    }
    return dump_record(record);
}

Result<OsaFile> build_osa(const Json& json) {
    auto record = build_record<FileRecord>(json);
    if (!record) return Failure(record.error());
    OsaFile file;
    file.rig.fine = record->rig.fine;
    file.rig.offset_step = record->rig.offset_step;
    for (std::size_t j = 0; j < record->rig.joints.size(); ++j) {
        JointRecord& joint = record->rig.joints[j];
        if (joint.parent < -1 || joint.parent >= static_cast<std::int64_t>(j) || !is_sound(joint.joint))
            return fail(Place{.field = joint.name}, "a parent or a rotation that no joint has");
        file.rig.names.push_back(std::move(joint.name));
        file.rig.parents.push_back(joint.parent);
        file.rig.joints.push_back(joint.joint);
    }
    for (ClipRecord& entry : record->clips) {
        auto clip = clip_of(entry, file.rig);
        if (!clip) return Failure(clip.error());
        file.clips.push_back(std::move(*clip));
    }
    return file;
}

} // namespace ossuary
