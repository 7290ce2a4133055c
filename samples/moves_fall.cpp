// The other end of the fight: being hit, dying, and getting up again.
#include "ossuary/model/event.h"
#include "samples/formula.h"
#include "samples/motion.h"

namespace ossuary::samples {

namespace {

Motion hit() {
    Motion move;
    move.name = "hit";
    move.frames = 26;
    const Controls g = guard();
    Keys keys(g);
    keys.pose(0, g)
        .at(3, {{hip_y, -0.07},
                {hip_z, -0.10},
                {hip_yaw, 20},
                {hip_pitch, -8},
                {spine_pitch, -22},
                {spine_yaw, -24},
                {spine_roll, 10},
                {head_pitch, -20},
                {head_yaw, 14},
                {head_roll, 14},
                {jaw_open, 22},
                {arm_forward, 46},
                {arm_out, 44},
                {elbow, 30},
                {on(arm_forward, right), 20},
                {on(arm_out, right), 46},
                {on(elbow, right), 40},
                {on(wrist_tilt, right), -10}})
        .at(8, {{hip_y, -0.13},
                {hip_z, -0.17},
                {spine_pitch, 16},
                {spine_yaw, -8},
                {head_pitch, 14},
                {head_roll, -6},
                {jaw_open, 4}})
        .pose(22, with(g, {{hip_z, g[hip_z] - 0.12},
                           {foot_z, g[foot_z] - 0.12},
                           {on(foot_z, right), g[on(foot_z, right)] - 0.12}}));
    // The left foot catches him, the right one draws back.
    Keys feet(g);
    feet.at(2, {{foot_z, g[foot_z]}, {foot_y, 0}})
        .at(5, {{foot_y, 0.05}})
        .at(8, {{foot_z, g[foot_z] - 0.12}, {foot_y, 0}})
        .at(11, {{on(foot_z, right), g[on(foot_z, right)]}, {on(foot_y, right), 0}})
        .at(15, {{on(foot_y, right), 0.04}})
        .at(19, {{on(foot_z, right), g[on(foot_z, right)] - 0.12}, {on(foot_y, right), 0}});
    move.controls = [keys, feet](double frame) {
        Controls c = keys(frame);
        const Controls f = feet(frame);
        for (const Side side : both_sides)
            for (const Control control : {foot_y, foot_z}) c[on(control, side)] = f[on(control, side)];
        return c;
    };
    move.events = {at_frame(0, sound("BONE_HIT", 1500)),
                   at_frame(1, ParticleStartEvent{3, "BONE_CHIPS", "BIP01 SPINE2", false}),
                   at_frame(2, CameraTremorEvent{{200, 200, 3, 2}}),
                   at_frame(3, sound("BONE_RATTLE", 800)),
                   at_frame(6, ParticleStopEvent{3}),
                   at_frame(8, footstep(left)),
                   at_frame(19, footstep(right))};
    move.next = "idle";
    move.blend_in = 0.03;
    return move;
}

// ---- down and up

// On the knees, the body upright or bent; feet on their toes behind.
Controls kneeling() {
    return with(guard(), {{hip_x, 0},
                          {hip_y, -0.46},
                          {hip_z, 0.06},
                          {hip_yaw, 0},
                          {hip_pitch, 6},
                          {hip_roll, 0},
                          {spine_yaw, 0},
                          {spine_pitch, 22},
                          {spine_roll, 0},
                          {head_yaw, 0},
                          {head_pitch, 20},
                          {head_roll, 6},
                          {jaw_open, 12},
                          {foot_x, 0.0},
                          {foot_y, 0.045},
                          {foot_z, -0.50},
                          {foot_yaw, 6},
                          {foot_pitch, 62},
                          {toe_up, 52},
                          {on(foot_x, right), 0.0},
                          {on(foot_y, right), 0.045},
                          {on(foot_z, right), -0.46},
                          {on(foot_yaw, right), -6},
                          {on(foot_pitch, right), 62},
                          {on(toe_up, right), 52},
                          {knee_out, 4},
                          {on(knee_out, right), 4},
                          {arm_forward, 4},
                          {arm_out, 6},
                          {arm_twist, 0},
                          {elbow, 26},
                          {grip, 0.25},
                          {on(arm_forward, right), 0},
                          {on(arm_out, right), 12},
                          {on(arm_twist, right), 0},
                          {on(elbow, right), 24},
                          {on(wrist_tilt, right), -22}});
}
// Face down on the ground, the arms before him.
Controls lying() {
    return with(kneeling(), {{hip_y, -0.832},
                             {hip_z, 0.18},
                             {hip_pitch, 84},
                             {spine_pitch, -4},
                             {spine_yaw, 6},
                             {head_pitch, -18},
                             {head_yaw, 46},
                             {head_roll, 0},
                             {jaw_open, 14},
                             {foot_y, 0.055},
                             {foot_z, -0.905},
                             {foot_pitch, 118},
                             {toe_up, 20},
                             {foot_yaw, 14},
                             {on(foot_y, right), 0.055},
                             {on(foot_z, right), -0.90},
                             {on(foot_pitch, right), 116},
                             {on(toe_up, right), 20},
                             {on(foot_yaw, right), -18},
                             {on(foot_x, right), -0.06},
                             {foot_x, 0.05},
                             {shoulder_up, 14},
                             {arm_forward, 138},
                             {arm_out, 26},
                             {elbow, 44},
                             {arm_twist, 0},
                             {grip, 0.2},
                             {on(shoulder_up, right), 10},
                             {on(arm_forward, right), 142},
                             {on(arm_out, right), 34},
                             {on(elbow, right), 28},
                             {on(arm_twist, right), -10},
                             {on(forearm_twist, right), -70},
                             {on(wrist_tilt, right), -30}});
}

Motion die() {
    Motion move;
    move.name = "die";
    move.frames = 62;
    Keys keys(guard());
    keys.pose(0, guard())
        .at(4, {{hip_z, -0.05},
                {hip_pitch, -6},
                {spine_pitch, -18},
                {spine_yaw, -14},
                {spine_roll, 8},
                {head_pitch, -24},
                {head_roll, 10},
                {jaw_open, 24},
                {arm_forward, 40},
                {arm_out, 40},
                {on(arm_out, right), 34},
                {on(arm_forward, right), 16},
                {on(elbow, right), 30}})
        .at(11, {{hip_y, -0.16}, {hip_z, 0.0}, {hip_pitch, 2}, {spine_pitch, 10}, {head_pitch, 6}, {jaw_open, 6}})
        // The knees go.
        .pose(22, kneeling())
        .at(24, {{hip_y, -0.47}, {spine_pitch, 28}, {head_pitch, 26}})
        .at(30, {{hip_y, -0.45},
                 {hip_z, 0.08},
                 {hip_pitch, 12},
                 {spine_pitch, 18},
                 {head_pitch, 14},
                 {head_roll, -8},
                 {arm_out, 12},
                 {on(arm_out, right), 16}})
        // He topples.
        .at(38, {{hip_y, -0.55},
                 {hip_z, 0.12},
                 {hip_pitch, 48},
                 {spine_pitch, 8},
                 {head_pitch, -14},
                 {arm_forward, 70},
                 {elbow, 40},
                 {on(arm_forward, right), 76}})
        .pose(43, lying())
        .at(46, {{hip_y, -0.815}, {spine_pitch, -7}, {head_pitch, -24}, {jaw_open, 20}})
        .at(50, {{hip_y, -0.832}, {spine_pitch, -4}, {head_pitch, -18}, {jaw_open, 13}});
    move.controls = keys;
    move.events = {at_frame(0, sound("BONE_HIT", 1500)),
                   at_frame(4, sound("BONE_RATTLE", 800)),
                   at_frame(22, sound("BONE_CRASH", 1200)),
                   at_frame(22, MorphStartEvent{"laugh", "BIP01 HEAD"}),
                   at_frame(30, sound("CLOTH_SWISH", 400)),
                   at_frame(42, ParticleStartEvent{1, "DUST_LAND", "BIP01 SPINE2", false}),
                   at_frame(43, CameraTremorEvent{{400, 300, 4, 3}}),
                   at_frame(43, sound("BONE_CRASH", 2000)),
                   at_frame(46, sound("SWORD_CLATTER", 1500)),
                   at_frame(46, FightModeEvent{""}),
                   at_frame(54, ParticleStopEvent{1})};
    move.blend_in = 0.05;
    move.blend_out = 0;
    return move;
}

Motion get_up() {
    Motion move;
    move.name = "get_up";
    move.frames = 76;
    // One foot forward, the left hand on the knee.
    const Controls half = with(kneeling(), {{hip_y, -0.44},
                                            {hip_z, -0.02},
                                            {hip_yaw, 10},
                                            {spine_pitch, 34},
                                            {head_pitch, -14},
                                            {head_roll, 0},
                                            {jaw_open, 3},
                                            {on(foot_x, right), -0.01},
                                            {on(foot_y, right), 0},
                                            {on(foot_z, right), 0.20},
                                            {on(foot_pitch, right), 0},
                                            {on(toe_up, right), 0},
                                            {on(foot_yaw, right), 0},
                                            {foot_z, -0.40},
                                            {arm_forward, 34},
                                            {arm_across, 10},
                                            {elbow, 40},
                                            {on(arm_forward, right), 26},
                                            {on(elbow, right), 22},
                                            {on(arm_out, right), 20}});
    Keys keys(lying());
    keys.pose(0, lying())
        .at(8, {{head_pitch, -34}, {head_yaw, 0}, {jaw_open, 3}, {spine_pitch, -10}})
        // Push.
        .at(20, {{hip_y, -0.78},
                 {hip_z, 0.10},
                 {hip_pitch, 66},
                 {spine_pitch, -14},
                 {arm_forward, 92},
                 {elbow, 30},
                 {arm_out, 12},
                 {on(arm_forward, right), 92},
                 {on(elbow, right), 34},
                 {on(arm_out, right), 16},
                 {foot_z, -0.74},
                 {on(foot_z, right), -0.70},
                 {foot_pitch, 86},
                 {on(foot_pitch, right), 86},
                 {toe_up, 50},
                 {on(toe_up, right), 50}})
        .at(30, {{hip_y, -0.52},
                 {hip_z, -0.06},
                 {hip_pitch, 44},
                 {spine_pitch, 20},
                 {head_pitch, -20},
                 {arm_forward, 72},
                 {on(arm_forward, right), 66}})
        .at(33, {{on(foot_y, right), 0.09}, {on(foot_z, right), -0.30}})
        .pose(42, half)
        .at(47, {{hip_y, -0.43}, {spine_pitch, 38}})
        .at(62, {{hip_y, -0.10}, {hip_z, 0.02}, {spine_pitch, 20}, {head_pitch, -10}})
        .pose(72, guard());
    move.controls = keys;
    move.events = {at_frame(4, sound("BONE_CREAK", 600)),
                   at_frame(18, sound("BONE_RATTLE", 800)),
                   at_frame(30, sound("CLOTH_SWISH", 400)),
                   at_frame(42, footstep(right)),
                   at_frame(44, sound("BONE_RATTLE", 600)),
                   at_frame(64, sound("BONE_CREAK", 600)),
                   at_frame(72, footstep(left)),
                   at_frame(72, FightModeEvent{"1H"})};
    move.next = "idle";
    move.blend_in = 0;
    return move;
}

} // namespace

std::vector<Motion> fallen_moves() {
    std::vector<Motion> moves;
    moves.push_back(hit());
    moves.push_back(die());
    moves.push_back(get_up());
    return moves;
}

} // namespace ossuary::samples
