#include "ossuary/formats/zengin/world.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "formats/zengin/chunks/chunk_layout.h"
#include "formats/zengin/chunks/material_layout.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/record_json.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/zengin/zen.h"
#include "zen_class.h"

namespace ossuary::zengin {

namespace {

// The mesh without the polygons that are not drawn.
PlainMesh drawn_mesh(const MeshAndBsp& block) {
    PlainMesh mesh;
    mesh.version = block.mesh.version;
    mesh.materials = block.mesh.materials;
    mesh.positions = block.mesh.positions;
    mesh.features = block.mesh.features;
    const std::vector<bool> drawn = drawn_polygons(block);
    std::size_t corner = 0;
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        const MeshPolygon& polygon = block.mesh.polygons[i];
        const auto first = block.mesh.corners.begin() + static_cast<std::ptrdiff_t>(corner);
        corner += polygon.corner_count;
        if (!drawn[i]) continue;
        mesh.polygons.push_back(polygon);
        mesh.corners.insert(mesh.corners.end(), first, first + polygon.corner_count);
    }
    return mesh;
}

bool is_finite(const Vec3d& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }
// The rotation nearest to a matrix whose axes are not quite square to each other (Higham 1986); a mirror is taken out
// first, as `decompose` does it. Nothing if the matrix is flat.
std::optional<Transformd> nearest_placement(const Affined& stated) {
    const Vec3d size{length(stated.x), length(stated.y), length(stated.z)};
    if (!(size.x > 0 && size.y > 0 && size.z > 0)) return {};
    Affined axes{stated.x / size.x, stated.y / size.y, stated.z / size.z, {}};
    if (determinant(axes) < 0) axes.x = -axes.x;
    if (!(determinant(axes) > 1e-3)) return {};
    for (int round = 0; round < 20; ++round) {
        const double volume = determinant(axes);
        const Affined across{cross(axes.y, axes.z), cross(axes.z, axes.x), cross(axes.x, axes.y), {}};
        axes = {(axes.x + across.x / volume) * 0.5,
                (axes.y + across.y / volume) * 0.5,
                (axes.z + across.z / volume) * 0.5,
                {}};
    }
    return Transformd{.translation = stated.t, .rotation = to_quat(axes)};
}
bool is_finite(const Affined& m) { return is_finite(m.x) && is_finite(m.y) && is_finite(m.z) && is_finite(m.t); }

// Where a VOB stands, in the file's axes.
Affined placement_of(const Vob& vob) {
    const auto at = [&](std::size_t i) { return static_cast<double>(vob.rotation[i]); };
    return {{at(0), at(3), at(6)}, {at(1), at(4), at(7)}, {at(2), at(5), at(8)}, to_double(vob.position)};
}

Json common_fields(const WorldFile& file, const Vob& vob) {
    Json json = Json::object();
    const auto flag = [&](const char* name, bool value) {
        if (value) json.append(name, true);
    };
    const auto number = [&](const char* name, auto value) {
        if (value != 0) json.append(name, value);
    };
    flag("showVisual", vob.show_visual);
    number("visualCamAlign", vob.visual_cam_align);
    flag("cdStatic", vob.cd_static);
    flag("cdDyn", vob.cd_dyn);
    flag("staticVob", vob.static_vob);
    number("dynShadow", vob.dyn_shadow);
    number("visualAniMode", vob.visual_ani_mode);
    number("visualAniModeStrength", vob.visual_ani_strength);
    if (vob.far_clip != 1) json.append("vobFarClipZScale", vob.far_clip);
    number("zbias", vob.zbias);
    flag("isAmbient", vob.ambient);
    if (vob.preset_name.size > 0) json.append("presetName", latin1_to_utf8(file.archive.text(vob.preset_name)));
    json.append("bbox", JsonDumper::dump(std::array{vob.bbox.min, vob.bbox.max}));
    return json;
}

Json decal_fields(const ZenArchive& archive, std::uint32_t object) {
    Json fields = Json::object();
    const ZenObject& decal = archive.objects[object];
    for (std::uint32_t i = decal.open + 1; i < decal.close; ++i) {
        const ZenItem& item = archive.items[i];
        const auto is_item = [&](const ZenStep& step) { return step.name == archive.name(item); };
        if (item.kind == ZenItem::Kind::entry && std::ranges::any_of(find_class("zCDecal")->steps, is_item))
            fields.set(archive.name(item), value_json(archive, item));
    }
    return fields;
}

} // namespace

