// The row of BVH.
#include "ossuary/format/row_verbs.h"
#include "ossuary/formats/bvh/bvh.h"

namespace ossuary {

namespace {

struct Bvh : PlainKind<bvh::parse_bvh, bvh::write_bvh, bvh::dump_bvh, bvh::build_bvh> {
    static constexpr std::string_view name = "bvh";
    static Json facts(const bvh::File& file) {
        Json facts = Json::object(), joints = Json::array();
        for (std::size_t n = 0; n < file.nodes.size(); ++n) {
            const bvh::Node& node = file.nodes[n];
            if (node.end_site) continue;
            Json joint = Json::object();
            joint.set("index", n);
            joint.set("name", to_utf8(node.name));
            joint.set("parent", node.parent);
            joint.set("channels", node.channels.size());
            joints.push(std::move(joint));
        }
        facts.set("numJoints", joints.size());
        facts.set("numChannels", file.channel_count());
        facts.set("numFrames", file.frame_count);
        facts.set("frameTime", file.frame_time);
        facts.set("frameRate", file.frame_rate());
        facts.set("durationSeconds", file.frame_count > 1 ? (file.frame_count - 1) / file.frame_rate() : 0.0);
        facts.set("joints", std::move(joints));
        return facts;
    }
};

// The first file brings the skeleton; the others are clips for it, in its unit.
Result<void> open(const NamedFile& file, Model& model, const FileLookup&, const OptionValues& options,
                  Diagnostics* diagnostics) {
    const auto parsed = bvh::parse_bvh(file.bytes, diagnostics);
    if (!parsed) return Failure(parsed.error());
    bvh::ToModelOptions model_options{.unit_scale = options.number("unit-scale")};
    if (model.skeleton.joints.empty()) {
        auto opened = bvh::to_model(*parsed, file_stem(file.name), model_options, diagnostics);
        if (!opened) return Failure(opened.error());
        model = *std::move(opened);
        return {};
    }
    if (!model_options.unit_scale && model.source.format == "bvh") model_options.unit_scale = model.source.basis.scale;
    auto clip = bvh::to_clip(*parsed, model.skeleton, free_clip_name(model, file_stem(file.name), diagnostics),
                             model_options, diagnostics);
    if (!clip) return Failure(clip.error());
    model.clips.push_back(*std::move(clip));
    return {};
}

SavedFiles save(const Model& model, std::string_view stem, const OptionValues& options, Diagnostics* diagnostics) {
    const auto clip = chosen_clip(model, options.text("clip"));
    if (!clip) return Failure(clip.error());
    const auto file = bvh::bvh_from_model(model, **clip, {.frame_rate = frame_rate(options)}, diagnostics);
    if (!file) return Failure(file.error());
    return saved(stem, ".bvh", bvh::write_bvh(*file));
}

constexpr std::string_view extensions[] = {".bvh"};
constexpr Option open_options[] = {{.name = "unit-scale",
                                    .kind = OptionKind::number,
                                    .value = "METRES",
                                    .help = "Metres per unit of the file (default: guessed from the figure's size)"}};
constexpr Option save_options[] = {clip_option, frame_rate_option};

constexpr Format rows[] = {with_verbs<Bvh>({
    .title = "Biovision motion capture",
    .game = "",
    .extensions = extensions,
    .is_text = true,
    .role = Role::clip,
    .one_clip = true,
    .open_options = open_options,
    .save_options = save_options,
    .recognise = bvh::recognise_bvh,
    .open = open,
    .save = save,
})};

} // namespace

std::span<const Format> bvh_rows() { return rows; }

} // namespace ossuary
