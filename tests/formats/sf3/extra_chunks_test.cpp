#include <gtest/gtest.h>

#include "formats/sf3/made_model.h"
#include "formats/sf3/row_open.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/sf3/x8pc.h"
#include "shared_files.h"

namespace ossuary::sf3 {
namespace {

// The later discs have no file of animations: what a model brings along is not looked for elsewhere.
TEST(X8pcExtraChunks, AreTriedBeforeAnotherFileIsAskedFor) {
    const auto bytes = ossuary::testing::shared_file("samples/sf3/x8pc-small.bin");
    OSSUARY_NEED(bytes);
    ModelFile file = parse_x8pc(*bytes).value();
    std::size_t external = 0;
    for (const Clip& clip : file.clips) external += clip.external;
    ASSERT_GT(external, 0u);
    int asked = 0;
    const FileLookup lookup = [&](std::string_view) {
        ++asked;
        return std::optional<SharedBytes>();
    };
    const auto open = [&](Diagnostics& said) {
        Model model;
        EXPECT_TRUE(open_x8pc({"x8pc00a.bin", write_x8pc(file).value()}, model, lookup, {}, &said));
    };
    Diagnostics without, with;
    open(without);
    EXPECT_GT(asked, 0);
    asked = 0;
    file.extra_chunks.emplace();
    for (std::size_t i = 0; i < external; ++i) file.extra_chunks->push_back({4, ByteBuffer(0x800)});
    open(with);
    EXPECT_EQ(asked, 0);
    ASSERT_FALSE(with.empty());
    EXPECT_NE(with[with.size() - 1].message.find("in the file itself"), std::string::npos);
}

} // namespace
} // namespace ossuary::sf3
