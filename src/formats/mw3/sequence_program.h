// Definitions made ready to be played: their events with times and branches, and the joints of their nodes. Private to
// the room.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "formats/mw3/node_motion.h"
#include "ossuary/formats/mw3/sequence_player.h"

namespace ossuary::mw3 {

// One event made ready to be carried out.
struct Step {
    const Event* event = nullptr;
    NoticeKind kind{};
    bool waits_for_end = false;  // start offset 3, or 1 without a time: the end of the event before
    bool from_animation = false; // otherwise from the sequence's round
    Ticks time{};
    Ticks duration{};
    std::uint32_t next_branch = 0;     // of IF, ELSEIF: the ELSEIF, ELSE or ENDIF that follows at this depth
    std::uint32_t end_of_branches = 0; // of ELSEIF, ELSE: the ENDIF
};

// Counts starts that follow one another at once, to notice what calls itself without end.
struct Restarts {
    Ticks first{};
    std::uint32_t count = 0;
    // How many there were within the span, with the one at this time.
    std::uint32_t add(Ticks time, Ticks span) {
        if (count == 0 || time - first >= span) *this = {time, 0};
        return ++count;
    }
};

// A definition made ready, and what has become of it.
struct Program {
    const Definition* definition = nullptr;
    std::vector<std::vector<Step>> sequences;
    std::vector<std::int32_t> joints; // of its nodes
    std::int32_t root = -1;
    bool invalid = false;
    bool has_run = false;
    std::uint32_t running = 0;                      // instances of it
    bool is_wanted = false;                         // the world's loading started it, and it has not come to its end
    double damage = 0;                              // of hits
    bool is_spent = false;                          // they have started it
    std::shared_ptr<const NodeMotion::Saved> saved; // what its nodes did before, with AUTO_RESET_NODE_STATES
    std::vector<std::pair<std::int32_t, bool>> saved_active;
    Restarts restarts;
};

inline std::string quoted(std::string_view name) {
    std::string text(1, '\'');
    return text.append(name).append(1, '\'');
}

template <class T> bool is(const Event& event) { return std::holds_alternative<T>(event.data); }

// The joints of a tree by name.
class NodeNames {
public:
    explicit NodeNames(const Skeleton& nodes);

    // The joint of that name, one below `above` rather than another; -1 if there is none.
    std::int32_t find(std::string_view name, std::int32_t above) const;
    bool is_below(std::int32_t joint, std::int32_t above) const;
    bool is_root(std::int32_t joint) const { return nodes_.joints[static_cast<std::size_t>(joint)].parent < 0; }

private:
    const Skeleton& nodes_;
    std::unordered_map<std::string_view, std::vector<std::int32_t>> joints_;
};

// Says what is odd about a definition through `warn`.
Program make_program(const Definition& definition, const AnimFile& file, const NodeNames& names,
                     const std::function<void(std::string)>& warn);

} // namespace ossuary::mw3
