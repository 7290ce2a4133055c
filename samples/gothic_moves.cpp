// The clips of the Gothic set, beyond those every format gets.
#include <algorithm>

#include "samples/formula.h"
#include "samples/gothic.h"
#include "samples/motion.h"

namespace ossuary::samples {

namespace {

// On guard, breathing, the blade never quite still.
Motion ready() {
    Motion move;
    move.name = "1HAMBIENT";
    move.frames = 60;
    move.loop = true;
    move.controls = [](double frame) {
        const double p = frame / 60, breath = sine(p - 0.2);
        Controls c = guard();
        c[hip_y] += 0.006 * breath;
        c[spine_pitch] -= 1.5 * breath;
        c[head_pitch] += 0.8 * sine(p - 0.3);
        c[on(arm_forward, right)] += 2 * sine(p - 0.3);
        c[on(wrist_tilt, right)] += 3 * sine(2 * p - 0.1);
        return c;
    };
    move.events = {at_frame(40, sound("BONE_CREAK", 500))};
    return move;
}

// The sword arm goes out and comes back, nine times: low, level and high, each to the left, ahead and to the right.
Motion point() {
    Motion move;
    move.name = "POINT";
    move.frames = 9 * point_frames;
    move.reach = Reach::upper;
    move.layer = 2;
    move.controls = [](double frame) {
        const int part = std::clamp(static_cast<int>(frame / point_frames), 0, 8);
        const double local = frame - part * point_frames;
        const double yaw = 30 - 30 * (part % 3), pitch = -30 + 30 * (part / 3);
        const double out = smooth(0, 8, local) * smooth(point_frames, point_frames - 8, local);
        const Controls at_rest = stance();
        Controls c = at_rest;
        const auto to = [&](Control control, double value) { c[control] = mix(at_rest[control], value, out); };
        to(spine_yaw, at_rest[spine_yaw] + 0.5 * yaw);
        to(head_yaw, 0.5 * yaw);
        to(head_pitch, -0.5 * pitch);
        to(on(shoulder_forward, right), 10);
        to(on(arm_forward, right), 84 + pitch);
        to(on(arm_out, right), 0);
        to(on(arm_across, right), 0.5 * yaw);
        to(on(elbow, right), 8);
        to(on(wrist_tilt, right), -62);
        return c;
    };
    for (int part = 0; part < 9; ++part)
        move.events.push_back(at_frame(part * point_frames + 4, sound("BONE_RATTLE", 400)));
    return move;
}

Transformd between(const Transformd& a, const Transformd& b, double t) {
    const Quatd turn = dot(a.rotation, b.rotation) < 0 ? -b.rotation : b.rotation;
    const auto along = [t](double from, double to) { return mix(from, to, t); };
    return {{along(a.translation.x, b.translation.x), along(a.translation.y, b.translation.y),
             along(a.translation.z, b.translation.z)},
            normalize(Quatd{along(a.rotation.x, turn.x), along(a.rotation.y, turn.y), along(a.rotation.z, turn.z),
                            along(a.rotation.w, turn.w)})};
}

// Where one strike passes into the next, in frames of each; and over how many the two mix.
constexpr int first_link = 15, second_link = 14, mixing = 4;

// All three strikes one after the other, as the game wants a combo: it leaves the clip where a strike ends, or goes on.
// `pace` divides the time.
Clip combo(const Model& hero, std::string name, double pace) {
    const Clip* strikes[] = {hero.find_clip("strike_1"), hero.find_clip("strike_2"), hero.find_clip("strike_3")};
    const int starts[] = {0, first_link, first_link + second_link};
    const int source_frames = starts[2] + static_cast<int>(strikes[2]->duration * moves_rate + 0.5);
    const int frames = static_cast<int>(source_frames / pace + 0.5);
    const auto pose_of = [&](std::size_t s, double frame) {
        return sample_pose(*strikes[s], hero.skeleton, (frame - starts[s]) / moves_rate);
    };

    Clip clip;
    clip.name = std::move(name);
    clip.duration = frames / moves_rate;
    clip.frame_rate = moves_rate;
    clip.loop = LoopMode::once;
    clip.joints.resize(hero.skeleton.joints.size());
    for (JointTrack& track : clip.joints) track.translation.rate = track.rotation.rate = moves_rate;
    for (int f = 0; f <= frames; ++f) {
        const double frame = std::min(f * pace, static_cast<double>(source_frames));
        const std::size_t s = frame < starts[1] ? 0 : frame < starts[2] ? 1 : 2;
        std::vector<Transformd> pose = pose_of(s, frame);
        if (s > 0 && frame < starts[s] + mixing) {
            const std::vector<Transformd> before = pose_of(s - 1, frame);
            for (std::size_t j = 0; j < pose.size(); ++j)
                pose[j] = between(before[j], pose[j], smooth(starts[s], starts[s] + mixing, frame));
        }
        for (std::size_t j = 0; j < pose.size(); ++j) {
            std::vector<Quat>& turns = clip.joints[j].rotation.values;
            const Quat turn = to_float(pose[j].rotation);
            turns.push_back(!turns.empty() && dot(turns.back(), turn) < 0 ? -turn : turn);
            clip.joints[j].translation.values.push_back(to_float(pose[j].translation));
        }
    }
    return clip;
}

Clip renamed(const Model& hero, std::string_view from, std::string to) {
    Clip clip = *hero.find_clip(from);
    clip.name = std::move(to);
    clip.morphs.clear(); // the face is a mesh of its own
    return clip;
}

} // namespace

std::vector<Clip> gothic_clips(const Model& hero) {
    constexpr std::pair<const char*, const char*> names[] = {
        {"idle", "AMBIENT"},
        {"walk", "WALK"},
        {"run", "RUN"},
        {"sneak", "SNEAK"},
        {"turn_left", "TURNL"},
        {"turn_right", "TURNR"},
        {"jump", "JUMP"},
        {"fall", "FALL"},
        {"land", "LAND"},
        {"hit", "STUMBLE"},
        {"die", "DIE"},
        {"get_up", "STANDUP"},
        {"wave", "WAVE"},
        {"talk", "TALK"},
        {"drink", "POTION"},
        {"draw", "1HDRAW"},
        {"strike_1", "1HATTACKL"},
        {"strike_2", "1HATTACKR"},
        {"strike_3", "1HATTACKMOVE"},
        {"parade", "1HPARADE"},
    };
    std::vector<Clip> clips;
    for (const auto& [from, to] : names) clips.push_back(renamed(hero, from, to));
    clips.push_back(make_clip(ready()));
    clips.push_back(make_clip(point()));
    clips.push_back(combo(hero, "1HCOMBO", 1));
    clips.push_back(combo(hero, "1HCOMBO_ST1", 1.25));
    return clips;
}

} // namespace ossuary::samples
