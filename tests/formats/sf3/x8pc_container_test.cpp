#include "ossuary/formats/sf3/x8pc_container.h"

#include "formats/sf3/made_model.h"
#include "ossuary/base/diagnostic.h"

namespace ossuary::sf3 {
namespace {

using namespace testing;

// Three models as the later discs have them: extra chunks, filled with zeros, the last byte FF.
ContainerFile made_container() {
    ContainerFile file;
    for (std::size_t i = 0; i < 3; ++i) {
        ModelFile model = made_model();
        model.extra_chunks = std::vector<ExtraChunk>(i, {7, ByteBuffer(0x800, std::byte{0xFF})});
        model.clips[0].distance = static_cast<std::uint16_t>(i);
        model.trailing.resize(0x800 * (4 - i));
        file.blocks.push_back(std::move(model));
    }
    file.blocks.back().trailing.back() = std::byte{0xFF};
    return file;
}

TEST(X8pcContainer, EveryBlockComesBack) {
    const ByteBuffer bytes = write_x8pc_container(made_container()).value();
    EXPECT_EQ(bytes.back(), std::byte{0xFF});
    EXPECT_EQ(block_size(bytes), bytes.size() / 3);
    const auto file = parse_x8pc_container(bytes);
    ASSERT_TRUE(file) << file.error().text();
    EXPECT_EQ(*file, made_container());
    EXPECT_EQ(write_x8pc_container(*file).value(), bytes);
    EXPECT_EQ(build_x8pc_container(dump_x8pc_container(*file)).value(), *file);
}

TEST(X8pcContainer, OneModelIsNone) {
    EXPECT_FALSE(block_size(write_x8pc(made_model()).value()));
    EXPECT_EQ(code_of(parse_x8pc_container(write_x8pc(made_model()).value())), "E_CHUNK_RANGE");
    EXPECT_EQ(code_of(write_x8pc_container({{made_model()}})), "E_CHUNK_RANGE");
}

TEST(X8pcContainer, BlocksAreFilledToTheLongest) {
    ContainerFile file = made_container();
    file.blocks[1].trailing.clear();
    const ByteBuffer bytes = write_x8pc_container(file).value();
    EXPECT_EQ(bytes, write_x8pc_container(made_container()).value());
}

TEST(X8pcContainer, ErrorsNameTheBlockAndCountFromTheFile) {
    ByteBuffer bytes = write_x8pc_container(made_container()).value();
    const std::size_t block = bytes.size() / 3;
    put32(bytes, block + 0x800, 0x15); // where the definitions of its textures begin
    const auto file = parse_x8pc_container(bytes);
    ASSERT_FALSE(file);
    EXPECT_EQ(code_of(file), "E_TEXDEF");
    EXPECT_EQ(file.error().place().field, "blocks[1].textures");
    EXPECT_EQ(file.error().place().offset, block + 0x800);
    const auto built = build_x8pc_container(parse_json(R"({"blocks":[{"textures":[]}]})").value());
    EXPECT_EQ(built.error().place().field, "blocks[0].mesh_lists");
}

TEST(X8pcContainer, CutsAreRefusedOrKept) {
    const ByteBuffer bytes = write_x8pc_container(made_container()).value();
    for (std::size_t size = 0; size < bytes.size(); size += 509)
        expect_refused_or_kept<ContainerFile>({bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size)},
                                              parse_x8pc_container, write_x8pc_container, std::to_string(size));
}

} // namespace
} // namespace ossuary::sf3
