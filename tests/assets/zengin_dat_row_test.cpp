#include <gtest/gtest.h>

#include "formats/zengin/dat_files.h"
#include "ossuary/assets/open_model.h"

namespace ossuary {
namespace {

TEST(GothicScriptRow, InfoSaysWhatTheInstancesLookLike) {
    const NamedFile file{"GOTHIC.DAT", zengin::write_dat(zengin::testing::guard_script())};
    const Format* format = find_format(file.name, file.bytes);
    ASSERT_NE(format, nullptr);
    const auto facts = format->info(file, {}, {}, nullptr);
    ASSERT_TRUE(facts) << facts.error().text();
    const Json& last = (*facts)["types"].items().back();
    EXPECT_EQ(last["type"].string(), "instance");
    EXPECT_EQ(last["symbols"].integer(), 4) << "with the variable SELF";
    EXPECT_EQ((*facts)["externals"].integer(), 3);
    EXPECT_EQ((*facts)["unreadable_code"].integer(-1), 0);
    ASSERT_EQ((*facts)["instances"].size(), 3u);
    EXPECT_EQ((*facts)["instances"].items()[2]["name"].string(), "GRD_200_GUARD");
    EXPECT_EQ((*facts)["instances"].items()[2]["class"].string(), "C_NPC");
    ASSERT_EQ((*facts)["visuals"].size(), 8u);
    const Json& script = (*facts)["visuals"].items()[4];
    EXPECT_EQ(script["instance"].string(), "GRD_200_GUARD");
    EXPECT_EQ(script["use"].string(), "script");
    EXPECT_EQ(script["visual"].string(), "HUMANS.MDS");
}

} // namespace
} // namespace ossuary
