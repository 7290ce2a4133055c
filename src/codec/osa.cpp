#include "ossuary/codec/osa.h"

#include <algorithm>
#include <cmath>

#include "codec/archive.h"
#include "codec/bits.h"
#include "codec/layout.h"
#include "codec/resident.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/hash.h"
#include "ossuary/model/event.h"
#include "ossuary/model/script_extras.h"

namespace ossuary::codec {

namespace {

constexpr std::string_view magic = "osa\x1a";
constexpr std::size_t longest_name = 1000; // of a joint: what a few bits say may not grow without end
constexpr std::size_t header_size = 40, checksum_at = 8, checked_from = 12;

struct Header {
    std::array<char, 4> magic{};
    std::uint16_t version = osa_version;
    std::uint16_t flags = 0;
    std::uint32_t checksum = 0;
    std::uint32_t clips = 0;
    std::uint64_t skeleton = 0;
    std::uint64_t size = 0;
    std::uint64_t rig = 0;
};
template <class Io> void describe(Io& io, Header& header) {
    io("magic", header.magic);
    io("version", header.version);
    io("flags", header.flags);
    io("checksum", header.checksum);
    io("clips", header.clips);
    io("skeleton", header.skeleton);
    io("size", header.size);
    io("rig", header.rig);
}

// ---- numbers of seven bits a byte, and texts

void write_number(ByteWriter& writer, std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) writer.write(static_cast<std::uint8_t>(value | 0x80));
    writer.write(static_cast<std::uint8_t>(value));
}
std::uint64_t read_number(ByteReader& reader, std::string_view field) {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 63; shift += 7) {
        const auto byte = reader.read<std::uint8_t>(field);
        value |= std::uint64_t{byte & 0x7fu} << shift;
        if (byte < 0x80) return value;
    }
    reader.fail(field, "the number has no end");
    return 0;
}
// A number of 32 bits.
std::uint32_t read_count(ByteReader& reader, std::string_view field) {
    const std::uint64_t value = read_number(reader, field);
    if (value > UINT32_MAX) reader.fail(field, std::to_string(value) + " is out of range");
    return static_cast<std::uint32_t>(value);
}

void write_text(ByteWriter& writer, std::string_view text) {
    write_number(writer, text.size());
    writer.text(text);
}
std::string read_text(ByteReader& reader, std::string_view field) {
    const std::uint64_t size = read_number(reader, field);
    if (!reader.fits(field, size, 1)) return {};
    return std::string(as_text(reader.take(field, static_cast<std::size_t>(size))));
}

void write_bits(ByteWriter& writer, BitWriter&& bits) {
    const ByteBuffer bytes = std::move(bits).take();
    writer.bytes(bytes);
}

// Four bits at a time, the highest of them telling whether more follow.
void write_small(BitWriter& bits, std::uint64_t value) {
    for (; value >= 8; value >>= 3) bits.write(8 | (value & 7), 4);
    bits.write(value, 4);
}
std::uint32_t read_small(BitReader& bits) {
    std::uint32_t value = 0;
    for (unsigned shift = 0; shift < 30; shift += 3) {
        const std::uint64_t part = bits.read(4);
        value |= static_cast<std::uint32_t>(part & 7) << shift;
        if (part < 8) break;
    }
    return value;
}

void write_signed(BitWriter& bits, std::int32_t value, int width) {
    bits.write(static_cast<std::uint32_t>(value), static_cast<unsigned>(width));
}
std::int32_t read_signed(BitReader& bits, int width) {
    const auto raw = static_cast<std::uint32_t>(bits.read(static_cast<unsigned>(width))) << (32 - width);
    return static_cast<std::int32_t>(raw) >> (32 - width);
}

// A constant of two bytes, or of three.
void write_constant(ByteWriter& writer, std::int32_t value, bool fine) {
    writer.write(static_cast<std::uint16_t>(value));
    if (fine) writer.write(static_cast<std::int8_t>(value >> 16));
}
std::int32_t read_constant(ByteReader& reader, bool fine) {
    const auto low = reader.read<std::uint16_t>("offsets");
    if (!fine) return static_cast<std::int16_t>(low);
    return std::int32_t{reader.read<std::int8_t>("offsets")} * 65536 + low;
}

