// The fight: drawing, three strikes that chain, parade.
#include "ossuary/model/event.h"
#include "samples/formula.h"
#include "samples/motion.h"

namespace ossuary::samples {

namespace {

WindowEvent window(WindowKind kind, int end) { return {kind, end / moves_rate}; }

// Where each strike ends if another follows: the next begins there.
Controls low_left() { // after the first: the blade has gone down past the left knee
    return with(guard(), {{hip_y, -0.13},
                          {hip_z, 0.07},
                          {hip_x, 0.01},
                          {hip_yaw, 40},
                          {hip_pitch, 10},
                          {spine_yaw, 34},
                          {spine_pitch, 24},
                          {spine_roll, -6},
                          {head_yaw, -58},
                          {head_pitch, -14},
                          {jaw_open, 8},
                          {on(shoulder_forward, right), 20},
                          {on(shoulder_up, right), -4},
                          {on(arm_forward, right), 46},
                          {on(arm_out, right), -6},
                          {on(arm_across, right), 36},
                          {on(arm_twist, right), 18},
                          {on(elbow, right), 24},
                          {on(forearm_twist, right), 30},
                          {on(wrist_tilt, right), -46},
                          {arm_forward, -18},
                          {arm_out, 34},
                          {arm_twist, 10},
                          {elbow, 50}});
}
Controls wide_right() { // after the second: the blade has swept out to the right
    return with(guard(), {{hip_y, -0.11},
                          {hip_z, 0.05},
                          {hip_x, -0.01},
                          {hip_yaw, 0},
                          {hip_pitch, 6},
                          {spine_yaw, -38},
                          {spine_pitch, 10},
                          {spine_roll, 4},
                          {head_yaw, 36},
                          {head_pitch, -6},
                          {jaw_open, 6},
                          {on(shoulder_forward, right), -10},
                          {on(arm_forward, right), 62},
                          {on(arm_out, right), 12},
                          {on(arm_across, right), -52},
                          {on(arm_twist, right), -14},
                          {on(elbow, right), 18},
                          {on(forearm_twist, right), -40},
                          {on(wrist_tilt, right), -40},
                          {arm_forward, 34},
                          {arm_out, 16},
                          {arm_twist, 46},
                          {elbow, 84}});
}

Motion strike_1() {
    Motion move;
    move.name = "strike_1";
    move.frames = 32;
    Keys keys(guard());
    keys.pose(0, guard())
        // Back and up over the right shoulder …
        .at(7, {{hip_y, -0.075},
                {hip_z, -0.05},
                {hip_yaw, 4},
                {hip_pitch, -2},
                {spine_yaw, -34},
                {spine_pitch, -4},
                {spine_roll, 8},
                {head_yaw, 22},
                {head_pitch, -4},
                {jaw_open, 2},
                {on(shoulder_up, right), 16},
                {on(shoulder_forward, right), -8},
                {on(arm_forward, right), 132},
                {on(arm_out, right), 22},
                {on(arm_across, right), -20},
                {on(elbow, right), 96},
                {on(wrist_tilt, right), 6},
                {on(forearm_twist, right), 0},
                {arm_forward, 46},
                {arm_out, 18},
                {elbow, 50}})
        .at(8, {{on(arm_forward, right), 134}, {on(elbow, right), 98}})
        // … and down across, the hips first.
        .at(11, {{hip_y, -0.12},
                 {hip_z, 0.05},
                 {hip_yaw, 34},
                 {hip_pitch, 8},
                 {spine_yaw, 8},
                 {spine_pitch, 18},
                 {head_yaw, -34},
                 {jaw_open, 10},
                 {on(shoulder_up, right), 2},
                 {on(shoulder_forward, right), 14},
                 {on(arm_forward, right), 78},
                 {on(arm_out, right), 0},
                 {on(arm_across, right), 4},
                 {on(elbow, right), 22},
                 {on(wrist_tilt, right), -42}})
        .pose(14, low_left())
        .at(17, {{hip_yaw, 41}, {spine_yaw, 36}, {on(arm_across, right), 40}})
        .pose(29, guard());
    move.controls = keys;
    move.events = {at_frame(0, FightModeEvent{"1H"}),
                   at_frame(3, sound("BONE_RATTLE", 600)),
                   at_frame(9, sound("SWORD_WHOOSH", 1500)),
                   at_frame(9, HitLimbEvent{"ZS_RIGHTHAND"}),
                   at_frame(11, HitEvent{}),
                   at_frame(11, HitDirectionEvent{"L"}),
                   at_frame(12, window(WindowKind::combo, 20)),
                   at_frame(14, HitEndEvent{}),
                   at_frame(18, sound("CLOTH_SWISH", 400))};
    move.next = "idle";
    move.blend_in = 0.1;
    return move;
}

Motion strike_2() {
    Motion move;
    move.name = "strike_2";
    move.frames = 30;
    Keys keys(low_left());
    keys.pose(0, low_left())
        // Coil further left, the blade back beside the left hip …
        .at(5, {{hip_y, -0.10},
                {hip_z, 0.02},
                {hip_yaw, 44},
                {spine_yaw, 44},
                {spine_pitch, 14},
                {spine_roll, -2},
                {head_yaw, -66},
                {on(arm_forward, right), 58},
                {on(arm_across, right), 62},
                {on(elbow, right), 72},
                {on(arm_twist, right), 30},
                {on(forearm_twist, right), 60},
                {on(wrist_tilt, right), -20},
                {jaw_open, 2}})
        // … and out flat to the right.
        .at(9, {{hip_y, -0.12},
                {hip_z, 0.06},
                {hip_yaw, 20},
                {spine_yaw, -4},
                {spine_pitch, 12},
                {head_yaw, -14},
                {jaw_open, 10},
                {on(arm_forward, right), 74},
                {on(arm_across, right), 6},
                {on(elbow, right), 20},
                {on(arm_twist, right), 4},
                {on(forearm_twist, right), 40},
                {on(wrist_tilt, right), -46}})
        .pose(13, wide_right())
        .at(16, {{hip_yaw, -2}, {spine_yaw, -40}, {on(arm_across, right), -56}})
        .pose(27, guard());
    move.controls = keys;
    move.events = {at_frame(2, sound("BONE_RATTLE", 600)),
                   at_frame(7, sound("SWORD_WHOOSH", 1500)),
                   at_frame(8, HitLimbEvent{"ZS_RIGHTHAND"}),
                   at_frame(9, HitEvent{}),
                   at_frame(9, HitDirectionEvent{"R"}),
                   at_frame(11, window(WindowKind::combo, 18)),
                   at_frame(13, HitEndEvent{}),
                   at_frame(17, sound("CLOTH_SWISH", 400))};
    move.next = "idle";
    move.blend_in = 0.05;
    return move;
}

Motion strike_3() {
    Motion move;
    move.name = "strike_3";
    move.frames = 44;
    Keys keys(wide_right());
    const double near_z = guard()[on(foot_z, right)], back_z = guard()[foot_z];
    constexpr double advance = 0.34;
    keys.pose(0, wide_right())
        // Up with everything: the sword over the head, the left hand to the hilt, the right foot off the ground.
        .at(9, {{hip_y, -0.02},
                {hip_z, -0.02},
                {hip_x, 0.03},
                {hip_yaw, 10},
                {hip_pitch, -6},
                {spine_yaw, -6},
                {spine_pitch, -16},
                {spine_roll, 0},
                {head_yaw, -6},
                {head_pitch, 6},
                {jaw_open, 14},
                {on(shoulder_up, right), 20},
                {on(arm_forward, right), 158},
                {on(arm_out, right), 6},
                {on(arm_across, right), 8},
                {on(arm_twist, right), 0},
                {on(elbow, right), 74},
                {on(forearm_twist, right), 0},
                {on(wrist_tilt, right), 8},
                {shoulder_up, 20},
                {arm_forward, 150},
                {arm_out, 4},
                {arm_across, 16},
                {arm_twist, 10},
                {elbow, 78},
                {grip, 0.9}})
        .at(11, {{on(arm_forward, right), 162}, {arm_forward, 154}, {spine_pitch, -18}, {hip_z, 0.06}})
        // Down, with the weight of the step behind it.
        .at(15, {{hip_y, -0.17},
                 {hip_z, 0.34},
                 {hip_x, 0.0},
                 {hip_yaw, 18},
                 {hip_pitch, 14},
                 {spine_yaw, 4},
                 {spine_pitch, 34},
                 {head_yaw, -22},
                 {head_pitch, -24},
                 {jaw_open, 20},
                 {on(shoulder_up, right), 0},
                 {on(shoulder_forward, right), 12},
                 {on(arm_forward, right), 66},
                 {on(arm_out, right), 0},
                 {on(arm_across, right), 14},
                 {on(elbow, right), 16},
                 {on(wrist_tilt, right), -20},
                 {shoulder_up, 0},
                 {shoulder_forward, 12},
                 {arm_forward, 60},
                 {arm_across, 24},
                 {elbow, 26}})
        .at(19, {{hip_y, -0.21},
                 {hip_z, 0.35},
                 {spine_pitch, 42},
                 {head_pitch, -30},
                 {jaw_open, 6},
                 {on(arm_forward, right), 34},
                 {on(elbow, right), 14},
                 {on(wrist_tilt, right), 4},
                 {arm_forward, 28},
                 {elbow, 30}})
        .at(24, {{hip_y, -0.20},
                 {spine_pitch, 40},
                 {on(arm_forward, right), 34},
                 {arm_forward, 24},
                 {arm_across, 18},
                 {grip, 0.6}});
    Controls end = guard();
    end[hip_z] += advance;
    end[foot_z] += advance;
    end[on(foot_z, right)] += advance;
    keys.pose(41, end);
    // The right foot steps out and stamps; the left one follows during the recovery.
    Keys feet(guard());
    feet.at(5, {{on(foot_z, right), near_z}, {on(foot_y, right), 0}, {on(foot_pitch, right), 0}})
        .at(10, {{on(foot_y, right), 0.13}, {on(foot_pitch, right), 6}})
        .at(14, {{on(foot_z, right), near_z + advance}, {on(foot_y, right), 0}, {on(foot_pitch, right), 0}})
        .at(28, {{foot_z, back_z}, {foot_y, 0}})
        .at(33, {{foot_y, 0.05}})
        .at(38, {{foot_z, back_z + advance}, {foot_y, 0}})
        .at(12, {{foot_pitch, 0}, {toe_up, 0}})
        .at(17, {{foot_pitch, 24}, {toe_up, 24}})
        .at(28, {{foot_pitch, 26}, {toe_up, 26}})
        .at(38, {{foot_pitch, 0}, {toe_up, 0}});
    move.controls = [keys, feet](double frame) {
        Controls c = keys(frame);
        const Controls f = feet(frame);
        for (const Side side : both_sides)
            for (const Control control : {foot_x, foot_y, foot_z, foot_pitch, foot_yaw, toe_up})
                c[on(control, side)] = f[on(control, side)];
        return c;
    };
    move.events = {at_frame(4, sound("BONE_RATTLE", 600)),
                   at_frame(9, MorphStartEvent{"anger", "BIP01 HEAD"}),
                   at_frame(12, sound("SWORD_WHOOSH_HEAVY", 1800)),
                   at_frame(13, HitLimbEvent{"ZS_RIGHTHAND"}),
                   at_frame(14, footstep(right)),
                   at_frame(15, HitEvent{}),
                   at_frame(15, HitDirectionEvent{"F"}),
                   at_frame(15, DamageMultiplyEvent{"1.5"}),
                   at_frame(16, CameraTremorEvent{{300, 300, 4, 3}}),
                   at_frame(16, ParticleStartEvent{2, "SPARKS_BLADE", "ZS_RIGHTHAND", true}),
                   at_frame(19, HitEndEvent{}),
                   at_frame(24, ParticleStopEvent{2}),
                   at_frame(38, footstep(left))};
    move.next = "idle";
    move.blend_in = 0.05;
    return move;
}

Motion parade() {
    Motion move;
    move.name = "parade";
    move.frames = 24;
    Keys keys(guard());
    keys.pose(0, guard())
        .at(4, {{hip_y, -0.14},
                {hip_z, -0.04},
                {hip_yaw, 16},
                {spine_yaw, -4},
                {spine_pitch, 6},
                {spine_roll, -4},
                {head_yaw, -12},
                {head_pitch, 4},
                {jaw_open, 0},
                {on(shoulder_up, right), 14},
                {on(arm_forward, right), 92},
                {on(arm_out, right), 14},
                {on(arm_across, right), 8},
                {on(arm_twist, right), 44},
                {on(elbow, right), 74},
                {on(forearm_twist, right), 34},
                {on(wrist_tilt, right), -26},
                {arm_forward, 40},
                {arm_out, 14},
                {elbow, 90},
                {arm_twist, 20}})
        // The blow arrives.
        .at(8, {{hip_y, -0.17},
                {hip_z, -0.09},
                {spine_pitch, -2},
                {on(arm_forward, right), 86},
                {on(elbow, right), 92},
                {head_pitch, 10},
                {jaw_open, 8}})
        .at(11, {{hip_y, -0.15},
                 {hip_z, -0.06},
                 {spine_pitch, 5},
                 {on(arm_forward, right), 90},
                 {on(elbow, right), 82},
                 {jaw_open, 1}})
        .pose(21, guard());
    move.controls = keys;
    move.events = {at_frame(2, window(WindowKind::parade, 14)),
                   at_frame(3, sound("SWORD_WHOOSH", 1000)),
                   at_frame(7, sound("SWORD_CLASH", 2500)),
                   at_frame(7, ParticleStartEvent{2, "SPARKS_BLADE", "ZS_RIGHTHAND", true}),
                   at_frame(8, sound("BONE_RATTLE", 600)),
                   at_frame(13, ParticleStopEvent{2})};
    move.next = "idle";
    move.blend_in = 0.08;
    return move;
}

// The sword hangs in its slot at the left hip until the hand has come for it.
constexpr int taken = 13;

Motion draw() {
    Motion move;
    move.name = "draw";
    move.frames = 40;
    const Controls empty = with(stance(), {{on(grip, right), 0.25}, {on(wrist_tilt, right), 0}});
    Keys keys(empty);
    keys.pose(0, empty)
        .at(3, {{head_yaw, 4}, {spine_yaw, 2}})
        .at(12, {{hip_yaw, -4},
                 {spine_yaw, 32},
                 {spine_pitch, 10},
                 {head_yaw, -16},
                 {head_pitch, 8},
                 {on(shoulder_forward, right), 22},
                 {on(shoulder_up, right), 2},
                 {on(arm_forward, right), 28},
                 {on(arm_out, right), -8},
                 {on(arm_across, right), 40},
                 {on(arm_twist, right), 54},
                 {on(elbow, right), 74},
                 {on(forearm_twist, right), 10},
                 {on(wrist_tilt, right), -20},
                 {on(grip, right), 0.4},
                 {arm_forward, -8},
                 {arm_out, 14},
                 {elbow, 40}})
        .at(14, {{on(grip, right), 1}, {spine_yaw, 33}, {on(arm_across, right), 41}})
        .at(22, {{spine_yaw, -6},
                 {spine_pitch, -2},
                 {head_yaw, 2},
                 {on(shoulder_forward, right), 2},
                 {on(shoulder_up, right), 14},
                 {on(arm_forward, right), 96},
                 {on(arm_out, right), 24},
                 {on(arm_across, right), 8},
                 {on(arm_twist, right), 10},
                 {on(elbow, right), 58},
                 {on(wrist_tilt, right), 4},
                 {jaw_open, 10}})
        .pose(36, guard());
    // The feet find their guard one after the other.
    const Controls s = stance(), g = guard();
    Keys feet(s);
    for (const Control control : {foot_x, foot_z, foot_yaw}) {
        feet.at(17, {{on(control, right), s[on(control, right)]}})
            .at(24, {{on(control, right), g[on(control, right)]}});
        feet.at(25, {{control, s[control]}}).at(32, {{control, g[control]}});
    }
    feet.at(17, {{on(foot_y, right), 0}}).at(20, {{on(foot_y, right), 0.05}}).at(24, {{on(foot_y, right), 0}});
    feet.at(25, {{foot_y, 0}}).at(28, {{foot_y, 0.05}}).at(32, {{foot_y, 0}});
    move.controls = [keys, feet](double frame) {
        Controls c = keys(frame);
        const Controls f = feet(frame);
        for (const Side side : both_sides)
            for (const Control control : {foot_x, foot_y, foot_z, foot_yaw})
                c[on(control, side)] = f[on(control, side)];
        return c;
    };
    move.finish = [](int frame, BodyPose& pose, Placed& placed) {
        // In the slot first; then, over three frames, into the palm.
        const double held = smooth(taken - 2, taken + 1, frame);
        if (held >= 1) return;
        const auto hand = static_cast<std::size_t>(on_side(bone_hand, right));
        const RigJoint& slot = rig()[bone_zs_righthand];
        const RigJoint& hip = rig()[bone_zs_sword];
        const Quatd axes = normalize(conjugate(slot.frame) * Quatd{}); // the sword's own axes are the slot's
        const Quatd hung = normalize(placed.turn[bone_zs_sword] * hip.frame * axes);
        const Quatd wanted = normalize(conjugate(placed.turn[hand]) * hung);
        pose.turn[bone_zs_righthand] = blend_turns(wanted, {}, held);
        const Vec3d place_in_hand =
            rotate(conjugate(placed.turn[hand]), placed.at[bone_zs_sword] - placed.at[bone_zs_righthand]);
        pose.slot = rotate(conjugate(rig()[hand].frame), place_in_hand) * (1 - held);
    };
    move.events = {at_frame(2, sound("BONE_RATTLE", 600)),
                   at_frame(taken, ItemEvent{ItemAction::draw_sound, "ZS_SWORD", ""}),
                   at_frame(taken, ItemEvent{ItemAction::exchange, "ZS_SWORD", "ZS_RIGHTHAND"}),
                   at_frame(taken + 1, sound("SWORD_DRAW", 1200)),
                   at_frame(18, sound("SWORD_WHOOSH", 1000)),
                   at_frame(20, FightModeEvent{"1H"}),
                   at_frame(24, footstep(right)),
                   at_frame(32, footstep(left))};
    move.next = "idle";
    move.blend_in = 0.15;
    return move;
}

} // namespace

std::vector<Motion> fight_moves() {
    std::vector<Motion> moves;
    moves.push_back(draw());
    moves.push_back(strike_1());
    moves.push_back(strike_2());
    moves.push_back(strike_3());
    moves.push_back(parade());
    return moves;
}

} // namespace ossuary::samples