Result<World> to_world(const WorldFile& file, std::string_view name, const ToModelOptions& options,
                       Diagnostics* diagnostics) {
    World world;
    world.name = name;
    world.source = {"gothic", options.basis};
    const ZenArchive& archive = file.archive;
    if (file.mesh) {
        const PlainMesh drawn = drawn_mesh(*file.mesh);
        if (!drawn.polygons.empty()) {
            auto ground = to_model(drawn, name, options, diagnostics);
            if (!ground) return Failure(ground.error());
            world.meshes = std::move(ground->meshes);
            world.materials = std::move(ground->materials);
        }
    }
    std::vector<Affined> places;
    places.reserve(file.vobs.size());
    std::map<std::uint32_t, Json> decals;
    std::size_t squared = 0; // VOBs whose axes were not square
    for (const Vob& vob : file.vobs) {
        const std::string_view chain = file.class_chain(vob);
        WorldObject& object = world.objects.emplace_back();
        if (!vob.again) { // a place that names it once more has little to say
            object.name = latin1_to_utf8(archive.text(vob.vob_name));
            object.visual = latin1_to_utf8(archive.text(vob.visual));
        }
        if (object.name.empty()) object.name = latin1_to_utf8(vob.again ? "zCVob" : class_name(chain));
        object.parent = vob.parent;
        const Affined stated = options.basis.matrix(placement_of(vob));
        auto own = is_finite(stated) ? decompose(stated) : std::nullopt;
        if (!own && is_finite(stated)) {
            own = nearest_placement(stated);
            if (own) ++squared;
        }
        if (!own)
            report(diagnostics, Severity::warning, {.offset = archive.objects[vob.object].name.offset},
                   "the VOB '" + object.name + "' has no rotation; it stands upright");
        const Transformd upright{.translation = is_finite(stated.t) ? stated.t : Vec3d{}};
        places.push_back(to_affine(Transformd{own.value_or(upright).translation, own.value_or(upright).rotation}));
        const Affined local =
            vob.parent < 0 ? places.back() : inverse(places[static_cast<std::size_t>(vob.parent)]) * places.back();
        object.placement = to_float(Transformd{.translation = local.t, .rotation = to_quat(local)});

        if (vob.again) continue;
        object.extras.set("class", latin1_to_utf8(chain));
        object.extras.set("vob", common_fields(file, vob));
        if (Json fields = class_fields(file, vob); fields.size() > 0) object.extras.set("fields", std::move(fields));
        const std::string_view visual = file.visual_class(vob);
        if (find_class(visual)) object.extras.set("visualClass", visual);
        if (visual != "zCDecal") continue;
        const auto [known, is_new] = decals.try_emplace(vob.visual_object);
        if (is_new) known->second = decal_fields(archive, vob.visual_object);
        object.extras.set("decal", known->second);
    }
    if (squared > 0)
        report(diagnostics, Severity::warning, {},
               std::to_string(squared) + (squared == 1 ? " VOB has" : " VOBs have") +
                   " a rotation whose axes are not at right angles; the nearest rotation is taken");
    if (!file.way_net) return world;
    for (const WayPointEntry& entry : file.way_net->points) {
        WayPoint& point = world.way_net.points.emplace_back();
        point.name = latin1_to_utf8(archive.text(entry.name));
        const Vec3d position = options.basis.point(to_double(entry.position));
        if (is_finite(position)) point.position = to_float(position);
        const Vec3d direction = options.basis.direction(to_double(entry.direction));
        if (length(direction) > 1e-6 && is_finite(normalize(direction)))
            point.direction = to_float(normalize(direction));
        if (entry.water_depth != 0) point.extras.set("waterDepth", entry.water_depth);
        if (entry.under_water) point.extras.set("underWater", true);
    }
    world.way_net.edges = file.way_net->ways;
    return world;
}

} // namespace ossuary::zengin
