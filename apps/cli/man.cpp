// ossuary man: the manual page, from the table of options.
#include <fmt/format.h>

#include "cli/option_walk.h"
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

std::string option_entry(const OptionEntry& option) {
    std::string head;
    for (const std::string& name : option.names)
        head += fmt::format("{}\\fB{}\\fR", head.empty() ? "" : ", ", roff(name));
    if (option.names.empty()) head = fmt::format("\\fI{}\\fR", roff(option.positional));
    if (!option.value.empty()) head += fmt::format(" \\fI{}\\fR", roff(option.value));
    return fmt::format(".TP\n{}\n{}\n", head, roff(option.description));
}

std::string page(const Program& program) {
    const std::vector<VerbEntry> verbs = verbs_of(program.app);
    std::string text = fmt::format(".TH OSSUARY 1 \"\" \"ossuary {}\" \"User Commands\"\n"
                                   ".SH NAME\nossuary \\- {}\n"
                                   ".SH SYNOPSIS\n.B ossuary\n\\fIVERB\\fR [\\fIOPTIONS\\fR] \\fIPATH\\fR…\n"
                                   ".SH DESCRIPTION\n{}\n",
                                   OSSUARY_VERSION, roff("the character animation of classic games"),
                                   roff(program.app.get_description()));
    text +=
        roff("A path - is standard input or output where one file is meant. Output names may hold {name} and {clip}. "
             "Output files are written beside their target and renamed when they are whole; nothing is replaced "
             "without --force.") +
        '\n';
    text += ".SH OPTIONS OF EVERY VERB\n";
    if (!verbs.empty())
        for (const OptionEntry& option : verbs.front().options)
            if (option.group == everywhere) text += option_entry(option);
    text += ".SH VERBS\n";
    for (const VerbEntry& verb : verbs) {
        text += fmt::format(".SS {}\n{}.\n", roff(verb.name), roff(verb.description));
        for (const OptionEntry& option : verb.options)
            if (option.group != everywhere) text += option_entry(option);
        text += fmt::format(".PP\n.nf\n{}\n.fi\n", roff(verb.footer));
    }
    text += ".SH EXIT STATUS\n.TP\n0\nAll well.\n.TP\n1\nSomething failed, and the rest was still done.\n"
            ".TP\n2\nWrong usage.\n"
            ".SH ENVIRONMENT\n.TP\nNO_COLOR\nIf set, no colours are used on a terminal.\n";
    return text;
}

} // namespace

void add_man(Program& program) {
    program.add_verb("man", "Print the manual page", "ossuary man | man -l -",
                     [&program] { program.session.print(page(program)); });
}

} // namespace ossuary::cli
