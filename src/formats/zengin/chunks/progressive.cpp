#include "progressive.h"
#include "ossuary/base/sort.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <queue>
#include <tuple>

namespace ossuary::zengin {

namespace {

constexpr std::uint16_t no_wedge = 0xFFFF;
constexpr double border_weight = 10;   // of the planes that hold borders in place
constexpr double flip_penalty = 10;    // of turning triangles over
constexpr double seam_penalty = 0.25;  // of tearing wedges off their neighbours
constexpr double length_weight = 1e-6; // where the surface is flat, short edges go first
constexpr double impossible = std::numeric_limits<double>::infinity();

// The sum of squared distances to planes, weighted.
struct Quadric {
    double xx = 0, xy = 0, xz = 0, yy = 0, yz = 0, zz = 0; // normal × normal
    Vec3d linear;                                          // normal · distance
    double constant = 0;

    static Quadric of_plane(const Vec3d& n, double distance, double weight) {
        return {n.x * n.x * weight, n.x * n.y * weight, n.x * n.z * weight,      n.y * n.y * weight,
                n.y * n.z * weight, n.z * n.z * weight, n * (distance * weight), distance * distance * weight};
    }
    Quadric& operator+=(const Quadric& q) {
        xx += q.xx, xy += q.xy, xz += q.xz, yy += q.yy, yz += q.yz, zz += q.zz;
        linear += q.linear;
        constant += q.constant;
        return *this;
    }
    double at(const Vec3d& p) const {
        const double square =
            xx * p.x * p.x + yy * p.y * p.y + zz * p.z * p.z + 2 * (xy * p.x * p.y + xz * p.x * p.z + yz * p.y * p.z);
        return std::max(0.0, square - 2 * dot(linear, p) + constant);
    }
};

struct Triangle {
    std::size_t submesh = 0, number = 0;
    std::array<std::uint16_t, 3> wedges{}; // as they are now
    std::int32_t died_with = -1;           // the position whose leaving ended it
    bool is_alive() const { return died_with < 0; }
};

struct Move {
    double cost = impossible;
    std::uint16_t from = 0, to = 0;
    std::uint32_t version = 0;
    // The cheapest on top; of equal ones the same on every machine.
    bool operator<(const Move& other) const { return cost != other.cost ? cost > other.cost : from > other.from; }
};

class Collapser {
public:
    explicit Collapser(ProtoMesh& mesh)
        : mesh_(mesh), touching_(mesh.positions.size()), quadrics_(mesh.positions.size()),
          is_fixed_(mesh.positions.size()), is_gone_(mesh.positions.size()), version_(mesh.positions.size()) {
        for (std::size_t s = 0; s < mesh.submeshes.size(); ++s) {
            const SubMesh& submesh = mesh.submeshes[s];
            becomes_.emplace_back(submesh.wedges.size(), no_wedge);
            const bool keep = s < mesh.materials.size() && mesh.materials[s].lod_dont_collapse != 0;
            for (std::size_t t = 0; t < submesh.triangles.size(); ++t) {
                if (is_flat(submesh, t)) continue;
                for (const std::uint16_t wedge : submesh.triangles[t]) {
                    const std::uint16_t position = submesh.wedges[wedge].position_index;
                    touching_[position].push_back(static_cast<std::uint32_t>(triangles_.size()));
                    if (keep) is_fixed_[position] = true;
                }
                triangles_.push_back({.submesh = s, .number = t, .wedges = submesh.triangles[t]});
            }
        }
        add_quadrics();
    }

    void run() {
        for (std::size_t p = 0; p < touching_.size(); ++p) push(static_cast<std::uint16_t>(p));
        while (!moves_.empty()) {
            const Move move = moves_.top();
            moves_.pop();
            if (is_gone_[move.from] || version_[move.from] != move.version) continue;
            const Move now = best_move(move.from); // neighbours further off may have changed its cost
            if (now.cost == impossible) continue;
            if (now.cost > move.cost) {
                moves_.push(now);
                continue;
            }
            collapse(now);
        }
    }

