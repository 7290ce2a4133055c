// A walled yard as gamez.zbd keeps a world, with the nodes that the gate's definitions speak of.
#include <bit>
#include <cmath>

#include "samples/formula.h"
#include "samples/paint.h"
#include "samples/zbd.h"
#include "samples/zbd_mesh.h"

namespace ossuary::samples {

namespace {

// In the order of make_yard_textures().
enum YardTexture : std::int32_t { tex_ground, tex_wall, tex_steel, tex_water, tex_grating, tex_lamp };
constexpr int lamp_frames = 3;
constexpr const char* yard_textures[] = {"ground01", "wall01",  "steel01", "water01",
                                         "grating",  "lamp_00", "lamp_01", "lamp_02"};
enum YardMaterial : std::int32_t { mat_ground, mat_wall, mat_steel, mat_water, mat_grating, mat_lamp, mat_glow };

constexpr float yard_edge = 256, yard_cell = 256; // metres

class YardMaker {
public:
    YardMaker() {
        add("world1", -1, mw3::NodeClass::world, mw3::WorldData{});
        add("window1", -1, mw3::NodeClass::window, mw3::WindowNode{});
        add("camera1", -1, mw3::NodeClass::camera, camera());
        add("display", -1, mw3::NodeClass::display, display());
        add("sunlight", -1, mw3::NodeClass::light, sun());
    }

    std::int32_t add(std::string_view name, std::int32_t parent, mw3::NodeClass node_class, mw3::NodeData data) {
        mw3::GameNode& node = file_.nodes.items.emplace_back();
        node.name = name;
        node.node_class = node_class;
        node.data = std::move(data);
        node.data_ptr = old_address;
        const bool is_seen = node_class == mw3::NodeClass::object3d || node_class == mw3::NodeClass::lod;
        node.unknown_196 = is_seen ? 160 : 0;
        node.update_flags = is_seen ? 1 : 0;
        node.flags = node_class == mw3::NodeClass::object3d ? 0x0308001C
                     : node_class == mw3::NodeClass::light  ? 0x0108011C
                                                            : 0x0108001C;
        if (node_class == mw3::NodeClass::light) node.node_bbox = {{{1, 1, -2}}, {{2, 2, -1}}};
        const auto index = static_cast<std::int32_t>(file_.nodes.items.size()) - 1;
        if (parent >= 0) {
            node.parents = {parent};
            node.parents_ptr = old_address;
            mw3::GameNode& above = file_.nodes.items[static_cast<std::size_t>(parent)];
            above.children.push_back(index);
            above.children_ptr = old_address;
        }
        return index;
    }
    std::int32_t object(std::string_view name, std::int32_t parent, const Vec3d& place = {}, std::int32_t mesh = -1,
                        double turns = 0) {
        const std::int32_t index = add(name, parent, mw3::NodeClass::object3d, object_at(place, turns));
        file_.nodes.items.back().mesh_index = mesh;
        if (mesh >= 0) ++file_.meshes.items[static_cast<std::size_t>(mesh)].parent_count;
        return index;
    }
    std::int32_t level(std::string_view name, std::int32_t parent, float near, float far) {
        mw3::Lod lod;
        lod.near_sq = near * near;
        lod.far = far;
        lod.far_sq = far * far;
        return add(name, parent, mw3::NodeClass::lod, lod);
    }
    std::int32_t mesh(ZbdMesh& made) {
        file_.meshes.items.push_back(made.take());
        file_.meshes.items.back().parent_count = 0;
        return static_cast<std::int32_t>(file_.meshes.items.size()) - 1;
    }
    void set_flags(std::int32_t node, std::uint32_t flags) {
        file_.nodes.items[static_cast<std::size_t>(node)].flags |= flags;
    }

