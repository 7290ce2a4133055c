// The text of the rules, line by line: a line with `->` is a row of the section above it, every other one begins with
// the word that says what it is.
#include <algorithm>
#include <array>
#include <span>

#include "ossuary/anim/rules.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/number.h"
#include "ossuary/base/text.h"

namespace ossuary::anim {

namespace {

using Words = std::vector<std::string_view>;
using Done = Result<void>;

// A few lines can ask for very many names; no game comes near.
constexpr std::size_t most_names = 1 << 16;

constexpr std::array<std::pair<std::string_view, bool Action::*>, 6> action_flags = {{{"held", &Action::held},
                                                                                      {"lasting", &Action::lasting},
                                                                                      {"clear", &Action::clears},
                                                                                      {"force", &Action::forces},
                                                                                      {"combo", &Action::combo},
                                                                                      {"target", &Action::target}}};
constexpr std::array<std::pair<std::string_view, bool BodyState::*>, 3> body_flags = {
    {{"interruptable", &BodyState::interruptable}, {"walks", &BodyState::walks}, {"passes", &BodyState::passes}}};
constexpr std::array<std::string_view, 8> combo_facts = {"empty",   "plain", "block",  "spent",
                                                         "outside", "same",  "broken", "parrying"};
constexpr std::array<std::string_view, 5> combo_outcomes = {"start", "force", "chain", "refuse", "break"};

Words split(std::string_view text) {
    Words words;
    for (std::size_t i = 0; i < text.size();) {
        if (is_white_space(text[i])) {
            ++i;
            continue;
        }
        const std::size_t start = i;
        while (i < text.size() && !is_white_space(text[i])) ++i;
        words.push_back(text.substr(start, i - start));
    }
    return words;
}

Words split_at(std::string_view text, char separator) {
    Words parts;
    for (;;) {
        const std::size_t end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + 1);
    }
}

// The whole text with `part` of it replaced.
std::string with(std::string_view whole, std::string_view part, std::string_view replacement) {
    std::string text(whole.data(), part.data());
    text += replacement;
    text.append(part.data() + part.size(), whole.data() + whole.size());
    return text;
}

struct Flaw {
    std::size_t at = 0;
    const char* why = nullptr; // null: none
};

// A name has letters, digits, underscores and {placeholders}; a pattern also what `also` lists.
Flaw flaw_in(std::string_view name, std::string_view also) {
    if (name.empty()) return {0, "a name is empty"};
    bool inside = false;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const char c = name[i], lower = to_lower(c);
        const bool letter = (lower >= 'a' && lower <= 'z') || (c >= '0' && c <= '9') || c == '_';
        if (c == (inside ? '}' : '{'))
            inside = !inside;
        else if (!letter && (inside || also.find(c) == also.npos))
            return {i, "this character cannot be in a name"};
    }
    return inside ? Flaw{0, "a brace is not closed"} : Flaw{};
}

template <class T> T& named(std::vector<T>& list, std::string_view name) {
    const auto found = std::ranges::find(list, name, &T::name);
    if (found != list.end()) return *found = T{.name = std::string(name)};
    list.push_back(T{.name = std::string(name)});
    return list.back();
}

class Parser {
public:
    explicit Parser(std::string_view text) : scanner_(text) {}

    Result<Rules> parse() {
        while (!scanner_.at_end()) {
            std::string_view line = scanner_.take_line();
            line = line.substr(0, line.find('#'));
            const Words words = split(line);
            if (words.empty()) continue;
            const auto arrow = std::ranges::find(words, "->");
            const Done done =
                arrow == words.end() ? statement(words) : row({words.begin(), arrow}, *arrow, {arrow + 1, words.end()});
            if (!done) return Failure(done.error());
        }
        return std::move(rules_);
    }

private:
    enum class Section { none, action, bridge, combo };

