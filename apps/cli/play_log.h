// What happened during playback, a line each: JSON for machines, a table for people.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "cli/session.h"
#include "ossuary/anim/player.h"
#include "ossuary/anim/script.h"

namespace ossuary::cli {

class PlayLog {
public:
    explicit PlayLog(Session& session) : session_(session) {}

    // Is told of every notice, too.
    std::function<void(const anim::Notice&)> also;

    void notice(const anim::Notice& notice);
    void command(Ticks time, const anim::Command& command, const anim::Outcome& outcome);
    // A checksum of the pose.
    void pose(const anim::Player& player);
    // Where the object is in the end.
    void end(const anim::Player& player);

private:
    void write(const Json& line);

    Session& session_;
    std::string text_;
};

} // namespace ossuary::cli