    mw3::Gamez finish() {
        add_looks();
        // Children lie behind their parents.
        for (std::size_t i = file_.nodes.items.size(); i-- > 5;) set_boxes_of(i);
        fill_world();
        file_.materials.array_size = static_cast<std::uint32_t>(file_.materials.items.size()) + 1;
        file_.materials.index_free = static_cast<std::int32_t>(file_.materials.items.size());
        file_.materials.index_last = file_.materials.index_free - 1;
        file_.meshes.array_size = static_cast<std::uint32_t>(file_.meshes.items.size()) + 1;
        file_.meshes.index_free = static_cast<std::int32_t>(file_.meshes.items.size());
        file_.nodes.array_size = static_cast<std::uint32_t>(file_.nodes.items.size()) + 4;
        file_.node_last_free = static_cast<std::int32_t>(file_.nodes.items.size());
        return std::move(file_);
    }

private:
    static mw3::CameraNode camera() {
        mw3::CameraNode made;
        made.clip_near = 0.5f;
        made.clip_far = 1500;
        made.fov_v_base = made.fov_v = 0.75f;
        made.fov_v_half = 0.375f;
        made.fov_h_cot = 1.8304877f; // of 0.5 and of 0.375
        made.fov_v_cot = 2.540479f;
        return made;
    }
    static mw3::DisplayNode display() {
        mw3::DisplayNode made;
        made.clear_color = {{0.392f, 0.392f, 1}};
        return made;
    }
    static mw3::LightNode sun() {
        mw3::LightNode made;
        made.orientation = {{-0.8f, 0.6f, 0}};
        made.diffuse = 0.8f;
        made.ambient = 0.4f;
        made.flags = 0x38B;
        made.near = 300;
        made.far = 1000;
        made.near_sq = 90000;
        made.far_sq = 1000000;
        made.range_inv = 1.0f / 700;
        made.parents = {0};
        made.parents_ptr = old_address;
        return made;
    }

    void add_looks() {
        for (const char* name : yard_textures) {
            mw3::WorldTexture& texture = file_.textures.emplace_back();
            texture.name = std::string_view(name);
            std::copy_n("tif", 3,
                        texture.name.bytes.begin() + static_cast<std::ptrdiff_t>(std::string_view(name).size()) + 1);
        }
        static constexpr std::pair<YardTexture, std::uint32_t> pictures[] = {
            {tex_ground, 6}, {tex_wall, 9}, {tex_steel, 0}, {tex_water, 1}, {tex_grating, 0}, {tex_lamp, 0}};
        for (const auto& [texture, soil] : pictures) {
            mw3::WorldMaterial& material = file_.materials.items.emplace_back(textured_material());
            material.texture = texture;
            material.soil = soil;
        }
        mw3::WorldMaterial& lamp = file_.materials.items[mat_lamp];
        lamp.flags |= mw3::material_flags::cycled;
        lamp.cycle_ptr = old_address;
        lamp.cycle.emplace();
        lamp.cycle->textures_ptr = old_address;
        for (int i = 0; i < lamp_frames; ++i) lamp.cycle->textures.push_back(tex_lamp + i);
        file_.materials.items.push_back(coloured_material(255, 190, 60));
        const auto count = static_cast<std::int16_t>(file_.materials.items.size());
        for (std::int16_t i = 0; i < count; ++i) {
            mw3::WorldMaterial& material = file_.materials.items[static_cast<std::size_t>(i)];
            material.next = static_cast<std::int16_t>(i + 1 < count ? i + 1 : -1);
            material.prev = static_cast<std::int16_t>(i - 1);
        }
    }

    void set_boxes_of(std::size_t i) {
        mw3::GameNode& node = file_.nodes.items[i];
        mw3::Bounds of_mesh = no_bounds(), below = no_bounds();
        if (node.mesh_index >= 0) of_mesh = bounds_of(file_.meshes.items[static_cast<std::size_t>(node.mesh_index)]);
        for (const std::int32_t child : node.children) {
            const mw3::GameNode& under = file_.nodes.items[static_cast<std::size_t>(child)];
            const mw3::Object3d* object = under.object3d();
            if (under.flags & mw3::node_flags::has_node_bbox)
                grow(below, under.node_bbox, object ? object->matrix : mw3::Object3d{}.matrix);
        }
        set_boxes(node, of_mesh, below);
    }