    std::vector<std::uint16_t> reorder();

private:
    // Two corners at one position: nothing to see, and gone with the first position that leaves.
    static bool is_flat(const SubMesh& submesh, std::size_t t) {
        const auto position = [&](std::size_t k) { return submesh.wedges[submesh.triangles[t][k]].position_index; };
        return position(0) == position(1) || position(1) == position(2) || position(2) == position(0);
    }
    std::uint16_t position_of(const Triangle& triangle, std::size_t corner) const {
        return mesh_.submeshes[triangle.submesh].wedges[triangle.wedges[corner]].position_index;
    }
    Vec3d place(std::uint16_t position) const { return to_double(mesh_.positions[position]); }
    // Twice the area along the normal, with the corner at `from` moved to `to`.
    Vec3d area_vector(const Triangle& triangle, std::uint16_t from = 0, std::uint16_t to = 0) const {
        std::array<Vec3d, 3> p;
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint16_t position = position_of(triangle, k);
            p[k] = place(position == from ? to : position);
        }
        return cross(p[1] - p[0], p[2] - p[0]);
    }

    void add_quadrics() {
        struct Side {
            std::uint32_t triangle;
            std::uint16_t a, b;
        };
        std::vector<Side> sides;
        for (std::size_t t = 0; t < triangles_.size(); ++t) {
            const Triangle& triangle = triangles_[t];
            const Vec3d area = area_vector(triangle);
            const Vec3d normal = normalize(area);
            const Quadric plane =
                Quadric::of_plane(normal, dot(normal, place(position_of(triangle, 0))), length(area) / 2);
            for (std::size_t k = 0; k < 3; ++k) {
                quadrics_[position_of(triangle, k)] += plane;
                const auto [a, b] = std::minmax({position_of(triangle, k), position_of(triangle, (k + 1) % 3)});
                sides.push_back({static_cast<std::uint32_t>(t), a, b});
            }
        }
        // An edge of one triangle, or between two materials, is held by planes that stand on its triangles.
        ossuary::sort(sides, {}, [](const Side& side) { return std::tuple(side.a, side.b, side.triangle); });
        for (std::size_t first = 0, end = 0; first < sides.size(); first = end) {
            while (end < sides.size() && sides[end].a == sides[first].a && sides[end].b == sides[first].b) ++end;
            const std::size_t submesh = triangles_[sides[first].triangle].submesh;
            const bool inside = end - first == 2 && triangles_[sides[first + 1].triangle].submesh == submesh;
            if (inside) continue;
            const Vec3d edge = place(sides[first].b) - place(sides[first].a);
            for (std::size_t s = first; s < end; ++s) {
                const Vec3d normal = normalize(cross(edge, area_vector(triangles_[sides[s].triangle])));
                const Quadric plane =
                    Quadric::of_plane(normal, dot(normal, place(sides[s].a)), dot(edge, edge) * border_weight);
                quadrics_[sides[s].a] += plane;
                quadrics_[sides[s].b] += plane;
            }
        }
    }

    void forget_dead(std::uint16_t position) {
        std::erase_if(touching_[position], [&](std::uint32_t t) { return !triangles_[t].is_alive(); });
    }

    std::vector<std::uint16_t> neighbours(std::uint16_t position) const {
        std::vector<std::uint16_t> found;
        for (const std::uint32_t t : touching_[position])
            for (std::size_t k = 0; k < 3; ++k)
                if (const std::uint16_t other = position_of(triangles_[t], k); other != position)
                    found.push_back(other);
        ossuary::sort(found);
        found.erase(std::unique(found.begin(), found.end()), found.end());
        return found;
    }

    // Where the wedges of a position go if it goes to another, and how badly they fit there.
    struct WedgeMove {
        std::size_t submesh = 0;
        std::uint16_t from = 0, to = no_wedge;
    };
    double wedge_moves(std::uint16_t from, std::uint16_t to, std::vector<WedgeMove>& moves) const {
        moves.clear();
        const auto find = [&](std::size_t submesh, std::uint16_t wedge) {
            return std::ranges::find_if(moves,
                                        [&](const WedgeMove& m) { return m.submesh == submesh && m.from == wedge; });
        };
        // Along a vanishing triangle a wedge has its natural heir.
        std::vector<WedgeMove> heirs;
        for (const std::uint32_t t : touching_[from]) {
            const Triangle& triangle = triangles_[t];
            std::uint16_t own = no_wedge, other = no_wedge;
            for (std::size_t k = 0; k < 3; ++k) {
                if (position_of(triangle, k) == from) own = triangle.wedges[k];
                if (position_of(triangle, k) == to) other = triangle.wedges[k];
            }
            if (other != no_wedge)
                heirs.push_back({triangle.submesh, own, other});
            else if (find(triangle.submesh, own) == moves.end())
                moves.push_back({triangle.submesh, own, no_wedge});
        }
        double misfit = 0;
        for (WedgeMove& move : moves) {
            const auto heir = std::ranges::find_if(
                heirs, [&](const WedgeMove& h) { return h.submesh == move.submesh && h.from == move.from; });
            if (heir != heirs.end())
                move.to = heir->to;
            else if (const double distance = nearest_wedge(move, to); distance < impossible)
                misfit += distance;
            else
                return impossible;
        }
        return misfit;
    }

