// Numbers things so that equal ones get the same number, in the order of first appearance.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "ossuary/base/math.h"
#include "ossuary/mesh/weld.h"

namespace ossuary::mesh {

// A running hash of numbers, the same on every machine. 0 and -0 are one.
class NumberHash {
public:
    void add(std::uint32_t value) {
        state_ = (state_ ^ value) * 0x9e3779b97f4a7c15u;
        state_ ^= state_ >> 29;
    }
    void add(float value) { add(std::bit_cast<std::uint32_t>(value + 0.0f)); }
    template <class Vector>
    requires requires { Vector::size; }
    void add(const Vector& vector) {
        for (std::size_t i = 0; i < Vector::size; ++i) add(vector[i]);
    }
    std::uint64_t value() const { return state_; }

private:
    std::uint64_t state_ = 0;
};

// `hash(i)` and `equal(i, j)` tell about things 0 … count.
template <class Hash, class Equal> Remap weld(std::size_t count, Hash&& hash, Equal&& equal) {
    constexpr std::uint32_t none = UINT32_MAX;
    Remap remap;
    remap.to.resize(count);
    const std::size_t size = std::bit_ceil(count + count / 2 + 1);
    std::vector<std::uint32_t> table(size, none); // the first thing of its kind
    for (std::size_t i = 0; i < count; ++i) {
        std::size_t slot = static_cast<std::size_t>(hash(i)) & (size - 1);
        while (table[slot] != none && !equal(i, std::size_t{table[slot]})) slot = (slot + 1) & (size - 1);
        if (table[slot] == none) {
            table[slot] = static_cast<std::uint32_t>(i);
            remap.to[i] = remap.count++;
        } else {
            remap.to[i] = remap.to[table[slot]];
        }
    }
    return remap;
}

} // namespace ossuary::mesh