// ---- the rig

constexpr PackedQuat identity{};

void write_quat(BitWriter& bits, const PackedQuat& q, int width) {
    bits.write(q == identity ? 1 : 0, 1);
    if (q == identity) return;
    bits.write(q.largest, 2);
    for (const std::int32_t part : q.parts) write_signed(bits, part, width);
}
PackedQuat read_quat(BitReader& bits, int width) {
    PackedQuat q;
    if (bits.read(1) == 1) return q;
    q.largest = static_cast<std::uint8_t>(bits.read(2));
    for (std::int32_t& part : q.parts) part = read_signed(bits, width);
    return q;
}

void write_floats(BitWriter& bits, const Vec3& v) {
    for (std::size_t k = 0; k < 3; ++k) bits.write(std::bit_cast<std::uint32_t>(v[k]), 32);
}
Vec3 read_floats(BitReader& bits) {
    Vec3 v;
    for (std::size_t k = 0; k < 3; ++k) v[k] = std::bit_cast<float>(static_cast<std::uint32_t>(bits.read(32)));
    return v;
}
bool is_finite_vector(const Vec3& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

void write_joint(BitWriter& bits, const PackedRig& rig, std::size_t j) {
    const RigJoint& joint = rig.joints[j];
    write_small(bits, rig.parents[j] < 0 ? 0 : j - static_cast<std::size_t>(rig.parents[j]));
    bits.write(static_cast<std::uint8_t>(joint.kind), 2);
    bits.write(joint.moves, 1);
    bits.write(joint.scales, 1);
    const int width = constant_bits(rig.fine), quat_width = quat_bits(joint.kind, rig.fine);
    write_quat(bits, joint.left, quat_width);
    if (joint.kind != JointKind::constant) write_quat(bits, joint.right, quat_width);
    if (joint.kind == JointKind::two_hinges) write_signed(bits, joint.cosine, width);
    for (std::size_t p = 0; p < parameters_of(joint.kind); ++p) bits.write(joint.steps[p], 8);
    if (joint.moves) {
        bits.write(joint.move_step, 8);
    } else {
        const bool there = joint.offset != PackedOffset{};
        bits.write(there, 1);
        for (std::size_t k = 0; there && k < 3; ++k) write_signed(bits, joint.offset[k], width);
    }
    if (joint.scales) {
        bits.write(joint.scale_step, 8);
    } else {
        const bool there = !(joint.scale == Vec3{1, 1, 1});
        bits.write(there, 1);
        if (there) write_floats(bits, joint.scale);
    }
    bits.write(joint.rest_rotation.has_value(), 1);
    if (joint.rest_rotation) write_quat(bits, *joint.rest_rotation, rest_bits);
    for (const std::optional<Vec3>& rest : {joint.rest_translation, joint.rest_scale}) {
        bits.write(rest.has_value(), 1);
        if (rest) write_floats(bits, *rest);
    }
}

bool read_joint(BitReader& bits, PackedRig& rig, std::size_t j) {
    RigJoint& joint = rig.joints[j];
    const std::uint32_t distance = read_small(bits);
    if (distance > j) return false;
    rig.parents[j] = distance == 0 ? -1 : static_cast<std::int32_t>(j - distance);
    joint.kind = static_cast<JointKind>(bits.read(2));
    joint.moves = bits.read(1) == 1;
    joint.scales = bits.read(1) == 1;
    const int width = constant_bits(rig.fine), quat_width = quat_bits(joint.kind, rig.fine);
    joint.left = read_quat(bits, quat_width);
    if (joint.kind != JointKind::constant) joint.right = read_quat(bits, quat_width);
    if (joint.kind == JointKind::two_hinges) joint.cosine = read_signed(bits, width);
    for (std::size_t p = 0; p < parameters_of(joint.kind); ++p)
        joint.steps[p] = static_cast<std::uint8_t>(bits.read(8));
    if (joint.moves)
        joint.move_step = static_cast<std::uint8_t>(bits.read(8));
    else if (bits.read(1) == 1)
        for (std::int32_t& part : joint.offset) part = read_signed(bits, width);
    if (joint.scales)
        joint.scale_step = static_cast<std::uint8_t>(bits.read(8));
    else if (bits.read(1) == 1)
        joint.scale = read_floats(bits);
    if (bits.read(1) == 1) joint.rest_rotation = read_quat(bits, rest_bits);
    if (bits.read(1) == 1) joint.rest_translation = read_floats(bits);
    if (bits.read(1) == 1) joint.rest_scale = read_floats(bits);
    const bool finite = is_finite_vector(joint.scale) && is_finite_vector(joint.rest_translation.value_or(Vec3{})) &&
                        is_finite_vector(joint.rest_scale.value_or(Vec3{}));
    return bits.ok() && finite && std::abs(joint.cosine) <= constant_steps(rig.fine);
}

// Names of joints come in families: `RightUpLeg` is `LeftUpLeg` but for its first letters. A name is what it shares, at
// both ends, with one of the sixteen before it, and what lies between.
struct NameParts {
    std::size_t back = 0, prefix = 0, suffix = 0; // back 0: nothing shared
};
constexpr std::size_t names_remembered = 16;

NameParts parts_of(const std::vector<std::string>& names, std::size_t j) {
    const std::string& name = names[j];
    NameParts best;
    for (std::size_t back = 1; back <= std::min(j, names_remembered); ++back) {
        const std::string& other = names[j - back];
        const std::size_t most = std::min(name.size(), other.size());
        NameParts parts{back, 0, 0};
        while (parts.prefix < most && name[parts.prefix] == other[parts.prefix]) ++parts.prefix;
        while (parts.suffix < most - parts.prefix &&
               name[name.size() - 1 - parts.suffix] == other[other.size() - 1 - parts.suffix])
            ++parts.suffix;
        if (parts.prefix + parts.suffix > std::max<std::size_t>(best.prefix + best.suffix, 1)) best = parts;
    }
    return best;
}

void write_name(BitWriter& bits, const std::vector<std::string>& names, std::size_t j) {
    const NameParts parts = parts_of(names, j);
    write_small(bits, parts.back);
    if (parts.back > 0) {
        write_small(bits, parts.prefix);
        write_small(bits, parts.suffix);
    }
    const std::string_view between =
        std::string_view(names[j]).substr(parts.prefix, names[j].size() - parts.prefix - parts.suffix);
    write_small(bits, between.size());
    for (const char c : between) bits.write(static_cast<std::uint8_t>(c), 8);
}

bool read_name(BitReader& bits, std::vector<std::string>& names, std::size_t left) {
    const std::size_t j = names.size();
    NameParts parts;
    parts.back = read_small(bits);
    if (parts.back > std::min(j, names_remembered)) return false;
    std::string name;
    if (parts.back > 0) {
        parts.prefix = read_small(bits);
        parts.suffix = read_small(bits);
        const std::string& other = names[j - parts.back];
        if (parts.prefix + parts.suffix > other.size()) return false;
        name = other.substr(0, parts.prefix);
    }
    const std::size_t between = read_small(bits);
    if (between > left) return false;
    for (std::size_t i = 0; i < between; ++i) name += static_cast<char>(bits.read(8));
    if (parts.back > 0) {
        const std::string& other = names[j - parts.back];
        name += other.substr(other.size() - parts.suffix);
    }
    if (name.size() > longest_name) return false;
    names.push_back(std::move(name));
    return true;
}

void write_rig(ByteWriter& writer, const PackedRig& rig) {
    write_number(writer, rig.size());
    writer.write(static_cast<std::uint8_t>(rig.fine));
    writer.write(rig.offset_step);
    BitWriter bits;
    for (std::size_t j = 0; j < rig.size(); ++j) write_name(bits, rig.names, j);
    for (std::size_t j = 0; j < rig.size(); ++j) write_joint(bits, rig, j);
    write_bits(writer, std::move(bits));
}

// Reads through a bit stream inside the bytes that are left.
template <class Read> void read_bits(ByteReader& reader, Bytes bytes, std::string_view field, Read read) {
    BitReader bits(bytes.subspan(reader.offset()));
    const bool sound = read(bits);
    if (!bits.ok())
        reader.fail(field, "the bytes end within it");
    else if (!sound)
        reader.fail(field, "a value that none has");
    else
        reader.skip(field, static_cast<std::size_t>((bits.position() + 7) / 8));
}

PackedRig read_rig(ByteReader& reader, Bytes bytes) {
    PackedRig rig;
    const std::uint64_t joints = read_number(reader, "joints");
    if (!reader.fits("joints", joints, 1)) return rig; // a joint is at least eight bits
    const auto fine = reader.read<std::uint8_t>("fine");
    rig.fine = fine == 1;
    rig.offset_step = reader.read<float>("offset_step");
    if (!reader.ok()) return rig;
    if (fine > 1) reader.fail("fine", "is 0 or 1");
    if (!(rig.offset_step >= 0) || !std::isfinite(rig.offset_step)) reader.fail("offset_step", "is no length");
    if (!reader.ok()) return rig;
    const auto count = static_cast<std::size_t>(joints);
    read_bits(reader, bytes, "joints", [&](BitReader& bits) {
        for (std::size_t j = 0; j < count; ++j)
            if (!read_name(bits, rig.names, reader.remaining()) || !bits.ok()) return false;
        rig.parents.resize(count);
        rig.joints.resize(count);
        for (std::size_t j = 0; j < count; ++j)
            if (!read_joint(bits, rig, j)) return false;
        return true;
    });
    return rig;
}

// ---- a clip

enum ClipFlag : std::uint8_t {
    archived = 1,
    wrapping = 2,
    with_exact_root = 4,
    with_duration = 8,
    with_details = 16,
    loop_shift = 5, // two bits of LoopMode
    partial = 128
};

double usual_duration(const PackedClip& clip) {
    if (!(clip.rate > 0)) return 0;
    return static_cast<double>(clip.frames - (clip.wraps ? 0 : 1)) / clip.rate;
}

void write_bases(BitWriter& bits, const std::vector<DofBase>& bases) {
    for (const DofBase& base : bases) {
        std::size_t order = 3;
        while (order > 0 && base.widths[order] == 0) --order;
        bits.write(order, 2);
        bits.write(base.widths[0], 5);
        for (std::size_t k = 1; k <= order; ++k) bits.write(base.widths[k], 4);
        const bool symmetric = base.widths[0] > 0 && base.least == -(std::int32_t{1} << (base.widths[0] - 1));
        bits.write(symmetric, 1);
        if (symmetric) continue;
        const std::uint32_t folded =
            static_cast<std::uint32_t>(base.least) << 1 ^ static_cast<std::uint32_t>(base.least >> 31);
        bits.write(width_of(folded), 5);
        bits.write(folded, width_of(folded));
    }
}
bool read_bases(BitReader& bits, std::vector<DofBase>& bases) {
    for (DofBase& base : bases) {
        const auto order = static_cast<std::size_t>(bits.read(2));
        base.widths[0] = static_cast<std::uint8_t>(bits.read(5));
        for (std::size_t k = 1; k <= order; ++k) base.widths[k] = static_cast<std::uint8_t>(bits.read(4));
        if (bits.read(1) == 1) {
            if (base.widths[0] == 0 || base.widths[0] > largest_base_width) return false;
            base.least = -(std::int32_t{1} << (base.widths[0] - 1));
            continue;
        }
        const auto width = static_cast<unsigned>(bits.read(5));
        const auto folded = static_cast<std::uint32_t>(bits.read(width));
        base.least = static_cast<std::int32_t>(folded >> 1) ^ -static_cast<std::int32_t>(folded & 1);
    }
    return true;
}

void write_predictions(BitWriter& bits, const std::vector<DofPrediction>& predictions) {
    for (const DofPrediction& each : predictions) {
        bits.write(each.first_width, 5);
        bits.write(each.predictor, 3);
        bits.write(each.spread, 5);
    }
}
bool read_predictions(BitReader& bits, std::vector<DofPrediction>& predictions) {
    for (DofPrediction& each : predictions) {
        each.first_width = static_cast<std::uint8_t>(bits.read(5));
        each.predictor = static_cast<std::uint8_t>(bits.read(3));
        each.spread = static_cast<std::uint8_t>(bits.read(5));
    }
    return true;
}

// All of a clip but its data.
void write_head(ByteWriter& writer, const PackedClip& clip, const PackedRig& rig) {
    const Json beside = details_of(clip);
    const std::string details = beside.size() == 0 ? std::string() : print_json(beside);
    const bool unusual = clip.duration != usual_duration(clip);
    std::uint8_t flags = static_cast<std::uint8_t>(static_cast<unsigned>(clip.loop) << loop_shift);
    if (clip.tier == Tier::archive) flags |= archived;
    if (clip.wraps) flags |= wrapping;
    if (clip.exact_root) flags |= with_exact_root;
    if (unusual) flags |= with_duration;
    if (!details.empty()) flags |= with_details;
    if (!clip.resting.empty()) flags |= partial;
    write_text(writer, clip.name);
    writer.write(flags);
    write_number(writer, clip.frames);
    writer.write(clip.rate);
    writer.write(static_cast<float>(clip.precision));
    writer.write(static_cast<float>(clip.shell));
    if (unusual) writer.write(clip.duration);
    if (!details.empty()) write_text(writer, details);
    if (!clip.resting.empty()) {
        BitWriter tracks;
        for (const bool track : clip.tracks_on(rig)) tracks.write(track, 1);
        write_bits(writer, std::move(tracks));
    }

    write_number(writer, clip.offset_joints.size());
    if (!clip.offset_joints.empty()) writer.write(clip.offset_step);
    std::uint32_t last = 0;
    for (std::size_t i = 0; i < clip.offset_joints.size(); ++i) {
        write_number(writer, clip.offset_joints[i] - last);
        last = clip.offset_joints[i];
        for (const std::int32_t part : clip.offsets[i]) write_constant(writer, part, rig.fine);
    }
    BitWriter bits;
    if (clip.tier == Tier::archive)
        write_predictions(bits, clip.predictions);
    else
        write_bases(bits, clip.bases);
    write_bits(writer, std::move(bits));
    std::uint32_t begin = 0;
    for (const std::uint32_t end : clip.parts) {
        write_number(writer, end - begin);
        begin = end;
    }
    for (const float value : clip.root) writer.write(value);
}

void write_clip(ByteWriter& writer, const PackedClip& clip, const PackedRig& rig) {
    write_head(writer, clip, rig);
    writer.bytes(clip.data);
}

// There is one way to write a thing; bytes that say it in another are no file of ours.
void expect_written_so(ByteReader& reader, Bytes bytes, std::size_t begin, std::string_view field,
                       const ByteBuffer& written) {
    if (reader.ok() && !std::ranges::equal(bytes.subspan(begin, reader.offset() - begin), written))
        reader.fail(field, "not in the form it is written in");
}

PackedClip read_clip(ByteReader& reader, Bytes bytes, const PackedRig& rig, std::size_t dofs) {
    PackedClip clip;
    const std::size_t begin = reader.offset();
    clip.name = read_text(reader, "name");
    const auto flags = reader.read<std::uint8_t>("flags");
    clip.tier = flags & archived ? Tier::archive : Tier::resident;
    clip.wraps = (flags & wrapping) != 0;
    clip.exact_root = (flags & with_exact_root) != 0;
    const unsigned loop = flags >> loop_shift & 3u;
    if (loop > 2) reader.fail("flags", "a flag this reader does not know");
    clip.loop = static_cast<LoopMode>(loop);
    clip.frames = read_count(reader, "frames");
    clip.rate = reader.read<double>("rate");
    clip.precision = static_cast<double>(reader.read<float>("precision"));
    clip.shell = static_cast<double>(reader.read<float>("shell"));
    if (!reader.ok()) return clip;
    if (clip.frames == 0) reader.fail("frames", "a clip has at least one");
    if (!(clip.rate >= 0) || !std::isfinite(clip.rate) || (clip.frames > 1 && clip.rate == 0))
        reader.fail("rate", "is no rate");
    if (!(clip.precision >= 0 && clip.shell >= 0) || !std::isfinite(clip.precision + clip.shell))
        reader.fail("precision", "is no length");
    clip.frame_rate = clip.rate;
    clip.duration = usual_duration(clip);
    if (flags & with_duration) {
        const auto duration = reader.read<double>("duration");
        if (!(duration >= 0) || !std::isfinite(duration)) reader.fail("duration", "is no duration");
        clip.duration = duration;
    }
    if (flags & with_details) {
        const std::string text = read_text(reader, "details");
        if (!reader.ok()) return clip;
        const auto details = parse_json(text);
        if (!details)
            reader.fail("details", details.error().text());
        else if (auto set = set_details(clip, *details, rig.size()); !set)
            reader.fail("details", set.error().text());
    }

    if (flags & partial) {
        if (!reader.ok() || !reader.fits("tracks", (rig.size() + 7) / 8, 1)) return clip;
        read_bits(reader, bytes, "tracks", [&](BitReader& bits) {
            for (std::uint32_t j = 0; j < rig.size(); ++j)
                if (bits.read(1) == 0) clip.resting.push_back(j);
            return true;
        });
    }
    const std::uint64_t offsets = read_number(reader, "offsets");
    if (!reader.ok() || !reader.fits("offsets", offsets, 7)) return clip;
    if (offsets > 0) clip.offset_step = reader.read<float>("offset_step");
    if (!(clip.offset_step >= 0) || !std::isfinite(clip.offset_step)) reader.fail("offset_step", "is no length");
    std::uint64_t joint = 0;
    for (std::uint64_t i = 0; i < offsets && reader.ok(); ++i) {
        const std::uint64_t gap = read_number(reader, "offsets.joint");
        joint += gap;
        if (joint >= rig.size() || (i > 0 && gap == 0)) reader.fail("offsets.joint", "is no joint, or out of order");
        clip.offset_joints.push_back(static_cast<std::uint32_t>(joint));
        PackedOffset parts{};
        for (std::int32_t& part : parts) part = read_constant(reader, rig.fine);
        clip.offsets.push_back(parts);
    }
    if (!reader.ok()) return clip;
    if (!reader.fits("bases", dofs, 1)) return clip;
    read_bits(reader, bytes, "bases", [&](BitReader& bits) {
        if (clip.tier == Tier::archive) {
            clip.predictions.resize(dofs);
            return read_predictions(bits, clip.predictions);
        }
        clip.bases.resize(dofs);
        return read_bases(bits, clip.bases);
    });
    const std::size_t parts = clip.tier == Tier::archive ? chunk_count(clip.frames) : segment_count(clip.frames);
    if (!reader.ok() || !reader.fits("parts", parts, 1)) return clip;
    std::uint64_t end = 0;
    for (std::size_t i = 0; i < parts && reader.ok(); ++i) {
        end += read_number(reader, "parts");
        if (end > UINT32_MAX) reader.fail("parts", "reach too far");
        clip.parts.push_back(static_cast<std::uint32_t>(end));
    }
    if (clip.exact_root && reader.ok()) {
        reader.list("root", clip.root, std::uint64_t{7} * clip.frames, 4);
        for (const float value : clip.root)
            if (!std::isfinite(value)) reader.fail("root", "is not finite");
    }
    if (!reader.ok() || !reader.fits("data", end, 1)) return clip;
    ByteWriter again;
    write_head(again, clip, rig);
    expect_written_so(reader, bytes, begin, "head", again.buffer());
    const Bytes data = reader.take("data", static_cast<std::size_t>(end));
    if (reader.remaining() >= read_slack)
        clip.data = data;
    else
        clip.own({data.begin(), data.end()});
    return clip;
}

} // namespace