    // The wedge in use at a position that looks most like one elsewhere; `impossible` if the submesh has none there.
    double nearest_wedge(WedgeMove& move, std::uint16_t position) const {
        const std::vector<Wedge>& wedges = mesh_.submeshes[move.submesh].wedges;
        const Wedge& own = wedges[move.from];
        double least = impossible;
        for (const std::uint32_t t : touching_[position]) {
            const Triangle& triangle = triangles_[t];
            if (triangle.submesh != move.submesh) continue;
            for (std::size_t k = 0; k < 3; ++k) {
                if (position_of(triangle, k) != position) continue;
                const Wedge& other = wedges[triangle.wedges[k]];
                const Vec2 uv{own.uv.x - other.uv.x, own.uv.y - other.uv.y};
                const double distance = 1 - static_cast<double>(dot(own.normal, other.normal)) +
                                        std::min(1.0, std::hypot(static_cast<double>(uv.x), static_cast<double>(uv.y)));
                if (distance < least || (distance == least && triangle.wedges[k] < move.to)) {
                    least = distance;
                    move.to = triangle.wedges[k];
                }
            }
        }
        return least;
    }

    double cost_of(std::uint16_t from, std::uint16_t to) const {
        std::vector<WedgeMove> moves;
        const double misfit = wedge_moves(from, to, moves);
        if (misfit == impossible) return impossible;
        const Vec3d edge = place(to) - place(from);
        const double square = dot(edge, edge);
        double area = 0, flipped = 0;
        for (const std::uint32_t t : touching_[from]) {
            const Vec3d before = area_vector(triangles_[t]);
            area += length(before) / 2;
            bool vanishes = false;
            for (std::size_t k = 0; k < 3; ++k) vanishes |= position_of(triangles_[t], k) == to;
            if (vanishes) continue;
            const Vec3d after = area_vector(triangles_[t], from, to);
            if (dot(before, after) <= 0.2 * length(before) * length(after)) flipped += length(before) / 2;
        }
        Quadric quadric = quadrics_[from];
        quadric += quadrics_[to];
        return quadric.at(place(to)) +
               square * (flipped * flip_penalty + area * (misfit * seam_penalty + length_weight));
    }

    Move best_move(std::uint16_t from) const {
        Move best{.from = from, .version = version_[from]};
        if (is_fixed_[from]) return best;
        for (const std::uint16_t to : neighbours(from))
            if (const double cost = cost_of(from, to); cost < best.cost) best.cost = cost, best.to = to;
        return best;
    }

    void push(std::uint16_t position) {
        if (const Move move = best_move(position); move.cost < impossible) moves_.push(move);
    }

    void collapse(const Move& move) {
        std::vector<WedgeMove> wedges;
        wedge_moves(move.from, move.to, wedges);
        std::vector<std::uint16_t> changed = neighbours(move.from); // `to` among them
        for (const WedgeMove& wedge : wedges) becomes_[wedge.submesh][wedge.from] = wedge.to;
        for (const std::uint32_t t : touching_[move.from]) {
            Triangle& triangle = triangles_[t];
            for (std::size_t k = 0; k < 3; ++k)
                if (position_of(triangle, k) == move.to) triangle.died_with = move.from;
            if (!triangle.is_alive()) continue;
            for (std::uint16_t& wedge : triangle.wedges)
                if (mesh_.submeshes[triangle.submesh].wedges[wedge].position_index == move.from)
                    wedge = becomes_[triangle.submesh][wedge];
            touching_[move.to].push_back(t);
        }
        touching_[move.from].clear();
        quadrics_[move.to] += quadrics_[move.from];
        is_gone_[move.from] = true;
        order_.push_back(move.from);
        for (const std::uint16_t position : changed) forget_dead(position);
        for (const std::uint16_t other : neighbours(move.to))
            if (std::ranges::find(changed, other) == changed.end()) changed.push_back(other);
        for (const std::uint16_t position : changed) {
            ++version_[position];
            push(position);
        }
    }