    Failure wrong(std::string_view word, std::string message) const {
        return fail(scanner_.place_at(word.data()), std::move(message));
    }
    Failure unknown(std::string_view word, std::string_view what) const {
        std::string message = "'";
        message.append(word).append("' is no ").append(what);
        return wrong(word, std::move(message));
    }

    // ---- statements

    Done statement(std::span<const std::string_view> words) {
        const std::string_view word = words.front();
        section_ = Section::none;
        if (word == "bridge" || word == "combo") {
            if (words.size() > 1) return wrong(words[1], "nothing follows on this line");
            section_ = word == "bridge" ? Section::bridge : Section::combo;
            word == "bridge" ? rules_.bridges.clear() : rules_.combo.clear();
            return {};
        }
        if (words.size() < 2) return wrong(word, "'" + std::string(word) + "' wants a name behind it");
        if (word == "like") return like(words);
        if (word == "rules") {
            rules_.name.assign(words[1].data(), words.back().data() + words.back().size());
            return {};
        }
        if (word == "weapon") return weapon(words);
        if (word == "fallback") return fallback(words);
        if (word == "body") return body(words);
        if (word == "action") return action(words);
        return unknown(word, "statement: like, rules, weapon, fallback, body, action, bridge, combo or a row with ->");
    }

    Done like(std::span<const std::string_view> words) {
        if (!rules_.actions.empty() || !rules_.weapons.empty() || !rules_.bodies.empty())
            return wrong(words[0], "'like' comes before everything else");
        const bool first = words[1] == "gothic1";
        if (!first && words[1] != "gothic2") return unknown(words[1], "set of rules: gothic1 or gothic2");
        auto base = parse_rules(rules_text(first ? Game::gothic1 : Game::gothic2));
        if (!base) return Failure(base.error());
        rules_ = std::move(*base);
        inherited_fallbacks_ = true;
        return {};
    }

    Done weapon(std::span<const std::string_view> words) {
        if (words.size() > 3) return wrong(words[3], "a weapon has a name and an infix");
        Mode mode;
        if (parse_name(words[1], mode) || words[1] == "playing" || words[1].find_first_of("=,") != words[1].npos)
            return wrong(words[1], "a weapon cannot be called that: it is a condition");
        named(rules_.weapons, words[1]).infix = words.size() > 2 ? words[2] : std::string_view();
        return {};
    }

    Done fallback(std::span<const std::string_view> words) {
        if (words.size() != 3) return wrong(words[0], "a fallback says two things: {W}, - or letters");
        const auto value = [](std::string_view word) -> std::optional<std::string> {
            if (word == "{W}") return std::nullopt;
            return std::string(word == "-" ? std::string_view() : word);
        };
        if (std::exchange(inherited_fallbacks_, false)) rules_.fallbacks.clear();
        if (rules_.fallbacks.size() == 16) return wrong(words[0], "sixteen fallbacks are enough");
        rules_.fallbacks.push_back({value(words[1]), value(words[2])});
        return {};
    }

    Done body(std::span<const std::string_view> words) {
        BodyState& body = named(rules_.bodies, words[1]);
        for (const std::string_view word : words.subspan(2)) {
            const auto flag = std::ranges::find(body_flags, word, [](const auto& f) { return f.first; });
            if (flag == body_flags.end())
                return unknown(word, "property of a body state: interruptable, walks, passes");
            body.*flag->second = true;
        }
        return {};
    }

    Done action(std::span<const std::string_view> words) {
        if (words.size() < 3 || !rules_.find_body(words[2]))
            return wrong(words.size() < 3 ? words[1] : words[2], "an action wants a body state behind its name");
        current_.clear();
        for (const std::string_view name : split_at(words[1], '|')) {
            if (name.empty()) return wrong(words[1], "an action's name is empty");
            Action& action = named(rules_.actions, name);
            action.body = words[2];
            for (const std::string_view word : words.subspan(3)) {
                const auto flag = std::ranges::find(action_flags, word, [](const auto& f) { return f.first; });
                if (flag == action_flags.end())
                    return unknown(word, "property of an action: held, lasting, clear, force, combo, target");
                action.*flag->second = true;
            }
            current_.push_back(static_cast<std::size_t>(&action - rules_.actions.data()));
        }
        section_ = Section::action;
        return {};
    }

