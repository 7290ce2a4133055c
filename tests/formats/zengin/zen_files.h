// Archives put together by hand, and what every archive must bear.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "formats/zengin/compiled_files.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/zengin/zen.h"

namespace ossuary::zengin::testing {

inline constexpr Verbs<ZenArchive> zen{parse_zen, write_zen, dump_zen, build_zen};

inline std::string zen_header(std::string_view encoding, int save = 0) {
    const bool bin_safe = encoding == "BIN_SAFE";
    std::string text = "ZenGin Archive\nver 1\n";
    text += bin_safe ? "zCArchiverBinSafe\n" : "zCArchiverGeneric\n";
    text += std::string(encoding) + "\nsaveGame " + std::to_string(save) + "\nEND\n";
    if (!bin_safe) text += "objects 1        \nEND\n\n";
    return text;
}

// Refused with an error that begins so, and a place within the file.
inline void expect_zen_error(Bytes bytes, std::string_view beginning) {
    const auto archive = parse_zen(bytes);
    ASSERT_FALSE(archive) << "accepted, expected " << beginning;
    EXPECT_TRUE(archive.error().message().starts_with(beginning)) << archive.error().text();
    ASSERT_TRUE(archive.error().place().offset) << archive.error().text();
    EXPECT_LE(*archive.error().place().offset, bytes.size());
}

// Cut off at every length it is refused, or kept exactly.
inline void expect_zen_truncations_are_handled(Bytes bytes, std::size_t step = 1) {
    for (std::size_t size = 0; size < bytes.size(); size += step) {
        const auto archive = parse_zen(bytes.first(size));
        if (archive) {
            ASSERT_TRUE(std::ranges::equal(write_zen(*archive), bytes.first(size))) << "cut to " << size;
        } else {
            ASSERT_TRUE(archive.error().message().starts_with("zen: ")) << archive.error().text();
            ASSERT_LE(archive.error().place().offset.value_or(~0ull), size) << archive.error().text();
        }
    }
}

// With bits turned over, what still parses survives every passage.
inline void expect_zen_flips_are_handled(Bytes bytes, int rounds) {
    std::mt19937 random(20010315);
    for (int round = 0; round < rounds; ++round) {
        ByteBuffer bent(bytes.begin(), bytes.end());
        for (int flips = 1 + round % 3; flips > 0; --flips)
            bent[random() % bent.size()] ^= static_cast<std::byte>(1u << (random() % 8));
        const auto archive = parse_zen(bent);
        if (archive)
            ASSERT_TRUE(survives(zen, bent)) << "round " << round;
        else
            ASSERT_TRUE(archive.error().message().starts_with("zen: ")) << archive.error().text();
    }
}

// BIN_SAFE by hand.
class BinSafeMaker {
public:
    explicit BinSafeMaker(int save = 0) : text_(zen_header("BIN_SAFE", save)) {}
    BinSafeMaker& item(std::string_view text) {
        body_.put(std::uint8_t{1}).put(static_cast<std::uint16_t>(text.size())).bytes(as_bytes(text));
        return *this;
    }
    template <class T> BinSafeMaker& entry(std::string_view name, ZenType type, T value) {
        key(name, type);
        body_.put(value);
        return *this;
    }
    BinSafeMaker& sized(std::string_view name, ZenType type, std::string_view value) {
        key(name, type);
        body_.put(static_cast<std::uint16_t>(value.size())).bytes(as_bytes(value));
        return *this;
    }
    BinSafeMaker& raw(Bytes bytes) {
        body_.bytes(bytes);
        return *this;
    }
    ByteBuffer bytes(std::uint32_t objects = 1) const {
        Maker file;
        const auto table = static_cast<std::uint32_t>(text_.size() + 12 + body_.data().size());
        file.bytes(as_bytes(text_)).put(std::uint32_t{2}).put(objects).put(table).bytes(body_.data());
        std::vector<std::uint32_t> order(names_.size());
        for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
        std::ranges::sort(order, [this](std::uint32_t a, std::uint32_t b) {
            const auto bucket_a = key_bucket(names_[a]), bucket_b = key_bucket(names_[b]);
            return bucket_a != bucket_b ? bucket_a < bucket_b : a > b;
        });
        file.put(static_cast<std::uint32_t>(order.size()));
        for (const std::uint32_t i : order)
            file.put(static_cast<std::uint16_t>(names_[i].size()))
                .put(static_cast<std::uint16_t>(i))
                .put(key_bucket(names_[i]))
                .bytes(as_bytes(names_[i]));
        return file.data();
    }

private:
    void key(std::string_view name, ZenType type) {
        auto known = std::ranges::find(names_, name);
        if (known == names_.end()) known = names_.insert(names_.end(), std::string(name));
        body_.put(std::uint8_t{0x12}).put(static_cast<std::uint32_t>(known - names_.begin())).put(type);
    }
    std::string text_;
    std::vector<std::string> names_;
    Maker body_;
};

// An object of a BINARY archive.
inline Maker binary_object(std::string_view name, std::string_view class_chain, std::uint16_t version,
                           std::uint32_t index, const Maker& content = {}) {
    Maker object;
    const auto size = static_cast<std::uint32_t>(10 + name.size() + 1 + class_chain.size() + 1 + content.data().size());
    object.put(size).put(version).put(index).text(name, '\0').text(class_chain, '\0').bytes(content.data());
    return object;
}

} // namespace ossuary::zengin::testing
