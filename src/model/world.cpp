#include "ossuary/model/world.h"

#include "validate.h"

namespace ossuary {

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
        check_transform(findings, world.objects[i].placement, path + ".placement");
        check_extras(findings, world.objects[i].extras, path);
    }
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

Model to_model(const World& world) {
    Model model;
    model.name = world.name;
    model.source = world.source;
    model.meshes = world.meshes;
    model.materials = world.materials;
    model.images = world.images;
    model.extras = world.extras;

    for (const WorldObject& object : world.objects) {
        Joint joint{object.name, object.parent, object.placement, object.extras};
        if (!object.visual.empty()) joint.extras.set("visual", object.visual);
        model.skeleton.joints.push_back(std::move(joint));
    }
    for (const WayPoint& point : world.way_net.points) {
        Joint joint{point.name, -1, {}, Json::object()};
        joint.rest.translation = point.position;
        joint.rest.rotation = to_float(rotation_between({0, 0, 1}, to_double(point.direction)));
        joint.extras.set("wayPoint", true);
        model.skeleton.joints.push_back(std::move(joint));
    }
    if (!world.way_net.edges.empty()) {
        Json edges = Json::array();
        for (const auto& [from, to] : world.way_net.edges)
            edges.push(Json(Json::Array{world.way_net.points[from].name, world.way_net.points[to].name}));
        model.extras.set("wayNet", std::move(edges));
    }
    return model;
}

} // namespace ossuary
