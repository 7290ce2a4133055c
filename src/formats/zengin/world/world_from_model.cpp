// Worlds of the model as archives.
#include <bit>
#include <cmath>
#include <map>

#include "formats/zengin/chunks/chunk_layout.h"
#include "formats/zengin/chunks/material_layout.h"
#include "formats/zengin/chunks/payload.h"
#include "formats/zengin/chunks/proto_mesh_maker.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/record_json.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/zengin/asset_names.h"
#include "ossuary/formats/zengin/world.h"
#include "zen_maker.h"

namespace ossuary::zengin {

namespace {

constexpr std::string_view class_of_visual(AssetKind kind) {
    switch (kind) {
    case AssetKind::mesh: return "zCProgMeshProto";
    case AssetKind::morph_mesh: return "zCMorphMesh";
    case AssetKind::texture: return "zCDecal";
    case AssetKind::particle_effect: return "zCParticleFX";
    default: return "zCModel";
    }
}

class WorldMaker {
public:
    WorldMaker(const World& world, const FromWorldOptions& options)
        : world_(world), options_(options), back_(world.source.basis_for("gothic", engine_basis).inverse()) {}

    Result<ZenArchive> make() {
        for (const WorldObject& object : world_.objects) {
            const std::string_view chain = object.extras["class"].string("zCVob");
            if (!is_vob(chain) || !classes_of(chain).complete)
                return fail(Place{.field = "objects"}, std::string("no class of VOBs that is known: ").append(chain));
        }
        Result<std::optional<MeshAndBsp>> mesh = ground();
        if (!mesh) return Failure(mesh.error());
        std::vector<std::string> fields;
        const bool wide = *mesh && (*mesh)->mesh.wide_indices;
        if (wide || !options_.user.empty())
            fields.push_back(std::string("user ").append(wide ? "XZEN" : options_.user));
        ZenMaker made(options_.encoding, std::move(fields));
        zen_ = &made;
        made.open("%", "oCWorld:zCWorld", find_class("oCWorld")->version(options_.game));
        if (*mesh) {
            made.open_group("MeshAndBsp");
            made.bytes(write_mesh_and_bsp(**mesh));
            made.close();
        }
        made.open_group("VobTree");
        vobs();
        made.close();
        made.open_group("WayNet");
        way_net();
        made.close();
        made.open_group("EndMarker");
        made.close();
        made.close();
        return std::move(made).take();
    }

private:
    bool gothic1() const { return options_.game == Game::gothic1; }

    // ---- the mesh

    Result<std::optional<MeshAndBsp>> ground() {
        std::vector<bool> shown(world_.meshes.size());
        for (const WorldObject& object : world_.objects)
            if (object.mesh >= 0) shown[static_cast<std::size_t>(object.mesh)] = true;
        MeshAndBsp block;
        block.version = gothic1() ? gothic1_world : gothic2_world;
        block.mesh.version = gothic1() ? gothic1_plain_mesh : gothic2_plain_mesh;
        if (!gothic1()) block.mesh.alpha_test = 1;
        Model materials; // what material_from_model asks
        materials.materials = world_.materials;
        materials.images = world_.images;
        std::map<std::int32_t, std::uint16_t> numbers;
        std::map<std::array<std::uint32_t, 3>, std::uint32_t> positions;
        for (std::size_t m = 0; m < world_.meshes.size(); ++m) {
            const Mesh& mesh = world_.meshes[m];
            if (shown[m] || mesh.joint >= 0) continue;
            for (const Surface& surface : mesh.surfaces) {
                const auto [known, is_new] = numbers.emplace(
                    surface.material, static_cast<std::uint16_t>(block.mesh.materials.materials.size()));
                if (is_new) {
                    if (numbers.size() > 0xFFFF) return fail(Place{.field = "materials"}, "more than 65535 of them");
                    Material& material = block.mesh.materials.materials.emplace_back(
                        material_from_model(materials, surface.material, options_.game, 1 / back_.scale));
                    material.object_index = known->second;
                }
                for (std::uint32_t i = 0; i + 2 < surface.index_count; i += 3)
                    add_polygon(block.mesh, mesh, surface.first_index + i, known->second, positions);
            }
        }
        if (block.mesh.polygons.empty()) return std::optional<MeshAndBsp>();
        block.mesh.wide_indices = gothic1() && block.mesh.positions.size() > 0x10000;
        block.bsp = single_leaf(block.mesh, options_.game);
        return block;
    }