Json details_of(const PackedClip& clip) {
    Json details = Json::object();
    if (!clip.events.events.empty()) {
        Json events = Json::array();
        for (const Event& event : clip.events.events) {
            Json entry = Json::object();
            entry.set("time", event.time);
            if (event.frame >= 0) entry.set("frame", event.frame);
            entry.set("kind", kind_of(event.data));
            entry.set("fields", fields_of(event.data));
            events.push(std::move(entry));
        }
        details.set("events", std::move(events));
    }
    if (clip.frame_rate != clip.rate) details.set("frame_rate", clip.frame_rate);
    const PlaybackHints plain;
    if (clip.hints.layer != plain.layer) details.set("layer", clip.hints.layer);
    if (clip.hints.blend_in != plain.blend_in) details.set("blend_in", clip.hints.blend_in);
    if (clip.hints.blend_out != plain.blend_out) details.set("blend_out", clip.hints.blend_out);
    if (!clip.hints.next.empty()) details.set("next", clip.hints.next);
    if (clip.hints.direction == Direction::reverse) details.set("reverse", true);
    if (clip.hints.root_joint >= 0) details.set("root_joint", clip.hints.root_joint);
    if (Json extras = with_script(clip.extras, clip.hints); extras.is_object())
        details.set("extras", std::move(extras));
    return details;
}

