// Every error and deviation that the description of models, worlds and textures names: a good file with one thing bent.
#include <cmath>
#include <functional>

#include "formats/mw3/zbd_files.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/mw3/gamez.h"
#include "ossuary/formats/mw3/mechlib.h"
#include "ossuary/formats/mw3/textures.h"

namespace ossuary::mw3 {
namespace {

using namespace testing;

constexpr Verbs<Mechlib> mechlibs{parse_mechlib, write_mechlib, dump_mechlib, build_mechlib};
constexpr Verbs<Gamez> worlds{parse_gamez, write_gamez, dump_gamez, build_gamez};
constexpr Verbs<TexturePackage> packages{parse_textures, write_textures, dump_textures, build_textures};

template <class File> struct Bent {
    const char* name;
    const char* what;
    std::function<void(File&)> bend;
};

template <class File> std::optional<File> good_file(const Verbs<File>& verbs, const std::string& name) {
    const auto bytes = ossuary::testing::shared_file("samples/mw3-models/" + name + ".zbd");
    if (!bytes) return {};
    auto file = verbs.parse(*bytes, nullptr);
    EXPECT_TRUE(file) << file.error().text();
    return std::move(*file);
}

template <class File>
void expect_errors(const Verbs<File>& verbs, const std::string& sample, const std::vector<Bent<File>>& cases) {
    const auto good = good_file(verbs, sample);
    OSSUARY_NEED(good);
    for (const Bent<File>& one : cases) {
        SCOPED_TRACE(std::string(one.name) + ": " + one.what);
        File bent = *good;
        one.bend(bent);
        expect_error(verbs, verbs.write(bent), one.name);
    }
}

template <class File>
void expect_deviations(const Verbs<File>& verbs, const std::string& sample, const std::vector<Bent<File>>& cases) {
    const auto good = good_file(verbs, sample);
    OSSUARY_NEED(good);
    for (const Bent<File>& one : cases) {
        SCOPED_TRACE(std::string(one.name) + ": " + one.what);
        File bent = *good;
        one.bend(bent);
        const ByteBuffer bytes = verbs.write(bent);
        Diagnostics diagnostics;
        const auto file = verbs.parse(bytes, &diagnostics);
        ASSERT_TRUE(file) << file.error().text();
        std::string all;
        bool found = false;
        for (const Diagnostic& diagnostic : diagnostics) {
            found = found || (diagnostic.message.starts_with(std::string(one.name) + ':') && diagnostic.place.offset);
            all += diagnostic.text() + "\n";
        }
        EXPECT_TRUE(found) << "only: " << all;
        EXPECT_TRUE(survives(verbs, bytes));
    }
}

// ---- parts of the samples

template <class T> T& data_of(Gamez& file) {
    for (GameNode& node : file.nodes.items)
        if (T* data = std::get_if<T>(&node.data)) return *data;
    ADD_FAILURE() << "the sample has no such node";
    std::abort();
}
GameNode& node_of(Gamez& file, NodeClass node_class) {
    for (GameNode& node : file.nodes.items)
        if (node.node_class == node_class) return node;
    std::abort();
}
GameNode& named(Gamez& file, std::string_view name) {
    for (GameNode& node : file.nodes.items)
        if (node.name.text() == name) return node;
    std::abort();
}
WorldMesh& plain_mesh(Gamez& file) {
    for (WorldMesh& mesh : file.meshes.items)
        if (!mesh.polygons.empty()) return mesh;
    std::abort();
}
Polygon& polygon_of(Gamez& file) { return plain_mesh(file).polygons[0]; }
WorldMaterial& cycled(Gamez& file) {
    for (WorldMaterial& material : file.materials.items)
        if (material.cycle) return material;
    std::abort();
}
WorldMaterial& textured(Gamez& file) {
    for (WorldMaterial& material : file.materials.items)
        if (material.is_textured() && !material.cycle) return material;
    std::abort();
}
WorldMaterial& coloured(Gamez& file) {
    for (WorldMaterial& material : file.materials.items)
        if (!material.is_textured()) return material;
    std::abort();
}
PointLight& point_light(Gamez& file) {
    for (WorldMesh& mesh : file.meshes.items)
        if (!mesh.lights.empty()) return mesh.lights[0];
    std::abort();
}
MechNode& root_of(Mechlib& file) {
    for (MechlibEntry& entry : file.entries)
        if (auto* node = std::get_if<MechNode>(&entry.content)) return *node;
    std::abort();
}
MechNode& hip_of(Mechlib& file) { return root_of(file).children[0]; }
std::vector<WorldMaterial>& materials_of(Mechlib& file) {
    for (MechlibEntry& entry : file.entries)
        if (auto* list = std::get_if<std::vector<WorldMaterial>>(&entry.content)) return *list;
    std::abort();
}
std::uint32_t& number_of(Mechlib& file, std::string_view name) {
    for (MechlibEntry& entry : file.entries)
        if (entry.entry.name.text() == name) return std::get<std::uint32_t>(entry.content);
    std::abort();
}
PackedImage& image_where(TexturePackage& package, bool (*fits)(const PackedImage&)) {
    for (PackedImage& image : package.images)
        if (fits(image)) return image;
    std::abort();
}
PackedImage& paletted(TexturePackage& package) {
    return image_where(package,
                       [](const PackedImage& image) { return image.palette_count > 0 && image.palette_index < 0; });
}
PackedImage& shared_palette(TexturePackage& package) {
    return image_where(package, [](const PackedImage& image) { return image.palette_index >= 0; });
}

// ---- errors

TEST(WorldErrors, OfWorldsAreNamed) {
    expect_errors<Gamez>(
        worlds, "gamez-yard",
        {
            {"bad-count", "two corners",
             [](Gamez& f) {
                 Polygon& p = polygon_of(f);
                 p.vertex_indices.count = p.colors.count = 2;
                 if (p.normal_indices.count > 0) p.normal_indices.count = 2;
                 mw3::Run& uvs = plain_mesh(f).materials[p.materials.first].uvs;
                 if (uvs.count > 0) uvs.count = 2;
             }},
            {"bad-count", "four zones", [](Gamez& f) { polygon_of(f).zone_set = 0x03020104; }},
            {"bad-count", "no partitions",
             [](Gamez& f) {
                 auto& w = data_of<WorldData>(f);
                 w.right = w.left;
                 w.partitions.clear();
             }},
            {"bad-enum", "class", [](Gamez& f) { named(f, "gate_right").node_class = static_cast<NodeClass>(7); }},
            {"bad-enum", "mesh type", [](Gamez& f) { plain_mesh(f).mesh_type = 3; }},
            {"bad-enum", "facade mode", [](Gamez& f) { plain_mesh(f).facade_mode = 4; }},
            {"bad-enum", "soil", [](Gamez& f) { textured(f).soil = 14; }},
            {"bad-enum", "fog", [](Gamez& f) { data_of<WorldData>(f).fog_type = 3; }},
            {"bad-enum", "texture state", [](Gamez& f) { f.textures[0].state = 1; }},
            {"bad-enum", "looping", [](Gamez& f) { cycled(f).cycle->looping = 2; }},
            {"bad-enum", "virtual_on", [](Gamez& f) { data_of<WorldData>(f).virtual_on = 2; }},
            {"bad-flags", "node", [](Gamez& f) { named(f, "ground").flags |= 0x800; }},
            {"bad-flags", "object3d", [](Gamez& f) { data_of<Object3d>(f).flags |= 1; }},
            {"bad-flags", "object3d without bit 5", [](Gamez& f) { data_of<Object3d>(f).flags &= ~0x20u; }},
            {"bad-flags", "mesh", [](Gamez& f) { plain_mesh(f).flags |= 0x80; }},
            {"bad-flags", "polygon", [](Gamez& f) { polygon_of(f).flags |= 0x800; }},
            {"bad-flags", "point light", [](Gamez& f) { point_light(f).flags |= 0x800; }},
            {"bad-flags", "light", [](Gamez& f) { data_of<LightNode>(f).flags |= 0x400; }},
            {"bad-flags", "material", [](Gamez& f) { textured(f).flags |= 0x40; }},
            {"bad-flags", "normals and their address", [](Gamez& f) { polygon_of(f).normals_ptr = 0; }},
            {"bad-flags", "a cycle without the bit", [](Gamez& f) { textured(f).cycle_ptr = 1; }},
            {"bad-index", "material of a polygon", [](Gamez& f) { plain_mesh(f).materials[0].material = 99; }},
            {"bad-index", "texture of a material", [](Gamez& f) { textured(f).texture = 99; }},
            {"bad-index", "texture of a cycle", [](Gamez& f) { cycled(f).cycle->textures[0] = 99; }},
            {"bad-index", "mip", [](Gamez& f) { f.textures[0].mip_index = 99; }},
            {"bad-index", "mesh of a node", [](Gamez& f) { named(f, "ground").mesh_index = 99; }},
            {"bad-index", "parent", [](Gamez& f) { named(f, "ground").parents[0] = 99; }},
            {"bad-index", "child", [](Gamez& f) { named(f, "main_gate").children[0] = -1; }},
            {"bad-index", "parent of an empty node", [](Gamez& f) { node_of(f, NodeClass::empty).parent = 99; }},
            {"out-of-range", "an edge between metres", [](Gamez& f) { data_of<WorldData>(f).left = -255.5f; }},
            {"unterminated-string", "name", [](Gamez& f) { named(f, "ground").name.bytes.fill('x'); }},
            {"non-ascii", "name", [](Gamez& f) { named(f, "ground").name.bytes[1] = '\xC4'; }},
        });
}

TEST(WorldErrors, OfHeadersAndCountsAreNamed) {
    const auto bytes = ossuary::testing::shared_file("samples/mw3-models/gamez-yard.zbd");
    OSSUARY_NEED(bytes);
    const auto offset_at = [&](std::size_t at) { return load<std::uint32_t>(bytes->data() + at, Endian::little); };
    const std::size_t materials = offset_at(16), nodes = offset_at(32);
    expect_error(worlds, with(*bytes, 0, std::uint32_t{1}), "bad-signature");
    expect_error(worlds, with(*bytes, 4, std::uint32_t{26}), "bad-version");
    expect_error(worlds, with(*bytes, 8, std::uint32_t{4096}), "bad-count");
    expect_error(worlds, with(*bytes, 16, offset_at(16) + 4), "bad-offset");
    expect_error(worlds, with(*bytes, 24, std::uint32_t{32768}), "bad-count");
    expect_error(worlds, with(*bytes, materials, std::uint32_t{40000}), "bad-count");
    expect_error(worlds, with(*bytes, materials + 4, std::uint32_t{9}), "bad-count"); // of 8 slots
    expect_error(worlds, with(*bytes, nodes + 92, std::uint32_t{32768}), "bad-count");
    expect_error(worlds, with(*bytes, nodes + 208, offset_at(nodes + 208) + 4), "bad-offset");
    // The empty node has neither list.
    const auto file = parse_gamez(*bytes);
    for (std::size_t i = 0; i < file->nodes.items.size(); ++i)
        if (file->nodes.items[i].node_class == NodeClass::empty)
            for (const std::size_t field : {84u, 92u})
                expect_error(worlds, with(*bytes, nodes + 212 * i + field, std::uint32_t{1}), "bad-count");
    ByteBuffer longer(bytes->begin(), bytes->end());
    longer.push_back(std::byte{0});
    expect_error(worlds, longer, "trailing-bytes");
}

TEST(WorldErrors, OfMechsAreNamed) {
    expect_errors<Mechlib>(
        mechlibs, "mechlib-scout",
        {
            {"bad-version", "version", [](Mechlib& f) { number_of(f, "version") = 28; }},
            {"bad-version", "format", [](Mechlib& f) { number_of(f, "format") = 2; }},
            {"bad-version", "footer", [](Mechlib& f) { f.footer_version = 3; }},
            {"bad-enum", "class",
             [](Mechlib& f) {
                 hip_of(f).node_class = NodeClass::lod;
                 hip_of(f).data = Lod{};
             }},
            {"bad-index", "negative material", [](Mechlib& f) { hip_of(f).mesh->materials[0].material = -1; }},
            {"bad-flags", "object3d", [](Mechlib& f) { std::get<Object3d>(hip_of(f).data).flags = 0; }},
            {"bad-count", "too deep",
             [](Mechlib& f) {
                 MechNode* at = &hip_of(f);
                 while (!at->children.empty()) at = &at->children[0];
                 MechNode leaf = *at;
                 leaf.mesh.reset();
                 leaf.mesh_ptr = 0;
                 for (int i = 0; i < 300; ++i) {
                     at->children = {leaf};
                     at = &at->children[0];
                 }
             }},
        });
    const auto bytes = ossuary::testing::shared_file("samples/mw3-models/mechlib-scout.zbd");
    OSSUARY_NEED(bytes);
    const auto file = parse_mechlib(*bytes);
    const std::size_t directory = bytes->size() - 8 - 148 * file->entries.size();
    expect_error(mechlibs, with(*bytes, directory + 4, std::uint32_t{0}), "bad-entry");
    expect_error(mechlibs, with(*bytes, directory, static_cast<std::uint32_t>(bytes->size())), "bad-entry");
    expect_error(mechlibs, with(*bytes, directory + 4, std::uint32_t{8}), "trailing-bytes"); // `format`
    // The root has a parent, and its child none.
    const std::size_t root = file->entries[2].entry.start;
    expect_error(mechlibs, with(*bytes, root + 84, std::uint32_t{1}), "bad-count");
    expect_error(mechlibs, with(*bytes, root + 208 + 144 + 84, std::uint32_t{0}), "bad-count");
}

TEST(WorldErrors, OfTexturesAreNamed) {
    expect_errors<TexturePackage>(
        packages, "rmechtex-scout",
        {
            {"bad-enum", "stretch", [](TexturePackage& p) { p.images[0].stretch = 5; }},
            {"bad-flags", "unknown bit", [](TexturePackage& p) { p.images[0].flags |= 0x100; }},
            {"bad-flags", "one byte per colour", [](TexturePackage& p) { p.images[0].flags &= ~1u; }},
            {"bad-flags", "alpha and none", [](TexturePackage& p) { p.images[0].flags |= 6; }},
            {"bad-flags", "neither alpha nor none", [](TexturePackage& p) { p.images[0].flags &= ~6u; }},
            {"bad-flags", "a palette of its own by the bit, of all by the index",
             [](TexturePackage& p) { shared_palette(p).flags &= ~0x10u; }},
            {"bad-index", "palette", [](TexturePackage& p) { shared_palette(p).palette_index = 9; }},
            {"unterminated-string", "name", [](TexturePackage& p) { p.images[0].name.bytes.fill('x'); }},
            {"non-ascii", "name", [](TexturePackage& p) { p.images[0].name.bytes[0] = '\xC4'; }},
        });
    const auto bytes = ossuary::testing::shared_file("samples/mw3-models/rmechtex-scout.zbd");
    OSSUARY_NEED(bytes);
    expect_error(packages, with(*bytes, 0, std::uint32_t{1}), "bad-signature");
    expect_error(packages, with(*bytes, 4, std::uint32_t{0}), "bad-signature");
    expect_error(packages, with(*bytes, 8, std::int32_t{-1}), "bad-count");
    expect_error(packages, with(*bytes, 12, std::uint32_t{0}), "bad-count");
    expect_error(packages, with(*bytes, 24 + 32, std::uint32_t{1}), "bad-offset");
    ByteBuffer longer(bytes->begin(), bytes->end());
    longer.push_back(std::byte{0});
    expect_error(packages, longer, "trailing-bytes");
    // The header of the first image with a palette of its own.
    const auto package = parse_textures(*bytes);
    for (std::size_t i = 0; i < package->images.size(); ++i) {
        const auto offset = load<std::uint32_t>(bytes->data() + 24 + 40 * i + 32, Endian::little);
        if (package->images[i].palette_count > 0)
            expect_error(packages, with(*bytes, offset + 12, std::uint16_t{257}), "bad-count");
        if (package->images[i].palette_index >= 0)
            expect_error(packages, with(*bytes, offset + 12, std::uint16_t{0}), "bad-count");
    }
}

// ---- deviations

TEST(WorldDeviations, OfWorldsAreNamedAndKept) {
    expect_deviations<Gamez>(
        worlds, "gamez-yard",
        {
            {"nonzero-reserved", "node", [](Gamez& f) { named(f, "ground").reserved_40 = 1; }},
            {"nonzero-reserved", "camera at run time",
             [](Gamez& f) { data_of<CameraNode>(f).runtime_20.bytes[3] = std::byte{1}; }},
            {"nonzero-unused", "opacity without its bit", [](Gamez& f) { data_of<Object3d>(f).opacity = 0.5f; }},
            {"nonzero-unused", "zones", [](Gamez& f) { polygon_of(f).zone_set = 0xFFFF0500; }},
            {"nonzero-unused", "texture of a colour", [](Gamez& f) { coloured(f).texture = 1; }},
            {"bad-padding", "name", [](Gamez& f) { named(f, "ground").name.bytes[20] = 'q'; }},
            {"pointer", "no data", [](Gamez& f) { named(f, "ground").data_ptr = 0; }},
            {"pointer", "no vertices", [](Gamez& f) { polygon_of(f).vertices_ptr = 0; }},
            {"bad-flags", "of a class", [](Gamez& f) { node_of(f, NodeClass::world).flags |= 0x8000; }},
            {"bad-flags", "mesh bit and mesh", [](Gamez& f) { named(f, "ground").flags &= ~0x200u; }},
            {"bad-flags", "material not always",
             [](Gamez& f) { textured(f).flags &= static_cast<std::uint8_t>(~0x10); }},
            {"bad-flags", "material free", [](Gamez& f) { textured(f).flags |= 0x20; }},
            {"out-of-range", "zone", [](Gamez& f) { named(f, "ground").zone_id = 81; }},
            {"out-of-range", "priority", [](Gamez& f) { polygon_of(f).priority = 51; }},
            {"out-of-range", "not a number", [](Gamez& f) { data_of<LightNode>(f).diffuse = NAN; }},
            {"name-mismatch", "world",
             [](Gamez& f) { node_of(f, NodeClass::world).name = std::string_view("world2"); }},
            {"name-mismatch", "light",
             [](Gamez& f) { node_of(f, NodeClass::light).name = std::string_view("moonlight"); }},
            {"derived", "square", [](Gamez& f) { data_of<Lod>(f).far_sq = 1; }},
            {"derived", "cotangent", [](Gamez& f) { data_of<CameraNode>(f).fov_h_cot = 1; }},
            {"derived", "reciprocal", [](Gamez& f) { data_of<LightNode>(f).range_inv = 1; }},
            {"derived", "width", [](Gamez& f) { data_of<WorldData>(f).width = 1; }},
            {"derived", "cell", [](Gamez& f) { data_of<WorldData>(f).partitions[0].diagonal = 1; }},
            {"bad-link", "next", [](Gamez& f) { f.materials.items[0].next = 3; }},
            {"bad-link", "index_free", [](Gamez& f) { f.meshes.index_free = 0; }},
            {"bad-link", "index_last", [](Gamez& f) { f.materials.index_last = 0; }},
            {"bad-link", "no slot is free",
             [](Gamez& f) {
                 f.materials.array_size = static_cast<std::uint32_t>(f.materials.items.size());
                 f.materials.free_raw.clear();
             }},
            {"node-order", "display before camera", [](Gamez& f) { std::swap(f.nodes.items[2], f.nodes.items[3]); }},
            {"tree-mismatch", "child of another", [](Gamez& f) { named(f, "ground").parents[0] = 1; }},
            {"bad-index", "vertex",
             [](Gamez& f) { plain_mesh(f).vertex_indices[polygon_of(f).vertex_indices.first] = 999; }},
            {"bad-index", "normal",
             [](Gamez& f) { plain_mesh(f).normal_indices[polygon_of(f).normal_indices.first] = 999; }},
            {"bad-index", "partition",
             [](Gamez& f) {
                 for (Partition& partition : data_of<WorldData>(f).partitions)
                     if (!partition.nodes.empty()) partition.nodes[0].node = 999;
             }},
            {"bad-index", "light of the world", [](Gamez& f) { data_of<WorldData>(f).lights[0] = 999; }},
            {"bad-index", "parent of the light", [](Gamez& f) { data_of<LightNode>(f).parents[0] = 999; }},
            {"bad-index", "camera", [](Gamez& f) { data_of<CameraNode>(f).focus_xy = 999; }},
        });
    // A free slot that holds something.
    const auto bytes = ossuary::testing::shared_file("samples/mw3-models/gamez-yard.zbd");
    OSSUARY_NEED(bytes);
    const auto file = parse_gamez(*bytes);
    const std::size_t nodes = load<std::uint32_t>(bytes->data() + 32, Endian::little);
    const ByteBuffer bent = with(*bytes, nodes + 212 * file->nodes.items.size() + 100, std::uint32_t{5});
    Diagnostics diagnostics;
    ASSERT_TRUE(parse_gamez(bent, &diagnostics));
    EXPECT_TRUE(
        std::ranges::any_of(diagnostics, [](const Diagnostic& d) { return d.message.starts_with("free-slot:"); }));
    EXPECT_TRUE(survives(worlds, bent));
}

TEST(WorldDeviations, OfMechsAndTexturesAreNamedAndKept) {
    expect_deviations<Mechlib>(
        mechlibs, "mechlib-scout",
        {
            {"bad-index", "material", [](Mechlib& f) { hip_of(f).mesh->materials[0].material = 99; }},
            {"bad-flags", "mesh bit", [](Mechlib& f) { hip_of(f).flags &= ~0x200u; }},
            {"out-of-range", "soil", [](Mechlib& f) { materials_of(f)[0].soil = 3; }},
            {"pointer", "parents", [](Mechlib& f) { hip_of(f).parents_ptr = 0; }},
        });
    expect_deviations<TexturePackage>(
        packages, "rmechtex-scout",
        {
            {"nonzero-reserved", "header", [](TexturePackage& p) { p.reserved_16 = 1; }},
            {"nonzero-reserved", "image", [](TexturePackage& p) { p.images[0].reserved_8 = 1; }},
            {"bad-padding", "name", [](TexturePackage& p) { p.images[0].name.bytes[30] = 'q'; }},
            {"out-of-range", "stretch of Crimson Skies", [](TexturePackage& p) { p.images[0].stretch = 7; }},
            {"bad-index", "a pixel beyond the palette",
             [](TexturePackage& p) { paletted(p).pixels[0] = std::byte{0xFF}; }},
        });
}

// A matrix that does not follow from its angles is as good as any.
TEST(WorldDeviations, AMatrixIsNone) {
    auto file = good_file(worlds, "gamez-yard");
    OSSUARY_NEED(file);
    std::get<Object3d>(named(*file, "tower").data).matrix[0] = 0.75f;
    expect_clean(worlds, write_gamez(*file));
}

} // namespace
} // namespace ossuary::mw3