    void fill_world() {
        mw3::GameNode& root = file_.nodes.items[0];
        mw3::WorldData world;
        world.partitions_ptr = world.virtual_ptr = old_address;
        world.left = world.top = -yard_edge;
        world.right = world.bottom = yard_edge;
        world.width = 2 * yard_edge;
        world.height = -2 * yard_edge;
        world.count_x = world.count_z = 2;
        world.virtual_x_max = world.virtual_z_max = 1;
        world.partition_count = 4;
        world.lights = {4};
        world.light_nodes_ptr = world.light_data_ptr = old_address;
        for (float z = yard_edge; z > -yard_edge; z -= yard_cell)
            for (float x = -yard_edge; x < yard_edge; x += yard_cell)
                world.partitions.push_back(partition(x, z, root.children));
        root.data = std::move(world);
    }

    mw3::Partition partition(float x, float z, const std::vector<std::int32_t>& children) const {
        mw3::Partition made;
        made.x = x;
        made.z = z;
        made.min = {{x, 0, z - yard_cell}};
        made.max = {{x + yard_cell, 0, z}};
        for (const std::int32_t child : children) {
            const mw3::GameNode& node = file_.nodes.items[static_cast<std::size_t>(child)];
            mw3::Bounds box = no_bounds();
            if (node.flags & mw3::node_flags::has_node_bbox) grow(box, node.node_bbox, node.object3d()->matrix);
            if (is_empty(box) || box.high[0] < x || box.low[0] > x + yard_cell || box.high[2] < z - yard_cell ||
                box.low[2] > z)
                continue;
            made.nodes.push_back({child, {}});
            made.min[1] = std::min(made.min[1], box.low[1]);
            made.max[1] = std::max(made.max[1], box.high[1]);
        }
        if (!made.nodes.empty()) made.nodes_ptr = old_address;
        made.mid = {{x + yard_cell / 2, (made.max[1] + made.min[1]) * 0.5f, z - yard_cell / 2}};
        // The engine's crude root: half of the number's exponent.
        const double h = (static_cast<double>(made.min[1]) - static_cast<double>(made.max[1])) * 0.5;
        const auto bits = std::bit_cast<std::int32_t>(static_cast<float>(2.0 * 128 * 128 + h * h));
        made.diagonal = std::bit_cast<float>((bits >> 1) + 0x1FC00000);
        return made;
    }

