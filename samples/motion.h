// From poses over time to clips: keys with eased curves, secondary motion, channels.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ossuary/model/event.h"
#include "ossuary/model/model.h"
#include "samples/pose.h"

namespace ossuary::samples {

inline constexpr double moves_rate = 30; // frames a second

// Key poses, in the order of time. A control that a key does not name goes on between its neighbours. Curves ease in
// and out at their turning points and never overshoot; limbs come a little later than the trunk that throws them.
class Keys {
public:
    explicit Keys(const Controls& start) : start_(start) {}
    Keys& at(double frame, std::initializer_list<Setting> settings);
    // Every control to this pose.
    Keys& pose(double frame, const Controls& controls);
    Controls operator()(double frame) const;

private:
    struct Point {
        double frame, value;
    };
    double value(const std::vector<Point>& points, double start, double frame) const;
    Controls start_;
    std::array<std::vector<Point>, control_count> points_;
};

// Which joints a clip moves.
enum class Reach { whole, upper };

struct Motion {
    std::string name;
    int frames = 0; // the last one; a loop's equals its first, but for the way it went
    bool loop = false;
    Reach reach = Reach::whole;
    std::function<Controls(double frame)> controls;
    Vec3d wind; // of the air, for what hangs
    double blend_in = 0.2, blend_out = 0.2;
    std::string next;
    int layer = 1;
    std::vector<Event> events;
    std::vector<MorphTrack> morphs;
    Json extras;
    // The last word on a pose, after everything else.
    std::function<void(int frame, BodyPose& pose, Placed& placed)> finish;
};

// Solves every frame and lets cloak, lantern and jaw swing after the body.
std::vector<BodyPose> perform(const Motion& motion);
Clip make_clip(const Motion& motion);

Event at_frame(int frame, EventData data);
SoundEvent sound(const char* name, double range); // range in centimetres, as the old games count
GroundSoundEvent footstep(Side side);

// The moves, each group in its own file.
std::vector<Motion> locomotion_moves();
std::vector<Motion> fight_moves();
std::vector<Motion> fallen_moves();
std::vector<Motion> gesture_moves();

// Pendulums: replaces the turns of cloak, lantern and jaw by what the motion of the body does to them.
void swing(const Motion& motion, std::vector<BodyPose>& poses);

} // namespace ossuary::samples
