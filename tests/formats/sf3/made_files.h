// Small files of Shining Force III's two kinds, and what every one of them must bear.
#pragma once

#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/sf3/x8an.h"
#include "shared_files.h"

namespace ossuary::sf3::testing {

using ossuary::testing::shared_file;

inline std::optional<Json> shared_json(std::string_view relative) {
    const auto bytes = shared_file(relative);
    if (!bytes) return {};
    const auto json = parse_json(as_text(*bytes));
    return json ? std::optional(*json) : std::nullopt;
}

// `E_COUNT` of `E_COUNT: 70000 keys …`.
inline std::string code_of(const Error& error) { return error.message().substr(0, error.message().find(':')); }
template <class T> std::string code_of(const Result<T>& result) {
    return result ? "no error" : code_of(result.error());
}

inline void put32(ByteBuffer& bytes, std::size_t at, std::uint32_t value) { store(&bytes[at], value, Endian::big); }
inline void put16(ByteBuffer& bytes, std::size_t at, std::uint16_t value) { store(&bytes[at], value, Endian::big); }
inline std::uint32_t get32(const ByteBuffer& bytes, std::size_t at) {
    return load<std::uint32_t>(&bytes[at], Endian::big);
}
inline void append32(ByteBuffer& bytes, std::uint32_t value) {
    bytes.resize(bytes.size() + 4);
    put32(bytes, bytes.size() - 4, value);
}

// Keys at the given frames; the values follow from the frame and the seed.
inline BoneKeys made_bone(std::vector<std::uint16_t> frames, int seed) {
    BoneKeys bone;
    for (const std::uint16_t frame : frames) {
        bone.translation.frames.push_back(frame);
        bone.translation.values.push_back({frame * 1000 + seed, -frame * 333, seed * 65536});
        bone.rotation.frames.push_back(frame);
        const Quatd turn = axis_angle(normalize(Vec3d{1, 0.5, seed * 0.25}), frame * 0.05 + seed);
        bone.rotation.values.push_back(*quat16_from_real(turn));
    }
    bone.scale.frames = {frames.front()};
    bone.scale.values = {{fixed_one, fixed_one, fixed_one}};
    return bone;
}
inline Animation made_animation(std::size_t bones, std::uint16_t start, std::uint16_t end) {
    Animation animation;
    for (std::size_t b = 0; b < bones; ++b) {
        std::vector<std::uint16_t> frames{start};
        if (b % 2 == 1 && end - start > 3) frames.push_back(static_cast<std::uint16_t>(start + 3));
        frames.push_back(end);
        animation.bones.push_back(made_bone(frames, static_cast<int>(b)));
    }
    return animation;
}

// Refused with a code and a place in the file, or kept exactly.
template <class File>
void expect_refused_or_kept(const ByteBuffer& bytes, Result<File> (*parse)(Bytes, Diagnostics*),
                            Result<ByteBuffer> (*write)(const File&, Diagnostics*), const std::string& what) {
    Diagnostics diagnostics;
    const auto file = parse(bytes, &diagnostics);
    if (file) {
        const auto written = write(*file, nullptr);
        ASSERT_TRUE(written) << what << ": " << written.error().text();
        ASSERT_EQ(*written, bytes) << what;
        return;
    }
    ASSERT_TRUE(file.error().message().starts_with("E_")) << what << ": " << file.error().text();
    ASSERT_TRUE(file.error().place().offset) << what << ": " << file.error().text();
    ASSERT_LE(*file.error().place().offset, bytes.size()) << what << ": " << file.error().text();
}

template <class File>
void expect_truncations_are_handled(const ByteBuffer& bytes, Result<File> (*parse)(Bytes, Diagnostics*),
                                    Result<ByteBuffer> (*write)(const File&, Diagnostics*)) {
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        const ByteBuffer cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
        expect_refused_or_kept<File>(cut, parse, write, "cut to " + std::to_string(size));
        if (::testing::Test::HasFatalFailure()) return;
    }
}

template <class File>
void expect_bit_flips_are_handled(const ByteBuffer& bytes, Result<File> (*parse)(Bytes, Diagnostics*),
                                  Result<ByteBuffer> (*write)(const File&, Diagnostics*), int count) {
    std::mt19937 random(5);
    for (int i = 0; i < count; ++i) {
        ByteBuffer flipped = bytes;
        const std::size_t at = random() % bytes.size();
        flipped[at] ^= static_cast<std::byte>(1u << (random() % 8));
        expect_refused_or_kept<File>(flipped, parse, write, "a bit flipped at " + std::to_string(at));
        if (::testing::Test::HasFatalFailure()) return;
    }
}

} // namespace ossuary::sf3::testing
