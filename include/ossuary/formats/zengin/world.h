// ZEN worlds: what an archive with an oCWorld says: mesh and BSP tree, the tree of VOBs (virtual objects), the way net.
//
// A WorldFile holds the archive and what was found in it. VOBs carry the fields that all of them have, packed or not;
// those of their class are read by name (zen_fields.h) from the object they came from. Files that hold single VOBs
// instead of a world are read as well.
#pragma once

#include "ossuary/formats/zengin/bsp.h"
#include "ossuary/formats/zengin/zen.h"

namespace ossuary::zengin {

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
Result<WorldFile> parse_world(Bytes bytes, Diagnostics* diagnostics = nullptr);

// The entries of a VOB's class, by name, without those all VOBs have.
Json class_fields(const WorldFile& world, const Vob& vob);

} // namespace ossuary::zengin
