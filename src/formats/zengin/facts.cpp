#include "facts.h"

#include <algorithm>

#include "formats/zengin/chunks/man_layout.h"
#include "formats/zengin/chunks/mdl_layout.h"
#include "formats/zengin/chunks/mmb_layout.h"
#include "formats/zengin/chunks/mrm_layout.h"
#include "formats/zengin/chunks/msb_layout.h"
#include "formats/zengin/chunks/msh_layout.h"
#include "formats/zengin/text/asc_layout.h"
#include "formats/zengin/text/mms_layout.h"
#include "ossuary/base/hash.h"
#include "ossuary/base/hex.h"
#include "ossuary/base/text.h"
#include "ossuary/model/event.h"

namespace ossuary::zengin {

namespace {

template <class T> Json json_of(const T& value) { return JsonDumper::dump(value); }

Json facts_of(const SubMesh& submesh) {
    Json facts = Json::object();
    facts.set("triangles", submesh.triangles.size());
    facts.set("wedges", submesh.wedges.size());
    facts.set("colors", submesh.colors.size());
    facts.set("plane_indices", submesh.plane_indices.size());
    facts.set("planes", submesh.planes.size());
    facts.set("wedge_map", submesh.wedge_map.size());
    facts.set("vertex_updates", submesh.vertex_updates.size());
    facts.set("triangle_edges", submesh.triangle_edges.size());
    facts.set("edges", submesh.edges.size());
    facts.set("edge_scores", submesh.edge_scores.size());
    return facts;
}

Json facts_of(const ProtoMesh& mesh) {
    Json facts = Json::object();
    facts.set("version", "0x" + hex_text(mesh.version, 4));
    facts.set("num_positions", mesh.positions.size());
    facts.set("num_normals", mesh.normals.size());
    facts.set("num_submeshes", mesh.submeshes.size());
    std::size_t triangles = 0, wedges = 0;
    Json submeshes = Json::array();
    for (const SubMesh& submesh : mesh.submeshes) {
        triangles += submesh.triangles.size();
        wedges += submesh.wedges.size();
        submeshes.push(facts_of(submesh));
    }
    facts.set("total_triangles", triangles);
    facts.set("total_wedges", wedges);
    facts.set("submeshes", std::move(submeshes));
    facts.set("materials", json_of(mesh.materials));
    facts.set("alpha_test", mesh.is_gothic1() ? Json() : Json(mesh.alpha_test));
    facts.set("bbox_min", json_of(mesh.bbox.min));
    facts.set("bbox_max", json_of(mesh.bbox.max));
    facts.set("obb_boxes", mesh.obb.size());
    facts.set("tail_floats", json_of(mesh.tail_floats));
    return facts;
}

Json facts_of(const SoftSkin& skin) {
    Json facts = Json::object();
    facts.set("version", skin.version);
    facts.set("mesh", facts_of(skin.mesh));
    facts.set("num_influences", skin.influences.size());
    const auto most = std::ranges::max_element(skin.influence_counts);
    facts.set("max_influences_per_vertex", most == skin.influence_counts.end() ? 0u : *most);
    facts.set("num_wedge_normals", skin.wedge_normals.size());
    facts.set("nodes", json_of(skin.nodes));
    return facts;
}

// One line for an entry of a script: what it is, what it is called, what it is made from.
Json facts_of(const ScriptEntry& entry) {
    Json facts = Json::object();
    facts.set("kind", name_of(entry.kind()));
    facts.set("name", name_in(entry));
    if (const Ani* ani = std::get_if<Ani>(&entry.data)) {
        facts.set("layer", ani->layer);
        facts.set("next", ani->next);
        facts.set("flags", ani->flags);
        facts.set("asc", ani->asc);
        facts.set("dir", ani->dir);
        facts.set("first", ani->first);
        facts.set("last", ani->last);
        facts.set("fps", ani->fps);
    } else if (const AniAlias* alias = std::get_if<AniAlias>(&entry.data)) {
        facts.set("layer", alias->layer);
        facts.set("next", alias->next);
        facts.set("flags", alias->flags);
        facts.set("alias", alias->alias);
        facts.set("dir", alias->dir);
    }
    if (const auto* events = entry.events(); events && !events->empty()) facts.set("num_events", events->size());
    return facts;
}

} // namespace

Json facts_of(const ModelAnimation& animation) {
    JsonDumper io;
    auto& described = const_cast<ModelAnimation&>(animation); // the dumper only reads
    describe_header(io, described);
    describe_source(io, described);
    Json facts = io.take();
    facts.set("events", json_of(animation.events));
    facts.set("checksum", animation.checksum);
    facts.set("checksum_hex", hex_text(animation.checksum, 8));
    facts.set("node_indices", json_of(animation.node_indices));
    facts.set("num_samples", animation.samples.size());
    return facts;
}

Json facts_of(const ModelHierarchy& hierarchy) {
    JsonDumper io;
    auto& described = const_cast<ModelHierarchy&>(hierarchy); // the dumper only reads
    io("version", hierarchy.version);
    io("num_nodes", hierarchy.nodes.size());
    describe_nodes(io, described);
    describe_source(io, described);
    Json facts = io.take();
    facts.set("checksum_hex", hex_text(hierarchy.checksum, 8));
    facts.set("crc32_of_node_names", hex_text(node_checksum(hierarchy), 8));
    return facts;
}

Json facts_of(const ModelMesh& file) {
    Json facts = Json::object();
    facts.set("version", file.version);
    facts.set("source_date", json_of(file.source_date));
    facts.set("source_path", file.source_path);
    Json attachments = Json::array();
    for (const MeshAttachment& attachment : file.attachments) {
        Json entry = Json::object();
        entry.set("name", attachment.name);
        entry.set("mesh", facts_of(attachment.mesh));
        attachments.push(std::move(entry));
    }
    facts.set("attachments", std::move(attachments));
    facts.set("checksum", json_of(file.checksum));
    if (file.checksum) facts.set("checksum_hex", hex_text(*file.checksum, 8));
    Json skins = Json::array();
    for (const SoftSkin& skin : file.softskins) skins.push(facts_of(skin));
    facts.set("softskins", std::move(skins));
    return facts;
}

Json facts_of(const ModelFile& file) {
    Json facts = Json::object();
    facts.set("hierarchy", facts_of(file.hierarchy));
    facts.set("mesh", facts_of(file.mesh));
    return facts;
}

Json facts_of(const MultiResolutionMesh& file) {
    Json facts = Json::object();
    facts.set("mesh", facts_of(file.mesh));
    return facts;
}

Json facts_of(const MorphMesh& file) {
    Json facts = Json::object();
    facts.set("version", file.version);
    facts.set("name", file.name);
    facts.set("mesh", facts_of(file.mesh));
    facts.set("num_morph_positions", file.morph_positions.size());
    facts.set("sources", json_of(file.sources));
    Json animations = Json::array();
    for (const MorphAnimation& animation : file.animations) {
        Json entry = Json::object();
        entry.set("name", animation.name);
        entry.set("blend_in", animation.blend_in);
        entry.set("blend_out", animation.blend_out);
        entry.set("duration", animation.duration);
        entry.set("layer", animation.layer);
        entry.set("speed", animation.speed);
        entry.set("flags", animation.flags);
        entry.set("vertex_count", animation.vertices.size());
        entry.set("frame_count", animation.frame_count);
        animations.push(std::move(entry));
    }
    facts.set("animations", std::move(animations));
    return facts;
}

Json facts_of(const PlainMesh& file) {
    Json facts = Json::object();
    facts.set("version", file.version);
    facts.set("date", json_of(file.date));
    facts.set("name", file.name);
    facts.set("bbox_min", json_of(file.bbox.min));
    facts.set("bbox_max", json_of(file.bbox.max));
    facts.set("obb_boxes", file.obb.size());
    facts.set("num_positions", file.positions.size());
    facts.set("num_features", file.features.size());
    facts.set("num_polygons", file.polygons.size());
    const auto light_maps = file.light_maps ? count_light_maps(*file.light_maps) : std::optional<std::uint32_t>(0);
    facts.set("num_light_maps", json_of(light_maps));
    facts.set("materials", json_of(file.materials.materials));
    return facts;
}

Json facts_of(const Script& script) {
    Json facts = Json::object();
    if (!script.model.empty()) facts.set("model", script.model);
    Json trees = Json::array();
    for (const MeshAndTree& tree : script.mesh_and_tree) {
        Json entry = Json::object();
        entry.set("name", tree.name);
        entry.set("dont_use_mesh", tree.dont_use_mesh);
        trees.push(std::move(entry));
    }
    facts.set("mesh_and_tree", std::move(trees));
    facts.set("register_mesh", json_of(script.register_mesh));
    std::array<std::size_t, std::variant_size_v<ScriptEntryData>> counts{};
    for (const ScriptEntry& entry : script.entries) ++counts[entry.data.index()];
    Json by_kind = Json::object();
    for (std::size_t kind = 0; kind < counts.size(); ++kind)
        if (counts[kind] > 0) by_kind.set(name_of(static_cast<EntryKind>(kind)), counts[kind]);
    facts.set("counts", std::move(by_kind));
    facts.set("num_items", script.entries.size());
    Json items = Json::array();
    for (const ScriptEntry& entry : script.entries) items.push(facts_of(entry));
    facts.set("items", std::move(items));
    return facts;
}

Json facts_of(const CompiledScript& file) {
    Json facts = Json::object();
    facts.set("root", json_of(file.root));
    facts.set("source_script", json_of(file.source));
    const Json script = facts_of(file.script);
    for (const Json::Member& member : script.members()) facts.append(member.name, member.value);
    return facts;
}

Json facts_of(const MorphScript& script) {
    Json facts = Json::object();
    facts.set("name", script.name);
    facts.set("morph_ref", script.morph_ref);
    facts.set("num_anis", script.anis.size());
    facts.set("anis", json_of(script.anis));
    return facts;
}

Json facts_of(const AscFile& file) {
    Json facts = Json::object();
    facts.set("version", file.version);
    facts.set("comment", file.comment);
    facts.set("scene", json_of(file.scene));
    Json materials = Json::array();
    for (const AscMaterial& material : file.materials) {
        Json entry = Json::object();
        entry.set("name", material.name);
        entry.set("bitmap", material.map_diffuse ? Json(material.map_diffuse->bitmap) : Json());
        entry.set("submaterials", material.submaterials.size());
        materials.push(std::move(entry));
    }
    facts.set("num_nodes", file.nodes.size());
    facts.set("materials", std::move(materials));
    Json nodes = Json::array();
    for (const AscNode& node : file.nodes) {
        Json entry = Json::object();
        entry.set("name", node.name);
        entry.set("parent", node.parent);
        entry.set("mesh_kind", name_of(node.mesh_kind));
        if (!node.meshes.empty()) {
            entry.set("vertices", node.meshes.front().vertices.size());
            entry.set("faces", node.meshes.front().faces.size());
            if (node.meshes.size() > 1) entry.set("mesh_keys", node.meshes.size());
        }
        if (node.tracks) {
            entry.set("position_keys", node.tracks->positions.size());
            entry.set("rotation_keys", node.tracks->rotations.size());
            entry.set("scale_keys", node.tracks->scales.size());
        }
        nodes.push(std::move(entry));
    }
    facts.set("nodes", std::move(nodes));
    Json skins = Json::array();
    for (const AscSkin& skin : file.skins) {
        Json entry = Json::object();
        entry.set("node", skin.node);
        entry.set("bones", skin.bones.size());
        entry.set("vertices", skin.start.empty() ? 0 : skin.start.size() - 1);
        entry.set("influences", skin.influences.size());
        skins.push(std::move(entry));
    }
    facts.set("skins", std::move(skins));
    return facts;
}

Json facts_of(const TextureFile& file) {
    const TexHeader& header = file.header;
    Json facts = Json::object();
    facts.set("pixel_format", name_of(header.format));
    facts.set("format_id", static_cast<std::uint32_t>(header.format));
    facts.set("width", header.width);
    facts.set("height", header.height);
    facts.set("mips", header.mip_count);
    facts.set("ref_width", header.reference_width);
    facts.set("ref_height", header.reference_height);
    facts.set("average_color", hex_text(header.average_color, 8));
    Json levels = Json::array();
    for (std::size_t l = 0; l < file.levels.size(); ++l) {
        Json level = Json::object();
        level.set("width", image::level_side(header.width, l));
        level.set("height", image::level_side(header.height, l));
        level.set("stored_bytes", file.levels[l].bytes.size());
        if (const auto pixels = decode_tex(file, l)) level.set("rgba8_crc32", hex_text(crc32(pixels->bytes), 8));
        levels.push(std::move(level));
    }
    facts.set("levels", std::move(levels));
    return facts;
}

Json facts_of(const FontFile& file) {
    Json facts = Json::object();
    facts.set("version", file.version);
    facts.set("texture", file.texture);
    facts.set("height", file.height);
    facts.set("count", file.widths.size());
    const auto size = implied_texture_size(file);
    std::size_t drawn = 0;
    for (std::size_t glyph = 0; size && glyph < file.widths.size(); ++glyph)
        drawn += glyph_box(file, glyph, size->width, size->height).has_value();
    facts.set("drawn", drawn);
    facts.set("implied_texture_size", size ? Json(Json::Array{size->width, size->height}) : Json());
    return facts;
}

} // namespace ossuary::zengin
