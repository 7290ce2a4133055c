#include "cli/help.h"

#include <algorithm>

#include <fmt/format.h>

#include "cli/option_walk.h"
#include "cli/terminal.h"

namespace ossuary::cli {

namespace {

constexpr std::size_t columns = 88, description_column = 28;

// The words from `indent` on, broken before the last column; the first line begins where the cursor is.
std::string wrapped(std::string_view words, std::size_t indent, std::size_t cursor) {
    std::string text;
    while (!words.empty()) {
        const std::size_t end = std::min(words.find(' '), words.size());
        const std::string_view word = words.substr(0, end);
        if (cursor > indent && cursor + 1 + shown_width(word) > columns) {
            text += '\n' + std::string(indent, ' ');
            cursor = indent;
        } else if (cursor > indent) {
            text += ' ';
            ++cursor;
        }
        text += word;
        cursor += shown_width(word);
        words.remove_prefix(std::min(end + 1, words.size()));
    }
    return text;
}

std::string entry(const std::string& head, std::string_view description) {
    std::string line = "  " + head;
    const bool fits = shown_width(line) + 2 <= description_column;
    line = fits ? pad(line, description_column) : line + '\n' + std::string(description_column, ' ');
    return line + wrapped(description, description_column, description_column) + '\n';
}

std::string head_of(const OptionEntry& option) {
    if (option.names.empty()) return option.positional;
    std::string head = option.names.front().starts_with("--") ? "    " : "";
    for (const std::string& name : option.names) head += (&name == &option.names.front() ? "" : ", ") + name;
    return option.value.empty() ? head : head + ' ' + option.value;
}

void append_group(std::string& text, const VerbEntry& verb, std::string_view group, std::string_view title) {
    std::string entries;
    for (const OptionEntry& option : verb.options)
        if (!option.names.empty() && option.group == group) entries += entry(head_of(option), option.description);
    if (!entries.empty()) text += fmt::format("\n{}:\n{}", title, entries);
}

std::string verb_help(const CLI::App& app) {
    const VerbEntry verb = verb_of(app);
    std::string usage = fmt::format("Usage: ossuary {} [OPTIONS]", verb.name), positionals;
    std::vector<std::string> groups;
    for (const OptionEntry& option : verb.options) {
        if (option.names.empty()) {
            usage += ' ' + option.positional;
            const std::string choices = option.choices.empty() ? "" : fmt::format(": {}", option.value);
            positionals += entry(option.positional, option.description + choices);
        } else if (std::find(groups.begin(), groups.end(), option.group) == groups.end()) {
            groups.push_back(option.group);
        }
    }
    std::string text = fmt::format("{}.\n\n{}\n", verb.description, usage);
    if (!positionals.empty()) text += '\n' + positionals;
    append_group(text, verb, "Options", "Options");
    for (const std::string& group : groups)
        if (group != "Options" && group != everywhere) append_group(text, verb, group, group);
    append_group(text, verb, everywhere, everywhere);
    return text + verb.footer + '\n';
}

} // namespace

std::string HelpFormatter::make_help(const CLI::App* app, std::string, CLI::AppFormatMode) const {
    if (app->get_parent()) return verb_help(*app);
    std::string text = fmt::format("{}\n\nUsage: ossuary VERB [OPTIONS] PATH…\n\nVerbs:\n", app->get_description());
    for (const VerbEntry& verb : verbs_of(*app)) text += entry(verb.name, verb.description);
    append_group(text, verb_of(*app), "Options", "Options");
    return text + app->get_footer() + '\n';
}

} // namespace ossuary::cli
