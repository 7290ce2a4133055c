// What a call has to say: JSON in which spans of memory may stand.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ossuary/base/bytes.h"
#include "ossuary/base/json.h"

namespace ossuary::web {

Json span_json(std::string_view kind, const void* first, std::size_t count);

inline Json span_of(std::span<const std::byte> bytes) { return span_json("u8", bytes.data(), bytes.size()); }
inline Json span_of(std::span<const std::uint32_t> values) { return span_json("u32", values.data(), values.size()); }
inline Json span_of(std::span<const std::int32_t> values) { return span_json("i32", values.data(), values.size()); }
inline Json span_of(std::span<const float> values) { return span_json("f32", values.data(), values.size()); }
// Vectors, quaternions, transforms: what is made of floats and nothing else.
template <class T> Json floats_of(const std::vector<T>& values) {
    static_assert(sizeof(T) % sizeof(float) == 0 && alignof(T) == alignof(float));
    return span_json("f32", values.data(), values.size() * (sizeof(T) / sizeof(float)));
}

// Numbers that are the answer's own, kept until the next one.
class Keepsake {
public:
    std::vector<float>& floats() { return floats_.emplace_back(); }
    std::vector<std::int32_t>& integers() { return integers_.emplace_back(); }
    ByteBuffer& bytes() { return bytes_.emplace_back(); }
    void clear() {
        floats_.clear();
        integers_.clear();
        bytes_.clear();
    }

private:
    std::vector<std::vector<float>> floats_; // moving a vector leaves its elements where they are
    std::vector<std::vector<std::int32_t>> integers_;
    std::vector<ByteBuffer> bytes_;
};

} // namespace ossuary::web
