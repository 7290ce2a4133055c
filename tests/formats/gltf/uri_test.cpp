#include <gtest/gtest.h>

#include "../../../src/formats/gltf/uri.h"

using namespace ossuary;
using namespace ossuary::gltf;

TEST(GltfUri, PercentCodingComesBack) {
    const std::string name = "Bob's \xC3\xA4 #1.png";
    EXPECT_EQ(percent_encode(name), "Bob%27s%20%C3%A4%20%231.png");
    EXPECT_EQ(percent_decode(percent_encode(name)), name);
    EXPECT_FALSE(percent_decode("50%"));
    EXPECT_FALSE(percent_decode("50%2"));
    EXPECT_FALSE(percent_decode("50%g0"));
}

TEST(GltfUri, DataUrisHoldBase64OrText) {
    EXPECT_EQ(as_text(parse_data_uri("data:text/plain;base64,T3NzdWFyeQ==")->bytes), "Ossuary");
    EXPECT_EQ(as_text(parse_data_uri("data:;base64,T3NzdWFyeSE")->bytes), "Ossuary!");
    EXPECT_EQ(as_text(parse_data_uri("data:,a%20b")->bytes), "a b");
    EXPECT_EQ(parse_data_uri("data:image/png;base64,")->media_type, "image/png");
    EXPECT_FALSE(parse_data_uri("data:;base64,T3Nz*Fy"));
    EXPECT_FALSE(parse_data_uri("data:;base64,T"));
    EXPECT_FALSE(parse_data_uri("data:text/plain"));
}

TEST(GltfUri, RelativeNamesStayInTheFolder) {
    EXPECT_EQ(*relative_name("a/b%20c.bin"), "a/b c.bin");
    EXPECT_EQ(*relative_name("..hidden/x..y"), "..hidden/x..y");
    for (const char* bad : {"", "/a", "..", "a/..", "../a", "http://x", "a%00b"})
        EXPECT_FALSE(relative_name(bad)) << bad;
}