    // ---- rows

    Done row(std::span<const std::string_view> left, std::string_view arrow, std::span<const std::string_view> right) {
        if (right.empty()) return wrong(arrow, "nothing stands behind the arrow");
        switch (section_) {
        case Section::action: return action_row(left, right);
        case Section::bridge: return bridge_row(left, right);
        case Section::combo: return combo_row(left, right);
        case Section::none: break;
        }
        return wrong(arrow, "a row belongs below action, bridge or combo");
    }

    Done action_row(std::span<const std::string_view> left, std::span<const std::string_view> right) {
        ActionRow row;
        row.line = scanner_.place_at(right.front().data()).line;
        for (const std::string_view word : left)
            if (Done read = condition(word, row); !read) return read;
        const auto sign = std::ranges::find(right, "=");
        if (sign != right.end()) {
            if (right.end() - sign != 2) return wrong(*sign, "one body state stands behind the equals sign");
            if (!rules_.find_body(sign[1])) return unknown(sign[1], "body state");
            row.body = sign[1];
        }
        // Each action of `a|b` has the row with its own alternative of every (x|y).
        for (std::size_t k = 0; k < current_.size(); ++k) {
            row.names.clear();
            if (Done read = names({right.begin(), sign}, k, row.names); !read) return read;
            rules_.actions[current_[k]].rows.push_back(row);
        }
        return {};
    }

    Done condition(std::string_view word, ActionRow& row) {
        if (word == "playing") {
            row.playing = true;
            return {};
        }
        if (word.starts_with("now=")) {
            for (const std::string_view pattern : split_at(word.substr(4), ',')) {
                if (const Flaw flaw = flaw_in(pattern, "*?"); flaw.why) return wrong(pattern.substr(flaw.at), flaw.why);
                row.now.emplace_back(pattern);
            }
            return {};
        }
        if (word.starts_with("body=")) {
            for (const std::string_view body : split_at(word.substr(5), ',')) {
                if (!rules_.find_body(body)) return unknown(body, "body state");
                row.bodies.emplace_back(body);
            }
            return {};
        }
        for (const std::string_view value : split_at(word, ',')) {
            Mode mode;
            if (parse_name(value, mode))
                row.modes.push_back(mode);
            else if (rules_.find_weapon(value))
                row.weapons.emplace_back(value);
            else
                return unknown(value, "condition: a mode, a weapon, playing, now=NAME or body=STATE");
        }
        return {};
    }

    Done names(std::span<const std::string_view> words, std::size_t alternative, std::vector<NameChoice>& result) {
        bool open = false;
        for (std::string_view word : words) {
            const std::string_view whole = word;
            if (word.starts_with('[')) {
                if (open) return wrong(whole, "a bracket is open already");
                open = true;
                result.emplace_back();
                word.remove_prefix(1);
            } else if (!open) {
                result.emplace_back();
            }
            const bool closes = word.ends_with(']');
            if (closes && !open) return wrong(whole, "no bracket is open");
            if (closes) word.remove_suffix(1);
            if (Done added = add_names(word, alternative, result.back()); !added) return added;
            open = open && !closes;
        }
        if (result.empty()) return wrong(words.empty() ? scanner_.text().substr(0, 0) : words.front(), "no name");
        if (open) return wrong(words.back(), "the bracket is not closed");
        return {};
    }