Result<void> set_details(PackedClip& clip, const Json& details, std::size_t joints) {
    if (!details.is_object()) return fail("expected an object");
    clip.events = {};
    clip.extras = {};
    double last = 0;
    for (const Json& entry : details["events"].items()) {
        auto data = event_from_fields(entry["kind"].string(), entry["fields"]);
        if (!data) return Failure(data.error());
        const double time = entry["time"].number(-1);
        if (!(time >= last) || !std::isfinite(time)) return fail("events are out of order");
        last = time;
        const std::int64_t frame = entry["frame"].integer(-1);
        if (frame < -1 || frame > INT32_MAX) return fail("an event's frame is out of range");
        clip.events.events.push_back({time, static_cast<std::int32_t>(frame), std::move(*data)});
    }
    const auto small = [&](std::string_view name, std::int32_t otherwise) {
        const std::int64_t value = details[name].integer(otherwise);
        return value < INT32_MIN || value > INT32_MAX ? otherwise : static_cast<std::int32_t>(value);
    };
    clip.frame_rate = details["frame_rate"].number(clip.rate);
    if (!(clip.frame_rate >= 0) || !std::isfinite(clip.frame_rate)) return fail("frame_rate is no rate");
    clip.hints.layer = small("layer", clip.hints.layer);
    clip.hints.blend_in = details["blend_in"].number();
    clip.hints.blend_out = details["blend_out"].number();
    clip.hints.next = details["next"].string();
    clip.hints.direction = details["reverse"].boolean() ? Direction::reverse : Direction::forward;
    clip.hints.root_joint = small("root_joint", -1);
    if (clip.hints.root_joint < -1 || clip.hints.root_joint >= static_cast<std::int64_t>(joints))
        return fail("root_joint is no joint");
    if (const Json* extras = details.find("extras"); extras && extras->is_object()) clip.extras = *extras;
    take_script(clip.extras, clip.hints);
    return {};
}

