#include "cli/help.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "cli/program.h"
#include "cli/terminal.h"

namespace ossuary::cli {

namespace {

constexpr std::size_t help_width = 88, description_column = 28;

// The words from `indent` on, broken before the last column; the first line begins where the cursor is.
std::string wrapped(std::string_view words, std::size_t indent, std::size_t cursor) {
    std::string text;
    while (!words.empty()) {
        const std::size_t end = std::min(words.find(' '), words.size());
        const std::string_view word = words.substr(0, end);
        if (cursor > indent && cursor + 1 + shown_width(word) > help_width) {
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

std::string head_of(const Argument& argument) {
    const std::vector<std::string> names = argument.option_names();
    std::string head = names.front().starts_with("--") ? "    " : "";
    for (const std::string& name : names) head += (&name == &names.front() ? "" : ", ") + name;
    return argument.value.empty() ? head : fmt::format("{} {}", head, argument.value);
}

void append_group(std::string& text, std::span<const Argument> arguments, std::string_view group) {
    std::string entries;
    for (const Argument& argument : arguments)
        if (!argument.is_positional() && argument.group == group) entries += entry(head_of(argument), argument.help);
    if (!entries.empty()) text += fmt::format("\n{}:\n{}", group, entries);
}

} // namespace

std::string footer_of(const Verb& verb) {
    return fmt::format("\nExample:\n  {}{}{}", verb.text.example, verb.text.notes.empty() ? "" : "\n\n",
                       verb.text.notes);
}

std::string help_text(const Verb& verb) {
    std::string usage = fmt::format("Usage: ossuary {} [OPTIONS]", verb.text.name), positionals;
    std::vector<std::string_view> groups;
    for (const Argument& argument : verb.arguments) {
        if (argument.is_positional()) {
            usage += ' ' + argument.positional_name();
            const std::string choices = argument.choices().empty() ? "" : fmt::format(": {}", argument.value);
            positionals += entry(argument.positional_name(), std::string(argument.help) + choices);
        } else if (std::find(groups.begin(), groups.end(), argument.group) == groups.end()) {
            groups.push_back(argument.group);
        }
    }
    std::string text = fmt::format("{}.\n\n{}\n", verb.text.description, usage);
    if (!positionals.empty()) text += '\n' + positionals;
    append_group(text, verb.arguments, own_options);
    for (const std::string_view group : groups)
        if (group != own_options && group != general_options) append_group(text, verb.arguments, group);
    append_group(text, verb.arguments, general_options);
    return text + footer_of(verb) + '\n';
}

std::string help_text(std::span<const Verb> verbs) {
    std::string text = fmt::format("{}\n\nUsage: ossuary VERB [OPTIONS] PATH…\n\nVerbs:\n", program_description);
    for (const Verb& verb : verbs) text += entry(std::string(verb.text.name), verb.text.description);
    const std::array<Argument, 2> options{
        {{.names = "-V,--version", .help = "Print the version and exit", .group = own_options},
         {.names = "-h,--help", .help = "Print this help and exit", .group = own_options}}};
    append_group(text, options, own_options);
    return text + "\nEvery verb has its own help: ossuary help convert, or ossuary convert --help\n\n"
                  "Exit status: 0 all well, 1 something failed (and the rest was still done), 2 wrong usage.\n";
}

namespace {

struct HelpOptions {
    std::string verb;
    const Program* program = nullptr;
};

void help(Session& session, const HelpOptions& options) {
    const std::vector<Verb>& verbs = options.program->verbs;
    if (options.verb.empty()) return session.print(help_text(verbs));
    const Verb* verb = find_verb(verbs, options.verb);
    if (!verb) throw UsageError{no_such_verb(verbs, options.verb)};
    session.print(help_text(*verb));
}

} // namespace

void add_help(Program& program) {
    Verb& verb = program.add_verb({.name = "help",
                                   .description = "Print the help of a verb, or the list of verbs",
                                   .example = "ossuary help convert"});
    HelpOptions& options = verb.calls<HelpOptions>(help);
    options.program = &program;
    verb.add({{.names = "VERB", .field = options.verb, .help = "The verb (default: all of them)"}});
}

} // namespace ossuary::cli
