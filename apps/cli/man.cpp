// ossuary man: the manual page, from the table of options.
#include <algorithm>

#include <fmt/format.h>

#include "cli/help.h"
#include "cli/program.h"

namespace ossuary::cli {

namespace {

// Text as roff: no line begins a request, a hyphen stays a hyphen.
std::string roff(std::string_view text) {
    std::string escaped;
    for (const char c : text) {
        if (c == '\\')
            escaped += "\\e";
        else if (c == '-')
            escaped += "\\-";
        else if ((c == '.' || c == '\'') && (escaped.empty() || escaped.back() == '\n'))
            escaped += std::string("\\&") + c;
        else
            escaped += c;
    }
    return escaped;
}

std::string argument_entry(const Argument& argument) {
    std::string head;
    for (const std::string& name : argument.option_names())
        head += fmt::format("{}\\fB{}\\fR", head.empty() ? "" : ", ", roff(name));
    if (argument.is_positional()) head = fmt::format("\\fI{}\\fR", roff(argument.positional_name()));
    if (!argument.value.empty()) head += fmt::format(" \\fI{}\\fR", roff(argument.value));
    return fmt::format(".TP\n{}\n{}\n", head, roff(argument.help));
}

// Arguments that every verb has are described once.
bool is_everywhere(const Argument& argument, std::span<const Verb> verbs) {
    return argument.group == general_options && std::ranges::all_of(verbs, [&](const Verb& verb) {
               return std::ranges::find(verb.arguments, argument.names, &Argument::names) != verb.arguments.end();
           });
}

std::string page(std::span<const Verb> verbs) {
    std::string text =
        fmt::format(".TH OSSUARY 1 \"\" \"ossuary {}\" \"User Commands\"\n"
                    ".SH NAME\nossuary \\- {}\n"
                    ".SH SYNOPSIS\n.B ossuary\n\\fIVERB\\fR [\\fIOPTIONS\\fR] \\fIPATH\\fR…\n"
                    ".SH DESCRIPTION\n{}\n",
                    OSSUARY_VERSION, roff("the character animation of classic games"), roff(program_description));
    text +=
        roff("A path - is standard input or output where one file is meant. Output names may hold {name} and {clip}. "
             "Output files are written beside their target and renamed when they are whole; nothing is replaced "
             "without --force.") +
        '\n';
    text += ".SH OPTIONS OF EVERY VERB\n";
    for (const Argument& argument : verbs.front().arguments)
        if (is_everywhere(argument, verbs)) text += argument_entry(argument);
    text += ".SH VERBS\n";
    for (const Verb& verb : verbs) {
        text += fmt::format(".SS {}\n{}.\n", roff(verb.text.name), roff(verb.text.description));
        for (const Argument& argument : verb.arguments)
            if (!is_everywhere(argument, verbs)) text += argument_entry(argument);
        text += fmt::format(".PP\n.nf\n{}\n.fi\n", roff(footer_of(verb)));
    }
    text += ".SH EXIT STATUS\n.TP\n0\nAll well.\n.TP\n1\nSomething failed, and the rest was still done.\n"
            ".TP\n2\nWrong usage.\n"
            ".SH ENVIRONMENT\n.TP\nNO_COLOR\nIf set, no colours are used on a terminal.\n";
    return text;
}

struct ManOptions {
    const Program* program = nullptr;
};

void man(Session& session, const ManOptions& options) { session.print(page(options.program->verbs)); }

} // namespace

void add_man(Program& program) {
    Verb& verb =
        program.add_verb({.name = "man", .description = "Print the manual page", .example = "ossuary man | man -l -"});
    verb.calls<ManOptions>(man).program = &program;
}

} // namespace ossuary::cli
