#include "cubic.h"

#include <algorithm>
#include <cmath>

#include "ossuary/base/math.h"

namespace ossuary::gltf {

namespace {

constexpr double curve_tolerance = 8e-6; // at the points tested; between them the error may be a little larger
constexpr int deepest = 11;              // halvings of the time between two keys

using Values = std::vector<double>;

Quatd as_quat(const Values& v) { return {v[0], v[1], v[2], v[3]}; }

class Baker {
public:
    Baker(const SamplerKeys& spline, bool is_rotation, const std::function<bool()>& may_grow)
        : spline_(spline), is_rotation_(is_rotation), may_grow_(may_grow) {
        baked_.width = spline.width;
    }

    SamplerKeys bake() {
        if (spline_.times.empty()) return std::move(baked_);
        add(spline_.times[0], value_at(0, spline_.times[0]));
        for (std::size_t key = 0; key + 1 < spline_.times.size(); ++key) {
            const float from = spline_.times[key], to = spline_.times[key + 1];
            const Values end = value_at(key, to);
            if (!refine(key, from, value_at(key, from), to, end, 0)) break;
        }
        return std::move(baked_);
    }

private:
    // The curve after a key, by the Hermite polynomials of the specification.
    Values value_at(std::size_t key, float time) const {
        Values result(spline_.width);
        const std::size_t next = std::min(key + 1, spline_.times.size() - 1);
        const double length = static_cast<double>(spline_.times[next]) - static_cast<double>(spline_.times[key]);
        const double t =
            length > 0 ? (static_cast<double>(time) - static_cast<double>(spline_.times[key])) / length : 0;
        const double t2 = t * t, t3 = t2 * t;
        for (std::size_t c = 0; c < spline_.width; ++c) {
            const double p0 = entry(key, 1, c), m0 = entry(key, 2, c) * length;
            const double p1 = entry(next, 1, c), m1 = entry(next, 0, c) * length;
            result[c] = t <= 0   ? p0
                        : t >= 1 ? p1
                                 : (2 * t3 - 3 * t2 + 1) * p0 + (t3 - 2 * t2 + t) * m0 + (3 * t2 - 2 * t3) * p1 +
                                       (t3 - t2) * m1;
        }
        if (is_rotation_) {
            const Quatd unit = normalize(as_quat(result));
            result = {unit.x, unit.y, unit.z, unit.w};
        }
        return result;
    }
    double entry(std::size_t key, std::size_t part, std::size_t component) const {
        return static_cast<double>(spline_.values[(key * 3 + part) * spline_.width + component]);
    }

    bool is_straight(std::size_t key, float from, const Values& a, float to, const Values& b) const {
        constexpr int pieces = 8;
        for (int i = 1; i < pieces; ++i) {
            const double fraction = static_cast<double>(i) / pieces;
            const auto time = static_cast<float>(lerp_time(from, to, fraction));
            if (!(time > from && time < to)) continue;
            const double exact = (static_cast<double>(time) - static_cast<double>(from)) /
                                 (static_cast<double>(to) - static_cast<double>(from));
            const Values curve = value_at(key, time);
            Values line(a.size());
            if (is_rotation_) {
                const Quatd q = slerp(as_quat(a), as_quat(b), exact);
                const double side = dot(q, as_quat(curve)) < 0 ? -1 : 1;
                line = {q.x * side, q.y * side, q.z * side, q.w * side};
            } else {
                for (std::size_t c = 0; c < a.size(); ++c) line[c] = a[c] + (b[c] - a[c]) * exact;
            }
            for (std::size_t c = 0; c < a.size(); ++c)
                if (!(std::abs(curve[c] - line[c]) <= curve_tolerance)) return false;
        }
        return true;
    }
    static double lerp_time(float from, float to, double fraction) {
        return static_cast<double>(from) + (static_cast<double>(to) - static_cast<double>(from)) * fraction;
    }

    // Adds the keys after `from` up to and with `to`.
    bool refine(std::size_t key, float from, const Values& a, float to, const Values& b, int depth) {
        const auto middle = static_cast<float>(lerp_time(from, to, 0.5));
        const bool can_split = depth < deepest && middle > from && middle < to;
        if (!can_split || is_straight(key, from, a, to, b)) {
            if (!may_grow_()) return false;
            add(to, b);
            return true;
        }
        const Values m = value_at(key, middle);
        return refine(key, from, a, middle, m, depth + 1) && refine(key, middle, m, to, b, depth + 1);
    }

    void add(float time, const Values& value) {
        baked_.times.push_back(time);
        for (const double component : value) {
            const auto narrow = static_cast<float>(component);
            baked_.values.push_back(std::isfinite(narrow) ? narrow : 0.0f);
        }
    }

    const SamplerKeys& spline_;
    bool is_rotation_;
    const std::function<bool()>& may_grow_;
    SamplerKeys baked_;
};

} // namespace

SamplerKeys bake_cubic(const SamplerKeys& spline, bool is_rotation, const std::function<bool()>& may_grow) {
    return Baker(spline, is_rotation, may_grow).bake();
}

} // namespace ossuary::gltf
