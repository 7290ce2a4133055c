#include "ossuary/base/text.h"
#include "ossuary/formats/bvh/bvh.h"
#include "rows.h"

namespace ossuary {

namespace {

Result<Json> info(const NamedFile& file, const FileLookup&, const OpenOptions&, Diagnostics* diagnostics) {
    const auto parsed = bvh::parse_bvh(file.bytes, diagnostics);
    if (!parsed) return Failure(parsed.error());
    Json facts = Json::object(), joints = Json::array();
    facts.set("source", file_name(file.name));
    facts.set("bytes", file.bytes.size());
    for (std::size_t n = 0; n < parsed->nodes.size(); ++n) {
        const bvh::Node& node = parsed->nodes[n];
        if (node.end_site) continue;
        Json joint = Json::object();
        joint.set("index", n);
        joint.set("name", to_utf8(node.name));
        joint.set("parent", node.parent);
        joint.set("channels", node.channels.size());
        joints.push(std::move(joint));
    }
    facts.set("numJoints", joints.size());
    facts.set("numChannels", parsed->channel_count());
    facts.set("numFrames", parsed->frame_count);
    facts.set("frameTime", parsed->frame_time);
    facts.set("frameRate", parsed->frame_rate());
    facts.set("durationSeconds", parsed->frame_count > 1 ? (parsed->frame_count - 1) / parsed->frame_rate() : 0.0);
    facts.set("joints", std::move(joints));
    return facts;
}

Result<Json> dump(Bytes bytes, const OpenOptions&, Diagnostics* diagnostics) {
    return bvh::parse_bvh(bytes, diagnostics).map(bvh::dump_bvh);
}

Result<ByteBuffer> build(const Json& json) {
    return bvh::build_bvh(json).map([](const bvh::File& file) { return to_buffer(bvh::write_bvh(file)); });
}

Result<Json> values(const NamedFile& file, const FileLookup&, const OpenOptions& options, Diagnostics* diagnostics) {
    return dump(file.bytes, options, diagnostics);
}

Result<ByteBuffer> rewrite(const NamedFile& file, const FileLookup&, const OpenOptions&, Diagnostics* diagnostics) {
    return bvh::parse_bvh(file.bytes, diagnostics).map([](const bvh::File& parsed) {
        return to_buffer(bvh::write_bvh(parsed));
    });
}

// The first file brings the skeleton; the others are clips for it, in its unit.
Result<void> open(const NamedFile& file, Model& model, const FileLookup&, const OpenOptions& options,
                  Diagnostics* diagnostics) {
    const auto parsed = bvh::parse_bvh(file.bytes, diagnostics);
    if (!parsed) return Failure(parsed.error());
    bvh::ModelOptions model_options{.unit_scale = options.unit_scale};
    if (model.skeleton.joints.empty()) {
        auto opened = bvh::to_model(*parsed, file_stem(file.name), model_options, diagnostics);
        if (!opened) return Failure(opened.error());
        if (options.loop) opened->clips.front().loop = LoopMode::wrap;
        model = *std::move(opened);
        return {};
    }
    if (!model_options.unit_scale && model.source.format == "bvh") model_options.unit_scale = model.source.basis.scale;
    auto clip = bvh::to_clip(*parsed, model.skeleton, free_clip_name(model, file_stem(file.name), diagnostics),
                             model_options, diagnostics);
    if (!clip) return Failure(clip.error());
    if (options.loop) clip->loop = LoopMode::wrap;
    model.clips.push_back(*std::move(clip));
    return {};
}

Result<std::vector<NamedFile>> save(const Model& model, std::string_view stem, const SaveOptions& options,
                                    Diagnostics* diagnostics) {
    if (model.clips.empty()) return fail("the model has no clip to write");
    const Clip* clip = options.clip.empty() ? &model.clips.front() : model.find_clip(options.clip);
    if (!clip) return fail("there is no clip '" + options.clip + "'");
    const auto file = bvh::from_model(model, *clip, {.frame_rate = options.frame_rate}, diagnostics);
    if (!file) return Failure(file.error());
    return std::vector{NamedFile{std::string(stem) + ".bvh", to_buffer(bvh::write_bvh(*file))}};
}

constexpr std::string_view extensions[] = {".bvh"};

constexpr Format rows[] = {{
    .name = "bvh",
    .title = "Biovision motion capture",
    .game = "",
    .extensions = extensions,
    .is_text = true,
    .role = Role::clip,
    .one_clip = true,
    .recognise = bvh::recognise,
    .info = info,
    .dump = dump,
    .build = build,
    .values = values,
    .rewrite = rewrite,
    .open = open,
    .save = save,
}};

} // namespace

std::span<const Format> bvh_rows() { return rows; }

} // namespace ossuary
