// The buffer of a document being written: views of bytes, and the accessors that look at them.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#include "ossuary/base/bytes.h"
#include "ossuary/base/json.h"

namespace ossuary::gltf {

enum class Component : std::uint16_t { i8 = 5120, u8 = 5121, i16 = 5122, u16 = 5123, u32 = 5125, f32 = 5126 };
enum class Target : std::uint16_t { none = 0, vertices = 34962, indices = 34963 };

// How EXT_meshopt_compression keeps a view, and what its reader does to the numbers before they are used.
enum class Compression : std::uint8_t { none, attributes, triangles };
enum class ViewFilter : std::uint8_t { none, octahedral, exponential };

// A run of the buffer. Bytes are its own, or borrowed from the model (pictures) so that they are copied only once.
struct View {
    Target target = Target::none;
    std::uint32_t stride = 0; // vertex data only
    ByteBuffer own;
    Bytes borrowed;

    // Of a view that is to be compressed: what it consists of, and once it is, how large it was.
    Compression compression = Compression::none;
    ViewFilter filter = ViewFilter::none;
    std::uint32_t element = 0; // bytes
    std::size_t plain_size = 0;

    Bytes bytes() const { return borrowed.empty() ? Bytes(own) : borrowed; }
};

struct Accessor {
    std::size_t view = none; // none: all zeros, or sparse
    std::size_t offset = 0;
    Component component = Component::f32;
    std::size_t count = 0;
    std::string_view type = "SCALAR";
    bool normalized = false;
    Json min, max; // null: left out
    Json sparse;   // null: left out

    static constexpr std::size_t none = SIZE_MAX;
};

struct Storage {
    std::vector<View> views;
    Json accessors = Json::array();

    std::size_t add_view(Target target = Target::none, std::uint32_t stride = 0);
    std::size_t add_accessor(const Accessor& accessor);

    // Encodes the views that are to be compressed. Accessors go on meaning what they did.
    Result<void> compress();

    // Where the views end up, one after the other, each on a multiple of 8.
    std::uint64_t size() const;
    // Of the buffer, in no file, in which compressed views would lie if they were not; 0 if there is none.
    std::uint64_t plain_size() const;
    Json buffer_views() const;
    void append_to(ByteBuffer& buffer) const;
};

// Adds values as they lie in memory, which is the little-endian order glTF wants; returns where they begin.
template <class T> std::size_t append(ByteBuffer& to, std::span<const T> values) {
    static_assert(std::endian::native == std::endian::little && std::is_trivially_copyable_v<T>);
    const std::size_t offset = to.size();
    const Bytes raw = std::as_bytes(values);
    to.insert(to.end(), raw.begin(), raw.end());
    return offset;
}

// The smallest and largest of each component, as accessors state them.
template <class T> void set_bounds(Accessor& accessor, std::span<const T> values) {
    const auto components = [&](auto&& pick) {
        Json::Array list;
        if constexpr (std::is_arithmetic_v<T>) {
            T bound = values[0];
            for (const T value : values) bound = pick(bound, value);
            list.emplace_back(bound);
        } else {
            T bound = values[0];
            for (const T& value : values)
                for (std::size_t i = 0; i < T::size; ++i) bound[i] = pick(bound[i], value[i]);
            for (std::size_t i = 0; i < T::size; ++i) list.emplace_back(bound[i]);
        }
        return Json(std::move(list));
    };
    accessor.min = components([](auto a, auto b) { return b < a ? b : a; });
    accessor.max = components([](auto a, auto b) { return a < b ? b : a; });
}

} // namespace ossuary::gltf
