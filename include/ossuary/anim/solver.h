// Solver: from an action in a situation to the move that is played, by the rules and by what the model has.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ossuary/anim/rules.h"

namespace ossuary::anim {

struct Move;

struct Argument {
    std::string name, value; // {name} in a pattern; `weapon` is the one to draw
    bool operator==(const Argument&) const = default;
};

// What a character is asked to do.
struct Request {
    std::string action;
    std::vector<Argument> arguments;

    std::string_view argument(std::string_view name) const; // empty if it is not given
    bool operator==(const Request&) const = default;
};

struct Situation {
    std::string_view weapon = "none";
    Mode mode = Mode::run;
    std::string_view now; // the name of the running move; empty if nothing runs
    std::string_view body = "STAND";
};

using MoveLookup = std::function<const Move*(std::string_view name)>;

struct Candidate {
    std::string name;
    bool exists = false;
};

struct Answer {
    const Action* action = nullptr;
    const ActionRow* row = nullptr; // null: the rules have no line for this situation
    const Move* move = nullptr;     // null: the model has none of the candidates
    std::string body;
    std::vector<Candidate> tried; // in order; the last one is the move's, where there is one
};

class Solver {
public:
    explicit Solver(std::shared_ptr<const Rules> rules) : rules_(std::move(rules)) {}

    const Rules& rules() const { return *rules_; }

    // The first move of the request's candidates that `find` knows. Where chance decides, `seed` is the chance: the
    // same seed, the same choice. Fails if the rules know no such action or weapon.
    Result<Answer> solve(const Request& request, const Situation& situation, const MoveLookup& find,
                         std::uint64_t seed = 0) const;

    struct Bridge {
        const Move* move = nullptr; // null: none
        bool keeps_body = false;
    };
    // What is played between two moves.
    Bridge bridge(std::string_view from, std::string_view from_body, std::string_view to, std::string_view to_body,
                  const MoveLookup& find) const;

private:
    std::shared_ptr<const Rules> rules_;
};

// For people: which names were tried, and what came of it.
std::string explain(const Answer& answer);

} // namespace ossuary::anim
