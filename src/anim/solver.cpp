#include "ossuary/anim/solver.h"

#include <algorithm>
#include <optional>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"

namespace ossuary::anim {

namespace {

// The name with its placeholders filled in; nothing if one has no value. `fill` gets each placeholder and how many of
// it came before.
template <class Fill> std::optional<std::string> filled(std::string_view pattern, const Fill& fill) {
    std::string name;
    std::size_t weapons = 0;
    while (!pattern.empty()) {
        const std::size_t open = pattern.find('{');
        name += pattern.substr(0, open);
        if (open == pattern.npos) break;
        const std::size_t close = pattern.find('}', open);
        const std::string_view key = pattern.substr(open + 1, close - open - 1);
        const std::optional<std::string_view> value = fill(key, key == "W" ? weapons++ : 0);
        if (!value) return std::nullopt;
        name += *value;
        pattern.remove_prefix(std::min(close, pattern.size() - 1) + 1);
    }
    return name;
}

// The candidates of one pattern, best first: the weapon's own, then the fallbacks. No name twice.
class Names {
public:
    Names(const Rules& rules, const Weapon& weapon, const Request& request)
        : rules_(rules), weapon_(weapon), request_(request) {}

    std::size_t levels() const { return std::max<std::size_t>(1, rules_.fallbacks.size()); }

    std::optional<std::string> at(std::string_view pattern, std::size_t level) const {
        return filled(pattern, [&](std::string_view key, std::size_t before) -> std::optional<std::string_view> {
            if (key == "W") {
                if (rules_.fallbacks.empty()) return weapon_.infix;
                const Fallback& fallback = rules_.fallbacks[level];
                const auto& instead = before == 0 ? fallback.first : fallback.further;
                return instead ? std::string_view(*instead) : weapon_.infix;
            }
            const std::string_view value = request_.argument(key);
            return value.empty() ? std::optional<std::string_view>() : value;
        });
    }

private:
    const Rules& rules_;
    const Weapon& weapon_;
    const Request& request_;
};

// A well mixed number from any seed (the finalizer of SplitMix64).
std::uint64_t mixed(std::uint64_t seed) {
    seed += 0x9e3779b97f4a7c15u;
    seed = (seed ^ (seed >> 30)) * 0xbf58476d1ce4e5b9u;
    seed = (seed ^ (seed >> 27)) * 0x94d049bb133111ebu;
    return seed ^ (seed >> 31);
}

bool contains(const std::vector<std::string>& list, std::string_view word) {
    return list.empty() || std::ranges::find(list, word) != list.end();
}

bool applies(const ActionRow& row, const Situation& situation, const Names& names) {
    if (!row.modes.empty() && std::ranges::find(row.modes, situation.mode) == row.modes.end()) return false;
    if (!contains(row.weapons, situation.weapon) || !contains(row.bodies, situation.body)) return false;
    if (row.playing && situation.now.empty()) return false;
    if (row.now.empty()) return true;
    for (const std::string& pattern : row.now)
        for (std::size_t level = 0; level < names.levels(); ++level)
            if (const auto name = names.at(pattern, level); name && matches_glob(situation.now, *name)) return true;
    return false;
}

// Tries one choice; true once its move is found.
bool try_choice(const NameChoice& choice, const Names& names, const MoveLookup& find, std::uint64_t seed,
                Answer& answer) {
    for (std::size_t level = 0; level < names.levels(); ++level) {
        std::vector<std::pair<std::string, const Move*>> found;
        for (const std::string& pattern : choice) {
            auto name = names.at(pattern, level);
            if (!name || std::ranges::find(answer.tried, *name, &Candidate::name) != answer.tried.end()) continue;
            const Move* move = find(*name);
            if (move)
                found.emplace_back(*name, move);
            else
                answer.tried.push_back({std::move(*name), false});
        }
        if (found.empty()) continue;
        auto& [name, move] = found[found.size() == 1 ? 0 : mixed(seed) % found.size()];
        answer.move = move;
        answer.tried.push_back({std::move(name), true});
        return true;
    }
    return false;
}

std::string_view short_name(std::string_view name) {
    return name.size() > 2 && equal_ignoring_case(name.substr(0, 2), "S_") ? name.substr(2) : std::string_view();
}

} // namespace

std::string_view Request::argument(std::string_view name) const {
    const auto found = std::ranges::find(arguments, name, &Argument::name);
    return found == arguments.end() ? std::string_view() : found->value;
}

Result<Answer> Solver::solve(const Request& request, const Situation& situation, const MoveLookup& find,
                             std::uint64_t seed) const {
    Answer answer;
    answer.action = rules_->find_action(request.action);
    if (!answer.action) return fail("the rules have no action '" + request.action + "'");
    const std::string_view wanted = answer.action->target ? request.argument("weapon") : situation.weapon;
    const Weapon* weapon = rules_->find_weapon(wanted);
    if (!weapon) return fail("the rules have no weapon '" + std::string(wanted) + "'");
    const Names names(*rules_, *weapon, request);
    const auto row =
        std::ranges::find_if(answer.action->rows, [&](const ActionRow& r) { return applies(r, situation, names); });
    if (row == answer.action->rows.end()) return answer;
    answer.row = &*row;
    answer.body = row->body.empty() ? answer.action->body : row->body;
    for (const NameChoice& choice : row->names)
        if (try_choice(choice, names, find, seed, answer)) break;
    return answer;
}

Solver::Bridge Solver::bridge(std::string_view from, std::string_view from_body, std::string_view to,
                              std::string_view to_body, const MoveLookup& find) const {
    const std::string_view from_short = short_name(from), to_short = short_name(to);
    for (const BridgeRow& row : rules_->bridges) {
        if ((!row.from.empty() && row.from != from_body) || (!row.to.empty() && row.to != to_body)) continue;
        if (row.name.empty()) return {};
        const auto name = filled(row.name, [&](std::string_view key, std::size_t) -> std::optional<std::string_view> {
            const std::string_view value = key == "from" ? from_short : key == "to" ? to_short : "";
            return value.empty() ? std::optional<std::string_view>() : value;
        });
        if (!name || equal_ignoring_case(*name, from) || equal_ignoring_case(*name, to)) continue;
        if (const Move* move = find(*name)) return {move, row.keeps_body};
    }
    return {};
}

std::string explain(const Answer& answer) {
    if (!answer.action) return answer.tried.empty() ? "nothing was asked of the rules" : answer.tried.front().name;
    if (!answer.row) return "the rules have no line for '" + answer.action->name + "' in this situation";
    std::string text = answer.action->name + ", line " + std::to_string(answer.row->line) + " of the rules:";
    for (const Candidate& candidate : answer.tried)
        text += ' ' + candidate.name + (candidate.exists ? "" : " (missing)");
    return answer.move ? text : text + "; the model has none of them";
}

} // namespace ossuary::anim