    // One word: with its alternative of (a|b), and a series for {01..21}.
    Done add_names(std::string_view word, std::size_t alternative, NameChoice& choice) {
        std::string name(word);
        for (std::size_t open; (open = name.find('(')) != name.npos;) {
            const std::size_t close = name.find(')', open);
            if (close == name.npos) return wrong(word, "a parenthesis is not closed");
            const std::string group = name.substr(open + 1, close - open - 1);
            const Words choices = split_at(group, '|');
            if (choices.size() != current_.size())
                return wrong(word, "as many alternatives are wanted as the action has names: " +
                                       std::to_string(current_.size()));
            name = name.substr(0, open) + std::string(choices[alternative]) + name.substr(close + 1);
        }
        const std::size_t dots = name.find("..");
        if (dots == name.npos) return add_name(word, std::move(name), choice);
        const std::size_t open = name.rfind('{', dots), close = name.find('}', dots);
        if (open == name.npos || close == name.npos) return wrong(word, "a series is written {01..21}");
        const std::string_view from = std::string_view(name).substr(open + 1, dots - open - 1);
        const std::string_view to = std::string_view(name).substr(dots + 2, close - dots - 2);
        const auto first = parse_integer(from), last = parse_integer(to);
        if (!first || !last || *first < 0 || *last < *first || *last - *first >= 1000)
            return wrong(word, "a series goes up from a whole number, by a thousand at the most");
        for (std::int64_t n = *first; n <= *last; ++n) {
            std::string digits = std::to_string(n);
            if (digits.size() < from.size()) digits.insert(0, from.size() - digits.size(), '0');
            const std::string_view series = std::string_view(name).substr(open, close - open + 1);
            if (Done added = add_name(word, with(name, series, digits), choice); !added) return added;
        }
        return {};
    }

    Done add_name(std::string_view word, std::string name, NameChoice& choice) {
        if (const Flaw flaw = flaw_in(name, ""); flaw.why) return wrong(word, flaw.why);
        if (++name_count_ > most_names) return wrong(word, "these are too many names");
        choice.push_back(std::move(name));
        return {};
    }

    Done bridge_row(std::span<const std::string_view> left, std::span<const std::string_view> right) {
        BridgeRow row;
        for (const std::string_view word : left) {
            const bool from = word.starts_with("from=");
            if (!from && !word.starts_with("to="))
                return unknown(word, "condition of a bridge: from=STATE or to=STATE");
            const std::string_view body = word.substr(from ? 5 : 3);
            if (!rules_.find_body(body)) return unknown(body, "body state");
            (from ? row.from : row.to) = body;
        }
        if (right.front() != "none") {
            if (const Flaw flaw = flaw_in(right.front(), ""); flaw.why)
                return wrong(right.front().substr(flaw.at), flaw.why);
            row.name = right.front();
        }
        row.keeps_body = right.size() > 1 && right[1] == "keep";
        if (right.size() > (row.keeps_body ? 2u : 1u))
            return unknown(right[row.keeps_body ? 2 : 1], "part of a bridge: a name, and keep");
        rules_.bridges.push_back(std::move(row));
        return {};
    }

    Done combo_row(std::span<const std::string_view> left, std::span<const std::string_view> right) {
        ComboRow row;
        for (const std::string_view word : left) {
            const auto fact = std::ranges::find(combo_facts, word);
            if (fact == combo_facts.end())
                return unknown(word, "combo fact: empty, plain, block, spent, outside, same, broken or parrying");
            row.facts = static_cast<std::uint8_t>(row.facts | 1u << (fact - combo_facts.begin()));
        }
        const auto outcome = std::ranges::find(combo_outcomes, right.front());
        if (outcome == combo_outcomes.end())
            return unknown(right.front(), "combo outcome: start, force, chain, refuse or break");
        if (right.size() > 1) return wrong(right[1], "one outcome is enough");
        row.outcome = static_cast<ComboOutcome>(outcome - combo_outcomes.begin());
        rules_.combo.push_back(row);
        return {};
    }

    TextScanner scanner_;
    Rules rules_;
    Section section_ = Section::none;
    std::vector<std::size_t> current_; // the actions the rows belong to
    std::size_t name_count_ = 0;
    bool inherited_fallbacks_ = false;
};

} // namespace

Result<Rules> parse_rules(std::string_view text) { return Parser(text).parse(); }

} // namespace ossuary::anim
