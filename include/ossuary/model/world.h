// World: a place with things in it: ground, placed objects, and the net of ways between points.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "ossuary/model/model.h"

namespace ossuary {

struct WorldObject {
    std::string name;
    std::string visual; // the asset it shows; empty for none
    Transform placement;
    std::int32_t parent = -1; // smaller than its own index
    std::int32_t mesh = -1;   // the visual, once it is loaded; several objects may show the same mesh
    Json extras;
};

struct WayPoint {
    std::string name;
    Vec3 position;
    Vec3 direction{0, 0, 1};
    Json extras;
};

struct WayNet {
    std::vector<WayPoint> points;
    std::vector<std::array<std::uint32_t, 2>> edges;
};

struct World {
    std::string name;
    Source source;
    std::vector<Mesh> meshes; // those that no object shows are the ground, in the space of the world
    std::vector<Material> materials;
    std::vector<Image> images;
    std::vector<WorldObject> objects;
    std::vector<Light> lights; // `joint` is the object that a light hangs on
    WayNet way_net;
    Json extras;

    World();
    World(const World& other);
    World(World&& other) noexcept;
    World& operator=(const World& other);
    World& operator=(World&& other) noexcept;
    ~World();
};

Diagnostics validate(const World& world);

// The world as one model that any writer can take. Objects and way points become joints; a mesh that several objects
// show is there once, with its other places as instances; the ways become lines, and their names go into the extras.
Model to_model(World world);

} // namespace ossuary
