#include "formats/sf3/facts.h"

#include <algorithm>

#include "ossuary/base/hex.h"
#include "ossuary/base/record_json.h"
#include "ossuary/base/text.h"

namespace ossuary::sf3 {

namespace {

std::string prefixed_hex(unsigned value) { return "0x" + hex_text(value & 0xFFFF, value > 0xFF ? 4 : 2); }

// What is worth saying about an animation that its numbers do not say.
std::string remark_on(const AnimationFile& file, const AnimationGroup& group, std::size_t group_number,
                      std::size_t at) {
    if (at == group.first) return "start of group " + std::to_string(group_number);
    for (std::size_t other = group.first; other < at; ++other)
        if (file.animations[other] == file.animations[at]) return "the same keys as " + std::to_string(other);
    const auto start = [&](std::size_t a) { return span_of(file.animations[a].bones).value_or(FrameSpan{}).start; };
    if (start(at) < start(at - 1)) return "out of order";
    return "";
}

struct Owner {
    std::string model;
    std::uint16_t type = 0;
};
std::vector<std::optional<Owner>> owners_of(const AnimationFile& file, const std::vector<KnownModel>& known) {
    std::vector<std::optional<Owner>> owners(file.animations.size());
    for (const auto& [model, binding] : known)
        for (const auto& [clip, animation] : binding.clips) owners[animation] = {model.name, model.clips[clip].type};
    return owners;
}

std::size_t key_count(const std::vector<BoneKeys>& bones) {
    std::size_t keys = 0;
    for (const BoneKeys& bone : bones)
        keys += bone.translation.frames.size() + bone.rotation.frames.size() + bone.scale.frames.size();
    return keys;
}

Json clip_facts(const Clip& clip, double tick_rate) {
    Json entry = Json::object();
    entry.set("type", prefixed_hex(clip.type));
    entry.set("name", name_of_clip_type(clip.type));
    entry.set("external", clip.external);
    entry.set("start", clip.start);
    entry.set("end", clip.start + clip.count - 1);
    entry.set("count", clip.count);
    entry.set("distance", clip.distance);
    Json events = Json::array();
    for (const auto& [frame, code] : clip.events) {
        Json event = Json::object();
        event.set("frame", frame);
        event.set("time", (frame - clip.start) / tick_rate);
        event.set("type", name_of_event(code));
        event.set("code", prefixed_hex(code));
        events.push(std::move(event));
    }
    entry.set("events", std::move(events));
    return entry;
}

Json bone_facts(const SkeletonTree& tree, std::size_t bone) {
    Json entry = Json::object();
    entry.set("name", "bone_" + std::string(bone < 10 ? "0" : "") + std::to_string(bone));
    entry.set("parent", tree.parents[bone]);
    entry.set("meshes", std::ranges::count(tree.mesh_bones, static_cast<std::int32_t>(bone)));
    return entry;
}

} // namespace

Json facts_of(const AnimationFile& file, const std::vector<KnownModel>& known) {
    const std::vector<AnimationGroup> groups = group_animations(file);
    const auto owners = owners_of(file, known);
    Json facts = Json::object();
    facts.set("num_animations", file.animations.size());
    facts.set("num_groups", groups.size());
    facts.set("eof_marker", file.eof_marker);
    facts.set("usual_layout", file.original.empty());
    Json animations = Json::array(), group_rows = Json::array(), models = Json::array();
    for (std::size_t g = 0; g < groups.size(); ++g) {
        const AnimationGroup& group = groups[g];
        Json row = Json::object();
        row.set("group", g);
        row.set("first", group.first);
        row.set("count", group.count);
        row.set("bones", group.bones);
        row.set("start", group.span.start);
        row.set("end", group.span.end);
        group_rows.push(std::move(row));
        for (std::size_t a = group.first; a < group.first + group.count; ++a) {
            const FrameSpan span = span_of(file.animations[a].bones).value_or(FrameSpan{});
            Json entry = Json::object();
            entry.set("animation", a);
            entry.set("start", span.start);
            entry.set("end", span.end);
            entry.set("bones", group.bones);
            entry.set("keys", key_count(file.animations[a].bones));
            entry.set("group", g);
            if (!known.empty()) {
                entry.set("model", owners[a] ? Json(owners[a]->model) : Json());
                entry.set("clip", owners[a] ? Json(name_of_clip_type(owners[a]->type)) : Json());
            }
            entry.set("remark", remark_on(file, group, g, a));
            animations.push(std::move(entry));
        }
    }
    facts.set("animations", std::move(animations));
    facts.set("groups", std::move(group_rows));
    for (const auto& [model, binding] : known) {
        Json row = Json::object();
        row.set("model", model.name);
        row.set("bones", model.bones);
        row.set("clips", binding.clips.size());
        row.set("bound_by", name_of(binding.method));
        if (!binding.failed.empty()) row.set("why", binding.failed);
        models.push(std::move(row));
    }
    if (models.size() > 0) facts.set("models", std::move(models));
    return facts;
}

Json facts_of(const ModelFile& file, double tick_rate) {
    const SkeletonTree tree = run_skeleton(file.skeleton);
    Json facts = Json::object();
    facts.set("num_textures", file.textures.size());
    facts.set("num_meshes", tree.mesh_bones.size());
    facts.set("num_bones", tree.parents.size());
    facts.set("num_keys", key_count(file.bones));
    facts.set("box_center", dump_record(file.box_center));
    facts.set("box_half", dump_record(file.box_half));
    facts.set("usual_layout", file.original.empty());
    if (file.extra_chunks) facts.set("extra_chunks", file.extra_chunks->size());
    if (!file.trailing.empty()) facts.set("trailing_bytes", file.trailing.size());

    Json clips = Json::array(), bones = Json::array(), tags = Json::array(), meshes = Json::array(),
         textures = Json::array();
    for (const Clip& clip : file.clips) clips.push(clip_facts(clip, tick_rate));
    for (std::size_t b = 0; b < tree.parents.size(); ++b) bones.push(bone_facts(tree, b));
    for (const PlacedTag& tag : tree.tags) {
        Json entry = Json::object();
        entry.set("tag", prefixed_hex(tag.op.code));
        entry.set("meaning", meaning_of_tag(tag.op.code));
        entry.set("bone", tag.bone);
        tags.push(std::move(entry));
    }
    for (std::size_t l = 0; l < file.mesh_lists.size(); ++l)
        for (std::size_t m = 0; m < file.mesh_lists[l].size(); ++m) {
            const Mesh& mesh = file.mesh_lists[l][m];
            Json entry = Json::object();
            entry.set("list", l == 0 ? Json("body") : l == 1 ? Json("weapon") : Json(l));
            entry.set("mesh", m);
            entry.set("points", mesh.points.size());
            entry.set("faces", mesh.faces.size());
            entry.set("textured",
                      std::ranges::count_if(mesh.faces, [](const Face& f) { return f.attr.is_textured(); }));
            if (l == 0) entry.set("bone", tree.mesh_bones[m]);
            meshes.push(std::move(entry));
        }
    for (const Texture& texture : file.textures) {
        Json entry = Json::object();
        entry.set("texture", textures.size());
        entry.set("width", texture.width);
        entry.set("height", texture.height);
        entry.set("transparent_pixels", std::ranges::count(texture.pixels, rgb_transparent));
        textures.push(std::move(entry));
    }
    facts.set("clips", std::move(clips));
    facts.set("bones", std::move(bones));
    facts.set("tags", std::move(tags));
    facts.set("meshes", std::move(meshes));
    facts.set("textures", std::move(textures));
    return facts;
}

Json facts_of(const ContainerFile& file) {
    Json blocks = Json::array();
    for (const ModelFile& block : file.blocks) {
        const SkeletonTree tree = run_skeleton(block.skeleton);
        Json entry = Json::object();
        entry.set("block", blocks.size());
        entry.set("textures", block.textures.size());
        entry.set("meshes", tree.mesh_bones.size());
        entry.set("bones", tree.parents.size());
        entry.set("clips", block.clips.size());
        entry.set("extra_chunks", block.extra_chunks ? block.extra_chunks->size() : 0);
        blocks.push(std::move(entry));
    }
    Json facts = Json::object();
    facts.set("num_models", file.blocks.size());
    facts.set("blocks", std::move(blocks));
    return facts;
}

} // namespace ossuary::sf3