    ProtoMesh& mesh_;
    std::vector<Triangle> triangles_;
    std::vector<std::vector<std::uint32_t>> touching_; // per position: triangles alive
    std::vector<Quadric> quadrics_;                    // per position
    std::vector<bool> is_fixed_, is_gone_;             // per position
    std::vector<std::uint32_t> version_;               // per position: older moves are void
    std::vector<std::vector<std::uint16_t>> becomes_;  // per submesh and wedge
    std::priority_queue<Move> moves_;
    std::vector<std::uint16_t> order_; // in which positions left
};

template <class T> void permute(std::vector<T>& values, const std::vector<std::size_t>& old_of_new) {
    if (values.empty()) return;
    std::vector<T> moved;
    moved.reserve(values.size());
    for (const std::size_t old : old_of_new) moved.push_back(values[old]);
    values = std::move(moved);
}

std::vector<std::size_t> numbers_to(std::size_t count) {
    std::vector<std::size_t> numbers(count);
    std::iota(numbers.begin(), numbers.end(), std::size_t{0});
    return numbers;
}

} // namespace

std::vector<std::uint16_t> Collapser::reorder() {
    const std::size_t count = mesh_.positions.size();
    std::vector<std::size_t> old_position; // those that stay, then the last to leave … the first to leave
    for (std::size_t p = 0; p < count; ++p)
        if (!is_gone_[p]) old_position.push_back(p);
    old_position.insert(old_position.end(), order_.rbegin(), order_.rend());
    std::vector<std::uint16_t> new_position(count);
    for (std::size_t p = 0; p < count; ++p) new_position[old_position[p]] = static_cast<std::uint16_t>(p);
    permute(mesh_.positions, old_position);
    permute(mesh_.normals, old_position);

    for (std::size_t s = 0; s < mesh_.submeshes.size(); ++s) {
        SubMesh& submesh = mesh_.submeshes[s];
        std::vector<std::int32_t> death(submesh.triangles.size(), -1); // the position each goes with
        for (std::size_t t = 0; t < death.size(); ++t)
            if (!order_.empty() && is_flat(submesh, t)) death[t] = static_cast<std::int32_t>(count) - 1;
        for (const Triangle& triangle : triangles_)
            if (triangle.submesh == s && !triangle.is_alive())
                death[triangle.number] = new_position[static_cast<std::size_t>(triangle.died_with)];

        const std::vector<std::uint16_t>& becomes = becomes_[s];
        // Wedges that never become another come first, whatever their position: nothing asks for them once it left.
        std::vector<std::size_t> old_wedge = numbers_to(submesh.wedges.size());
        for (Wedge& wedge : submesh.wedges) wedge.position_index = new_position[wedge.position_index];
        ossuary::sort(old_wedge, {}, [&](std::size_t w) {
            return std::pair(becomes[w] == no_wedge ? -1 : static_cast<int>(submesh.wedges[w].position_index), w);
        });
        std::vector<std::uint16_t> new_wedge(old_wedge.size());
        for (std::size_t w = 0; w < old_wedge.size(); ++w) new_wedge[old_wedge[w]] = static_cast<std::uint16_t>(w);
        permute(submesh.wedges, old_wedge);
        permute(submesh.colors, old_wedge);
        submesh.wedge_map.clear();
        for (const std::size_t old : old_wedge)
            submesh.wedge_map.push_back(becomes[old] == no_wedge ? no_wedge : new_wedge[becomes[old]]);

        std::vector<std::size_t> old_triangle = numbers_to(submesh.triangles.size());
        ossuary::sort(old_triangle, {}, [&](std::size_t t) { return std::pair(death[t], t); });
        permute(submesh.triangles, old_triangle);
        permute(submesh.plane_indices, old_triangle);
        permute(submesh.triangle_edges, old_triangle);
        permute(death, old_triangle);
        for (auto& triangle : submesh.triangles)
            for (std::uint16_t& wedge : triangle) wedge = new_wedge[wedge];
        for (auto& edge : submesh.edges)
            for (std::uint16_t& wedge : edge) wedge = new_wedge[wedge];

        submesh.vertex_updates.clear();
        std::size_t triangles = 0, wedges = 0;
        for (std::size_t positions = 0; positions <= count; ++positions) {
            while (triangles < death.size() && death[triangles] < static_cast<std::int32_t>(positions)) ++triangles;
            while (wedges < submesh.wedges.size() &&
                   (submesh.wedge_map[wedges] == no_wedge || submesh.wedges[wedges].position_index < positions))
                ++wedges;
            submesh.vertex_updates.push_back(
                {static_cast<std::uint16_t>(triangles), static_cast<std::uint16_t>(wedges)});
        }
    }
    return {old_position.begin(), old_position.end()};
}

std::vector<std::uint16_t> make_progressive(ProtoMesh& mesh) {
    Collapser collapser(mesh);
    collapser.run();
    return collapser.reorder();
}

} // namespace ossuary::zengin
