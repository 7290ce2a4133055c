#include "ossuary/mesh/quantise.h"

namespace ossuary::mesh {

std::array<std::uint32_t, 4> quantise_weights(const std::array<float, 4>& weights, unsigned bits) {
    const std::uint32_t whole = largest_of_bits(bits);
    double sum = 0;
    for (const float weight : weights) sum += static_cast<double>(weight);
    std::array<std::uint32_t, 4> parts{};
    std::array<double, 4> lost{};
    std::uint32_t given = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        const double exact = static_cast<double>(weights[i]) / sum * whole;
        parts[i] = static_cast<std::uint32_t>(exact);
        lost[i] = exact - parts[i];
        given += parts[i];
    }
    for (; given < whole; ++given) {
        const auto most = static_cast<std::size_t>(std::max_element(lost.begin(), lost.end()) - lost.begin());
        ++parts[most];
        lost[most] = -1;
    }
    return parts;
}

} // namespace ossuary::mesh
