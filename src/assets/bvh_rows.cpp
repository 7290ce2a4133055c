#include "assets/row_verbs.h"
#include "assets/rows.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/bvh/bvh.h"

namespace ossuary {

namespace {

struct Bvh {
    static constexpr std::string_view name = "bvh";
    static auto parse(Bytes bytes, const OpenOptions&, Diagnostics* diagnostics) {
        return bvh::parse_bvh(bytes, diagnostics);
    }
    static ByteBuffer write(const bvh::File& file) { return to_buffer(bvh::write_bvh(file)); }
    static constexpr auto dump = bvh::dump_bvh;
    static constexpr auto build = bvh::build_bvh;
};

Result<Json> info(const NamedFile& file, const FileLookup&, const OpenOptions&, Diagnostics* diagnostics) {
    const auto parsed = bvh::parse_bvh(file.bytes, diagnostics);
    if (!parsed) return Failure(parsed.error());
    Json facts = file_facts(file), joints = Json::array();
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
    .name = Bvh::name,
    .title = "Biovision motion capture",
    .game = "",
    .extensions = extensions,
    .is_text = true,
    .role = Role::clip,
    .one_clip = true,
    .recognise = bvh::recognise,
    .info = info,
    .dump = dump_row<Bvh>,
    .build = build_row<Bvh>,
    .values = row_values<Bvh>,
    .rewrite = rewrite_row<Bvh>,
    .open = open,
    .save = save,
}};

} // namespace

std::span<const Format> bvh_rows() { return rows; }

} // namespace ossuary
