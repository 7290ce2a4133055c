// The skull: a ball whose vertices are cast onto a shape of ellipsoids and capsules, with pits for the eyes and the
// nose; teeth, a hinged jaw, and the morph targets of a face that has no flesh to move.
#include "samples/skull.h"

#include <cmath>

#include "samples/assembly.h"
#include "samples/formula.h"
#include "samples/rig.h"

namespace ossuary::samples {

namespace {

// About the distance to an ellipsoid; exact enough near its surface.
double off_ellipsoid(const Vec3d& p, const Vec3d& center, const Vec3d& radii) {
    const Vec3d q = p - center;
    const Vec3d a{q.x / radii.x, q.y / radii.y, q.z / radii.z};
    const Vec3d b{a.x / radii.x, a.y / radii.y, a.z / radii.z};
    const double k0 = length(a), k1 = length(b);
    return k1 > 0 ? k0 * (k0 - 1) / k1 : -radii.x;
}

double off_capsule(const Vec3d& p, const Vec3d& a, const Vec3d& b, double radius) {
    const Vec3d ab = b - a;
    const double t = clamp01(dot(p - a, ab) / dot(ab, ab));
    return length(p - lerp(a, b, t)) - radius;
}

// Distance to the skull's surface about its centre; symmetric, so x counts without sign.
double off_skull(const Vec3d& at) {
    const Vec3d p{std::abs(at.x), at.y, at.z};
    double d = off_ellipsoid(p, {0, 0.022, -0.022}, {0.076, 0.082, 0.096});                          // cranium
    d = smooth_min(d, off_ellipsoid(p, {0, 0.012, 0.035}, {0.062, 0.055, 0.052}), 0.03);             // forehead
    d = smooth_min(d, off_capsule(p, {0.012, 0.003, 0.084}, {0.052, 0.004, 0.062}, 0.0125), 0.012);  // brow
    d = smooth_min(d, off_capsule(p, {0.027, -0.05, 0.076}, {0.066, -0.036, 0.034}, 0.0125), 0.014); // cheekbone
    d = smooth_min(d, off_capsule(p, {0.066, -0.036, 0.034}, {0.072, -0.022, -0.02}, 0.009), 0.012); // its arch
    d = smooth_min(d, off_capsule(p, {0.05, 0.0, 0.066}, {0.056, -0.035, 0.056}, 0.009), 0.01);      // orbit's rim
    d = smooth_min(d, off_ellipsoid(p, {0, -0.068, 0.05}, {0.035, 0.036, 0.044}), 0.018);            // upper jaw
    d = smooth_min(d, off_capsule(p, {0, 0.0, 0.086}, {0, -0.03, 0.097}, 0.0085), 0.008);            // nasal bone
    d = smooth_max(d, -off_ellipsoid(p, {0.0325, -0.0195, 0.086}, {0.0205, 0.0185, 0.034}), 0.006);  // eye socket
    d = smooth_max(d, -off_ellipsoid(p, {0.0055, -0.052, 0.098}, {0.0085, 0.0155, 0.022}), 0.004);   // nose
    d = smooth_max(d, -off_ellipsoid(p, {0.062, -0.075, 0.052}, {0.02, 0.028, 0.03}), 0.012);        // under cheek
    d = smooth_max(d, -off_ellipsoid(p, {0.082, 0.0, 0.045}, {0.018, 0.03, 0.03}), 0.016);           // temple
    return d;
}

// More columns and rows where the face is.
Vec3d skull_direction(double u, double v) {
    const double lon = u - 0.115 * sine(u * 1.0); // u = 0 is the face
    const double lat = v + 0.03 * sine(v);
    const double ring = v == 0 || v == 1 ? 0 : sine(lat / 2);
    return {ring * sine(lon), -cosine(lat / 2), ring * cosine(lon)};
}

Vec3d cast(const Vec3d& direction) {
    // The outermost crossing, found from outside by small steps and then halved down to it.
    double far = 0.15, near = 0;
    for (double r = 0.15; r > 0.01; r -= 0.002) {
        if (off_skull(direction * r) < 0) {
            near = r;
            break;
        }
        far = r;
    }
    for (int i = 0; i < 20; ++i) {
        const double r = (near + far) / 2;
        (off_skull(direction * r) < 0 ? near : far) = r;
    }
    return direction * near;
}

// Bows of teeth: t from 0 at the left back to 1 at the right back.
Vec3d tooth_bow(double t, double width, double depth, double z) {
    const double turn = mix(0.25, -0.25, t) * 0.86;
    return {width * sine(turn), 0, z + depth * (cosine(turn) - 1)};
}

Part teeth(int count, double width, double depth, double z, double y, double up, std::int32_t seed) {
    Part row;
    for (int i = 0; i < count; ++i) {
        if (scatter(i, count, seed) < 0.12) continue; // lost in some fight
        const double t = (i + 0.5) / count;
        const Vec3d at = tooth_bow(t, width, depth, z), next = tooth_bow(t + 0.01, width, depth, z);
        const double middle = 1 - std::abs(t - 0.5) * 2;
        const double tall = mix(0.008, 0.0115, middle) * mix(0.85, 1.1, scatter(i, 3, seed));
        const double half = 0.5 * width * 1.9 / count * mix(0.86, 0.98, scatter(i, 5, seed));
        Part tooth = wedge({}, tall, {half * (up > 0 ? 1 : 0.72), 0.0045}, {half * (up > 0 ? 0.72 : 1), 0.0045});
        // Its root is in the bone and its back in the dark: front, sides and edge remain.
        const auto drop = [&](std::ptrdiff_t face) {
            tooth.triangles.erase(tooth.triangles.begin() + 2 * face, tooth.triangles.begin() + 2 * face + 2);
        };
        drop(up > 0 ? 5 : 4);
        drop(1);
        const Vec3d along = normalize(at - next), out = cross(along, Vec3d{0, 1, 0});
        append(row, moved(std::move(tooth), {along, {0, 1, 0}, out, at + Vec3d{0, y, 0}}));
    }
    return mapped(std::move(row), {0.03, 0.05}, {0.47, 0.93});
}

Part jaw_bone() {
    // A horseshoe with two upright branches: from the left hinge round the chin to the right one.
    std::vector<Station> path;
    const Station half[] = {
        {{0.063, -0.03, 0.012}, 0.010, 0.008},   {{0.062, -0.062, 0.008}, 0.017, 0.006},
        {{0.057, -0.098, 0.014}, 0.018, 0.007},  {{0.047, -0.117, 0.042}, 0.014, 0.008},
        {{0.03, -0.125, 0.072}, 0.0145, 0.0085},
    };
    for (const Station& s : half) path.push_back(s);
    path.push_back({{0, -0.127, 0.087}, 0.0175, 0.0105});
    for (int i = 4; i >= 0; --i) {
        Station s = half[i];
        s.at.x = -s.at.x;
        path.push_back(s);
    }
    Part jaw = tube(path, 5, {0, 0.8, 0.6});
    return jaw;
}

// What one unit of a morph target does to a point of the skull or of the jaw (about the skull's centre).
struct Face {
    const char* name;
    Vec3d (*skull)(const Vec3d& p);
    Vec3d (*jaw)(const Vec3d& p);
};

Vec3d swung(const Vec3d& p, double degrees) {
    const Vec3d hinge = rig()[bone_jaw].at - skull_center;
    return hinge + rotate(turn_x(degrees), p - hinge) - p;
}
double around(const Vec3d& p, const Vec3d& center, double radius) {
    const Vec3d d = Vec3d{std::abs(p.x), p.y, p.z} - center;
    return smooth(radius, 0, length(d));
}

constexpr Face faces[] = {
    {"talk",
     [](const Vec3d& p) {
         return Vec3d{0, 0.003, 0.001} * around(p, {0.035, 0.005, 0.085}, 0.035);
     },
     [](const Vec3d& p) { return swung(p, 13); }},
    {"laugh",
     [](const Vec3d& p) {
         const double cheek = around(p, {0.05, -0.042, 0.06}, 0.045), brow = around(p, {0.03, 0.004, 0.085}, 0.04);
         const double side = p.x < 0 ? -1 : 1;
         return Vec3d{side * 0.006, 0.010, 0.002} * cheek + Vec3d{0, 0.008, 0.001} * brow;
     },
     [](const Vec3d& p) {
         const double corner = smooth(0.02, 0.05, std::abs(p.x));
         return swung(p, 21) + Vec3d{p.x * 0.10, 0.006 * corner, 0};
     }},
    {"anger",
     [](const Vec3d& p) {
         const double inner = around(p, {0.014, 0.002, 0.09}, 0.032), outer = around(p, {0.052, 0.006, 0.064}, 0.03);
         return Vec3d{0, -0.011, 0.004} * inner + Vec3d{0, 0.008, 0} * outer;
     },
     [](const Vec3d& p) {
         return swung(p, -1.5) + Vec3d{0, 0.001, 0.007} * smooth(0.0, 0.06, p.z);
     }},
};

} // namespace

Mesh make_head() {
    Assembly head;
    constexpr int columns = 22, rows = 16;
    Part skull = sleeve(columns, rows, [](double u, double v) { return cast(skull_direction(u, v)); });
    for (Vec2d& uv : skull.uvs) {
        // Where the painter looks (skull_paint): the direction, unrolled.
        uv = {uv.x - 0.115 * sine(uv.x) + 0.5, 1 - (uv.y + 0.03 * sine(uv.y))};
    }
    Part upper = teeth(10, 0.0335, 0.036, 0.0885, -0.1, -1, 11);
    append(skull, upper);

    Part jaw = mapped(jaw_bone(), {0.12, 0.5}, {0.02, 0.25});
    append(jaw, teeth(10, 0.0335, 0.036, 0.086, -0.113, 1, 29));

    const std::size_t skull_vertices = skull.positions.size();
    std::vector<Vec3d> base = skull.positions;
    base.insert(base.end(), jaw.positions.begin(), jaw.positions.end());

    const Affined place{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, skull_center};
    head.add(moved(skull, place), material_skull, held_by(bone_head), "skull");
    head.add(moved(jaw, place), material_skull, held_by(bone_jaw), "skull");

    // Embers at the back of the sockets: two small cards, brightest in the middle.
    Part embers;
    for (const double side : {-1.0, 1.0})
        append(embers, sheet(1, 1, [&](double u, double v) {
                   return Vec3d{side * 0.0325 + (u - 0.5) * 0.034, -0.0205 + (0.5 - v) * 0.034, 0.0665};
               }));
    for (auto& t : embers.triangles) std::swap(t[1], t[2]); // v runs down
    for (Vec3d& n : embers.normals) n = {0, 0, 1};
    const std::size_t ember_vertices = embers.positions.size();
    head.add(moved(embers, place), material_glow, held_by(bone_head), "eyes");

    Mesh mesh = head.take("head");
    for (const Face& face : faces) {
        MorphTarget target;
        target.name = face.name;
        Part bent;
        bent.triangles = skull.triangles;
        for (const auto& t : jaw.triangles) {
            const auto first = static_cast<std::uint32_t>(skull_vertices);
            bent.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
        }
        for (std::size_t i = 0; i < base.size(); ++i) {
            const Vec3d delta = i < skull_vertices ? face.skull(base[i]) : face.jaw(base[i]);
            bent.positions.push_back(base[i] + delta);
            target.positions.push_back(to_float(delta));
        }
        // Only what moves turns its normal; teeth keep their facets.
        Part still = bent;
        still.positions = base;
        smooth_normals(bent);
        smooth_normals(still);
        for (std::size_t i = 0; i < base.size(); ++i) {
            const bool moves = !(target.positions[i] == Vec3{});
            target.normals.push_back(moves ? to_float(bent.normals[i] - still.normals[i]) : Vec3{});
        }
        target.positions.resize(base.size() + ember_vertices);
        target.normals.resize(base.size() + ember_vertices);
        mesh.morphs.push_back(std::move(target));
    }
    return mesh;
}

double skull_socket(double u, double v) {
    const double lon = u - 0.5, lat = 1 - v;
    const double ring = sine(lat / 2);
    const Vec3d p = cast({ring * sine(lon), -cosine(lat / 2), ring * cosine(lon)});
    const Vec3d q{std::abs(p.x), p.y, p.z};
    const double eye = off_ellipsoid(q, {0.0325, -0.0195, 0.086}, {0.0205, 0.0185, 0.034});
    const double nose = off_ellipsoid(q, {0.0055, -0.052, 0.098}, {0.0085, 0.0155, 0.022});
    return std::min(eye, nose);
}

} // namespace ossuary::samples
