#include "ossuary/mesh/quantise.h"

namespace ossuary::mesh {

void quantise_weights(std::span<const float> weights, unsigned bits, std::span<std::uint32_t> parts) {
    const std::uint32_t whole = largest_of_bits(bits);
    double sum = 0;
    for (const float weight : weights) sum += static_cast<double>(weight);
    std::array<double, 64> lost{};
    std::uint32_t given = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        const double exact = static_cast<double>(weights[i]) / sum * whole;
        parts[i] = static_cast<std::uint32_t>(exact);
        lost[i] = exact - parts[i];
        given += parts[i];
    }
    for (; given < whole; ++given) {
        const auto end = lost.begin() + static_cast<std::ptrdiff_t>(weights.size());
        const auto most = static_cast<std::size_t>(std::max_element(lost.begin(), end) - lost.begin());
        ++parts[most];
        lost[most] = -1;
    }
}

} // namespace ossuary::mesh
