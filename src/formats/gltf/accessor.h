// Reading accessors: any component type, stride, normalised integers, sparse replacements, and none at all (zeros).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "document.h"

namespace ossuary::gltf {

// `VEC3` and so on.
std::string_view accessor_type(const Document& document, std::size_t accessor);

// Decodes what a primitive compressed with Draco has, unless its accessors also have plain bytes.
void decode_primitive(Document& document, const Json& primitive, const std::string& path);

// All components, one element after the other; normalised integers become fractions. Fails, returning nothing, unless
// the accessor has the wanted type and all its values are finite.
std::vector<float> read_floats(Document& document, std::size_t accessor, std::string_view type);
// The same for indices and joints: unsigned integers only.
std::vector<std::uint32_t> read_integers(Document& document, std::size_t accessor, std::string_view type);

// The floats as vectors or quaternions.
template <class T> std::vector<T> read_vectors(Document& document, std::size_t accessor) {
    constexpr std::string_view types[] = {"", "SCALAR", "VEC2", "VEC3", "VEC4"};
    const std::vector<float> floats = read_floats(document, accessor, types[T::size]);
    std::vector<T> vectors(floats.size() / T::size);
    for (std::size_t i = 0; i < vectors.size(); ++i)
        for (std::size_t c = 0; c < T::size; ++c) vectors[i][c] = floats[i * T::size + c];
    return vectors;
}

} // namespace ossuary::gltf
