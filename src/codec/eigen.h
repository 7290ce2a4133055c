// Eigenvectors of small symmetric matrices by Jacobi rotations: additions, products, quotients and square roots only,
// so every machine gets the same digits.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

namespace ossuary::codec {

template <std::size_t N> using Matrix = std::array<std::array<double, N>, N>;

template <std::size_t N> struct Eigen {
    std::array<double, N> values{};                 // falling
    std::array<std::array<double, N>, N> vectors{}; // vectors[i] belongs to values[i]
};

template <std::size_t N> Eigen<N> eigen_of(Matrix<N> a) {
    Matrix<N> v{};
    for (std::size_t i = 0; i < N; ++i) v[i][i] = 1;
    for (int sweep = 0; sweep < 32; ++sweep) {
        double off = 0, diagonal = 0;
        for (std::size_t i = 0; i < N; ++i) {
            diagonal += a[i][i] * a[i][i];
            for (std::size_t k = i + 1; k < N; ++k) off += a[i][k] * a[i][k];
        }
        if (!(off > diagonal * 1e-32)) break;
        for (std::size_t p = 0; p < N; ++p) {
            for (std::size_t q = p + 1; q < N; ++q) {
                if (a[p][q] == 0) continue;
                const double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
                const double t = (theta < 0 ? -1.0 : 1.0) / (std::abs(theta) + std::sqrt(theta * theta + 1));
                const double c = 1 / std::sqrt(t * t + 1), s = t * c;
                for (std::size_t k = 0; k < N; ++k) {
                    const double kp = a[k][p], kq = a[k][q];
                    a[k][p] = c * kp - s * kq;
                    a[k][q] = s * kp + c * kq;
                }
                for (std::size_t k = 0; k < N; ++k) {
                    const double pk = a[p][k], qk = a[q][k];
                    a[p][k] = c * pk - s * qk;
                    a[q][k] = s * pk + c * qk;
                    const double vp = v[p][k], vq = v[q][k];
                    v[p][k] = c * vp - s * vq;
                    v[q][k] = s * vp + c * vq;
                }
            }
        }
    }
    Eigen<N> result;
    std::array<std::size_t, N> order;
    for (std::size_t i = 0; i < N; ++i) order[i] = i;
    for (std::size_t i = 0; i < N; ++i)
        for (std::size_t k = i + 1; k < N; ++k)
            if (a[order[k]][order[k]] > a[order[i]][order[i]]) std::swap(order[i], order[k]);
    for (std::size_t i = 0; i < N; ++i) {
        result.values[i] = a[order[i]][order[i]];
        result.vectors[i] = v[order[i]];
    }
    return result;
}

} // namespace ossuary::codec
