// ZEN worlds: what an archive with an oCWorld says: mesh and BSP tree, the tree of VOBs (virtual objects), the way net.
//
// A WorldFile holds the archive and what was found in it. VOBs carry the fields that all of them have, packed or not;
// those of their class are read by name (zen.h: ZenFields) from the object they came from. Files that hold single VOBs
// instead of a world are read as well.
//
// An object keeps what the model has no word for in its extras, under the names of the file:
//   class     the chain: `zCVobLight:zCVob`
//   vob       showVisual, cdStatic, cdDyn, staticVob, dynShadow, visualCamAlign, presetName, bbox (in the file's axes),
//             and of Gothic 2 visualAniMode, visualAniModeStrength, vobFarClipZScale, zbias, isAmbient
//   fields    the entries of its class: of a light its range and color, of a door its key
//   visual    as `visualClass`; and of a decal its entries as `decal`
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ossuary/formats/zengin/model.h"
#include "ossuary/formats/zengin/zen.h"
#include "ossuary/model/world.h"

namespace ossuary::zengin {

// The compiled mesh of a world with its BSP tree, as the object MeshAndBsp of a ZEN archive holds them.
//
//     u32 version (0x02090000 Gothic 1, 0x04090000 Gothic 2)   u32 size of what follows   the chunks of an MSH, then
//     c000   u16 version (2 Gothic 1, 3 Gothic 2), u32 mode (0 indoor, 1 outdoor)
//     c010   u32 count, u32 polygon
//     c040   u32 nodes, u32 leaves among them, then the tree, a node before its children, the front before the back:
//            box, u32 first, u32 count of the list above; of an inner node also
//            u8 flags, f32 distance, vec3 normal of the plane, u8 lod (Gothic 1 only)
//     c045   vec3 light point for each leaf, if there is light
//     c050   u32 count, sectors: line name, u32 a, u32 b, a × u32 leaf, b × u32 portal polygon;
//            u32 count, u32 portal polygon
//     c0ff   end, u8 0x42

inline constexpr std::uint32_t gothic1_world = 0x02090000, gothic2_world = 0x04090000;
inline constexpr std::size_t bsp_depth_limit = 4096;

struct BspNode {
    BoundingBox bbox;
    // A run of BspTree::polygons. What inner nodes of indoor worlds have here is often not set at all.
    std::uint32_t first = 0, count = 0;
    bool leaf = false;
    std::uint8_t flags = 0; // inner nodes from here: 1 has front, 2 has back, 4 front is leaf, 8 back is leaf
    float plane_distance = 0;
    Vec3 plane_normal;
    std::uint8_t lod = 0; // Gothic 1
    bool operator==(const BspNode&) const = default;
};

struct BspSector {
    std::string name;
    std::vector<std::uint32_t> leaves;  // counted among leaves
    std::vector<std::uint32_t> portals; // polygons
    bool operator==(const BspSector&) const = default;
};

struct BspTree {
    std::uint16_t version = 3;
    std::uint32_t mode = 0;
    std::vector<std::uint32_t> polygons;
    std::vector<BspNode> nodes; // in file order
    std::optional<std::vector<Vec3>> light_points;
    std::optional<std::vector<BspSector>> sectors;
    std::vector<std::uint32_t> portals; // indoors: the two sides of an opening next to each other
    std::uint8_t end_mark = 0x42;
    Layout layout;
    bool operator==(const BspTree&) const = default;

    bool is_indoor() const { return mode == 0; }
    std::size_t leaf_count() const;
    std::size_t depth() const; // the root counts as 1
};

struct MeshAndBsp {
    std::uint32_t version = gothic2_world;
    PlainMesh mesh;
    BspTree bsp;
    RawBytes trailing; // behind the end chunk, within the size
    bool operator==(const MeshAndBsp&) const = default;

