// A packed vertex, field by field: one description that packing and unpacking share.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "ossuary/mesh/packed_mesh.h"

namespace ossuary::mesh {

class WordWriter {
public:
    explicit WordWriter(std::uint32_t* to) : to_(to) {}
    void operator()(const std::uint32_t& value, unsigned bits) {
        held_ |= std::uint64_t{value} << count_;
        count_ += bits;
        if (count_ < 32) return;
        *to_++ = static_cast<std::uint32_t>(held_);
        held_ >>= 32;
        count_ -= 32;
    }
    void finish() {
        if (count_ > 0) *to_ = static_cast<std::uint32_t>(held_);
    }

private:
    std::uint32_t* to_;
    std::uint64_t held_ = 0;
    unsigned count_ = 0;
};

class WordReader {
public:
    explicit WordReader(const std::uint32_t* from) : from_(from) {}
    void operator()(std::uint32_t& value, unsigned bits) {
        if (count_ < bits) {
            held_ |= std::uint64_t{*from_++} << count_;
            count_ += 32;
        }
        value = static_cast<std::uint32_t>(held_) & largest_of_bits(bits);
        held_ >>= bits;
        count_ -= bits;
    }

private:
    const std::uint32_t* from_;
    std::uint64_t held_ = 0;
    unsigned count_ = 0;
};

// The numbers of one vertex before they are packed, and after they were unpacked.
struct VertexNumbers {
    std::array<std::array<std::uint32_t, 3>, 4> positions{};
    Octahedral normal, tangent;
    std::uint32_t tangent_sign = 0;
    std::array<std::uint32_t, 2> uv{};
    std::array<std::uint32_t, 4> color{}, joints{}, weights{};
};

template <class Io, class Numbers> void describe_vertex(Io& io, const VertexLayout& layout, Numbers& vertex) {
    for (unsigned p = 0; p < layout.position_count; ++p)
        for (auto& axis : vertex.positions[p]) io(axis, layout.position_bits);
    if (layout.normal_bits > 0) {
        io(vertex.normal.x, layout.normal_bits);
        io(vertex.normal.y, layout.normal_bits);
    }
    if (layout.tangent_bits > 0) {
        io(vertex.tangent.x, layout.tangent_bits);
        io(vertex.tangent.y, layout.tangent_bits);
        io(vertex.tangent_sign, 1);
    }
    if (layout.uv_bits > 0)
        for (auto& value : vertex.uv) io(value, layout.uv_bits);
    if (layout.color_bits > 0)
        for (auto& value : vertex.color) io(value, layout.color_bits);
    if (layout.joint_bits > 0) {
        for (auto& value : vertex.joints) io(value, layout.joint_bits);
        for (auto& value : vertex.weights) io(value, layout.weight_bits);
    }
}

inline VertexNumbers read_vertex(const PackedMesh& packed, std::size_t vertex) {
    VertexNumbers numbers;
    WordReader reader(packed.vertices.data() + vertex * packed.layout.words());
    describe_vertex(reader, packed.layout, numbers);
    return numbers;
}

inline Vec3 position_at(const PackedMesh& packed, const PackedMeshlet& meshlet,
                        const std::array<std::uint32_t, 3>& numbers) {
    Vec3 position;
    for (std::size_t axis = 0; axis < 3; ++axis)
        position[axis] = packed.position[axis].at(std::int64_t{meshlet.corner[axis]} + numbers[axis]);
    return position;
}

// Where a vertex of joint positions is in the bind pose.
inline Vec3 bind_position(const PackedMesh& packed, const PackedMeshlet& meshlet, const VertexNumbers& numbers,
                          std::span<const Affined> bind) {
    Vec3d sum;
    const double whole = largest_of_bits(packed.layout.weight_bits);
    for (std::size_t i = 0; i < 4; ++i) {
        if (numbers.weights[i] == 0) continue;
        const Affined& matrix = bind[packed.joints[meshlet.first_joint + numbers.joints[i]]];
        sum +=
            matrix.point(to_double(position_at(packed, meshlet, numbers.positions[i]))) * (numbers.weights[i] / whole);
    }
    return to_float(sum);
}

// Joint space → object space in the bind pose, for each joint of a skin.
std::vector<Affined> bind_matrices(const Skin& skin);

} // namespace ossuary::mesh
