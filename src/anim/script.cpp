#include "ossuary/anim/script.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <iterator>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/number.h"
#include "ossuary/base/sort.h"
#include "ossuary/base/text.h"

namespace ossuary::anim {

namespace {

constexpr Ticks century = std::chrono::hours(24 * 36525);

// The words of a line: separated by blanks, or in "quotes" where a name has some. False if a quote is not closed.
bool split(std::string_view line, std::vector<std::string>& words, std::vector<const char*>& places) {
    for (std::size_t i = 0; i < line.size();) {
        if (is_white_space(line[i])) {
            ++i;
            continue;
        }
        const bool quoted = line[i] == '"';
        const std::size_t start = i + quoted;
        std::size_t end = start;
        while (end < line.size() && (quoted ? line[end] != '"' : !is_white_space(line[end]))) ++end;
        words.emplace_back(line.substr(start, end - start));
        places.push_back(line.data() + i);
        if (quoted && end == line.size()) return false;
        i = end + quoted;
    }
    return true;
}

// Up to the comment, which quotes do not begin.
std::string_view without_comment(std::string_view line) {
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '"') quoted = !quoted;
        if (line[i] == '#' && !quoted) return line.substr(0, i);
    }
    return line;
}

std::string no_such(std::string_view word, std::string_view what) {
    std::string text = "'";
    text += word;
    text += "' is no ";
    return text += what;
}

// What a verb's words say: the leading ones in order, then pairs such as `for 10s`.
class ScriptWords {
public:
    ScriptWords(const Command& command, std::size_t least, std::size_t most) : command_(command) {
        while (leading_ < command.words.size() && leading_ < most && !is_key(command.words[leading_])) ++leading_;
        if (leading_ < least) flaw_ = "'" + command.verb + "' wants more words behind it";
    }

    std::string_view at(std::size_t index) const {
        return index < leading_ ? command_.words[index] : std::string_view();
    }

    std::optional<std::string_view> after(std::string_view key) {
        for (std::size_t i = leading_; i + 1 < command_.words.size(); i += 2) {
            if (command_.words[i] != key) continue;
            ++taken_;
            return command_.words[i + 1];
        }
        return std::nullopt;
    }
    template <class Parse> auto after(std::string_view key, std::string_view what, const Parse& parse) {
        return parsed(after(key), what, parse);
    }
    template <class Parse> auto at(std::size_t index, std::string_view what, const Parse& parse) {
        return parsed(index < leading_ ? std::optional(at(index)) : std::nullopt, what, parse);
    }

    // What is wrong with the words, once all were asked for.
    std::string flaw() const {
        if (!flaw_.empty()) return flaw_;
        if (leading_ + 2 * taken_ == command_.words.size()) return {};
        const std::string& odd = command_.words[leading_];
        return "'" + command_.verb + "' does not know what to do with '" + odd + "'";
    }

private:
    static bool is_key(std::string_view word) {
        return word == "for" || word == "at" || word == "on" || word == "speed" || word == "part";
    }
    template <class Parse>
    auto parsed(std::optional<std::string_view> word, std::string_view what, const Parse& parse) {
        decltype(parse(std::string_view())) value;
        if (!word) return value;
        value = parse(*word);
        if (!value && flaw_.empty()) flaw_ = no_such(*word, what);
        return value;
    }

    const Command& command_;
    std::size_t leading_ = 0, taken_ = 0;
    std::string flaw_;
};

constexpr const char* duration_form = "time, which is written 1.5s, 200ms or 2min";

// A state of an item, or a layer: small.
std::optional<std::int32_t> small_number(std::string_view text) {
    const auto number = parse_integer(text);
    if (!number || *number < -1 || *number > 1000) return std::nullopt;
    return static_cast<std::int32_t>(*number);
}

std::optional<std::uint32_t> part_number(std::string_view text) {
    const auto number = small_number(text);
    return number && *number >= 0 ? std::optional(static_cast<std::uint32_t>(*number)) : std::nullopt;
}

std::optional<double> speed_number(std::string_view text) {
    const auto number = parse_number(text);
    return number && std::abs(*number) <= 1000 ? number : std::nullopt;
}

Outcome done() { return {.verdict = Verdict::done}; }

// An action of the rules: `cast spell=FBT`, `attack left` for attack_left.
Result<Outcome> perform_action(const Command& command, Character& character) {
    Request request{command.verb, {}};
    for (const std::string& word : command.words) {
        const std::size_t sign = word.find('=');
        if (sign != word.npos)
            request.arguments.push_back({word.substr(0, sign), word.substr(sign + 1)});
        else
            request.action += '_' + word;
    }
    return character.act(request);
}

