#include "zen_row.h"

#include <map>

#include "formats/zengin/chunks/archive_header.h"
#include "ossuary/base/box.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/hash.h"
#include "ossuary/base/text.h"
#include "ossuary/format/row_verbs.h"
#include "ossuary/formats/zengin/model.h"
#include "ossuary/formats/zengin/world.h"
#include "ossuary/formats/zengin/zen.h"

namespace ossuary::zengin {

namespace {

std::string_view name_of_game(Game game) { return game == Game::gothic1 ? "Gothic 1" : "Gothic 2"; }

Json counted(const std::map<std::string, std::size_t>& counts) {
    Json json = Json::object();
    for (const auto& [name, count] : counts) json.append(latin1_to_utf8(name), count);
    return json;
}

Json mesh_facts(const MeshAndBsp& block) {
    const PlainMesh& mesh = block.mesh;
    std::size_t drawn = 0, triangles = 0;
    const std::vector<bool> is_drawn = drawn_polygons(block);
    for (std::size_t i = 0; i < is_drawn.size(); ++i) {
        if (!is_drawn[i]) continue;
        ++drawn;
        triangles += mesh.polygons[i].corner_count - 2u;
    }
    Json json = Json::object();
    json.set("vertices", mesh.positions.size());
    json.set("features", mesh.features.size());
    json.set("polygons", mesh.polygons.size());
    json.set("drawnPolygons", drawn);
    json.set("drawnTriangles", triangles);
    json.set("materials", mesh.materials.materials.size());
    if (mesh.light_maps) json.set("lightMaps", count_light_maps(*mesh.light_maps).value_or(0));
    if (const auto box = box_of(mesh.positions)) {
        json.set("bboxMin", JsonDumper::dump(box->min));
        json.set("bboxMax", JsonDumper::dump(box->max));
    }
    json.set("bspMode", block.bsp.is_indoor() ? "indoor" : "outdoor");
    json.set("bspNodes", block.bsp.nodes.size());
    json.set("bspLeaves", block.bsp.leaf_count());
    json.set("bspDepth", block.bsp.depth());
    if (block.bsp.sectors) json.set("sectors", block.bsp.sectors->size());
    return json;
}

void add_world_facts(Json& json, const WorldFile& world) {
    json.set("worldGame", world.game ? Json(name_of_game(*world.game)) : Json());
    Json sections = Json::array();
    for (const std::uint32_t section : world.sections)
        sections.push(latin1_to_utf8(world.archive.name(world.archive.objects[section])));
    json.set("sections", std::move(sections));
    if (world.mesh) json.set("mesh", mesh_facts(*world.mesh));
    std::map<std::string, std::size_t> classes, visuals;
    std::size_t packed = 0, depth = 0, named = 0;
    for (const Vob& vob : world.vobs) {
        ++classes[std::string(world.class_chain(vob))];
        if (!world.visual_class(vob).empty()) ++visuals[std::string(world.visual_class(vob))];
        packed += vob.packed;
        named += vob.vob_name.size > 0;
        depth = std::max<std::size_t>(depth, vob.depth);
    }
    Json vobs = Json::object();
    vobs.set("total", world.vobs.size());
    vobs.set("roots", world.root_vobs);
    vobs.set("maxDepth", depth);
    vobs.set("packed", packed);
    vobs.set("named", named);
    vobs.set("byClass", counted(classes));
    vobs.set("byVisual", counted(visuals));
    json.set("vobs", std::move(vobs));
    if (!world.way_net) return;
    Json net = Json::object();
    net.set("wayPoints", world.way_net->points.size());
    net.set("freePoints", world.way_net->free_points);
    net.set("ways", world.way_net->ways.size());
    json.set("wayNet", std::move(net));
}

// Names made unique by counting those that came before.
class Numbered {
public:
    std::string operator()(std::string name) {
        const std::size_t before = seen_[name]++;
        return before == 0 ? std::move(name) : name + '#' + std::to_string(before + 1);
    }

private:
    std::map<std::string, std::size_t> seen_;
};

Json world_values(const WorldFile& file, const World& world) {
    Json json = Json::object();
    json.set("header", bytes_as_characters(dump_record(file.archive.header)));
    if (file.mesh) {
        json.set("mesh", mesh_facts(*file.mesh));
        json.set("meshHash", crc32(write_mesh_and_bsp(*file.mesh)));
    }
    Numbered unique;
    std::vector<std::string> keys;
    Json vobs = Json::object();
    for (const WorldObject& object : world.objects) {
        Json entry = Json::object();
        keys.push_back(unique(object.name));
        if (object.parent >= 0) entry.set("parent", keys[static_cast<std::size_t>(object.parent)]);
        entry.set("visual", object.visual);
        entry.set("position", JsonDumper::dump(object.placement.translation));
        entry.set("rotation", JsonDumper::dump(object.placement.rotation));
        for (const Json::Member& member : object.extras.members()) entry.set(member.name, member.value);
        vobs.append(keys.back(), std::move(entry));
    }
    json.set("vobs", std::move(vobs));
    Numbered unique_points;
    Json points = Json::object(), ways = Json::array();
    for (const WayPoint& point : world.way_net.points) {
        Json entry = Json::object();
        entry.set("position", JsonDumper::dump(point.position));
        entry.set("direction", JsonDumper::dump(point.direction));
        for (const Json::Member& member : point.extras.members()) entry.set(member.name, member.value);
        points.append(unique_points(point.name), std::move(entry));
    }
    for (const auto& [from, to] : world.way_net.edges)
        ways.push(Json(Json::Array{world.way_net.points[from].name, world.way_net.points[to].name}));
    json.set("wayPoints", std::move(points));
    json.set("ways", std::move(ways));
    return json;
}

} // namespace

Result<void> open_zen(const NamedFile& file, Model& model, const FileLookup& lookup, const OptionValues& options,
                      Diagnostics* diagnostics) {
    if (auto empty = expect_empty(model); !empty) return empty;
    auto parsed = read_world(file.bytes, diagnostics);
    if (!parsed) return Failure(parsed.error());
    if (parsed->vobs.empty() && !parsed->mesh)
        return fail("the archive holds neither a world nor things of one; use info or dump");
    auto world = to_world(*parsed, file_stem(file.name), {}, diagnostics);
    if (!world) return Failure(world.error());
    add_visuals(*world, lookup, parsed->game.value_or(Game::gothic2), diagnostics);
    model = to_model(*std::move(world));
    add_textures(model, lookup, options.flag(opaque_option.name), diagnostics);
    return {};
}

Result<Json> info_zen(const NamedFile& file, const FileLookup&, const OptionValues&, Diagnostics* diagnostics) {
    auto archive = parse_zen(file.bytes, diagnostics);
    if (!archive) return Failure(archive.error());
    Json json = file_facts(file);
    json.set("encoding", name_of(archive->encoding));
    json.set("saveGame", archive->is_save_game());
    for (const std::string& line : archive->header.fields)
        if (line.starts_with("date ") || line.starts_with("user "))
            json.set(line.substr(0, 4), latin1_to_utf8(std::string_view(line).substr(5)));
    std::size_t entries = 0;
    std::map<std::string, std::size_t> classes;
    for (const ZenItem& item : archive->items) entries += item.kind == ZenItem::Kind::entry;
    for (const ZenObject& object : archive->objects)
        if (!archive->is_null(object) && !archive->is_reference(object))
            ++classes[std::string(archive->class_chain(object))];
    json.set("objects", archive->count_objects());
    json.set("entries", entries);
    if (archive->encoding == ZenEncoding::bin_safe) json.set("keys", archive->key_table.size());
    json.set("classes", counted(classes));
    if (!is_world(*archive)) return json;
    const auto world = read_world(*std::move(archive), diagnostics);
    if (!world) return Failure(world.error());
    add_world_facts(json, *world);
    return json;
}

Result<Json> values_of_zen(const NamedFile& file, const FileLookup&, const OptionValues&, Diagnostics* diagnostics) {
    auto archive = parse_zen(file.bytes, diagnostics);
    if (!archive) return Failure(archive.error());
    if (!is_world(*archive)) return dump_zen(*archive);
    const auto parsed = read_world(*std::move(archive), diagnostics);
    if (!parsed) return Failure(parsed.error());
    const auto world = to_world(*parsed, "", {}, diagnostics);
    if (!world) return Failure(world.error());
    return world_values(*parsed, *world);
}

} // namespace ossuary::zengin
