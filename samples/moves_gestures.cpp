// What he does besides, with the upper body alone, over whatever the legs are doing: waving, talking, drinking.
#include "ossuary/model/event.h"

#include "samples/formula.h"
#include "samples/motion.h"
#include <cmath>

namespace ossuary::samples {

namespace {

constexpr std::uint32_t head_mesh = 1; // as make_hero() lays them out

Motion gesture(const char* name, int frames) {
    Motion move;
    move.name = name;
    move.frames = frames;
    move.reach = Reach::upper;
    move.layer = 2;
    move.blend_in = move.blend_out = 0.25;
    return move;
}

Motion wave() {
    Motion move = gesture("wave", 66);
    const Controls s = stance();
    Keys keys(s);
    keys.pose(0, s)
        .at(4, {{arm_forward, -4}, {spine_roll, -6}})
        .at(14, {{shoulder_up, 16},
                 {arm_forward, 34},
                 {arm_out, 92},
                 {arm_twist, -62},
                 {elbow, 84},
                 {forearm_twist, 30},
                 {grip, 0.02},
                 {wrist_bend, 0},
                 {spine_roll, 4},
                 {spine_yaw, 0},
                 {head_yaw, 6},
                 {head_roll, -7},
                 {head_pitch, -2},
                 {jaw_open, 2}});
    // The forearm goes to and fro, the hand after it.
    for (int i = 0; i < 4; ++i) {
        const double f = 19 + i * 9;
        keys.at(f, {{elbow, 106}, {arm_twist, -50}, {wrist_tilt, 16}, {head_roll, -8}});
        keys.at(f + 4.5, {{elbow, 62}, {arm_twist, -70}, {wrist_tilt, -18}, {head_roll, -3}});
    }
    keys.at(18, {{jaw_open, 7}}).at(46, {{jaw_open, 5}}).pose(62, s);
    move.controls = keys;
    move.events = {at_frame(3, sound("BONE_RATTLE", 500)), at_frame(16, MorphStartEvent{"laugh", "BIP01 HEAD"}),
                   at_frame(24, sound("BONE_RATTLE", 300)), at_frame(42, sound("BONE_RATTLE", 300)),
                   at_frame(52, sound("CLOTH_SWISH", 300))};
    return move;
}

// The jaw of a speaker: syllables of different length and weight.
double syllables(double frame, double last) {
    static constexpr double beats[] = {4, 9, 15, 19, 26, 38, 42, 47, 55, 60, 64, 76, 81};
    double open = 0;
    for (int i = 0; i < static_cast<int>(std::size(beats)); ++i) {
        const double size = mix(0.45, 1, scatter(i, 1, 77)), wide = mix(2.2, 3.2, scatter(i, 2, 77));
        const double off = std::abs(frame - beats[i]) / wide;
        open = std::max(open, size * smooth(1, 0, off));
    }
    return frame <= 0 || frame >= last ? 0 : open;
}

Channel<float> weights_of(int frames, const std::function<double(double)>& weight) {
    Channel<float> channel;
    channel.rate = moves_rate;
    for (int f = 0; f <= frames; ++f) channel.values.push_back(static_cast<float>(weight(f)));
    return channel;
}

Motion talk() {
    Motion move = gesture("talk", 90);
    move.loop = true;
    const Controls s = stance();
    Keys keys(s);
    // An open hand makes the points; the head nods them.
    keys.pose(0, s)
        .at(10, {{arm_forward, 30},
                 {arm_out, 12},
                 {elbow, 74},
                 {forearm_twist, -50},
                 {arm_twist, 14},
                 {grip, 0.1},
                 {wrist_bend, -8},
                 {head_pitch, -3},
                 {head_yaw, 6},
                 {spine_pitch, 3}})
        .at(16, {{arm_forward, 24}, {elbow, 60}, {wrist_tilt, -12}, {head_pitch, 8}, {head_roll, 0}})
        .at(26, {{arm_forward, 34},
                 {elbow, 82},
                 {wrist_tilt, 8},
                 {head_pitch, -2},
                 {head_yaw, -8},
                 {head_roll, 5},
                 {spine_yaw, 2}})
        .at(34, {{arm_forward, 24}, {elbow, 58}, {wrist_tilt, -14}, {head_pitch, 7}})
        .at(46, {{arm_forward, 36},
                 {arm_out, 20},
                 {elbow, 78},
                 {wrist_tilt, 10},
                 {head_pitch, 0},
                 {head_yaw, -4},
                 {spine_yaw, 8},
                 {on(elbow, right), 30}})
        .at(56, {{arm_forward, 26}, {arm_out, 14}, {elbow, 62}, {head_pitch, 6}, {head_roll, -5}})
        .at(66, {{arm_forward, 32}, {elbow, 76}, {wrist_tilt, 4}, {head_pitch, -4}, {head_yaw, 8}, {spine_yaw, 5}})
        .pose(84, s);
    move.controls = [keys](double frame) { return keys(frame >= 90 ? 0 : frame); };
    MorphTrack face;
    face.mesh = head_mesh;
    face.weights = {weights_of(90, [](double f) { return syllables(f, 90); }),
                    weights_of(90, [](double f) { return 0.35 * smooth(52, 58, f) * smooth(72, 66, f); }),
                    weights_of(90, [](double f) { return 0.6 * smooth(14, 20, f) * smooth(34, 28, f); })};
    move.morphs.push_back(std::move(face));
    move.events = {at_frame(0, MorphStartEvent{"talk", "BIP01 HEAD"}), at_frame(2, sound("VOICE_OSSIAN_01", 1500)),
                   at_frame(16, sound("BONE_RATTLE", 300)), at_frame(56, sound("BONE_RATTLE", 300))};
    move.next = "talk";
    return move;
}

Motion drink() {
    Motion move = gesture("drink", 110);
    const Controls s = stance();
    Keys keys(s);
    keys.pose(0, s)
        .at(10, {{arm_forward, -6},
                 {arm_out, 16},
                 {elbow, 46},
                 {grip, 0.15},
                 {head_yaw, 14},
                 {head_pitch, 16},
                 {head_roll, 0}}) // to the belt
        .at(18, {{grip, 0.62}, {arm_forward, -4}})
        // Up it goes, and his head back.
        .at(36, {{shoulder_up, 8},
                 {arm_forward, 62},
                 {arm_out, 22},
                 {arm_across, 18},
                 {arm_twist, 52},
                 {elbow, 112},
                 {forearm_twist, -10},
                 {wrist_tilt, 0},
                 {wrist_bend, 10},
                 {head_yaw, 4},
                 {head_pitch, -8},
                 {jaw_open, 12},
                 {spine_pitch, 0}})
        .at(46, {{arm_forward, 78},
                 {arm_out, 20},
                 {arm_across, 30},
                 {elbow, 112},
                 {wrist_tilt, 26},
                 {head_pitch, -30},
                 {jaw_open, 18},
                 {spine_pitch, -10}})
        .at(52, {{jaw_open, 13}})
        .at(57, {{jaw_open, 18}})
        .at(62, {{jaw_open, 12}, {arm_forward, 80}, {elbow, 113}, {head_pitch, -32}, {spine_pitch, -11}, {grip, 0.62}})
        // It runs out between his ribs. He looks down; the flask slips through his fingers; he looks after it.
        .at(74, {{arm_forward, 40},
                 {arm_out, 18},
                 {elbow, 92},
                 {arm_across, 6},
                 {wrist_tilt, 0},
                 {head_pitch, 24},
                 {head_yaw, 8},
                 {jaw_open, 3},
                 {spine_pitch, 8},
                 {grip, 0.4}})
        .at(84, {{arm_forward, 36}, {elbow, 84}, {head_pitch, 28}, {head_yaw, 14}, {head_roll, 0}, {grip, 0.1}})
        .at(92, {{arm_forward, 34},
                 {elbow, 80},
                 {head_pitch, 30},
                 {head_yaw, 20},
                 {head_roll, 8},
                 {jaw_open, 9},
                 {grip, 0.05}})
        .pose(106, s);
    move.controls = keys;
    move.events = {at_frame(18, ItemEvent{ItemAction::create, "ZS_LEFTHAND", "FLASK"}),
                   at_frame(19, sound("FLASK_UNCORK", 400)),
                   at_frame(48, sound("DRINK", 500)),
                   at_frame(50, ParticleStartEvent{4, "WATER_DRIP", "BIP01 SPINE1", true}),
                   at_frame(70, ParticleStopEvent{4}),
                   at_frame(84, ItemEvent{ItemAction::remove, "ZS_LEFTHAND", "FLASK"}),
                   at_frame(90, sound("FLASK_BREAK", 900)),
                   at_frame(92, MorphStartEvent{"anger", "BIP01 HEAD"})};
    return move;
}

} // namespace

std::vector<Motion> gesture_moves() {
    std::vector<Motion> moves;
    moves.push_back(wave());
    moves.push_back(talk());
    moves.push_back(drink());
    return moves;
}

} // namespace ossuary::samples