    void add_polygon(PlainMesh& into, const Mesh& mesh, std::uint32_t first, std::uint16_t material,
                     std::map<std::array<std::uint32_t, 3>, std::uint32_t>& positions) {
        std::array<Vec3, 3> corners{};
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t v = mesh.indices[first + k];
            corners[k] = mesh.positions[v];
            const Vec3 place = to_float(back_.point(to_double(mesh.positions[v])));
            const auto bits = [](float value) { return std::bit_cast<std::uint32_t>(value + 0.0f); }; // one zero
            const auto [known, is_new] = positions.emplace(std::array{bits(place.x), bits(place.y), bits(place.z)},
                                                           static_cast<std::uint32_t>(into.positions.size()));
            if (is_new) into.positions.push_back(place);
            into.corners.push_back({known->second, static_cast<std::uint32_t>(into.features.size())});
            MeshFeature& feature = into.features.emplace_back();
            feature.light = 0xFFFFFFFF;
            if (v < mesh.uv0.size()) feature.uv = mesh.uv0[v];
            if (v < mesh.normals.size()) feature.normal = to_float(back_.direction(to_double(mesh.normals[v])));
        }
        MeshPolygon& polygon = into.polygons.emplace_back();
        polygon.material = material;
        polygon.corner_count = 3;
        const Vec3d normal = normalize(cross(to_double(corners[1] - corners[0]), to_double(corners[2] - corners[0])));
        polygon.plane_normal = to_float(back_.direction(normal));
        polygon.plane_distance =
            dot(polygon.plane_normal, into.positions[into.corners[into.corners.size() - 3].position]);
        for (std::uint8_t axis = 1; axis < 3 && gothic1(); ++axis)
            if (std::abs(polygon.plane_normal[axis]) > std::abs(polygon.plane_normal[polygon.normal_axis]))
                polygon.normal_axis = axis;
    }

    // ---- the VOBs

    void vobs() {
        std::vector<std::vector<std::size_t>> children(world_.objects.size() + 1); // the last: roots
        std::vector<Affined> places;
        for (std::size_t i = 0; i < world_.objects.size(); ++i) {
            const WorldObject& object = world_.objects[i];
            const Affined local = to_affine(to_double(object.placement));
            places.push_back(object.parent < 0 ? local : places[static_cast<std::size_t>(object.parent)] * local);
            children[object.parent < 0 ? world_.objects.size() : static_cast<std::size_t>(object.parent)].push_back(i);
        }
        std::size_t counter = 0;
        const auto count_children = [&](std::size_t of) {
            zen_->integer("childs" + std::to_string(counter++), static_cast<std::int64_t>(children[of].size()));
        };
        count_children(world_.objects.size());
        std::vector<std::size_t> to_come(children.back().rbegin(), children.back().rend());
        while (!to_come.empty()) {
            const std::size_t object = to_come.back();
            to_come.pop_back();
            vob(world_.objects[object], places[object]);
            count_children(object);
            to_come.insert(to_come.end(), children[object].rbegin(), children[object].rend());
        }
    }

