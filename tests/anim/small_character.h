// A character of five joints and clips made by formula, for the tests of the player.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <initializer_list>
#include <memory>
#include <numbers>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "ossuary/anim/moveset.h"
#include "ossuary/anim/player.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/math.h"
#include "ossuary/model/event.h"

namespace ossuary::anim {

using std::chrono::milliseconds;

inline constexpr double degrees = std::numbers::pi / 180;
inline constexpr std::size_t small_joints = 5;

inline Skeleton small_skeleton() {
    Skeleton skeleton;
    const auto add = [&](const char* name, std::int32_t parent, Vec3 offset) {
        skeleton.joints.push_back({.name = name, .parent = parent, .rest = {offset, {}, {1, 1, 1}}});
    };
    add("BIP01", -1, {0, 1, 0});
    add("BIP01 SPINE", 0, {0, 0.3f, 0});
    add("BIP01 HEAD", 1, {0, 0.4f, 0});
    add("ZS_RIGHTHAND", 1, {-0.5f, 0.2f, 0});
    add("ZS_LEFTHAND", 1, {0.5f, 0.2f, 0});
    return skeleton;
}

// `frames` keys at `rate`. The spine swings by `swing` degrees and is back after the last frame's interval, the hands
// follow; the root goes `step` per frame and turns by `turn` degrees per frame.
struct ClipShape {
    int frames = 20;
    double rate = 25;
    double swing = 20;
    Vec3d step;
    double turn = 0;
    LoopMode loop = LoopMode::wrap;
    const char* flags = nullptr;
    std::vector<int> joints = {0, 1, 2, 3, 4}; // which have tracks
    double phase = 0;
};

inline Clip make_clip(std::string name, const ClipShape& shape = {}) {
    Clip clip;
    clip.name = std::move(name);
    clip.frame_rate = shape.rate;
    clip.duration = (shape.frames - 1) / shape.rate;
    clip.loop = shape.loop;
    clip.joints.resize(small_joints);
    const Skeleton skeleton = small_skeleton();
    for (const int joint : shape.joints) {
        const auto j = static_cast<std::size_t>(joint);
        JointTrack& track = clip.joints[j];
        track.translation.rate = track.rotation.rate = shape.rate;
        for (int f = 0; f < shape.frames; ++f) {
            const double way = static_cast<double>(f) / shape.frames, turned = shape.turn * f * degrees;
            const double angle =
                shape.swing * degrees * std::sin(2 * std::numbers::pi * (way + shape.phase) + 0.3 * joint);
            Vec3d place = to_double(skeleton.joints[j].rest.translation);
            Quatd rotation = axis_angle(Vec3d{1, 0, 0}, angle);
            if (joint == 0) {
                place += shape.step * static_cast<double>(f);
                rotation = axis_angle(Vec3d{0, 1, 0}, turned);
            }
            track.translation.values.push_back(to_float(place));
            track.rotation.values.push_back(to_float(rotation));
        }
    }
    if (shape.flags) clip.hints.flags = parse_move_flags(shape.flags);
    return clip;
}

inline Clip& with_event(Clip& clip, int frame, EventData data) {
    clip.events.add(frame / clip.frame_rate, std::move(data), frame);
    return clip;
}
inline Clip& with_tags(Clip& clip, std::initializer_list<int> frames) {
    for (const int frame : frames) with_event(clip, frame, TagEvent{.name = std::to_string(frame)});
    return clip;
}

inline Model model_of(std::vector<Clip> clips) {
    Model model;
    model.name = "SMALL";
    model.skeleton = small_skeleton();
    model.clips = std::move(clips);
    return model;
}

// Moves of a model that stay where they are while a player uses them.
struct Cast {
    std::shared_ptr<const Moveset> set;
    std::unique_ptr<MovesetStack> stack;

    explicit Cast(const Model& model, const MovesetOptions& settings = {}) {
        Diagnostics diagnostics;
        auto made = Moveset::make(model, settings, &diagnostics);
        EXPECT_TRUE(made) << (made ? "" : made.error().text());
        EXPECT_TRUE(diagnostics.empty()) << diagnostics.front().text();
        set = *made;
        stack = std::make_unique<MovesetStack>(set);
    }
    explicit Cast(std::vector<Clip> clips) : Cast(model_of(std::move(clips))) {}
    const Move& operator[](std::string_view name) const {
        const Move* move = stack->find(name);
        EXPECT_NE(move, nullptr) << name;
        return *move;
    }
};

inline std::vector<Transform> joints_of(const Player& player) {
    std::vector<JointBlock> pose = make_pose(player.rig().joint_count());
    player.pose(pose);
    std::vector<Transform> joints(player.rig().joint_count());
    unpack_pose(pose, joints);
    return joints;
}

inline double angle_between(const Quat& a, const Quat& b) {
    const Quatd d = conjugate(to_double(a)) * to_double(b);
    return 2 * std::atan2(length(d.xyz()), std::abs(d.w)) / degrees;
}

// Ways to cut time into steps.
struct Cut {
    std::string name;
    Ticks step{};
    bool random = false;
};
inline std::vector<Cut> cuts() {
    return {{"1 ms", milliseconds(1)},
            {"7 ms", milliseconds(7)},
            {"16.7 ms", Ticks(milliseconds(167)) / 10},
            {"100 ms", milliseconds(100)},
            {"800 ms", milliseconds(800)},
            {"1 s", milliseconds(1000)},
            {"5 s", milliseconds(5000)},
            {"one tick and random", Ticks(1), true}};
}
// Advances by `total`, cut up, and calls `after` behind every step.
template <class After> void advance_cut(Player& player, Ticks total, const Cut& cut, After after) {
    std::mt19937 random(7);
    const Ticks end = player.now() + total;
    while (player.now() < end) {
        Ticks step = cut.step;
        if (cut.random && random() % 8 != 0) step = Ticks(1 + static_cast<std::int64_t>(random() % 500'000'000));
        const Result<void> done = player.advance(std::min(step, end - player.now()));
        ASSERT_TRUE(done) << cut.name << ": " << done.error().text();
        after();
    }
}
inline void collect(Player& player, Ticks total, const Cut& cut, std::vector<Notice>& notices) {
    advance_cut(player, total, cut,
                [&] { notices.insert(notices.end(), player.notices().begin(), player.notices().end()); });
}

// `0.20 event 1 WALK 5`: time, kind, layer, move, name of the event, a line each.
inline std::string text_of(const std::vector<Notice>& notices) {
    std::string text;
    for (const Notice& notice : notices) {
        char time[40];
        std::snprintf(time, sizeof time, "%.4f ", to_seconds(notice.time));
        text += time + std::string(name_of(notice.kind)) + ' ' + std::to_string(notice.layer) + ' ' + notice.move->name;
        if (notice.pass != 0) text += " pass " + std::to_string(notice.pass);
        if (notice.event) {
            const EventData& data = notice.event->event->data;
            text += ' ' + std::string(name_in(data).empty() ? kind_of(data) : name_in(data));
        }
        text += '\n';
    }
    return text;
}

} // namespace ossuary::anim
