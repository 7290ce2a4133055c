// The row of packed clips (.osa).
#include <algorithm>

#include "codec/osa_json.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"
#include "ossuary/codec/decode.h"
#include "ossuary/codec/encode.h"
#include "ossuary/codec/osa.h"
#include "ossuary/format/row_verbs.h"
#include "ossuary/model/event.h"
#include "ossuary/model/model_json.h"

namespace ossuary {

namespace {

struct Osa {
    static constexpr std::string_view name = "osa";
    static auto parse(Bytes bytes, const OptionValues&, Diagnostics*) { return codec::parse_osa(bytes); }
    // What is written can be read: a dump may have been edited.
    static Result<ByteBuffer> write(const codec::OsaFile& file) {
        auto bytes = codec::write_osa(file);
        if (!bytes) return bytes;
        if (const auto read = codec::parse_osa(Bytes(*bytes)); !read) return Failure(read.error());
        return bytes;
    }
    static constexpr auto dump = dump_osa;
    static constexpr auto build = build_osa;
};

Json joint_facts(const codec::PackedRig& rig, std::size_t j) {
    const codec::RigJoint& joint = rig.joints[j];
    Json facts = Json::object();
    facts.set("index", j);
    facts.set("name", to_utf8(rig.names[j]));
    facts.set("parent", rig.parents[j]);
    facts.set("kind", codec::name_of(joint.kind));
    facts.set("moves", joint.moves);
    facts.set("scales", joint.scales);
    return facts;
}

Json clip_facts(const codec::PackedRig& rig, const codec::PackedClip& clip, std::vector<double>& joint_bits) {
    const std::size_t bytes = codec::clip_bytes(rig, clip);
    const double raw = 40.0 * static_cast<double>(rig.size()) * clip.frames;
    Json facts = Json::object();
    facts.set("name", to_utf8(clip.name));
    facts.set("tier", codec::name_of(clip.tier));
    facts.set("numFrames", clip.frames);
    facts.set("frameRate", clip.rate);
    facts.set("durationSeconds", clip.duration);
    facts.set("loops", clip.wraps);
    facts.set("exactRoot", clip.exact_root);
    facts.set("tracks", rig.size() - clip.resting.size());
    facts.set("precisionMillimetres", clip.precision > 0 ? Json(clip.precision * 1000) : Json());
    facts.set("shellMillimetres", clip.shell * 1000);
    facts.set("bytes", bytes);
    facts.set("ratio", raw / static_cast<double>(bytes));
    facts.set(clip.tier == codec::Tier::archive ? "chunks" : "segments", clip.parts.size());
    facts.set("bitsPerFrame", static_cast<double>(clip.data.size()) * 8 / clip.frames);
    facts.set("events", clip.events.events.size());
    if (const auto bits = codec::bits_per_joint(rig, clip))
        for (std::size_t j = 0; j < rig.size(); ++j) joint_bits[j] += (*bits)[j] * clip.frames;
    return facts;
}

Result<Json> info(const NamedFile& file, const FileLookup&, const OptionValues&, Diagnostics*) {
    const auto parsed = codec::parse_osa(file.bytes);
    if (!parsed) return Failure(parsed.error());
    const codec::PackedRig& rig = parsed->rig;
    Json facts = file_facts(file), joints = Json::array(), clips = Json::array();
    facts.set("version", codec::osa_version);
    facts.set("rigBytes", codec::rig_bytes(rig));
    facts.set("numJoints", rig.size());
    facts.set("numClips", parsed->clips.size());
    std::vector<double> bits(rig.size());
    double frames = 0;
    for (const codec::PackedClip& clip : parsed->clips) {
        clips.push(clip_facts(rig, clip, bits));
        if (clip.tier == codec::Tier::resident) frames += clip.frames;
    }
    for (std::size_t j = 0; j < rig.size(); ++j) {
        Json joint = joint_facts(rig, j);
        if (frames > 0) joint.set("bitsPerFrame", bits[j] / frames);
        joints.push(std::move(joint));
    }
    facts.set("clips", std::move(clips));
    facts.set("joints", std::move(joints));
    return facts;
}

// A clip of another skeleton: joints by name. What the file has no track for keeps its rest pose.
Result<Clip> for_skeleton(Clip clip, const codec::PackedRig& rig, const Skeleton& skeleton) {
    if (codec::skeleton_hash(skeleton) == codec::skeleton_hash(rig)) return clip;
    std::vector<JointTrack> tracks(skeleton.joints.size());
    std::size_t found = 0;
    for (std::size_t j = 0; j < rig.size(); ++j) {
        const std::int32_t at = skeleton.find(rig.names[j]);
        if (at < 0) continue;
        tracks[static_cast<std::size_t>(at)] = std::move(clip.joints[j]);
        ++found;
    }
    if (found * 2 < rig.size())
        return fail("of " + std::to_string(rig.size()) + " joints the model has " + std::to_string(found));
    clip.joints = std::move(tracks);
    if (clip.hints.root_joint >= 0)
        clip.hints.root_joint = skeleton.find(rig.names[static_cast<std::size_t>(clip.hints.root_joint)]);
    return clip;
}

Result<void> open(const NamedFile& file, Model& model, const FileLookup&, const OptionValues&,
                  Diagnostics* diagnostics) {
    const auto parsed = codec::parse_osa(file.bytes);
    if (!parsed) return Failure(parsed.error());
    if (parsed->clips.empty()) return fail("the file has no clip");
    if (model.skeleton.joints.empty()) {
        if (auto empty = expect_empty(model); !empty) return empty;
        model.name = std::string(file_stem(file.name));
        model.source.format = "osa";
        model.skeleton = codec::to_skeleton(parsed->rig);
    }
    for (const codec::PackedClip& packed : parsed->clips) {
        auto clip = codec::to_clip(parsed->rig, packed);
        if (!clip) return Failure(clip.error());
        auto placed = for_skeleton(std::move(*clip), parsed->rig, model.skeleton);
        if (!placed) return Failure(placed.error());
        placed->name = free_clip_name(model, placed->name, diagnostics);
        model.clips.push_back(std::move(*placed));
    }
    return {};
}

Result<Json> values(const NamedFile& file, const FileLookup& lookup, const OptionValues& options,
                    Diagnostics* diagnostics) {
    Model model;
    if (auto opened = open(file, model, lookup, options, diagnostics); !opened) return Failure(opened.error());
    model.name.clear(); // is the file's, not in it
    return model_values(model);
}

// With the options a user gets without asking; `ossuary pack` asks.
SavedFiles save(const Model& model, std::string_view stem, const OptionValues& options, Diagnostics* diagnostics) {
    codec::EncodeOptions encoding;
    encoding.frame_rate = frame_rate(options);
    std::vector<codec::ClipSource> sources;
    const std::string_view wanted = options.text("clip");
    for (const Clip& clip : model.clips)
        if (wanted.empty() || clip.name == wanted) sources.push_back({&clip, &model.skeleton});
    if (sources.empty()) return fail("the model has no clip to write");
    auto rig = codec::fit_rig(sources, encoding);
    if (!rig) return Failure(rig.error());
    codec::OsaFile file{std::move(*rig), {}};
    for (const codec::ClipSource& source : sources) {
        auto encoded = codec::encode(source, file.rig, encoding);
        if (!encoded) return Failure(encoded.error());
        if (!source.clip->morphs.empty() || !source.clip->cameras.empty() || !source.clip->lights.empty())
            report(diagnostics, Severity::warning, Place{.field = source.clip->name},
                   "the movements of morph targets, cameras and lights are not packed");
        if (!encoded->shortfall.empty())
            report(diagnostics, Severity::warning, Place{.field = source.clip->name}, encoded->shortfall);
        file.clips.push_back(std::move(encoded->clip));
    }
    auto bytes = codec::write_osa(file);
    if (!bytes) return Failure(bytes.error());
    return saved(stem, ".osa", std::move(*bytes));
}

constexpr std::string_view extensions[] = {".osa"};
constexpr Option save_options[] = {clip_option, frame_rate_option};

constexpr Format rows[] = {with_verbs<Osa>({
    .title = "packed clips",
    .game = "",
    .extensions = extensions,
    .role = Role::clip,
    .save_options = save_options,
    .recognise = codec::recognise_osa,
    .info = info,
    .values = values,
    .open = open,
    .save = save,
})};

} // namespace

std::span<const Format> codec_rows() { return rows; }

} // namespace ossuary