    Game game() const { return version == gothic1_world ? Game::gothic1 : Game::gothic2; }
};

// The block with its version and size. `origin` is where it begins in its file. Errors are those of MSH and
// `bsp: node count mismatch`, `bsp: polygon range`, `bsp: polygon index`, `bsp: too deep`.
Result<MeshAndBsp> parse_mesh_and_bsp(Bytes block, std::size_t origin = 0, Diagnostics* diagnostics = nullptr);
ByteBuffer write_mesh_and_bsp(const MeshAndBsp& world);
Json dump_mesh_and_bsp(const MeshAndBsp& world);
Result<MeshAndBsp> build_mesh_and_bsp(const Json& json);

// For each polygon whether it is drawn: a leaf has it, it is no portal and no ghost, and has an area. Worlds hold their
// polygons several times, coarser in inner nodes.
std::vector<bool> drawn_polygons(const MeshAndBsp& world);
// A tree of one leaf with all polygons: what a mesh has before the game's editor has compiled it.
BspTree single_leaf(const PlainMesh& mesh, Game game);

// ---- the world

inline constexpr std::size_t vob_depth_limit = 1024;

struct Vob {
    std::uint32_t object = no_object; // in the archive; that of the VOB itself where the tree has a reference
    std::int32_t parent = -1;         // in WorldFile::vobs, before its children
    std::uint32_t depth = 0;
    bool again = false; // the tree names a VOB that came before
    bool packed = false;
    BoundingBox bbox;
    Vec3 position;
    std::array<float, 9> rotation{}; // rows; columns are the VOB's axes: right, up, forward
    ZenText preset_name, vob_name, visual;
    bool show_visual = false, cd_static = false, cd_dyn = false, static_vob = false;
    std::uint8_t visual_cam_align = 0; // none, yaw, full
    std::uint8_t dyn_shadow = 0;       // none, blob
    bool has_event_manager = false, physics = false;
    std::uint32_t visual_ani_mode = 0; // Gothic 2 from here: none, wind, wind 2
    float visual_ani_strength = 0, far_clip = 1;
    std::int32_t zbias = 0;
    bool ambient = false;
    // The visual's own object, references followed; no_object for none.
    std::uint32_t visual_object = no_object;
    bool has_visual_object = false; // an object is there, be it a null pointer
};

struct WayPointEntry {
    std::uint32_t object = no_object;
    ZenText name;
    std::int32_t water_depth = 0;
    bool under_water = false;
    Vec3 position, direction;
};
struct WayNetEntries {
    std::int64_t version = 0;
    std::size_t free_points = 0; // those that no way mentions first
    std::size_t references = 0;
    std::vector<WayPointEntry> points;
    std::vector<std::array<std::uint32_t, 2>> ways;
};

struct WorldFile {
    ZenArchive archive;
    std::uint32_t root = no_object;      // the oCWorld; no_object in a file of single VOBs
    std::vector<std::uint32_t> sections; // the objects in it
    std::optional<Game> game;            // nothing if the file does not say
    std::optional<MeshAndBsp> mesh;
    std::size_t root_vobs = 0;
    bool childs_sequential = true;
    std::vector<Vob> vobs;
    std::optional<WayNetEntries> way_net;

    std::string_view class_chain(const Vob& vob) const { return archive.class_chain(archive.objects[vob.object]); }
    // Of the visual's object; empty if it has none.
    std::string_view visual_class(const Vob& vob) const;
};

// True for an archive that holds a world, or VOBs.
bool is_world(const ZenArchive& archive);
// Reads an archive as a world. A mesh that cannot be read is reported and left out; what is wrong with a single entry
// is reported too. Fails with `waynet: dangling way i` and `zen: VOB tree too deep`.
Result<WorldFile> read_world(ZenArchive archive, Diagnostics* diagnostics = nullptr);
Result<WorldFile> read_world(Bytes bytes, Diagnostics* diagnostics = nullptr);

// The entries of a VOB's class, by name, without those all VOBs have.
Json class_fields(const WorldFile& world, const Vob& vob);

// ---- as a world of the model, and back

// The ground has the polygons that are drawn, not those that portals and the far view need. Visuals are not loaded.
Result<World> to_world(const WorldFile& file, std::string_view name, const ToModelOptions& options = {},
                       Diagnostics* diagnostics = nullptr);

// Finds the visuals of the world's objects by the names of asset_names.h, each once, and lets the objects show them, in
// the rest pose; decals become squares. What is not found or cannot be read is reported, one line for each name.
// Pictures are not looked for: add_textures does that for the whole.
void add_visuals(World& world, const FileLookup& find, Game game = Game::gothic2, Diagnostics* diagnostics = nullptr);

struct FromWorldOptions {
    Game game = Game::gothic2;
    ZenEncoding encoding = ZenEncoding::bin_safe;
    std::string user; // for the header
};
// The meshes that no object shows become the mesh of the world, with a BSP tree of one leaf: good for tools and
// viewers; the game's editor compiles a proper one. Objects become VOBs, packed but for ASCII: of the class in their
// extras, a light or otherwise plain. A visual's class follows its name.
Result<ZenArchive> zen_from_world(const World& world, const FromWorldOptions& options = {});

} // namespace ossuary::zengin