    void vob(const WorldObject& object, const Affined& place) {
        const std::string_view chain = object.extras["class"].string("zCVob");
        zen_->open("%", chain, find_class(class_name(chain))->version(options_.game));
        const Json& common = object.extras["vob"];
        Placed placed{.position = to_float(back_.point(place.t))};
        const Affined turned = back_.matrix(place);
        const Vec3d axes[3] = {normalize(turned.x), normalize(turned.y), normalize(turned.z)};
        for (std::size_t row = 0; row < 3; ++row)
            for (std::size_t column = 0; column < 3; ++column)
                placed.rotation[row * 3 + column] = static_cast<float>(axes[column][row]);
        placed.box = {placed.position, placed.position};
        if (auto kept = JsonBuilder::build<std::array<Vec3, 2>>(common["bbox"])) placed.box = {(*kept)[0], (*kept)[1]};
        const std::string name = utf8_to_latin1(object.name), visual = utf8_to_latin1(object.visual);
        // An object without a name was called by its class.
        const std::string_view vob_name = name == class_name(chain) ? std::string_view() : std::string_view(name);
        if (options_.encoding == ZenEncoding::ascii)
            plain(common, placed, vob_name, visual, object);
        else
            packed(common, placed, vob_name, visual, object);
        for (const ZenClass* part : classes_of(chain).classes)
            if (part->name != "zCVob") zen_->class_entries(*part, options_.game, object.extras["fields"]);
        zen_->close();
    }

    struct Placed {
        BoundingBox box;
        Vec3 position;
        std::array<float, 9> rotation{};
    };

    void plain(const Json& common, const Placed& placed, std::string_view name, std::string_view visual,
               const WorldObject& object) {
        zen_->integer("pack", 0);
        zen_->string("presetName", utf8_to_latin1(common["presetName"].string()));
        zen_->reals("bbox3DWS", std::array{placed.box.min.x, placed.box.min.y, placed.box.min.z, placed.box.max.x,
                                           placed.box.max.y, placed.box.max.z});
        ByteBuffer rotation;
        PayloadWriter writer(rotation);
        writer("rotation", placed.rotation);
        zen_->raw("trafoOSToWSRot", rotation);
        zen_->vec3("trafoOSToWSPos", placed.position);
        zen_->string("vobName", name);
        zen_->string("visual", visual);
        zen_->boolean("showVisual", common["showVisual"].boolean(!visual.empty()));
        zen_->enumeration("visualCamAlign", common["visualCamAlign"].integer());
        if (!gothic1()) {
            zen_->enumeration("visualAniMode", common["visualAniMode"].integer());
            zen_->real("visualAniModeStrength", static_cast<float>(common["visualAniModeStrength"].number()));
            zen_->real("vobFarClipZScale", static_cast<float>(common["vobFarClipZScale"].number(1)));
        }
        zen_->boolean("cdStatic", common["cdStatic"].boolean());
        zen_->boolean("cdDyn", common["cdDyn"].boolean());
        zen_->boolean("staticVob", common["staticVob"].boolean());
        zen_->enumeration("dynShadow", common["dynShadow"].integer());
        if (!gothic1()) {
            zen_->integer("zbias", common["zbias"].integer());
            zen_->boolean("isAmbient", common["isAmbient"].boolean());
        }
        if (!visual_object(visual, object)) zen_->null("visual");
        zen_->null("ai");
    }

    void packed(const Json& common, const Placed& placed, std::string_view name, std::string_view visual,
                const WorldObject& object) {
        const std::string preset = utf8_to_latin1(common["presetName"].string());
        const bool has_visual = visual_kind(visual).has_value();
        const auto flag = [&](const char* field, bool otherwise = false) -> unsigned {
            return common[field].boolean(otherwise);
        };
        const auto bits = [&](const char* field, unsigned most) {
            return static_cast<unsigned>(common[field].unsigned_integer()) & most;
        };
        ByteBuffer raw;
        PayloadWriter data(raw);
        data("bbox", placed.box);
        data("position", placed.position);
        data("rotation", placed.rotation);
        data("bits", static_cast<std::uint8_t>(flag("showVisual", !visual.empty()) | bits("visualCamAlign", 3) << 1 |
                                               flag("cdStatic") << 3 | flag("cdDyn") << 4 | flag("staticVob") << 5 |
                                               bits("dynShadow", 3) << 6));
        const unsigned announced =
            (preset.empty() ? 0u : 1u) | (name.empty() ? 0u : 2u) | (visual.empty() ? 0u : 4u) | (has_visual ? 8u : 0u);
        if (gothic1()) {
            data("more", static_cast<std::uint8_t>(announced));
        } else {
            data("more", static_cast<std::uint16_t>(announced | bits("visualAniMode", 3) << 7 | bits("zbias", 31) << 9 |
                                                    flag("isAmbient") << 14));
            data("strength", static_cast<float>(common["visualAniModeStrength"].number()));
            data("far_clip", static_cast<float>(common["vobFarClipZScale"].number(1)));
        }
        zen_->integer("pack", 1);
        zen_->raw("dataRaw", raw);
        if (!preset.empty()) zen_->string("presetName", preset);
        if (!name.empty()) zen_->string("vobName", name);
        if (!visual.empty()) zen_->string("visual", visual);
        visual_object(visual, object);
    }

