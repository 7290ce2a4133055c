#include "ossuary/formats/zengin/msh.h"

#include "formats/zengin/mesh_files.h"
#include "ossuary/base/diagnostic.h"

namespace ossuary::zengin {
namespace {

using namespace testing;

constexpr Verbs<PlainMesh> msh{parse_msh, write_msh, dump_msh, build_msh};

struct Parts {
    std::uint16_t version = gothic1_plain_mesh;
    bool wide = false;
    std::uint16_t material = 0;
    std::int16_t light_map = -1;
    std::uint32_t position = 2, feature = 1;
    std::uint16_t light_chunk = 0;
    Maker lights;
    std::size_t positions_extra = 0;
    std::uint32_t positions_stated = 3;

    Maker polygon(std::uint8_t corners) const {
        Maker maker;
        maker.put(material).put(light_map).floats({5, 0, 1, 0}).put(std::uint8_t{0xA4});
        if (version == gothic1_plain_mesh) maker.put(std::uint8_t{1});
        maker.put(std::int16_t{-1}).put(corners);
        for (std::uint8_t i = 0; i < corners; ++i) {
            const std::uint32_t index = i == 0 ? position : i % 3u;
            if (version == gothic1_plain_mesh && !wide)
                maker.put(static_cast<std::uint16_t>(index));
            else
                maker.put(index);
            maker.put(i == 0 ? feature : std::uint32_t{0});
        }
        return maker;
    }
    ByteBuffer bytes() const {
        const std::uint16_t material_version = version == gothic1_plain_mesh ? gothic1_material : gothic2_material;
        Maker materials;
        materials.bytes(as_bytes(archive_text())).put(std::uint32_t{1}).bytes(material_bytes(material_version).data());
        Maker file;
        file.chunk(0xB000, Maker().put(version).fill(16, std::byte{0x3C}).text(""));
        file.chunk(0xB010, Maker().floats({0, 0, 0, 1, 1, 1}).bytes(obb_bytes(1).data()).bytes(obb_bytes().data()));
        file.chunk(0xB020, materials);
        if (light_chunk) file.chunk(light_chunk, lights);
        file.chunk(0xB030, Maker().put(positions_stated).floats({0, 0, 0, 1, 0, 0, 0, 1, 0}).fill(positions_extra));
        Maker features;
        features.put(std::uint32_t{2});
        for (int i = 0; i < 2; ++i) features.floats({0, 1}).put(std::uint32_t{0xFF808080}).floats({0, 1, 0});
        file.chunk(0xB040, features);
        file.chunk(
            0xB050,
            Maker().put(std::uint32_t{3}).bytes(polygon(3).data()).bytes(polygon(4).data()).bytes(polygon(1).data()));
        return file.chunk(0xB060).data();
    }
};

TEST(Msh, BothGamesSurvive) {
    for (const std::uint16_t version : {gothic1_plain_mesh, gothic2_plain_mesh}) {
        const ByteBuffer bytes = Parts{.version = version}.bytes();
        expect_clean(msh, bytes);
        const auto file = parse_msh(bytes);
        EXPECT_TRUE(file->layout.empty());
        ASSERT_EQ(file->polygons.size(), 3u);
        EXPECT_EQ(file->polygons[1].corner_count, 4);
        EXPECT_EQ(file->corners.size(), 8u);
        EXPECT_EQ(file->corners[0], (PolygonCorner{2, 1}));
        EXPECT_EQ(file->polygons[0].flags, 0xA4);
        EXPECT_EQ(file->features[1].light, 0xFF808080u);
        expect_truncations_are_handled(msh, bytes);
        expect_bit_flips_are_handled(msh, bytes, 2000);
    }
}

TEST(Msh, WideIndicesOfSomeToolsAreRecognised) {
    const ByteBuffer bytes = Parts{.wide = true}.bytes();
    expect_clean(msh, bytes);
    EXPECT_TRUE(parse_msh(bytes)->wide_indices);
    EXPECT_FALSE(parse_msh(Parts{}.bytes())->wide_indices);
}

TEST(Msh, LightMapsAreKeptAndCounted) {
    Parts parts{.light_map = 0, .light_chunk = 0xB025, .lights = Maker().put(std::uint32_t{1}).fill(50)};
    expect_clean(msh, parts.bytes());
    parts.light_map = 1;
    expect_error(msh, parts.bytes(), "BadIndex");

    // One shared texture, 4 by 4 pixels of 2 bytes with two mipmaps; then two maps.
    Maker shared;
    shared.put(std::uint32_t{1}).bytes(as_bytes("ZTEX"));
    for (const std::uint32_t value : {0u, 8u, 4u, 4u, 2u, 4u, 4u, 0u}) shared.put(value);
    shared.fill(4 * 4 * 2 + 2 * 2 * 2).put(std::uint32_t{2}).fill(80);
    parts = {.light_map = 1, .light_chunk = 0xB026, .lights = shared};
    expect_clean(msh, parts.bytes());
    EXPECT_EQ(count_light_maps(*parse_msh(parts.bytes())->light_maps), 2u);
    parts.light_map = 2;
    expect_error(msh, parts.bytes(), "BadIndex");
    // Where the textures cannot be followed the maps are kept and not counted.
    parts.lights = Maker().put(std::uint32_t{7}).fill(3);
    EXPECT_TRUE(survives(msh, parts.bytes()));
}

TEST(Msh, BadInputIsReportedByName) {
    expect_error(msh, {}, "MissingChunk");
    expect_error(msh, Maker().chunk(0xB060).data(), "NotMsh");
    expect_error(msh, Maker().chunk(0xB000, Maker().put(std::uint16_t{10}).fill(16).text("")).data(), "BadVersion");
    const Maker start = Maker().put(std::uint16_t{9}).fill(16).text("X");
    const Maker nothing = Maker().put(std::uint32_t{0});
    expect_error(msh, Maker().chunk(0xB000, start).chunk(0xB050, nothing).data(), "MissingChunk");
    expect_error(msh, Maker().chunk(0xB000, start).chunk(0xB030, nothing).data(), "MissingChunk");
    expect_error(msh, Maker().chunk(0xB000, start).chunk(0xB000, start).data(), "DuplicateChunk");
    expect_warning(msh, Maker().chunk(0xB000, start).chunk(0xB030, nothing).chunk(0xB050, nothing).data(),
                   "MissingChunk");

    expect_error(msh, Parts{.material = 1}.bytes(), "BadIndex");
    expect_error(msh, Parts{.light_map = -2}.bytes(), "BadIndex");
    expect_error(msh, Parts{.light_map = 0}.bytes(), "BadIndex");
    expect_error(msh, Parts{.position = 3}.bytes(), "BadIndex");
    expect_error(msh, Parts{.feature = 2}.bytes(), "BadIndex");
    expect_error(msh, Parts{.positions_stated = 4}.bytes(), "TruncatedChunk");
    expect_error(msh, Parts{.positions_stated = 0xFFFFFFFF}.bytes(), "TruncatedChunk");
    expect_warning(msh, Parts{.positions_extra = 12}.bytes(), "LeftoverBytes");
    const auto error = parse_msh(Parts{.position = 3}.bytes()).error();
    EXPECT_NE(error.place().field.find("polygons[0].position"), std::string::npos) << error.text();
    expect_error(msh, Maker().chunk(0xB000, start).chunk(0xB050, Maker().put(std::uint32_t{0xFFFFFFFF})).data(),
                 "BadCount");
}

TEST(Msh, BuildingRefusesWhatCouldNotBeReadBack) {
    const auto file = parse_msh(Parts{}.bytes());
    ASSERT_TRUE(file);
    auto spoilt = *file;
    spoilt.corners.pop_back();
    EXPECT_FALSE(build_msh(dump_msh(spoilt)));
    spoilt = *file;
    spoilt.corners.push_back({});
    EXPECT_FALSE(build_msh(dump_msh(spoilt)));
    spoilt = *file;
    spoilt.obb.clear();
    EXPECT_FALSE(build_msh(dump_msh(spoilt)));
    spoilt = *file;
    spoilt.version = 3;
    EXPECT_FALSE(build_msh(dump_msh(spoilt)));
}

} // namespace
} // namespace ossuary::zengin
