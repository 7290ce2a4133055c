#include "samples/sound_effects.h"

namespace ossuary::samples {

namespace {

using audio::Coding;
using audio::Pcm;

// Noise that is the same everywhere.
struct Noise {
    std::uint32_t state = 0x0551a11u;
    double next() {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        return static_cast<double>(state) / 2147483648.0 - 1;
    }
};

// Falls as exp(-x) does, in plain arithmetic.
double fade(double x) { return 1 / (1 + x * (1 + x / 2 * (1 + x / 3 * (1 + x / 4)))); }

// Something is struck: a click, and a tone with a second one above it that fits no scale.
struct Strike {
    double time, hertz, decay; // seconds, and how fast it dies
    double tone, click;        // how loud
};
Pcm struck(double seconds, const std::vector<Strike>& strikes) {
    Noise noise;
    return sound_of(seconds, [&](double t) {
        double sum = 0;
        for (const Strike& each : strikes) {
            const double own = t - each.time;
            if (own < 0) continue;
            sum +=
                noise.next() * each.click * fade(own * 140) +
                (wave_at(each.hertz, own) + wave_at(each.hertz * 2.76, own) * 0.5) * each.tone * fade(own * each.decay);
        }
        return sum;
    });
}

// Several bones, one after the other.
Pcm rattle_sound(int bones, double apart, double pitch) {
    Noise noise;
    return sound_of(apart * bones + 0.08, [&](double t) {
        double sum = 0;
        for (int bone = 0; bone < bones; ++bone) {
            const double own = t - apart * bone;
            if (own >= 0)
                sum += (noise.next() * 0.3 + wave_at((520 + 170 * (bone * 5 % 4)) * pitch, own) * 0.4) * fade(own * 60);
        }
        return sum;
    });
}

// A heap of bones falls, the last ones rarely.
Pcm crash_sound() {
    std::vector<Strike> strikes;
    double time = 0;
    for (int i = 0; i < 14; ++i) {
        strikes.push_back({time, 240.0 + 90 * (i * 7 % 5), 38, 0.34 - 0.018 * i, 0.3 - 0.016 * i});
        time += 0.016 + 0.007 * i;
    }
    return struck(1.1, strikes);
}

// Air before the blade, then the ring of it.
Pcm whoosh_sound(double slow) {
    Noise noise;
    return sound_of(0.6 * slow, [&](double t) {
        const double own = t / slow, air = fade((own - 0.12) * (own - 0.12) * 256) * 0.35;
        return noise.next() * air + (wave_at(2210 / slow, t) + wave_at(3370 / slow, t) * 0.6) * 0.2 * fade(own * 7);
    });
}

// The blade leaves its sheath: a scrape that rises, and the ring.
Pcm draw_sound() {
    Noise noise;
    double low = 0;
    return sound_of(0.7, [&](double t) {
        const double raw = noise.next();
        low += (raw - low) * 0.35;
        const double scrape = (raw - low) * smooth(0, 0.18, t) * smooth(0.3, 0.22, t);
        const double ring = t < 0.2 ? 0 : fade((t - 0.2) * 6);
        return scrape * 0.5 + (wave_at(2840, t) + wave_at(4130, t) * 0.5) * 0.22 * ring;
    });
}

// Cloth, darker the smaller `bright` is.
Pcm cloth_sound(double seconds, double bright, int flaps) {
    Noise noise;
    double low = 0;
    return sound_of(seconds, [&](double t) {
        low += (noise.next() - low) * bright;
        const double swing = sine(t / (seconds * 2) * flaps);
        return low * (swing < 0 ? -swing : swing) * 0.9;
    });
}

// Dry wood or bone that sticks and slips, ever faster.
Pcm creak_sound(double seconds, double hertz) {
    std::vector<Strike> strikes;
    for (double time = 0, apart = 0.03; time < seconds - 0.06; time += apart, apart *= 0.965)
        strikes.push_back({time, hertz, 90, 0.22, 0.06});
    return struck(seconds, strikes);
}

// Three gulps, each falling in pitch.
Pcm drink_sound() {
    return sound_of(0.9, [](double t) {
        const double own = t - 0.3 * std::floor(t / 0.3);
        return wave_at(240 - 280 * own, own) * 0.5 * smooth(0, 0.03, own) * smooth(0.2, 0.1, own);
    });
}

// A voice without a throat: dry pulses through two vowels in turn.
Pcm voice_sound() {
    Noise noise;
    return sound_of(1.6, [&](double t) {
        const double pulse = t * 88 - std::floor(t * 88), own = pulse / 88;
        const double vowel = smooth(-0.4, 0.4, sine(t * 1.9));
        const double syllable = smooth(-0.2, 0.5, sine(t * 2.6 + 0.03)) * smooth(1.6, 1.45, t);
        const double tone = wave_at(mix(430, 620, vowel), own) + wave_at(mix(1050, 1720, vowel), own) * 0.6;
        return (tone * 0.4 * fade(own * 190) + noise.next() * 0.05) * syllable;
    });
}

} // namespace

Pcm step_sound(double pitch) {
    Noise noise;
    return sound_of(0.18, [&](double t) {
        return noise.next() * 0.5 * fade(t * 120) + wave_at(310 * pitch, t) * 0.4 * fade(t * 45) +
               wave_at(730 * pitch, t) * 0.25 * fade(t * 70);
    });
}

std::vector<SoundEffect> make_sound_effects() {
    const audio::EncodeOptions plain, small{.bits = 8}, ima{.coding = Coding::ima_adpcm},
        ms{.coding = Coding::ms_adpcm};
    return {
        {"STEP_BONE_L_STONE", step_sound(1), plain},
        {"STEP_BONE_R_STONE", step_sound(1.12), plain},
        {"STEP_BONE_L_EARTH", step_sound(0.6), plain},
        {"STEP_BONE_R_EARTH", step_sound(0.67), plain},
        {"STEP_BONE_L_WOOD", step_sound(0.8), plain},
        {"STEP_BONE_R_WOOD", step_sound(0.88), plain},
        {"BONE_RATTLE", rattle_sound(6, 0.07, 1), ima},
        {"BONE_RATTLE_A1", rattle_sound(5, 0.06, 1.15), ima},
        {"BONE_RATTLE_A2", rattle_sound(7, 0.05, 0.9), ima},
        {"BONE_CREAK", creak_sound(0.5, 640), ima},
        {"BONE_HIT", struck(0.3, {{0, 260, 40, 0.4, 0.5}, {0.03, 410, 50, 0.2, 0.2}, {0.07, 560, 60, 0.15, 0.1}}), ima},
        {"BONE_CRASH", crash_sound(), ima},
        {"CLOTH_SWISH", cloth_sound(0.35, 0.18, 1), small},
        {"CLOTH_FLAP", cloth_sound(0.5, 0.3, 3), small},
        {"SWORD_WHOOSH", whoosh_sound(1), ms},
        {"SWORD_WHOOSH_HEAVY", whoosh_sound(1.335), ms},
        {"SWORD_DRAW", draw_sound(), ms},
        {"SWORD_CLASH", struck(0.9, {{0, 1830, 9, 0.28, 0.6}, {0.004, 2590, 7, 0.18, 0}}), ms},
        {"SWORD_CLATTER",
         struck(1.0, {{0, 1410, 14, 0.3, 0.4},
                      {0.16, 1630, 14, 0.24, 0.3},
                      {0.27, 1410, 14, 0.18, 0.2},
                      {0.35, 1630, 14, 0.13, 0.15},
                      {0.41, 1410, 12, 0.1, 0.1}}),
         ms},
        {"FLASK_UNCORK", struck(0.15, {{0, 520, 60, 0.5, 0.3}}), plain},
        {"DRINK", drink_sound(), ima},
        {"FLASK_BREAK",
         struck(0.6, {{0, 2930, 20, 0.25, 0.7},
                      {0.05, 3810, 24, 0.18, 0.2},
                      {0.11, 3370, 24, 0.14, 0.2},
                      {0.2, 4230, 26, 0.1, 0.1}}),
         ima},
        {"JUMP_OFF", struck(0.25, {{0, 150, 26, 0.4, 0.25}, {0.05, 380, 50, 0.15, 0.1}}), plain},
        {"VOICE_OSSIAN_01", voice_sound(), ima},
        {"CHEST_HASP", struck(0.2, {{0, 980, 40, 0.3, 0.5}, {0.05, 740, 45, 0.2, 0.2}}), plain},
        {"CHEST_CREAK", creak_sound(0.9, 310), ima},
        {"CHEST_CHAIN", rattle_sound(8, 0.05, 2.4), ima},
        {"CHEST_SHUT", struck(0.4, {{0, 95, 14, 0.6, 0.6}, {0.02, 210, 22, 0.3, 0.2}}), plain},
        {"BANNER_FLAP", cloth_sound(0.6, 0.24, 4), small},
    };
}

std::vector<SoundEffect> make_gate_sounds() {
    Noise noise;
    return {
        {"snd_gate_open", struck(0.5, {{0, 140, 16, 0.5, 0.4}, {0.09, 220, 22, 0.2, 0.2}}), {}},
        {"snd_gate_stop", struck(0.6, {{0, 90, 12, 0.6, 0.5}}), {}},
        // Whole periods, so that it goes round without a click.
        {"motor_hum",
         sound_of(0.5,
                  [](double t) { return (wave_at(60, t) + wave_at(120, t) * 0.5 + wave_at(300, t) * 0.2) * 0.25; }),
         {}},
        {"snd_siren", sound_of(1.2, [](double t) { return wave_at(640 + 40 * sine(t * 2.5), t) * 0.4; }), {}},
        {"snd_boom",
         sound_of(1.4, [&](double t) { return noise.next() * fade(t * 5) * 0.8 + wave_at(48, t) * 0.3; }),
         {}},
        {"snd_clank", struck(0.4, {{0, 870, 18, 0.4, 0.4}}), {}},
    };
}

} // namespace ossuary::samples
