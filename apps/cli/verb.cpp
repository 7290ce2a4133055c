#include "cli/verb.h"

#include <algorithm>
#include <numeric>

namespace ossuary::cli {

namespace {

// Letters to insert, remove or replace (Levenshtein).
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0]++;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i] != b[j]);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
        }
    }
    return row.back();
}

} // namespace

std::vector<std::string> split(std::string_view text, char delimiter) {
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(delimiter, begin), text.size());
        parts.emplace_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

std::vector<std::string> Argument::option_names() const {
    if (is_positional()) return {};
    std::vector<std::string> all = split(names, ',');
    for (std::string& name : all)
        if (name.starts_with('!')) name.erase(0, 1);
    return all;
}

std::string Argument::positional_name() const {
    return std::string(names) + (field.type == Field::Type::list ? "…" : "");
}

std::vector<std::string> Argument::choices() const {
    if (value.find('|') == std::string_view::npos) return {};
    return split(value, '|');
}

void Verb::add(std::string_view group, std::initializer_list<Argument> added) {
    for (Argument argument : added) {
        argument.group = group;
        auto place = arguments.end();
        if (argument.is_positional())
            place = std::ranges::find_if(arguments, [](const Argument& other) { return !other.is_positional(); });
        arguments.insert(place, argument);
    }
}

std::string_view Verb::keep(std::string made) {
    kept_.push_back(std::make_unique<const std::string>(std::move(made)));
    return *kept_.back();
}

const Verb* find_verb(std::span<const Verb> verbs, std::string_view name) {
    const auto found = std::ranges::find(verbs, name, [](const Verb& verb) { return verb.text.name; });
    return found == verbs.end() ? nullptr : &*found;
}

std::string no_such_verb(std::span<const Verb> verbs, std::string_view word) {
    std::vector<std::string> known;
    for (const Verb& verb : verbs) known.emplace_back(verb.text.name);
    return "there is no verb '" + std::string(word) + '\'' + suggestion(word, known);
}

std::optional<std::size_t> nearest_word(std::string_view word, const std::vector<std::string>& known) {
    const auto distance = [&](const std::string& other) { return edit_distance(word, other); };
    const auto nearest = std::ranges::min_element(known, {}, distance);
    const std::size_t letters = word.size() - std::min(word.find_first_not_of('-'), word.size());
    if (nearest == known.end() || distance(*nearest) > std::min<std::size_t>(letters / 2, 2)) return {};
    return static_cast<std::size_t>(nearest - known.begin());
}

std::string suggestion(std::string_view word, const std::vector<std::string>& known) {
    const auto nearest = nearest_word(word, known);
    return nearest ? "; did you mean " + known[*nearest] + '?' : std::string();
}

} // namespace ossuary::cli
