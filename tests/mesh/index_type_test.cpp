#include "ossuary/mesh/index_type.h"

#include <gtest/gtest.h>

namespace ossuary::mesh {
namespace {

TEST(IndexType, IsTheNarrowestThatLeavesItsLargestNumberFree) {
    EXPECT_EQ(index_type_for(0), IndexType::u8);
    EXPECT_EQ(index_type_for(255), IndexType::u8);
    EXPECT_EQ(index_type_for(256), IndexType::u16);
    EXPECT_EQ(index_type_for(65535), IndexType::u16);
    EXPECT_EQ(index_type_for(65536), IndexType::u32);
    EXPECT_EQ(index_type_for(3, IndexType::u16), IndexType::u16);
    EXPECT_EQ(index_type_for(3, IndexType::u32), IndexType::u32);
}

TEST(IndexType, PacksLittleEndian) {
    const std::vector<std::uint32_t> indices = {1, 0x1234};
    EXPECT_EQ(as_text(pack_indices(indices, IndexType::u16)), std::string_view("\x01\x00\x34\x12", 4));
    EXPECT_EQ(as_text(pack_indices(indices, IndexType::u32)), std::string_view("\x01\0\0\0\x34\x12\0\0", 8));
    EXPECT_EQ(pack_indices(std::vector<std::uint32_t>{7, 254}, IndexType::u8).size(), 2u);
}

} // namespace
} // namespace ossuary::mesh
