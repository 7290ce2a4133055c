// Standing, going and falling: idle, walk, run, sneak, turns, jump, fall, land.
#include "ossuary/model/event.h"

#include "samples/formula.h"
#include "samples/motion.h"
#include <cmath>

namespace ossuary::samples {

namespace {

SoundEvent rattle() { return sound("BONE_RATTLE", 600); }
SoundEvent cloth() { return sound("CLOTH_SWISH", 400); }

// Frames between which the ball of a foot stands still on the ground.
struct Contact {
    Side side;
    int first, last;
};
Json contacts(std::initializer_list<Contact> list) {
    Json all = Json::array();
    for (const Contact& c : list) {
        Json one = Json::object();
        one.set("foot", c.side == left ? "left" : "right");
        one.set("first", c.first);
        one.set("last", c.last);
        all.push(std::move(one));
    }
    Json extras = Json::object();
    extras.set("contacts", std::move(all));
    return extras;
}

// ---- gaits

struct Gait {
    int frames;      // of one cycle: a left and a right step
    double stride;   // metres of one cycle
    double standing; // the part of the cycle a foot is on the ground
    double lead;     // how far ahead of the hips a foot lands, metres
    double strike;   // its pitch when it lands: heel first is negative
    double flat_by;  // when it is flat, in cycles
    double heel_off; // when the heel leaves, in cycles
    double push;     // its pitch when it leaves, degrees
    double kick;     // … and on the way up
    double lift;     // metres
    double width;    // inwards from where the feet are at rest
    double toe_out;
    double hip_height, bob, bob_peak, sway;
    double yaw, roll, lean, arms, arms_middle;
    double elbow_middle, elbow_swing;
};

void gait_foot(Controls& c, const Gait& g, Side side, double cycle) {
    const double own = cycle - (side == left ? 0 : 0.5), whole = std::floor(own), phase = own - whole;
    const double landed = (whole + (side == left ? 0 : 0.5)) * g.stride + g.lead;
    double z = landed, y = 0, pitch = 0;
    if (phase < g.standing) {
        pitch = g.strike * smooth(g.flat_by, 0, phase) +
                g.push * smooth(g.heel_off, g.standing, phase) * smooth(g.heel_off, g.standing, phase);
    } else {
        const double s = (phase - g.standing) / (1 - g.standing);
        z += g.stride * smooth(0, 1, s);
        const double early = s * (2 - s);
        y = g.lift * sine(early / 2) * smooth(0, 0.15, s);
        pitch = s < 0.3 ? mix(g.push, g.kick, smooth(0, 0.3, s)) : mix(g.kick, g.strike, smooth(0.3, 0.95, s));
    }
    roll_foot(c, side, z, y, pitch);
    const double sign = side == left ? 1 : -1;
    c[on(foot_x, side)] = -sign * g.width;
    c[on(foot_yaw, side)] = sign * g.toe_out;
    // The toes stay down while the heel rises, and are down again before it lands.
    const double air = std::max(0.0, (phase - g.standing) / (1 - g.standing));
    c[on(toe_up, side)] = std::max(pitch, 0.0) * std::max(smooth(0.35, 0, air), smooth(0.75, 0.95, air));
    c[on(knee_out, side)] = 3;
}

Controls gait(const Gait& g, double frame) {
    const double cycle = frame / g.frames, p = cycle - std::floor(cycle);
    Controls c = stance();
    c[hip_x] = g.sway * cosine(p - g.standing / 2);
    c[hip_y] = g.hip_height + g.bob * cosine(2 * (p - g.bob_peak));
    c[hip_z] = g.stride * cycle + 0.008 * sine(2 * p);
    c[hip_yaw] = -g.yaw * cosine(p);
    c[hip_roll] = g.roll * cosine(p - g.standing / 2 + 0.03);
    c[hip_pitch] = g.lean * 0.35 + 1.2 * cosine(2 * p);
    c[spine_yaw] = 1.9 * g.yaw * cosine(p - 0.02);
    c[spine_roll] = -0.8 * g.roll * cosine(p - g.standing / 2);
    c[spine_pitch] = g.lean + 1.5 * cosine(2 * (p - 0.08));
    c[head_yaw] = -0.8 * g.yaw * cosine(p - 0.04);
    c[head_roll] = 0;
    c[head_pitch] = -0.9 * g.lean + 2.0 * cosine(2 * (p - 0.16));
    for (const Side side : both_sides) {
        gait_foot(c, g, side, cycle);
        const double swing = (side == left ? -1 : 1) * cosine(p - 0.035); // against the leg
        const double free = side == left ? 1 : 0.72;                      // the sword is heavy
        c[on(arm_forward, side)] = g.arms_middle + free * g.arms * swing;
        c[on(elbow, side)] = g.elbow_middle + free * g.elbow_swing * ((side == left ? -1 : 1) * cosine(p - 0.075));
        c[on(arm_out, side)] = 5 + 2 * swing;
        c[on(arm_across, side)] = 6 * swing;
        c[on(shoulder_forward, side)] = 5 * swing;
    }
    return c;
}

constexpr Gait walking{.frames = 32,
                       .stride = 1.24,
                       .standing = 0.61,
                       .lead = 0.315,
                       .strike = -20,
                       .flat_by = 0.09,
                       .heel_off = 0.30,
                       .push = 42,
                       .kick = 56,
                       .lift = 0.075,
                       .width = 0.035,
                       .toe_out = 7,
                       .hip_height = -0.022,
                       .bob = 0.016,
                       .bob_peak = 0.31,
                       .sway = 0.022,
                       .yaw = 6,
                       .roll = 3.2,
                       .lean = 4,
                       .arms = 22,
                       .arms_middle = 0,
                       .elbow_middle = 22,
                       .elbow_swing = 9};
constexpr Gait running{.frames = 20,
                       .stride = 2.24,
                       .standing = 0.36,
                       .lead = 0.30,
                       .strike = -8,
                       .flat_by = 0.06,
                       .heel_off = 0.14,
                       .push = 50,
                       .kick = 88,
                       .lift = 0.22,
                       .width = 0.055,
                       .toe_out = 4,
                       .hip_height = -0.055,
                       .bob = 0.034,
                       .bob_peak = 0.44,
                       .sway = 0.012,
                       .yaw = 10,
                       .roll = 3.5,
                       .lean = 15,
                       .arms = 40,
                       .arms_middle = 4,
                       .elbow_middle = 74,
                       .elbow_swing = 16};
constexpr Gait sneaking{.frames = 44,
                        .stride = 0.92,
                        .standing = 0.64,
                        .lead = 0.26,
                        .strike = 16,
                        .flat_by = 0.14,
                        .heel_off = 0.42,
                        .push = 30,
                        .kick = 34,
                        .lift = 0.12,
                        .width = 0.01,
                        .toe_out = 12,
                        .hip_height = -0.20,
                        .bob = 0.012,
                        .bob_peak = 0.34,
                        .sway = 0.035,
                        .yaw = 7,
                        .roll = 2,
                        .lean = 32,
                        .arms = 12,
                        .arms_middle = 22,
                        .elbow_middle = 58,
                        .elbow_swing = 8};

Motion gait_motion(const char* name, const Gait& g, std::function<void(Controls&, double)> manner) {
    Motion move;
    move.name = name;
    move.frames = g.frames;
    move.loop = true;
    move.controls = [&g, manner](double frame) {
        Controls c = gait(g, frame);
        manner(c, frame / g.frames);
        return c;
    };
    // Standing on the ball: from flat until the toes leave.
    const auto at = [&](double cycles) { return cycles * g.frames; };
    const int flat = static_cast<int>(at(g.flat_by)) + 1, gone = static_cast<int>(at(g.standing));
    const int half = g.frames / 2;
    const bool over_end = gone + half > g.frames;
    move.extras = over_end ? contacts({{left, flat, gone}, {right, 0, gone - half}, {right, half + flat, g.frames}})
                           : contacts({{left, flat, gone}, {right, half + flat, half + gone}});
    move.events = {at_frame(0, footstep(left)), at_frame(2, rattle()), at_frame(half / 2, cloth()),
                   at_frame(half, footstep(right)), at_frame(half + 2, rattle())};
    move.next = name;
    return move;
}

// ---- standing

Motion idle() {
    Motion move;
    move.name = "idle";
    move.frames = 150;
    move.loop = true;
    // A slow look round: to the left, over to the right, and back with a nod.
    Keys look(Controls{});
    look.at(0, {{head_yaw, 0}, {head_pitch, 0}, {head_roll, 0}, {spine_yaw, 0}, {hip_x, 0}})
        .at(30, {{head_yaw, 0}, {head_pitch, 0}, {spine_yaw, 0}})
        .at(52, {{head_yaw, 32}, {head_pitch, 3}, {head_roll, -4}, {spine_yaw, 6}, {hip_x, 0.004}})
        .at(70, {{head_yaw, 34}, {head_pitch, 1}, {spine_yaw, 6}})
        .at(98, {{head_yaw, -28}, {head_pitch, -2}, {head_roll, 4}, {spine_yaw, -5}, {hip_x, -0.006}})
        .at(114, {{head_yaw, -27}, {head_pitch, 4}, {spine_yaw, -5}})
        .at(138, {{head_yaw, 0}, {head_pitch, 0}, {head_roll, 0}, {spine_yaw, 0}, {hip_x, 0}});
    move.controls = [look](double frame) {
        const double f = frame >= 150 ? frame - 150 : frame, p = f / 150;
        Controls c = stance();
        const Controls extra = look(f);
        for (std::size_t i = 0; i < control_count; ++i) c[i] += extra[i];
        const double breath = sine(2 * p - 0.2), slow = sine(p);
        c[hip_y] += 0.003 * breath - 0.002;
        c[hip_x] += 0.005 * slow;
        c[hip_roll] += 0.5 * slow;
        c[spine_pitch] += -1.6 * breath;
        c[head_pitch] += 1.0 * sine(2 * p - 0.27);
        c[jaw_open] += 1.2 + 1.2 * sine(2 * p - 0.3);
        for (const Side side : both_sides) {
            c[on(shoulder_up, side)] += 1.8 * breath;
            c[on(arm_forward, side)] += 1.2 * sine(2 * p - 0.3);
            c[on(elbow, side)] += 1.6 * sine(2 * p - 0.36);
        }
        c[on(wrist_tilt, right)] += 2.5 * sine(p - 0.1);
        return c;
    };
    move.events = {at_frame(52, sound("BONE_CREAK", 500)), at_frame(96, cloth()), at_frame(138, rattle())};
    move.extras = contacts({{left, 0, 150}, {right, 0, 150}});
    move.next = "idle";
    move.blend_in = 0.3;
    return move;
}

Motion turning(const char* name, double degrees) {
    const bool to_left = degrees > 0;
    const Side first = to_left ? left : right, second = to_left ? right : left;
    Motion move;
    move.name = name;
    move.frames = 26;
    Controls there = stance();
    turn_feet(there, left, degrees);
    turn_feet(there, right, degrees);
    const Controls here = stance();
    const auto foot = [&](Keys& keys, Side side, double from, double to) {
        const double middle = (from + to) / 2;
        for (const Control control : {foot_x, foot_z, foot_yaw})
            keys.at(from, {{on(control, side), here[on(control, side)]}})
                .at(to, {{on(control, side), there[on(control, side)]}});
        keys.at(from, {{on(foot_y, side), 0}, {on(foot_pitch, side), 0}, {on(toe_up, side), 0}})
            .at(middle - 1, {{on(foot_y, side), 0.065}, {on(foot_pitch, side), 24}, {on(toe_up, side), 10}})
            .at(to, {{on(foot_y, side), 0}, {on(foot_pitch, side), 0}, {on(toe_up, side), 0}});
    };
    Keys keys(here);
    foot(keys, first, 2, 10);
    foot(keys, second, 10, 19);
    const double hx = here[hip_x];
    const double to_second = second == right ? -0.03 : 0.045, to_first = first == right ? -0.03 : 0.045;
    const Vec3d end = rotate(turn_y(degrees), Vec3d{hx, 0, 0});
    keys.at(0, {{heading, 0},
                {head_yaw, here[head_yaw]},
                {spine_yaw, here[spine_yaw]},
                {hip_x, hx},
                {hip_z, 0},
                {hip_y, here[hip_y]}})
        .at(4, {{head_yaw, here[head_yaw] + degrees * 0.32},
                {spine_yaw, here[spine_yaw] + degrees * 0.12},
                {hip_x, to_second},
                {hip_y, -0.035}})
        .at(11, {{heading, degrees * 0.55}, {head_yaw, here[head_yaw] + degrees * 0.25}, {hip_y, -0.024}})
        .at(14, {{hip_x, to_first * 0.4}, {hip_y, -0.036}})
        .at(21, {{heading, degrees},
                 {head_yaw, here[head_yaw]},
                 {spine_yaw, here[spine_yaw]},
                 {hip_x, end.x},
                 {hip_z, end.z},
                 {hip_y, here[hip_y]}});
    keys.at(0, {{arm_out, here[arm_out]}, {on(arm_out, right), here[on(arm_out, right)]}})
        .at(9, {{arm_out, here[arm_out] + 7}, {on(arm_out, right), here[on(arm_out, right)] + 8}})
        .at(22, {{arm_out, here[arm_out]}, {on(arm_out, right), here[on(arm_out, right)]}});
    move.controls = keys;
    move.events = {at_frame(3, cloth()), at_frame(10, footstep(first)), at_frame(12, rattle()),
                   at_frame(19, footstep(second))};
    move.extras = contacts({{first, 10, 26}, {second, 0, 10}, {second, 19, 26}});
    move.next = "idle";
    return move;
}

// ---- off the ground

Controls airborne() {
    return with(stance(), {{hip_x, 0},
                           {hip_y, 0.42},
                           {hip_z, 0.42},
                           {hip_roll, 0},
                           {hip_yaw, 0},
                           {hip_pitch, 6},
                           {spine_pitch, 6},
                           {spine_yaw, 0},
                           {spine_roll, 0},
                           {head_pitch, 8},
                           {head_yaw, 0},
                           {jaw_open, 8},
                           {foot_x, 0},
                           {foot_y, 0.50},
                           {foot_z, 0.40},
                           {foot_pitch, 34},
                           {foot_yaw, 8},
                           {toe_up, 0},
                           {on(foot_x, right), 0.0},
                           {on(foot_y, right), 0.60},
                           {on(foot_z, right), 0.58},
                           {on(foot_pitch, right), 22},
                           {on(foot_yaw, right), -8},
                           {shoulder_up, 10},
                           {arm_forward, 18},
                           {arm_out, 52},
                           {elbow, 34},
                           {on(shoulder_up, right), 8},
                           {on(arm_forward, right), 22},
                           {on(arm_out, right), 46},
                           {on(elbow, right), 40},
                           {on(wrist_tilt, right), -10}});
}

Motion jump() {
    Motion move;
    move.name = "jump";
    move.frames = 26;
    Keys keys(stance());
    keys.at(0, {{hip_y, -0.018},
                {hip_z, 0},
                {hip_x, 0.022},
                {foot_z, -0.045},
                {on(foot_z, right), 0.075},
                {foot_y, 0},
                {on(foot_y, right), 0}})
        .at(7, {{hip_y, -0.27},
                {hip_z, -0.03},
                {hip_x, 0},
                {hip_pitch, 22},
                {spine_pitch, 30},
                {head_pitch, -24},
                {arm_forward, -46},
                {on(arm_forward, right), -38},
                {elbow, 18},
                {on(elbow, right), 30},
                {arm_out, 12},
                {on(arm_out, right), 14},
                {jaw_open, 0}})
        .at(8, {{foot_pitch, 0}, {on(foot_pitch, right), 0}, {toe_up, 0}, {on(toe_up, right), 0}})
        .at(11, {{foot_pitch, 42},
                 {on(foot_pitch, right), 42},
                 {toe_up, 42},
                 {on(toe_up, right), 42},
                 {foot_y, 0},
                 {on(foot_y, right), 0},
                 {foot_z, -0.045},
                 {on(foot_z, right), 0.075},
                 {foot_x, 0.01},
                 {on(foot_x, right), -0.045}})
        .at(12, {{hip_y, 0.08}, {hip_z, 0.10}, {hip_pitch, 2}, {spine_pitch, -6}, {head_pitch, -14}, {jaw_open, 4}})
        .at(14, {{arm_forward, 70}, {on(arm_forward, right), 60}, {arm_out, 26}, {on(arm_out, right), 24}})
        .at(15, {{foot_y, 0.22},
                 {on(foot_y, right), 0.26},
                 {foot_z, 0.02},
                 {on(foot_z, right), 0.14},
                 {foot_pitch, 62},
                 {on(foot_pitch, right), 58},
                 {toe_up, 0},
                 {on(toe_up, right), 0}})
        .pose(25, airborne());
    move.controls = keys;
    move.events = {at_frame(5, cloth()), at_frame(10, sound("JUMP_OFF", 900)), at_frame(11, rattle())};
    move.extras = contacts({{left, 0, 11}, {right, 0, 11}});
    move.next = "fall";
    move.blend_in = 0.1;
    return move;
}

Motion fall() {
    Motion move;
    move.name = "fall";
    move.frames = 30;
    move.loop = true;
    move.wind = {0, 8.5, -4.5};
    move.controls = [](double frame) {
        const double f = frame >= 30 ? frame - 30 : frame, p = f / 30;
        Controls c = airborne();
        c[hip_y] = 0.42 + 0.006 * sine(p);
        c[hip_pitch] += 2 * sine(p + 0.1);
        c[hip_roll] = 3 * sine(p);
        c[spine_roll] = -3 * sine(p - 0.08);
        c[head_pitch] += 3 * sine(p - 0.1);
        for (const Side side : both_sides) {
            const double q = side == left ? p : p + 0.5;
            c[on(arm_out, side)] += 14 + 12 * sine(q);
            c[on(arm_forward, side)] += 14 * cosine(q);
            c[on(elbow, side)] += 10 * sine(q - 0.15);
            c[on(foot_y, side)] += 0.05 * sine(q);
            c[on(foot_z, side)] += 0.07 * cosine(q);
            c[on(foot_pitch, side)] += 12 * cosine(q - 0.1);
        }
        return c;
    };
    move.events = {at_frame(0, sound("CLOTH_FLAP", 700)), at_frame(15, sound("CLOTH_FLAP", 700))};
    move.next = "fall";
    move.blend_in = 0.1;
    return move;
}

Motion land() {
    Motion move;
    move.name = "land";
    move.frames = 30;
    Controls down = with(stance(), {{hip_x, 0},
                                    {hip_y, -0.03},
                                    {hip_z, -0.02},
                                    {hip_roll, 0},
                                    {hip_yaw, 0},
                                    {hip_pitch, 4},
                                    {spine_pitch, 6},
                                    {spine_roll, 0},
                                    {spine_yaw, 0},
                                    {head_pitch, 10},
                                    {head_yaw, 0},
                                    {jaw_open, 4},
                                    {shoulder_up, 10},
                                    {on(shoulder_up, right), 10},
                                    {arm_forward, 14},
                                    {arm_out, 60},
                                    {elbow, 30},
                                    {on(arm_forward, right), 18},
                                    {on(arm_out, right), 54},
                                    {on(elbow, right), 36},
                                    {on(wrist_tilt, right), -12}});
    Keys keys(down);
    keys.pose(0, down)
        .at(5, {{hip_y, -0.40},
                {hip_z, -0.09},
                {hip_pitch, 30},
                {spine_pitch, 38},
                {head_pitch, -4},
                {arm_forward, 40},
                {arm_out, 20},
                {elbow, 24},
                {on(arm_forward, right), 26},
                {on(arm_out, right), 30},
                {on(elbow, right), 30},
                {on(wrist_tilt, right), -22},
                {shoulder_up, -4},
                {on(shoulder_up, right), -4},
                {jaw_open, 14},
                {knee_out, 12},
                {on(knee_out, right), 14}})
        .at(9, {{hip_y, -0.37}, {hip_pitch, 27}, {spine_pitch, 34}, {head_pitch, -22}, {jaw_open, 2}})
        .at(20, {{hip_y, -0.05}, {hip_z, 0.01}, {hip_pitch, -1}, {spine_pitch, 3}, {head_pitch, 1}})
        .pose(27, stance());
    move.controls = keys;
    move.events = {at_frame(0, footstep(left)),
                   at_frame(0, footstep(right)),
                   at_frame(1, CameraTremorEvent{{600, 400, 6, 4}}),
                   at_frame(1, ParticleStartEvent{1, "DUST_LAND", "BIP01", false}),
                   at_frame(2, sound("BONE_CRASH", 1500)),
                   at_frame(9, rattle()),
                   at_frame(12, ParticleStopEvent{1}),
                   at_frame(16, cloth())};
    move.extras = contacts({{left, 0, 30}, {right, 0, 30}});
    move.next = "idle";
    move.blend_in = 0.05;
    return move;
}

} // namespace

std::vector<Motion> locomotion_moves() {
    std::vector<Motion> moves;
    moves.push_back(idle());
    moves.push_back(gait_motion("walk", walking, [](Controls&, double) {}));
    moves.push_back(gait_motion("run", running, [](Controls& c, double p) {
        c[jaw_open] = 4 + 2 * sine(2 * p);
        c[on(wrist_tilt, right)] = -40;
        c[arm_twist] = 12;
        c[on(arm_out, right)] += 4;
    }));
    moves.push_back(gait_motion("sneak", sneaking, [](Controls& c, double p) {
        c[head_yaw] += 10 * sine(p + 0.1); // he keeps looking about
        c[head_pitch] += 4;
        c[arm_out] += 8;
        c[on(arm_out, right)] += 10;
        c[on(wrist_tilt, right)] = -52;
        c[grip] = 0.5;
    }));
    moves.push_back(turning("turn_left", 90));
    moves.push_back(turning("turn_right", -90));
    moves.push_back(jump());
    moves.push_back(fall());
    moves.push_back(land());
    return moves;
}

} // namespace ossuary::samples
