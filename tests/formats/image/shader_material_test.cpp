#include "ossuary/formats/image/shader_material.h"

#include <gtest/gtest.h>

namespace ossuary::image {
namespace {

using Names = std::vector<std::string>;

TEST(ShaderMaterial, FileNamesHaveANormalMapBesideThem) {
    const TextureNames names = texture_names("models.v2/guard\\body.png");
    EXPECT_EQ(names.base_color, Names{"models.v2/guard\\body.png"});
    EXPECT_EQ(names.normal, (Names{"models.v2/guard\\body_normal.png", "models.v2/guard\\body_local.png"}));
    EXPECT_EQ(texture_names("a.b.tga").normal[0], "a.b_normal.tga");
}

TEST(ShaderMaterial, MaterialNamesAreTriedWithEveryEnding) {
    const TextureNames names = texture_names("models/monsters/imp");
    EXPECT_EQ(names.base_color,
              (Names{"models/monsters/imp.tga", "models/monsters/imp.png", "models/monsters/imp.jpg",
                     "models/monsters/imp.dds", "models/monsters/imp_d.tga", "models/monsters/imp_d.png",
                     "models/monsters/imp_d.jpg", "models/monsters/imp_d.dds"}));
    EXPECT_EQ(names.normal[0], "models/monsters/imp_local.tga");
    EXPECT_EQ(names.normal[4], "models/monsters/imp_normal.tga");
    EXPECT_EQ(names.specular[0], "models/monsters/imp_s.tga");
    EXPECT_EQ(names.height[0], "models/monsters/imp_h.tga");
    EXPECT_EQ(texture_names("models.v2/imp").base_color[0], "models.v2/imp.tga") << "a dot in a folder is no extension";
    EXPECT_EQ(texture_names(".hidden").base_color[0], ".hidden.tga");
}

TEST(ShaderMaterial, NothingIsTriedForAnEmptyShader) {
    EXPECT_TRUE(texture_names("").base_color.empty());
    EXPECT_TRUE(texture_names("folder/").base_color.empty());
}

Names tried(const std::string& name) {
    Names asked;
    find_texture({name}, [&](std::string_view relative) -> std::optional<SharedBytes> {
        asked.emplace_back(relative);
        return {};
    });
    return asked;
}

TEST(ShaderMaterial, DropsLeadingFoldersOneByOne) {
    EXPECT_EQ(tried("C:\\art\\bob\\skin.png"), (Names{"art/bob/skin.png", "bob/skin.png", "skin.png"}));
    EXPECT_EQ(tried("//server//x/./a.png"), (Names{"server/x/a.png", "x/a.png", "a.png"}));
}

TEST(ShaderMaterial, NeverLeavesTheFolder) {
    EXPECT_EQ(tried("../../etc/passwd"), (Names{"etc/passwd", "passwd"}));
    EXPECT_EQ(tried("a/b/..\\c.png"), Names{"c.png"});
    EXPECT_TRUE(tried("a/..").empty());
}

TEST(ShaderMaterial, GivesUpOnEndlessPaths) {
    std::string path;
    for (int i = 0; i < 100000; ++i) path += "a/";
    EXPECT_LE(tried(path + "b.png").size(), 32u);
}

TEST(ShaderMaterial, ReturnsTheFirstThatExists) {
    const auto found = find_texture({"x/missing.tga", "x/there.tga"}, [](std::string_view name) {
        return name == "there.tga" ? std::optional(SharedBytes(to_buffer("picture"))) : std::nullopt;
    });
    ASSERT_TRUE(found);
    EXPECT_EQ(found->name, "there.tga");
    EXPECT_EQ(as_text(found->bytes), "picture");
    EXPECT_FALSE(find_texture({"a.png"}, {}));
}

} // namespace
} // namespace ossuary::image