bool recognise_osa(Bytes bytes) { return as_text(bytes).substr(0, magic.size()) == magic; }

Result<ByteBuffer> write_osa(const OsaFile& file) {
    ByteWriter writer;
    Header header;
    std::copy(magic.begin(), magic.end(), header.magic.begin());
    header.clips = static_cast<std::uint32_t>(file.clips.size());
    header.skeleton = skeleton_hash(file.rig);
    writer("header", header);
    for (const std::string& name : file.rig.names)
        if (name.size() > longest_name) return fail("a joint's name has more than 1000 letters");
    const std::size_t dofs = Layout(file.rig).dofs;
    for (const PackedClip& clip : file.clips) {
        if ((clip.tier == Tier::archive ? clip.predictions.size() : clip.bases.size()) != dofs)
            return fail(Place{.field = clip.name}, "the clip is not of this rig");
        if (std::ranges::any_of(clip.resting, [&](std::uint32_t joint) { return joint >= file.rig.size(); }))
            return fail(Place{.field = clip.name}, "names a joint that is not there");
        write_clip(writer, clip, file.rig);
    }
    header.rig = writer.offset();
    write_rig(writer, file.rig);
    header.size = writer.offset();
    ByteWriter top;
    top("header", header);
    std::copy(top.buffer().begin(), top.buffer().end(), writer.buffer().begin());
    writer.patch(checksum_at, crc32(Bytes(writer.buffer()).subspan(checked_from)));
    return std::move(writer).take();
}

