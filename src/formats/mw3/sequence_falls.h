// Things that an OBJECT_MOTION has thrown, and when they reach the ground. Private to the room.
#pragma once

#include <map>
#include <optional>

#include "formats/mw3/sequence_stage.h"

namespace ossuary::mw3 {

// Who has thrown a thing, with what.
struct Throw {
    const Event* event = nullptr;
    const Definition* definition = nullptr;
    const Sequence* sequence = nullptr;
    std::uint32_t place = 0, number = 0; // of the instance

    const event::ObjectMotion& motion() const { return **std::get_if<Box<event::ObjectMotion>>(&event->data); }
};

// When a thing reaches the ground, if nothing comes in between.
struct Landing {
    Ticks time{};
    std::int32_t joint = -1;
    std::uint32_t ticket = 0; // what is due with another one is out of date
};

struct Impact {
    Throw thrown;
    GroundKind ground = GroundKind::solid;
    double speed = 0; // metres per second
};

class Falls {
public:
    explicit Falls(Stage& stage) : stage_(stage) {}

    // A motion begins that may throw its node.
    std::optional<Landing> begin(const Throw& thrown, std::int32_t joint, Ticks time);
    // The thing bounces or stays; nothing if it moves otherwise by now.
    std::optional<Impact> land(std::int32_t joint, std::uint32_t ticket, Ticks time);
    // When a thing that has been thrown lands after a time.
    std::optional<Landing> next_landing(std::int32_t joint, Ticks time) const;

private:
    struct Fall {
        Throw thrown;
        std::uint32_t ticket = 0;
        Ticks since{}; // its path
    };

    Stage& stage_;
    std::map<std::int32_t, Fall> falls_; // by joint
};

} // namespace ossuary::mw3
