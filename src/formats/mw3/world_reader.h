// Reads nodes, meshes and materials, the same for mechlib.zbd and gamez.zbd, and holds them against their rules.
#pragma once

#include "formats/mw3/checker.h"
#include "formats/mw3/world_layout.h"

namespace ossuary::mw3 {

// How many of each there are, for indices.
struct WorldLimits {
    std::size_t textures = 0, materials = 0, meshes = 0, nodes = 0;
};

class WorldReader {
public:
    // `origin` is where the bytes begin in the file.
    WorldReader(Bytes bytes, std::size_t origin, Game game, bool is_mech, Checker& check)
        : io(bytes), origin_(origin), game_(game), is_mech_(is_mech), check_(check) {}

    ByteReader io;
    WorldLimits limits;

    std::size_t at() const { return origin_ + io.offset(); }
    bool ok() const { return check_.ok(); }
    // Fails with `truncated` unless that many bytes are left.
    bool need(std::string_view field, std::uint64_t size);
    void stop(std::string_view name, std::string_view field, const std::string& message) {
        check_.error_at(at(), name, field, message);
    }
    // A record in the game's layout, entered for its rules; false if it is cut off.
    template <class T> bool read(T& record) {
        const std::size_t start = at();
        check_.enter(record, game_, start);
        if (!need("", size_of(record, game_))) return false;
        InGame<T> in{record, game_};
        describe(io, in);
        return true;
    }

    bool read_node(NodeRecord& record);
    // The data of the node's class, with the lists of lights and worlds.
    bool read_data(WorldNode& node);
    bool read_mesh_info(MeshRecord& record);
    bool read_mesh_data(MeshRecord& record);
    // With the index of its texture, which a mechlib names instead.
    bool read_material(WorldMaterial& material);
    bool has_texture(std::int32_t texture) const {
        return texture >= 0 && static_cast<std::size_t>(texture) < limits.textures;
    }
    std::string no_texture(std::int32_t texture) const {
        return std::to_string(texture) + " of " + std::to_string(limits.textures) + " textures";
    }

private:
    bool read_world(WorldData& world);
    bool read_polygon(WorldMesh& mesh, Polygon& polygon, const PolygonRecord& record, std::size_t record_at);
    // Appends entries that are made of numbers of four bytes.
    template <class T> Run read_run(std::string_view field, std::vector<T>& list, std::uint64_t count);
    template <class T> bool read_list(std::string_view field, std::vector<T>& list, std::uint64_t count);

    std::size_t origin_;
    Game game_;
    bool is_mech_;
    Checker& check_;
};

// Writes what it reads.
class WorldWriter {
public:
    WorldWriter(Game game, bool is_mech) : game_(game), is_mech_(is_mech) {}

    ByteWriter io;

    template <class T> void put(const T& record) {
        InGame<T> in{const_cast<T&>(record), game_}; // a description only reads when it writes
        describe(io, in);
    }
    void node(const WorldNode& node, std::size_t parents, std::size_t children);
    void data(const WorldNode& node);
    void mesh_info(const WorldMesh& mesh);
    void mesh_data(const WorldMesh& mesh);
    void material(const WorldMaterial& material);

private:
    Game game_;
    bool is_mech_;
};

// The rules of records that were entered.
void check_node(Checker& c, const NodeRecord& record, Game game);
void check_data(Checker& c, const Object3d& object);
void check_data(Checker& c, const Lod& lod, Game game);
void check_data(Checker& c, const LightNode& light, Game game, std::size_t nodes);
void check_data(Checker& c, const CameraNode& camera, std::size_t nodes);
void check_data(Checker& c, const DisplayNode& display);
void check_data(Checker& c, const WindowNode& window);
void check_data(Checker& c, const WorldDataRecord& record, Game game);
void check_partition(Checker& c, const Partition& partition, float x, float z);
void check_mesh(Checker& c, const MeshRecord& record, Game game);
void check_light(Checker& c, const PointLightRecord& record);
void check_polygon(Checker& c, const PolygonRecord& record, Game game);
void check_material(Checker& c, const WorldMaterial& material, Game game, bool is_mech);

} // namespace ossuary::mw3
