// What hangs and swings: the cloak's three tails, the lantern and the jaw, as damped pendulums driven by the body.
#include "samples/formula.h"

#include "samples/motion.h"
#include <cmath>

namespace ossuary::samples {

namespace {

constexpr int steps_per_frame = 4;
constexpr double step = 1 / (moves_rate * steps_per_frame);
constexpr int cycles_before = 3; // a loop swings itself in before it is recorded

struct Bob {
    Vec3d at, speed;
};

// A chain of bones that hangs from a joint of the body.
struct Chain {
    int anchor; // the joint that carries it
    std::array<int, 2> bones;
    int count;
    double stiffness; // towards where the body would hold it
    double air;       // how much the air carries it
    bool behind;      // stays behind the legs
};

constexpr Chain chains[] = {
    {bone_spine1, {bone_cloak_left, bone_cloak_left_tip}, 2, 22, 1.7, true},
    {bone_spine1, {bone_cloak_middle, bone_cloak_middle_tip}, 2, 22, 1.7, true},
    {bone_spine1, {bone_cloak_right, bone_cloak_right_tip}, 2, 22, 1.7, true},
    {bone_pelvis, {bone_lantern, bone_lantern}, 1, 14, 0.7, false},
};

// Pushes a point out of the legs, backwards.
Vec3d behind_legs(const Placed& body, Vec3d p) {
    const Vec3d back = rotate(body.turn[bone_pelvis], Vec3d{0, 0, -1});
    for (const Side side : both_sides) {
        const int joints[] = {on_side(bone_thigh, side), on_side(bone_calf, side), on_side(bone_foot, side)};
        for (int i = 0; i < 2; ++i) {
            const Vec3d a = body.at[static_cast<std::size_t>(joints[i])],
                        b = body.at[static_cast<std::size_t>(joints[i + 1])];
            const double t = clamp01(dot(p - a, b - a) / dot(b - a, b - a));
            const Vec3d off = p - lerp(a, b, t);
            constexpr double room = 0.15;
            const double deep = dot(off, back), beside = dot(off, off) - deep * deep;
            if (beside >= room * room) continue;
            const double wanted = std::sqrt(room * room - beside);
            if (deep < wanted) p += back * (wanted - deep);
        }
    }
    return p;
}

struct Hanging {
    std::array<Vec3d, 2> tail;
};

// One pass over all frames; gives the tails at each frame, in the world of that frame.
std::vector<Hanging> run(const Chain& chain, const std::vector<Placed>& frames, const Vec3d& wind, bool loop,
                         const Vec3d& advance) {
    const auto last = static_cast<int>(frames.size()) - 1;
    const auto rest_tail = [&](int k) {
        return rig()[static_cast<std::size_t>(chain.bones[static_cast<std::size_t>(k)])].tail;
    };
    std::array<Bob, 2> bobs;
    for (int k = 0; k < chain.count; ++k)
        bobs[static_cast<std::size_t>(k)].at = frames[0].point(chain.anchor, rest_tail(k));

    std::vector<Hanging> out(frames.size());
    const auto record = [&](int frame) {
        for (int k = 0; k < chain.count; ++k)
            out[static_cast<std::size_t>(frame)].tail[static_cast<std::size_t>(k)] =
                bobs[static_cast<std::size_t>(k)].at;
    };
    const int passes = loop ? cycles_before + 1 : 1, settle = loop ? 0 : 45;
    for (int pass = 0; pass < passes; ++pass) {
        if (pass > 0) // back to where the loop begins
            for (Bob& bob : bobs) bob.at -= advance;
        for (int frame = pass == 0 ? -settle : 0; frame < last; ++frame) {
            if (frame >= 0) record(frame);
            const Placed& now = frames[static_cast<std::size_t>(std::max(frame, 0))];
            const Placed& then = frames[static_cast<std::size_t>(std::max(frame + 1, 0))];
            for (int s = 1; s <= steps_per_frame; ++s) {
                const double t = static_cast<double>(s) / steps_per_frame;
                const Vec3d head = rig()[static_cast<std::size_t>(chain.bones[0])].at;
                Vec3d hook = lerp(now.point(chain.anchor, head), then.point(chain.anchor, head), t);
                for (int k = 0; k < chain.count; ++k) {
                    Bob& bob = bobs[static_cast<std::size_t>(k)];
                    const RigJoint& joint = rig()[static_cast<std::size_t>(chain.bones[static_cast<std::size_t>(k)])];
                    const Vec3d home =
                        lerp(now.point(chain.anchor, joint.tail), then.point(chain.anchor, joint.tail), t);
                    Vec3d force{0, -9.81, 0};
                    force += (wind - bob.speed) * chain.air + (home - bob.at) * (chain.stiffness / (1 + k));
                    force -= bob.speed * 0.25;
                    const Vec3d before = bob.at;
                    bob.at += bob.speed * step + force * (step * step);
                    if (chain.behind) bob.at = behind_legs(then, bob.at);
                    bob.at.y = std::max(bob.at.y, 0.07);
                    bob.at = hook + normalize(bob.at - hook) * length(joint.tail - joint.at);
                    bob.speed = (bob.at - before) / step;
                    const double fastest = 9;
                    if (dot(bob.speed, bob.speed) > fastest * fastest) bob.speed = normalize(bob.speed) * fastest;
                    hook = bob.at;
                }
            }
        }
    }
    record(last);
    if (loop) { // what is left between last and first is spread over the cycle
        for (int k = 0; k < chain.count; ++k) {
            const auto i = static_cast<std::size_t>(k);
            const Vec3d gap = out.back().tail[i] - advance - out.front().tail[i];
            for (int frame = 0; frame <= last; ++frame)
                out[static_cast<std::size_t>(frame)].tail[i] -= gap * (static_cast<double>(frame) / last);
        }
    }
    return out;
}

void swing_chains(const Motion& motion, std::vector<BodyPose>& poses) {
    std::vector<Placed> frames;
    for (const BodyPose& pose : poses) frames.push_back(place(pose));
    const Vec3d advance = motion.loop ? poses.back().root - poses.front().root : Vec3d{};
    for (const Chain& chain : chains) {
        const std::vector<Hanging> hanging = run(chain, frames, motion.wind, motion.loop, advance);
        for (std::size_t f = 0; f < poses.size(); ++f) {
            Quatd parent = frames[f].turn[static_cast<std::size_t>(chain.anchor)];
            Vec3d head = frames[f].at[static_cast<std::size_t>(chain.bones[0])];
            for (int k = 0; k < chain.count; ++k) {
                const auto bone = static_cast<std::size_t>(chain.bones[static_cast<std::size_t>(k)]);
                const Vec3d tail = hanging[f].tail[static_cast<std::size_t>(k)];
                const Vec3d rest = normalize(rig()[bone].tail - rig()[bone].at);
                poses[f].turn[bone] = turn_between(rest, rotate(conjugate(parent), normalize(tail - head)));
                parent = normalize(parent * poses[f].turn[bone]);
                head = tail;
            }
        }
        if (motion.loop)
            for (int k = 0; k < chain.count; ++k) {
                const auto bone = static_cast<std::size_t>(chain.bones[static_cast<std::size_t>(k)]);
                poses.back().turn[bone] = poses.front().turn[bone];
            }
    }
}

// The jaw is a spring at its hinge: it falls open where the head is thrown up.
void swing_jaw(const Motion& motion, std::vector<BodyPose>& poses) {
    const auto last = static_cast<int>(poses.size()) - 1;
    std::vector<double> height, wanted;
    for (int f = 0; f <= last; ++f) {
        height.push_back(place(poses[static_cast<std::size_t>(f)]).at[bone_head].y);
        wanted.push_back(motion.controls(f)[jaw_open]);
    }
    const auto push = [&](int f) { // the head's acceleration
        const auto at = [&](int k) {
            if (motion.loop) return height[static_cast<std::size_t>(((k % last) + last) % last)];
            return height[static_cast<std::size_t>(std::clamp(k, 0, last))];
        };
        return (at(f + 1) - 2 * at(f) + at(f - 1)) * moves_rate * moves_rate;
    };
    double off = 0, speed = 0; // degrees from where the pose wants it
    std::vector<double> degrees(poses.size());
    for (int pass = motion.loop ? -cycles_before : 0; pass <= 0; ++pass) {
        for (int f = 0; f <= last; ++f) {
            if (f == last && motion.loop && pass < 0) break; // the last frame is the next cycle's first
            degrees[static_cast<std::size_t>(f)] = off;
            for (int s = 0; s < steps_per_frame; ++s) {
                speed += (std::clamp(push(f), -25.0, 25.0) * 260 - off * 560 - speed * 20) * step;
                off += speed * step;
            }
        }
    }
    const double gap = motion.loop ? degrees.back() - degrees.front() : 0;
    for (int f = 0; f <= last; ++f) {
        const double loose = degrees[static_cast<std::size_t>(f)] - gap * f / last;
        const double open = std::max(-1.0, wanted[static_cast<std::size_t>(f)] + std::clamp(loose, -4.0, 9.0));
        poses[static_cast<std::size_t>(f)].turn[bone_jaw] = turn_x(open);
    }
    if (motion.loop) poses.back().turn[bone_jaw] = poses.front().turn[bone_jaw];
}

} // namespace

void swing(const Motion& motion, std::vector<BodyPose>& poses) {
    swing_chains(motion, poses);
    swing_jaw(motion, poses);
}

} // namespace ossuary::samples
