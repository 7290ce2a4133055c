#include "ossuary/formats/sf3/skeleton.h"

#include "formats/sf3/made_files.h"

namespace ossuary::sf3 {
namespace {

SkeletonOp op(std::uint8_t code) { return {.code = code}; }

// `(` push, `)` pop, `m` mesh, letters for tags: c chest, w weapon.
std::vector<SkeletonOp> ops_of(std::string_view text) {
    std::vector<SkeletonOp> ops;
    for (const char c : text)
        ops.push_back(op(c == '('   ? SkeletonOp::push
                         : c == ')' ? SkeletonOp::pop
                         : c == 'c' ? 0x09
                         : c == 'w' ? SkeletonOp::weapon
                                    : SkeletonOp::draw));
    return ops;
}

TEST(Skeleton, ShapeOfTheDescriptionsSwordsman) {
    // Synbios: 22 bones, 19 meshes; the tags are one weapon, grip, tip and chest.
    const SkeletonTree tree =
        run_skeleton(ops_of("((m(m(m(m)))(m(m(m))))((m)m((m(m(m(m)(wcc)))))(m(m(m(m))(m)))(m)c)))"));
    EXPECT_EQ(tree.parents.size(), 22u);
    EXPECT_EQ(tree.mesh_bones.size(), 19u);
    EXPECT_EQ(tree.tags.size(), 4u);
    EXPECT_TRUE(tree.is_closed);
}

TEST(Skeleton, ChildrenHangOnTheEntryBelow) {
    const SkeletonTree tree = run_skeleton(ops_of("(m(c)(mm))(w))"));
    EXPECT_EQ(tree.parents, (std::vector<std::int32_t>{-1, 0, 0, -1}));
    EXPECT_EQ(tree.mesh_bones, (std::vector<std::int32_t>{0, 2, 2}));
    EXPECT_EQ(tree.tags[0].bone, 1);
    EXPECT_EQ(tree.tags[1].bone, 3);
}

TEST(Skeleton, DirectlyUnderTheRootThereIsNoBone) {
    const SkeletonTree tree = run_skeleton(ops_of("mc)"));
    EXPECT_TRUE(tree.parents.empty());
    EXPECT_EQ(tree.mesh_bones, std::vector<std::int32_t>{-1});
    EXPECT_EQ(tree.tags[0].bone, -1);
}

TEST(Skeleton, OnlyTheLastCommandMayPopTheRoot) {
    EXPECT_FALSE(run_skeleton(ops_of("(m)")).is_closed);
    EXPECT_FALSE(run_skeleton(ops_of("(m))c")).is_closed);
    EXPECT_FALSE(run_skeleton({}).is_closed);
    EXPECT_TRUE(run_skeleton(ops_of(")")).is_closed);
}

TEST(Skeleton, CommandsAsJsonAndBack) {
    SkeletonOp weapon{.code = 0x30, .values = {1, 2, 3, 0, 0, 0, 65536, 65536, 65536, 65536}};
    for (const SkeletonOp& one : {op(0xFD), op(0xFE), op(0x00), op(0x80), weapon, SkeletonOp{0x44, {7, -8, 9}}}) {
        SkeletonOp back;
        EXPECT_TRUE(from_json(to_json(one), back));
        EXPECT_EQ(back, one);
    }
    for (const char* bad :
         {R"("jump")", "7", R"({"tag":48,"values":[1,2,3]})", R"({"tag":9,"values":[1,2,3000000000]})",
          R"({"tag":253,"values":[]})", R"({"tag":200,"values":[]})", R"({"tag":9})"}) {
        SkeletonOp back;
        EXPECT_FALSE(from_json(parse_json(bad).value(), back)) << bad;
    }
}

TEST(Skeleton, AWeaponTagHasAWholeTransform) {
    const SkeletonOp weapon{.code = 0x81, .values = {65536, 0, -65536, 0, 65536, 0, 0, 65536, 131072, 32768}};
    const Transformd transform = weapon.transform();
    EXPECT_EQ(transform.translation, (Vec3d{1, 0, -1}));
    EXPECT_EQ(transform.rotation, (Quatd{0, 1, 0, 0}));
    EXPECT_EQ(transform.scale, (Vec3d{1, 2, 0.5}));
    EXPECT_EQ((SkeletonOp{0x09, {65536, 0, 0, 5}}.transform().rotation), Quatd{});
}

TEST(Skeleton, KnownTagsHaveNames) {
    EXPECT_EQ(meaning_of_tag(0x09), "chest");
    EXPECT_EQ(meaning_of_tag(0x12), "");
    EXPECT_TRUE(is_usual_tag(0x12));
    EXPECT_FALSE(is_usual_tag(0x44));
}

} // namespace
} // namespace ossuary::sf3
