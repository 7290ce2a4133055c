// The nodes of worlds and mechs: a record of 208 bytes (Recoil 192), and data of the node's class.
#pragma once

#include <string_view>
#include <variant>
#include <vector>

#include "ossuary/formats/mw3/meshes.h"

namespace ossuary::mw3 {

enum class NodeClass : std::uint32_t {
    empty = 0,
    camera = 1,
    world = 2,
    window = 3,
    display = 4,
    object3d = 5,
    lod = 6,
    light = 9
};
std::string_view name_of(NodeClass node_class);
bool parse_name(std::string_view name, NodeClass& node_class);

struct Bounds {
    Vector low, high;
    bool operator==(const Bounds&) const = default;
};
// Four rows of three: the images of the axes, then the translation.
using Affine12 = Floats<12>;

struct Object3d { // 144 bytes
    enum : std::uint32_t { has_opacity = 2, has_color = 4, no_transform = 8, matrix_only = 16, always = 32 };
    std::uint32_t flags = always;
    Real opacity;
    Color color;
    Real unknown_20;
    Vector rotation; // radians about x, y, z
    Vector scale{{1, 1, 1}};
    Affine12 matrix{{1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}}; // what counts; see angles_matrix
    Raw<48> reserved_96;
};

struct Lod { // 80 bytes, Pirate's Moon 92
    std::uint32_t level = 0;
    Real near_sq; // shown from this distance, squared …
    Real far = 1; // … to this
    Real far_sq = 1;
    Raw<44> reserved_16;
    Raw<48> reserved_16_long; // Pirate's Moon, in place of it
    Real unknown_60;          // not in Pirate's Moon
    Real unknown_64;
    Real unknown_68; // these three in Pirate's Moon
    Real unknown_72;
    Real unknown_76;
    std::uint32_t one = 1; // `one_68`, in Pirate's Moon `one_80`
    std::uint32_t has_76 = 0;
    std::uint32_t ptr_76 = 0;
    std::uint32_t reserved_84 = 0; // Pirate's Moon
    std::uint32_t reserved_88 = 0;
};

struct LightNode {               // 208 bytes, Recoil 228, Pirate's Moon 256, then the parents
    std::uint32_t recalc = 0;    // Recoil
    std::uint32_t unknown_4 = 0; // Recoil
    Vector orientation;
    Vector translation;
    Vector angles;
    Vector world_translation;
    Raw<48> transform;
    Vector world_point;
    Vector reserved_108;
    Vector camera_point;
    Vector world_view{{0, 1, 0}};
    Vector camera_view;
    Real diffuse;
    Real ambient;
    Color color{{1, 1, 1}};
    Color color_ambient, color_diffuse_mixed, color_ambient_mixed, color_combined;       // Pirate's Moon
    std::uint32_t directional = 0, directed_source = 0, point_source = 0, saturated = 0; // Recoil
    std::uint32_t unknown_200 = 0;                                                       // Recoil
    std::uint32_t flags = 0;                                                             // not in Recoil
    Real near = 1;
    Real far = 2;
    Real near_sq = 1; // not in Recoil
    Real far_sq = 4;
    Real range_inv = 1;
    std::uint32_t parents_ptr = 0;
    std::vector<std::int32_t> parents;
};

struct CameraNode { // 488 bytes
    std::int32_t world_index = 0;
    std::int32_t window_index = 1;
    std::int32_t focus_xy = -1;
    std::int32_t focus_xz = -1;
    std::uint32_t flags = 0;
    Raw<156> runtime_20;
    Real clip_near = 1;
    Real clip_far = 1000;
    Raw<24> runtime_184;
    Real lod_multiplier = 1;
    Real lod_inv_sq = 1;
    Real fov_h_scale = 1;
    Real fov_v_scale = 1;
    Real fov_h_base = 1;
    Real fov_v_base = 1;
    Real fov_h = 1;
    Real fov_v = 1;
    Real fov_h_half = 0.5f;
    Real fov_v_half = 0.5f;
    std::uint32_t one_248 = 1;
    Raw<60> runtime_252;
    std::uint32_t one_312 = 1;
    Raw<72> runtime_316;
    std::uint32_t one_388 = 1;
    Raw<72> runtime_392;
    std::uint32_t reserved_464 = 0;
    Real fov_h_cot;
    Real fov_v_cot;
    std::uint32_t reserved_476 = 0;
    std::uint32_t zone_set_valid = 0;
    std::uint32_t zone_set = 0xFFFFFF00;
};

struct DisplayNode { // 28 bytes
    std::uint32_t origin_x = 0;
    std::uint32_t origin_y = 0;
    std::uint32_t width = 640;
    std::uint32_t height = 400;
    Color clear_color;
};

struct WindowNode { // 248 bytes
    std::int32_t origin_x = 0;
    std::int32_t origin_y = 0;
    std::int32_t width = 320;
    std::int32_t height = 200;
    Raw<212> reserved_16;
    std::int32_t buffer_index = -1;
    std::uint32_t buffer_ptr = 0;
    std::uint32_t reserved_236 = 0;
    std::uint32_t reserved_240 = 0;
    std::uint32_t reserved_244 = 0;
};

struct CellNode {
    std::int32_t node = 0;
    Range y; // Pirate's Moon: lowest and highest
};

// A cell of the world's grid with the nodes that reach into it: 72 bytes (Recoil 64, Pirate's Moon 88), then the nodes.
struct Partition {
    std::uint32_t flags = 0x100;
    std::int32_t minus_one = -1;
    Real x;
    Real z;
    Vector min;
    Vector max;
    Vector mid;
    Real diagonal;
    std::uint16_t reserved_56 = 0;
    std::uint32_t nodes_ptr = 0;
    std::uint32_t reserved_64 = 0; // not in Recoil
    std::uint32_t reserved_68 = 0;
    std::uint32_t reserved_72 = 0; // Pirate's Moon
    std::uint32_t reserved_76 = 0;
    std::uint32_t reserved_80 = 0;
    std::uint32_t reserved_84 = 0;
    std::vector<CellNode> nodes;
};

struct WorldData { // 188 bytes (Recoil 172, Pirate's Moon 204), then lights, sounds and partitions
    std::uint32_t flags = 0;
    std::int32_t partitions_used = 0;
    std::int32_t partition_count = 0;
    std::uint32_t partitions_ptr = 1;
    std::uint32_t fog_type = 1; // 0 off, 1 linear, 2 exponential
    Color fog_color;
    Range fog_range;
    Range fog_altitude;
    Real fog_density;
    Real left;   // smallest x; the edges are whole numbers
    Real bottom; // largest z
    Real width;
    Real height; // negative
    Real right;
    Real top;
    Real left_2, bottom_2, right_2, top_2; // Pirate's Moon
    std::uint32_t max_features = 16;
    std::uint32_t virtual_on = 1;
    std::int32_t virtual_x_min = 1; // these four not in Recoil
    std::int32_t virtual_z_min = 1;
    std::int32_t virtual_x_max = 0;
    std::int32_t virtual_z_max = 0;
    Real cell_x = 256;
    Real cell_z = -256;
    Real half_x = 128;
    Real half_z = -128;
    Real inv_x = 1.0f / 256;
    Real inv_z = -1.0f / 256;
    Real cell_diag = -192;
    Real tolerance_low = 3;
    Real tolerance_high = 3;
    std::int32_t count_x = 0;
    std::int32_t count_z = 0;
    std::uint32_t virtual_ptr = 1;
    Real one_a = 1;
    Real one_b = 1;
    Real one_c = 1;
    std::uint32_t light_nodes_ptr = 0;
    std::uint32_t light_data_ptr = 0;
    std::uint32_t sound_nodes_ptr = 0;
    std::uint32_t sound_data_ptr = 0;
    std::uint32_t reserved_end = 0;
    std::vector<std::int32_t> lights;
    std::vector<std::int32_t> sounds;
    std::vector<Partition> partitions; // rows from `bottom` to smaller z, in each columns from `left` to larger x
};

using NodeData = std::variant<std::monostate, Object3d, Lod, LightNode, CameraNode, DisplayNode, WindowNode, WorldData>;

namespace node_flags {
enum : std::uint32_t {
    active = 0x4,
    altitude_surface = 0x8,
    intersect_surface = 0x10,
    has_node_bbox = 0x100,
    has_mesh = 0x200,
    has_child_bbox = 0x400,
    terrain = 0x8000,
};
}

struct WorldNode {
    Text<36, Fill::node> name;
    std::uint32_t flags = 0x03080004;
    std::uint32_t reserved_40 = 0;
    std::uint32_t update_flags = 1;
    std::uint32_t zone_id = 255;
    NodeClass node_class = NodeClass::object3d; // `class` in the file's words
    std::uint32_t data_ptr = 1;
    std::int32_t mesh_index = -1; // gamez.zbd; -1: none
    std::uint32_t mesh_ptr = 0;   // mechlib.zbd; 0: none
    std::uint32_t environment_ptr = 0;
    std::uint32_t action_priority = 1;
    std::uint32_t action_ptr = 0;
    std::int32_t partition_x = -1;
    std::int32_t partition_z = -1;
    std::int32_t virtual_x = 0; // Pirate's Moon
    std::int32_t virtual_z = 0;
    std::uint32_t parents_ptr = 0;
    std::uint32_t children_ptr = 0;
    Vector bbox_mid;
    Real bbox_diag;
    std::uint32_t active_bbox = 0; // Pirate's Moon
    Bounds node_bbox;
    Bounds mesh_bbox;
    Bounds child_bbox;
    std::uint32_t activation_ptr = 0;
    std::int32_t reserved_192 = 0; // these four not in Recoil
    std::int32_t unknown_196 = 160;
    std::int32_t reserved_200 = 0;
    std::int32_t reserved_204 = 0;
    NodeData data = Object3d{};

    const Object3d* object3d() const { return std::get_if<Object3d>(&data); }
};

// The 3 × 3 part of a node's matrix from angles and scale, in single precision as the engine does it: Ry · Rx · Rz · S
// for column vectors.
Affine12 angles_matrix(const Vector& rotation, const Vector& scale, const Vector& translation);

} // namespace ossuary::mw3