Result<OsaFile> parse_osa(Bytes bytes) {
    ByteReader reader(bytes);
    Header header;
    reader("header", header);
    if (!reader.ok()) return Failure(reader.error());
    const auto broken = [&](std::uint64_t offset, std::string field, std::string what) {
        return fail(Place{.offset = offset, .field = std::move(field)}, std::move(what));
    };
    if (!recognise_osa(bytes)) return broken(0, "magic", "this is no .osa file");
    if (header.version != osa_version)
        return broken(4, "version",
                      "version " + std::to_string(header.version) + ", this reader knows " +
                          std::to_string(osa_version));
    if (header.flags != 0) return broken(6, "flags", "a flag this reader does not know");
    if (header.size != bytes.size())
        return broken(24, "size",
                      "the file should have " + std::to_string(header.size) + " bytes, it has " +
                          std::to_string(bytes.size()));
    if (header.rig < header_size || header.rig > bytes.size()) return broken(32, "rig", "lies outside the file");
    if (crc32(bytes.subspan(checked_from)) != header.checksum)
        return broken(checksum_at, "checksum", "the file is damaged");

    OsaFile file;
    const auto rig_at = static_cast<std::size_t>(header.rig);
    ByteReader rig_reader(bytes, Endian::little);
    rig_reader.seek("rig", rig_at);
    {
        const ByteReader::Scope scope(rig_reader, "rig");
        file.rig = read_rig(rig_reader, bytes);
    }
    ByteWriter again;
    if (rig_reader.ok()) write_rig(again, file.rig);
    expect_written_so(rig_reader, bytes, rig_at, "rig", again.buffer());
    if (!rig_reader.ok()) return Failure(rig_reader.error());
    if (rig_reader.remaining() > 0) return broken(rig_reader.offset(), "rig", "bytes are left behind it");
    if (skeleton_hash(file.rig) != header.skeleton) return broken(16, "skeleton", "is not that of the rig");
    const std::size_t dofs = Layout(file.rig).dofs;
    if (!reader.fits("clips", header.clips, 8)) return Failure(reader.error());
    for (std::uint32_t i = 0; i < header.clips; ++i) {
        const ByteReader::Scope scope(reader, "clips", i);
        file.clips.push_back(read_clip(reader, bytes, file.rig, dofs));
        if (!reader.ok()) return Failure(reader.error());
    }
    if (reader.offset() != rig_at) return broken(reader.offset(), "rig", "does not begin where the clips end");
    return file;
}

Result<OsaFile> parse_osa(Bytes bytes, std::shared_ptr<const void> owner) {
    auto file = parse_osa(bytes);
    if (!file) return file;
    for (PackedClip& clip : file->clips)
        if (!clip.storage) clip.storage = owner;
    return file;
}

std::size_t clip_bytes(const PackedRig& rig, const PackedClip& clip) {
    ByteWriter writer;
    write_clip(writer, clip, rig);
    return writer.offset();
}

std::size_t rig_bytes(const PackedRig& rig) {
    ByteWriter writer;
    write_rig(writer, rig);
    return header_size + writer.offset();
}

} // namespace ossuary::codec
