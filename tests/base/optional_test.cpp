#include "ossuary/base/optional.h"

#include <chrono>
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "ossuary/base/ticks.h"

namespace ossuary {
namespace {

TEST(Optional, HoldsAValueOrNothing) {
    Optional<std::string> text;
    EXPECT_FALSE(text);
    EXPECT_EQ(text.value_or("none"), "none");
    text = "some";
    ASSERT_TRUE(text);
    EXPECT_EQ(*text, "some");
    EXPECT_EQ(text->size(), 4u);
    EXPECT_EQ(text.value_or("none"), "some");
    text.emplace() += "other";
    EXPECT_EQ(text, Optional<std::string>("other"));
    text.reset();
    EXPECT_EQ(text, Optional<std::string>());
}

TEST(Optional, TakesWhatItsValueTakes) {
    const Optional<Ticks> time = std::chrono::seconds(2);
    EXPECT_EQ(*time, to_ticks(2));
}

TEST(Optional, ConvertsFromTheStandardOne) {
    const std::optional<int> nothing, four = 4;
    EXPECT_FALSE(Optional<int>(nothing));
    EXPECT_EQ(Optional<int>(four), Optional<int>(4));
}

} // namespace
} // namespace ossuary