    // False if the name says no class.
    bool visual_object(std::string_view visual, const WorldObject& object) {
        const auto kind = visual_kind(visual);
        if (!kind) return false;
        const ZenClass* stated = find_class(object.extras["visualClass"].string());
        const ZenClass& known = stated ? *stated : *find_class(class_of_visual(*kind));
        const bool is_mesh = known.name == "zCProgMeshProto"; // one for all that show it
        const std::string key = upper_case(visual);
        if (const auto written = meshes_.find(key); is_mesh && written != meshes_.end()) {
            zen_->reference("visual", written->second);
            return true;
        }
        const std::uint32_t index = zen_->open("visual", known.chain, known.version(options_.game));
        if (is_mesh) meshes_.emplace(key, index);
        Json fields = object.extras["decal"];
        if (known.name == "zCDecal" && !fields.find("name")) {
            fields.set("name", latin1_to_utf8(visual));
            fields.set("decalAlphaWeight", 255);
        }
        zen_->class_entries(known, options_.game, fields);
        zen_->close();
        return true;
    }

    // ---- the ways

    void way_net() {
        const WayNet& net = world_.way_net;
        zen_->open("%", "zCWayNet", find_class("zCWayNet")->version(options_.game));
        std::vector<bool> on_way(net.points.size());
        for (const auto& way : net.edges)
            for (const std::uint32_t end : way) on_way[end] = true;
        zen_->integer("waynetVersion", 1);
        std::vector<std::size_t> loose;
        for (std::size_t i = 0; i < on_way.size(); ++i)
            if (!on_way[i]) loose.push_back(i);
        zen_->integer("numWaypoints", static_cast<std::int64_t>(loose.size()));
        for (std::size_t i = 0; i < loose.size(); ++i) point("waypoint" + std::to_string(i), loose[i]);
        zen_->integer("numWays", static_cast<std::int64_t>(net.edges.size()));
        for (std::size_t i = 0; i < net.edges.size(); ++i) {
            point("wayl" + std::to_string(i), net.edges[i][0]);
            point("wayr" + std::to_string(i), net.edges[i][1]);
        }
        zen_->close();
    }
    void point(const std::string& name, std::size_t number) {
        if (const auto written = points_.find(number); written != points_.end())
            return zen_->reference(name, written->second);
        const WayPoint& source = world_.way_net.points[number];
        points_.emplace(number, zen_->open(name, "zCWaypoint", find_class("zCWaypoint")->version(options_.game)));
        zen_->string("wpName", utf8_to_latin1(source.name));
        zen_->integer("waterDepth", source.extras["waterDepth"].integer());
        zen_->boolean("underWater", source.extras["underWater"].boolean());
        zen_->vec3("position", to_float(back_.point(to_double(source.position))));
        zen_->vec3("direction", to_float(back_.direction(to_double(source.direction))));
        zen_->close();
    }

    const World& world_;
    const FromWorldOptions& options_;
    Basis back_;
    ZenMaker* zen_ = nullptr;
    std::map<std::string, std::uint32_t> meshes_;
    std::map<std::size_t, std::uint32_t> points_;
};

} // namespace

Result<ZenArchive> zen_from_world(const World& world, const FromWorldOptions& options) {
    if (const Diagnostics findings = validate(world); !findings.empty())
        return fail(findings[0].place, "the world cannot be written: " + findings[0].message);
    return WorldMaker(world, options).make();
}

} // namespace ossuary::zengin
