// The bones of trunk and limbs: lathed shafts with knobbed ends that meet at the joints, bent tubes for ribs.
#include <cmath>
#include <tuple>
#include <utility>

#include "samples/assembly.h"
#include "samples/formula.h"
#include "samples/rig.h"

namespace ossuary::samples {

namespace {

const Vec3d& joint_at(int bone) { return rig()[static_cast<std::size_t>(bone)].at; }
const Vec3d& tail_of(int bone) { return rig()[static_cast<std::size_t>(bone)].tail; }

// Spreads parts over the picture so that no two show the same stain.
Part stained(Part part, double length) {
    const auto n = static_cast<std::int32_t>(part.positions.size());
    const auto key = static_cast<std::int32_t>(part.positions[0].y * 4000 + part.positions[0].z * 9000);
    return mapped(std::move(part), {0.5, std::max(length, 0.08) * 2.4}, {scatter(key, n, 1), scatter(n, key, 2)});
}

// A limb's bone. `wide_end` stretches the far knob sideways, as condyles are.
Part long_bone(const Vec3d& a, const Vec3d& b, double shaft, double knob_a, double knob_b, double wide_end = 1) {
    Part part = lathe(a, b,
                      {{0, 0},
                       {0.03, knob_a * 0.95},
                       {0.09, knob_a * 0.9},
                       {0.21, shaft},
                       {0.77, shaft * 0.95},
                       {0.92, knob_b},
                       {0.98, knob_b * 0.85},
                       {1, 0}},
                      6);
    const double length_ab = length(b - a);
    for (Vec3d& p : part.positions) {
        const double along = dot(p - a, b - a) / (length_ab * length_ab);
        const double stretch = mix(1, wide_end, smooth(0.8, 0.93, along));
        const double center = mix(a.x, b.x, along);
        p.x = center + (p.x - center) * stretch;
    }
    smooth_normals(part);
    return stained(std::move(part), length_ab);
}

Part slim_bone(const Vec3d& a, const Vec3d& b, double shaft, double knob, int sides = 5) {
    return stained(lathe(a, b, {{0, 0}, {0.05, knob}, {0.22, shaft}, {0.78, shaft}, {0.95, knob}, {1, 0}}, sides),
                   length(b - a));
}

// The last one of a finger or toe runs out to a blunt point.
Part finger_tip(const Vec3d& a, const Vec3d& b, double knob) {
    return stained(lathe(a, b, {{0, 0}, {0.15, knob}, {0.75, knob * 0.62}, {1, 0}}, 4), length(b - a));
}

Part finger_bone(const Vec3d& a, const Vec3d& b, double shaft, double knob) {
    return stained(lathe(a, b, {{0, 0}, {0.12, knob}, {0.55, shaft}, {0.9, knob * 0.85}, {1, 0}}, 4), length(b - a));
}

// A little past both ends, so that bones touch where they meet.
std::pair<Vec3d, Vec3d> past(const Vec3d& a, const Vec3d& b, double by) {
    const Vec3d d = normalize(b - a) * by;
    return {a - d, b + d};
}

void add_sided(Assembly& body, const Part& left, int left_bone) {
    for (const Side side : both_sides)
        body.add(side == Side::left ? left : mirrored(left), material_bone, held_by(on_side(left_bone, side)), "bones");
}

void add_arm(Assembly& body) {
    const Vec3d shoulder = joint_at(bone_upperarm), elbow = joint_at(bone_forearm), wrist = joint_at(bone_hand);
    Part collar = tube({{joint_at(bone_clavicle) + Vec3d{-0.012, 0, 0.02}, 0.013, 0.013},
                        {{0.075, 1.452, 0.04}, 0.009, 0.009},
                        {{0.13, 1.462, 0.012}, 0.009, 0.009},
                        {shoulder + Vec3d{0.012, 0.03, 0.002}, 0.016, 0.012}},
                       5, {0, 1, 0});
    add_sided(body, stained(std::move(collar), 0.15), bone_clavicle);

    auto [a, b] = past(shoulder, elbow, 0.018);
    add_sided(body, long_bone(a, b, 0.0165, 0.034, 0.027, 1.25), bone_upperarm);

    const Vec3d side{0.016, 0, 0.004}; // radius outside, ulna inside and longer at the elbow
    std::tie(a, b) = past(elbow, wrist, 0.008);
    Part forearm = slim_bone(a + side, b + side * 0.8, 0.0115, 0.019);
    append(forearm, slim_bone(a - side + Vec3d{0, 0.018, -0.006}, b - side * 0.8, 0.0105, 0.0185));
    add_sided(body, forearm, bone_forearm);
}

void add_hand(Assembly& body) {
    const Vec3d wrist = joint_at(bone_hand);
    Part palm = stained(ellipsoid(wrist + Vec3d{0.004, -0.022, 0.006}, {0.017, 0.026, 0.03}, 6, 3), 0.05);
    append(palm, finger_bone(wrist + Vec3d{0.006, -0.03, 0.022}, joint_at(bone_finger1), 0.0095, 0.0135));
    append(palm, finger_bone(wrist + Vec3d{0.006, -0.03, -0.004}, joint_at(bone_finger2), 0.0095, 0.0135));
    add_sided(body, palm, bone_hand);
    for (const int bone :
         {bone_thumb, bone_thumb_tip, bone_finger1, bone_finger1_tip, bone_finger2, bone_finger2_tip}) {
        const bool tip = bone == bone_thumb_tip || bone == bone_finger1_tip || bone == bone_finger2_tip;
        const auto [a, b] = past(joint_at(bone), tail_of(bone), 0.004);
        add_sided(body, tip ? finger_tip(a, b, 0.0115) : finger_bone(a, b, 0.0085, 0.013), bone);
    }
}

void add_leg(Assembly& body) {
    const Vec3d hip = joint_at(bone_thigh), knee = joint_at(bone_calf), ankle = joint_at(bone_foot);
    auto [a, b] = past(hip, knee, 0.016);
    const Part femur = long_bone(a + Vec3d{0.012, -0.01, 0}, b, 0.0205, 0.034, 0.036, 1.25);
    add_sided(body, femur, bone_thigh);

    std::tie(a, b) = past(knee, ankle, 0.012);
    Part shin = long_bone(a + Vec3d{-0.006, 0, 0.004}, b + Vec3d{-0.004, 0, 0}, 0.0175, 0.037, 0.025, 1.1);
    append(shin, slim_bone(a + Vec3d{0.03, -0.045, -0.014}, b + Vec3d{0.022, 0.004, -0.006}, 0.0085, 0.0145));
    append(shin, stained(ellipsoid(knee + Vec3d{0, 0.012, 0.036}, {0.02, 0.024, 0.014}, 5, 3), 0.04));
    add_sided(body, shin, bone_calf);
}

void add_foot(Assembly& body) {
    const Vec3d ankle = joint_at(bone_foot), toe = joint_at(bone_toe);
    Part foot = stained(ellipsoid(ankle + Vec3d{0, -0.046, -0.024}, {0.025, 0.04, 0.034}, 6, 3), 0.07);
    append(foot, stained(ellipsoid(ankle + Vec3d{0.002, -0.03, 0.028}, {0.03, 0.026, 0.042}, 6, 3), 0.07));
    Part toes;
    for (int i = 0; i < 3; ++i) {
        const double spread = (i - 1) * 0.03; // the inner toe is the largest
        const double size = i == 0 ? 1.15 : i == 1 ? 1 : 0.9;
        const Vec3d knuckle = toe + Vec3d{spread, -0.002, -std::abs(spread) * 0.25 + (i == 0 ? 0.004 : 0)};
        append(foot, finger_bone(ankle + Vec3d{spread * 0.5, -0.035, 0.045}, knuckle, 0.0105 * size, 0.015 * size));
        append(toes,
               finger_bone(knuckle + Vec3d{0, -0.002, -0.002},
                           knuckle + Vec3d{spread * 0.25, -0.011, 0.062 + 0.012 * size}, 0.0095 * size, 0.0135 * size));
    }
    add_sided(body, foot, bone_foot);
    add_sided(body, toes, bone_toe);
}

// The bone of the trunk whose stretch of spine a height belongs to.
int trunk_bone(double y) {
    for (const int bone : {bone_neck, bone_spine2, bone_spine1, bone_spine})
        if (y >= joint_at(bone).y) return bone;
    return bone_pelvis;
}

Vec3d spine_at(double y) {
    static constexpr int chain[] = {bone_pelvis, bone_spine, bone_spine1, bone_spine2, bone_neck, bone_head};
    for (int i = 0; i < 5; ++i) {
        const Vec3d &a = joint_at(chain[i]), &b = joint_at(chain[i + 1]);
        if (y < b.y || i == 4) return lerp(a, b, (y - a.y) / (b.y - a.y));
    }
    return {};
}

void add_spine(Assembly& body) {
    constexpr int count = 12;
    for (int i = 0; i < count; ++i) {
        const double t = static_cast<double>(i) / count;
        const double y = mix(1.0, 1.585, t), pitch = 0.585 / count;
        const double r = mix(0.034, 0.021, t);
        const Vec3d behind{0, 0, y > 1.15 && y < 1.45 ? -0.022 : -0.006};
        const Vec3d a = spine_at(y) + behind, b = spine_at(y + pitch * 0.86) + behind;
        body.add(stained(lathe(a, b, {{0, 0}, {0.08, r}, {0.5, r * 0.8}, {0.92, r}, {1, 0}}, 5), 0.04), material_bone,
                 held_by(trunk_bone(y + 0.01)), "bones");
    }
}

void add_ribs(Assembly& body) {
    struct Rib {
        double y, drop, width, depth, end; // end: degrees from the front where it stops
    };
    // From the top down; the last two float.
    static constexpr Rib ribs[] = {
        {1.455, 0.045, 0.085, 0.080, 14}, {1.410, 0.070, 0.122, 0.098, 12}, {1.362, 0.085, 0.143, 0.108, 11},
        {1.312, 0.090, 0.153, 0.113, 13}, {1.260, 0.085, 0.152, 0.113, 30}, {1.205, 0.070, 0.142, 0.104, 52},
    };
    for (const Rib& rib : ribs) {
        std::vector<Station> path;
        for (int k = 0; k < 6; ++k) {
            const double s = k / 5.0;
            const double turn = mix(172, rib.end, s) / 360;
            const double fall = 0.25 * s + 0.75 * s * s;
            const double girth = mix(0.0125, 0.0105, s);
            path.push_back(
                {{rib.width * sine(turn), rib.y - rib.drop * fall, -0.02 + rib.depth * cosine(turn)}, girth, 0.0065});
        }
        const Part left = stained(tube(path, 4, {0, 1, 0}), 0.3);
        // Ribs of the upper half hang on the upper chest; the lower ones give with the waist.
        for (const Side side : both_sides)
            body.add(
                side == Side::left ? left : mirrored(left), material_bone,
                [&](const Vec3d&, const Vec2d&) {
                    const double low = smooth(1.30, 1.15, rib.y);
                    return std::vector<Weight>{{bone_spine2, 1 - 0.6 * low}, {bone_spine1, 0.6 * low}};
                },
                "bones");
    }
    const Part sternum = tube({{{0, 1.425, 0.062}, 0.024, 0.009},
                               {{0, 1.385, 0.076}, 0.015, 0.008},
                               {{0, 1.30, 0.094}, 0.02, 0.009},
                               {{0, 1.215, 0.096}, 0.011, 0.007}},
                              6, {1, 0, 0});
    body.add(stained(sternum, 0.2), material_bone, held_by(bone_spine2), "bones");
}

void add_pelvis(Assembly& body) {
    const Affined tilt = to_affine(Transformd{{0.078, 1.005, -0.012}, normalize(turn_z(-24) * turn_y(58)), {1, 1, 1}});
    Part wing = moved(ellipsoid({}, {0.078, 0.072, 0.021}, 7, 4), tilt);
    add_sided(body, stained(std::move(wing), 0.12), bone_pelvis);
    body.add(stained(ellipsoid({0, 0.975, -0.05}, {0.036, 0.055, 0.03}, 5, 3), 0.1), material_bone,
             held_by(bone_pelvis), "bones");
}

} // namespace

void add_bones(Assembly& body) {
    add_spine(body);
    add_ribs(body);
    add_pelvis(body);
    add_arm(body);
    add_hand(body);
    add_leg(body);
    add_foot(body);
}

} // namespace ossuary::samples
