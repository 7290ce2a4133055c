// The one generator of random numbers in this room: the same seed makes the same music and the same choices everywhere.
#pragma once

#include <cstdint>

namespace ossuary::sound {

class Random {
public:
    explicit constexpr Random(std::uint32_t seed = 1) : state_(seed == 0 ? 0x9e3779b9u : seed) {}

    constexpr std::uint32_t draw() {
        state_ ^= state_ << 13;
        state_ ^= state_ >> 17;
        state_ ^= state_ << 5;
        ++draws_;
        return state_;
    }
    // 0 … count − 1; draws as well where there is one choice or none.
    constexpr std::uint32_t pick(std::size_t count) {
        const std::uint32_t drawn = draw();
        return count == 0 ? 0 : static_cast<std::uint32_t>(drawn % count);
    }
    // A range of 4 gives −2 … 2.
    constexpr std::int32_t spread(std::int32_t range) {
        return static_cast<std::int32_t>(draw() % (static_cast<std::uint32_t>(range) + 1)) - range / 2;
    }
    // How many numbers were drawn.
    constexpr std::uint32_t draws() const { return draws_; }

private:
    std::uint32_t state_;
    std::uint32_t draws_ = 0;
};

} // namespace ossuary::sound