    mw3::Gamez file_;
};

// A block whose picture repeats every so many metres.
Part block(const Vec3d& low, const Vec3d& high, double metres = 4) {
    Part part = box((low + high) * 0.5, (high - low) * 0.5);
    for (std::size_t i = 0; i < part.uvs.size(); ++i) {
        const Vec3d &at = part.positions[i], &normal = part.normals[i];
        const Vec2d across = std::abs(normal.x) > 0.5   ? Vec2d{at.z, -at.y}
                             : std::abs(normal.y) > 0.5 ? Vec2d{at.x, at.z}
                                                        : Vec2d{at.x, -at.y};
        part.uvs[i] = {across.x / metres, across.y / metres};
    }
    return part;
}
// A level square or one that stands.
Part flat(const Vec3d& corner, const Vec3d& along, const Vec3d& up, const Vec2d& repeats) {
    return mapped(sheet(1, 1, [&](double u, double v) { return corner + along * u + up * v; }), repeats, {});
}

std::int32_t mesh_of(YardMaker& yard, std::int32_t material, std::initializer_list<Part> parts) {
    ZbdMesh made;
    for (const Part& part : parts) made.add(part, material);
    return yard.mesh(made);
}

void add_gate(YardMaker& yard) {
    const std::int32_t gate = yard.object("main_gate", 0);
    ZbdMesh frame;
    for (const double side : {-1.0, 1.0}) {
        frame.add(block({side * 7 - 1, 0, -1.2}, {side * 7 + 1, 8, 1.2}), mat_wall);
        const double inner = side * 8, outer = side * 30;
        frame.add(block({std::min(inner, outer), 0, 0.5}, {std::max(inner, outer), 5, 1.1}), mat_wall);
    }
    frame.add(block({-8, 8, -1.4}, {8, 9.2, 1.4}), mat_wall);
    yard.object("gate_frame", gate, {}, yard.mesh(frame));
    // Each wing is as wide as it slides, and goes in front of the wall.
    const std::int32_t wing =
        mesh_of(yard, mat_steel,
                {block({-3, 0, -0.35}, {3, 7.8, 0}, 3), block({-2.8, 1, -0.5}, {2.8, 1.5, 0.1}, 3),
                 block({-2.8, 6, -0.5}, {2.8, 6.5, 0.1}, 3)});
    yard.object("gate_left", gate, {-3, 0, 0}, wing);
    yard.object("gate_right", gate, {3, 0, 0}, wing);
    ZbdMesh beacon;
    beacon.add(block({-0.2, 0, -0.2}, {0.2, 0.5, 0.2}, 1), mat_steel);
    beacon.add(box({0, 0.9, 0}, {0.4, 0.4, 0.4}), mat_lamp);
    yard.object("beacon_post", gate, {0, 9.2, 0}, yard.mesh(beacon));
    yard.object("gate_camera", gate, {6.6, 6.5, -1.6},
                mesh_of(yard, mat_steel, {block({-0.2, -0.2, -0.6}, {0.2, 0.2, 0.4}, 1)}));
    const std::int32_t mast = yard.object("mast", gate, {-12, 0, -3},
                                          mesh_of(yard, mat_steel, {block({-0.15, 0, -0.15}, {0.15, 7, 0.15}, 2)}));
    ZbdMesh horn;
    horn.add(lathe({0, 0, 0}, {0, 0, -0.9}, {{0, 0}, {0, 0.12}, {1, 0.45}, {1, 0}}, 8), mat_glow, false);
    yard.object("siren", mast, {0, 6.6, 0}, yard.mesh(horn));
}

void add_tower(YardMaker& yard) {
    const std::int32_t tower = yard.object("tower", 0, {16, 0, 18}, -1, 0.0625);
    const std::int32_t near = yard.level("tower_near", tower, 0, 150), far = yard.level("tower_far", tower, 150, 900);
    ZbdMesh fine;
    fine.add(wedge({0, 4, 0}, 4, {2.4, 2.4}, {1.8, 1.8}), mat_wall);
    fine.add(block({-2.3, 8, -2.3}, {2.3, 8.4, 2.3}), mat_steel);
    for (const double x : {-2.1, 2.1})
        for (const double z : {-2.1, 2.1})
            fine.add(block({x - 0.15, 8.4, z - 0.15}, {x + 0.15, 9.6, z + 0.15}), mat_steel);
    yard.object("tower_hi", near, {}, yard.mesh(fine));
    yard.object("tower_lo", far, {}, mesh_of(yard, mat_wall, {block({-2.2, 0, -2.2}, {2.2, 9, 2.2})}));
    yard.object("tower_top", tower, {0, 9.6, 0},
                mesh_of(yard, mat_steel, {wedge({0, 0.9, 0}, 0.9, {2.6, 2.6}, {0.3, 0.3})}));
    const std::int32_t rubble = mesh_of(yard, mat_wall, {box({0, 0.5, 0}, {0.5, 0.5, 0.5}, 0.15)});
    yard.object("debris_1", tower, {0, 0, 0}, rubble);
    yard.object("debris_2", tower, {0, 0, 0}, rubble);
    yard.object("smoke_spot", tower, {0, 8.6, 0});
}

void add_grounds(YardMaker& yard) {
    const std::int32_t ground = yard.object(
        "ground", 0, {}, mesh_of(yard, mat_ground, {flat({-38, 0, 48}, {76, 0, 0}, {0, 0, -76}, {12, 12})}));
    yard.set_flags(ground, mw3::node_flags::terrain | 0x80);
    ZbdMesh walls;
    for (const double x : {-30.0, 29.4}) walls.add(block({x, 0, 1.1}, {x + 0.6, 5, 40}), mat_wall);
    walls.add(block({-30, 0, 40}, {30, 5, 40.6}), mat_wall);
    yard.object("walls", 0, {}, yard.mesh(walls));
    ZbdMesh fence;
    for (const double x : {-27.0, 9.0})
        fence.add(flat({x, 0, -14}, {18, 0, 0}, {0, 2.4, 0}, {9, 1}), mat_grating, true, true);
    yard.object("fence", 0, {}, yard.mesh(fence));
    ZbdMesh pond;
    pond.add(flat({-22, 0.05, 34}, {14, 0, 0}, {0, 0, -12}, {3, 3}), mat_water);
    pond.scroll(0.05f, 0.02f);
    yard.object("pond", 0, {}, yard.mesh(pond));
}

void add_craft(YardMaker& yard) {
    const std::int32_t craft = yard.object("craft", 0);
    ZbdMesh body;
    body.add(wedge({0, 0, 0}, 0.6, {1.2, 2.6}, {0.5, 1.4}), mat_steel);
    body.add(block({-3.4, -0.2, 0.4}, {3.4, 0, 1.9}), mat_steel);
    body.add(box({0, 0.45, -1.5}, {0.35, 0.3, 0.7}), mat_glow, false);
    yard.object("craft_body", craft, {0, 10, -20}, yard.mesh(body));
    // Hangs on nothing until a definition wants it.
    ZbdMesh ray;
    ray.add(block({-0.08, -0.08, 0}, {0.08, 0.08, 1}), mat_glow, false);
    yard.object("ray", -1, {}, yard.mesh(ray));
}

Paint paint_concrete(double u, double v) {
    Paint p = mix(Paint{0.62, 0.60, 0.56}, Paint{0.44, 0.43, 0.41}, cloud(u, v, 5, 4, 23));
    const double across = u - std::floor(u), along = v * 2 - std::floor(v * 2);
    return mix(p, Paint{0.24, 0.23, 0.22},
               smooth(0.03, 0.01, std::min(std::min(across, 1 - across), std::min(along, 1 - along))));
}
Paint paint_water(double u, double v) {
    return mix(Paint{0.10, 0.26, 0.33}, Paint{0.45, 0.66, 0.70}, smooth(0.5, 0.72, cloud(u, v, 6, 3, 57)));
}
Paint paint_grating(double u, double v) {
    const double x = u * 4 - std::floor(u * 4), y = v * 4 - std::floor(v * 4);
    const bool is_bar = std::abs(x - y) < 0.14 || std::abs(x + y - 1) < 0.14 || v < 0.06;
    return {0.55, 0.57, 0.60, is_bar ? 1.0 : 0.0};
}
Paint paint_sand(double u, double v) {
    return mix(Paint{0.58, 0.49, 0.36}, Paint{0.42, 0.36, 0.26}, smooth(0.35, 0.7, cloud(u, v, 6, 4, 71)));
}

} // namespace

mw3::Gamez make_yard() {
    YardMaker yard;
    add_grounds(yard);
    add_gate(yard);
    add_tower(yard);
    add_craft(yard);
    return yard.finish();
}

mw3::TexturePackage make_yard_textures() {
    mw3::TexturePackage package;
    const Painter still[] = {paint_sand, paint_concrete, paint_metal, paint_water, paint_grating};
    for (std::size_t i = 0; i < std::size(still); ++i)
        package.images.push_back(
            pack(paint(yard_textures[i], still[i], 32), i == tex_grating ? PackedAlpha::simple : PackedAlpha::none));
    for (int frame = 0; frame < lamp_frames; ++frame) {
        const double bright = frame / 2.0;
        package.images.push_back(pack(paint(
            yard_textures[tex_lamp + frame],
            [bright](double u, double v) {
                const double off = length(Vec3d{u - 0.5, v - 0.5, 0});
                return mix(Paint{0.25, 0.08, 0.03}, Paint{1, 0.75, 0.35}, bright * smooth(0.6, 0.1, off));
            },
            16)));
    }
    return package;
}

} // namespace ossuary::samples
