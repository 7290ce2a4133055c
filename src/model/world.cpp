#include "ossuary/model/world.h"

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/math.h"
#include "validate.h"

namespace ossuary {

World::World() = default;
World::World(const World&) = default;
World::World(World&&) noexcept = default;
World& World::operator=(const World&) = default;
World& World::operator=(World&&) noexcept = default;
World::~World() = default;

using namespace validation;

Diagnostics validate(const World& world) {
    Findings findings;
    for (std::size_t i = 0; i < world.meshes.size(); ++i)
        check_mesh(findings, world.meshes[i], "meshes[" + std::to_string(i) + ']', world.objects.size(),
                   world.materials.size(), nullptr);
    check_materials(findings, world.materials, world.images);
    for (std::size_t i = 0; i < world.objects.size(); ++i) {
        const std::string path = "objects[" + std::to_string(i) + ']';
        findings.check(is_index_or_none(world.objects[i].parent, i), "does not come before its child", path, ".parent");
        findings.check(is_index_or_none(world.objects[i].mesh, world.meshes.size()), "is no mesh", path, ".mesh");
        check_transform(findings, world.objects[i].placement, path + ".placement");
        check_extras(findings, world.objects[i].extras, path);
    }
    check_lights(findings, world.lights, world.objects.size());
    const WayNet& net = world.way_net;
    for (std::size_t i = 0; i < net.points.size(); ++i) {
        findings.check(is_finite(net.points[i].position), "is not finite", "way_net.points", i, ".position");
        findings.check(is_unit(net.points[i].direction), "is not of unit length", "way_net.points", i, ".direction");
    }
    for (std::size_t i = 0; i < net.edges.size(); ++i)
        findings.check(net.edges[i][0] < net.points.size() && net.edges[i][1] < net.points.size(), "is no way point",
                       "way_net.edges", i);
    check_extras(findings, world.extras, "world");
    return std::move(findings.diagnostics);
}

Model to_model(World world) {
    Model model;
    model.name = std::move(world.name);
    model.source = std::move(world.source);
    model.meshes = std::move(world.meshes);
    model.materials = std::move(world.materials);
    model.images = std::move(world.images);
    model.lights = std::move(world.lights);
    model.extras = std::move(world.extras);

    for (WorldObject& object : world.objects) {
        const auto number = static_cast<std::uint32_t>(model.skeleton.joints.size());
        Joint joint{std::move(object.name), object.parent, object.placement, std::move(object.extras)};
        if (!object.visual.empty()) joint.extras.set("visual", std::move(object.visual));
        model.skeleton.joints.push_back(std::move(joint));
        if (object.mesh < 0) continue;
        Mesh& mesh = model.meshes[static_cast<std::size_t>(object.mesh)];
        if (mesh.joint < 0)
            mesh.joint = static_cast<std::int32_t>(number);
        else
            mesh.instances.push_back(number);
    }
    WayNet& net = world.way_net;
    for (const WayPoint& point : net.points) {
        Joint joint{point.name, -1, {}, point.extras};
        joint.rest.translation = point.position;
        joint.rest.rotation = to_float(rotation_between({0, 0, 1}, to_double(point.direction)));
        joint.extras.set("wayPoint", true);
        model.skeleton.joints.push_back(std::move(joint));
    }
    if (net.edges.empty()) return model;
    LineSet ways{.name = "ways"};
    Json names = Json::array();
    for (const WayPoint& point : net.points) ways.points.push_back(point.position);
    for (const auto& [from, to] : net.edges) names.push(Json(Json::Array{net.points[from].name, net.points[to].name}));
    ways.lines = std::move(net.edges);
    model.lines.push_back(std::move(ways));
    model.extras.set("wayNet", std::move(names));
    return model;
}

} // namespace ossuary