Result<Outcome> perform_words(const Command& command, Character& character, const OverlaySource& overlays) {
    const std::string& verb = command.verb;
    const auto walk = [&](Mode mode) -> Result<Outcome> {
        ScriptWords words(command, 0, 0);
        if (const std::string flaw = words.flaw(); !flaw.empty()) return fail(flaw);
        return character.go(mode);
    };
    if (verb == "run") return walk(Mode::run);
    if (verb == "walk") return walk(Mode::walk);
    if (verb == "sneak") return walk(Mode::sneak);
    if (verb == "stand" || verb == "stop" || verb == "interrupt" || verb == "leave" || verb == "stow") {
        ScriptWords words(command, 0, 0);
        if (const std::string flaw = words.flaw(); !flaw.empty()) return fail(flaw);
        if (verb == "stand") return character.act({"idle", {}});
        if (verb == "stow") return character.draw("none");
        if (verb == "stop") character.stop_walking();
        if (verb == "interrupt") character.interrupt();
        if (verb == "leave") character.leave();
        return done();
    }
    if (verb == "mode") {
        ScriptWords words(command, 1, 1);
        const auto mode = words.at(0, "mode: run, walk, sneak, wade, swim or dive", [](std::string_view word) {
            Mode parsed;
            return parse_name(word, parsed) ? std::optional(parsed) : std::nullopt;
        });
        if (const std::string flaw = words.flaw(); !flaw.empty()) return fail(flaw);
        character.set_mode(*mode);
        return done();
    }
    if (verb == "draw" || verb == "weapon") {
        ScriptWords words(command, 1, 1);
        if (const std::string flaw = words.flaw(); !flaw.empty()) return fail(flaw);
        if (verb == "draw") return character.draw(words.at(0));
        if (auto set = character.set_weapon(words.at(0)); !set) return Failure(set.error());
        return done();
    }
    if (verb == "hit") {
        ScriptWords words(command, 0, 1);
        std::string flaw = words.flaw();
        if (flaw.empty() && !words.at(0).empty() && words.at(0) != "back")
            flaw = "a hit comes from the front, or 'back'";
        if (!flaw.empty()) return fail(flaw);
        return character.hit(words.at(0) == "back");
    }
    if (verb == "use" || verb == "thing" || verb == "ladder") {
        ScriptWords words(command, 1, 2);
        const auto state = words.at(1, "state", small_number);
        const auto position = verb == "use" ? std::nullopt : words.after("at");
        if (const std::string flaw = words.flaw(); !flaw.empty()) return fail(flaw);
        if (verb == "use") return character.use_item(words.at(0), state.value_or(0));
        return character.use_thing(words.at(0), position.value_or(""), state.value_or(0), verb == "ladder");
    }
    if (verb == "overlay" || verb == "remove") {
        ScriptWords words(command, 1, 1);
        const auto time = verb == "overlay" ? words.after("for", duration_form, parse_duration) : std::nullopt;
        if (const std::string flaw = words.flaw(); !flaw.empty()) return fail(flaw);
        if (verb == "remove")
            return character.remove_overlay(file_stem(words.at(0))) ? done() : Outcome{.verdict = Verdict::missing};
        auto overlay = overlays(words.at(0));
        if (!overlay) return Failure(overlay.error());
        if (auto added = character.add_overlay(std::move(*overlay), time); !added) return Failure(added.error());
        return done();
    }
    if (verb == "play") {
        ScriptWords words(command, 1, 1);
        StartOptions options;
        options.layer = words.after("on", "layer", small_number);
        options.part = words.after("part", "part", part_number).value_or(0);
        options.speed = words.after("speed", "speed", speed_number).value_or(1);
        if (const std::string flaw = words.flaw(); !flaw.empty()) return fail(flaw);
        return character.play(words.at(0), options);
    }
    return perform_action(command, character);
}

} // namespace

std::optional<Ticks> parse_duration(std::string_view text) {
    struct Unit {
        std::string_view name;
        double seconds;
    };
    // The longest first: `ms` ends in `s`.
    constexpr std::array<Unit, 3> units = {{{"min", 60}, {"ms", 0.001}, {"s", 1}}};
    for (const Unit& unit : units) {
        if (!text.ends_with(unit.name)) continue;
        const auto number = parse_number(text.substr(0, text.size() - unit.name.size()));
        if (!number || *number < 0 || *number * unit.seconds > to_seconds(century)) return std::nullopt;
        return to_ticks(*number * unit.seconds);
    }
    return std::nullopt;
}

Result<std::vector<Command>> parse_script(std::string_view text) {
    std::vector<Command> commands;
    TextScanner scanner(text);
    Ticks last{};
    for (std::uint32_t line = 1; !scanner.at_end(); ++line) {
        std::vector<std::string> words;
        std::vector<const char*> places;
        const bool closed = split(without_comment(scanner.take_line()), words, places);
        if (!closed) return fail(scanner.place_at(places.back()), "a quote is not closed");
        if (words.empty()) continue;
        const bool relative = words[0].starts_with('+');
        const auto time = parse_duration(std::string_view(words[0]).substr(relative));
        if (!time || (relative && last + *time > century))
            return fail(scanner.place_at(places[0]), no_such(words[0], duration_form));
        if (words.size() < 2) return fail(scanner.place_at(places[0]), "nothing is to be done at this time");
        last = relative ? last + *time : *time;
        commands.push_back({last, std::move(words[1]), {}, line});
        commands.back().words.assign(std::make_move_iterator(words.begin() + 2), std::make_move_iterator(words.end()));
    }
    ossuary::sort(commands, {}, [](const Command& command) { return std::pair(command.time, command.line); });
    return commands;
}

Result<Outcome> perform(const Command& command, Character& character, const OverlaySource& overlays) {
    auto outcome = perform_words(command, character, overlays);
    if (outcome || outcome.error().place().line > 0 || !outcome.error().place().file.empty()) return outcome;
    return fail(Place{.line = command.line}, outcome.error().message());
}

} // namespace ossuary::anim
