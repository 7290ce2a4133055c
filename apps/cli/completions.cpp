// ossuary completions: what bash, zsh and fish need to complete the command, from the table of options.
#include <fmt/format.h>

#include "cli/program.h"

namespace ossuary::cli {

namespace {

std::string joined(const std::vector<std::string>& words, std::string_view with) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : std::string(with)) + word;
    return text;
}

std::string bash_script(std::span<const Verb> verbs) {
    std::string cases;
    std::vector<std::string> names;
    for (const Verb& verb : verbs) {
        names.emplace_back(verb.text.name);
        std::vector<std::string> options, positional_choices;
        std::string values;
        for (const Argument& argument : verb.arguments) {
            const std::vector<std::string> option_names = argument.option_names();
            options.insert(options.end(), option_names.begin(), option_names.end());
            if (argument.is_positional()) {
                positional_choices = argument.choices();
            } else if (!argument.choices().empty()) {
                values += fmt::format("                {}) COMPREPLY=($(compgen -W '{}' -- \"$word\")); return ;;\n",
                                      joined(option_names, "|"), joined(argument.choices(), " "));
            } else if (argument.value == "DIR") {
                values += fmt::format("                {}) COMPREPLY=($(compgen -d -- \"$word\")); return ;;\n",
                                      joined(option_names, "|"));
            }
        }
        cases += fmt::format("        {})\n", verb.text.name);
        if (!values.empty()) cases += "            case \"$previous\" in\n" + values + "            esac\n";
        cases += fmt::format("            options='{}'; words='{}' ;;\n", joined(options, " "),
                             joined(positional_choices, " "));
    }
    return fmt::format(R"(# bash completion for ossuary
_ossuary() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}} options words
    if [ "$COMP_CWORD" -eq 1 ]; then
        COMPREPLY=($(compgen -W '{} --help --version -V' -- "$word"))
        return
    fi
    case "${{COMP_WORDS[1]}}" in
{}    esac
    if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "$options" -- "$word"))
    elif [ -n "$words" ]; then
        COMPREPLY=($(compgen -W "$words" -- "$word"))
    else
        compopt -o filenames
        COMPREPLY=($(compgen -f -- "$word"))
    fi
}}
complete -F _ossuary ossuary
)",
                       joined(names, " "), cases);
}

// Text inside single quotes of a zsh _arguments specification.
std::string zsh_escaped(std::string_view text) {
    std::string escaped;
    for (const char c : text) {
        if (c == '\'')
            escaped += "'\\''";
        else if (c == '[' || c == ']' || c == ':' || c == '\\')
            escaped += std::string("\\") + c;
        else
            escaped += c;
    }
    return escaped;
}

std::string zsh_action(const Argument& argument) {
    if (!argument.choices().empty()) return "(" + joined(argument.choices(), " ") + ")";
    return argument.value == "DIR" ? "_files -/" : argument.value == "N" || argument.value == "NAME" ? " " : "_files";
}

std::string zsh_script(std::span<const Verb> verbs) {
    std::string list, cases;
    for (const Verb& verb : verbs) {
        list += fmt::format("        '{}:{}'\n", verb.text.name, zsh_escaped(verb.text.description));
        cases += fmt::format("        {})\n            _arguments", verb.text.name);
        for (const Argument& argument : verb.arguments) {
            const std::string what = zsh_escaped(argument.help);
            if (argument.is_positional())
                cases +=
                    fmt::format(" \\\n                '*:{}:{}'", argument.positional_name(), zsh_action(argument));
            for (const std::string& name : argument.option_names()) {
                cases += fmt::format(" \\\n                '*{}[{}]", name, what);
                cases += argument.value.empty()
                             ? "'"
                             : fmt::format(":{}:{}'", zsh_escaped(argument.value), zsh_action(argument));
            }
        }
        cases += " ;;\n";
    }
    return fmt::format(R"(#compdef ossuary
_ossuary() {{
    local -a verbs
    verbs=(
{}    )
    if (( CURRENT == 2 )); then
        _describe 'verb' verbs
        return
    fi
    local verb=$words[2]
    shift words
    (( CURRENT-- ))
    case $verb in
{}    esac
}}
_ossuary "$@"
)",
                       list, cases);
}

std::string fish_escaped(std::string_view text) {
    std::string escaped;
    for (const char c : text) {
        if (c == '\'' || c == '\\') escaped += '\\';
        escaped += c;
    }
    return escaped;
}

std::string fish_script(std::span<const Verb> verbs) {
    std::string script = "# fish completion for ossuary\ncomplete -c ossuary -n __fish_use_subcommand -f\n";
    for (const Verb& verb : verbs)
        script += fmt::format("complete -c ossuary -n __fish_use_subcommand -a {} -d '{}'\n", verb.text.name,
                              fish_escaped(verb.text.description));
    for (const Verb& verb : verbs) {
        for (const Argument& argument : verb.arguments) {
            script += fmt::format("complete -c ossuary -n '__fish_seen_subcommand_from {}'", verb.text.name);
            for (const std::string& name : argument.option_names())
                script += name.starts_with("--") ? fmt::format(" -l {}", name.substr(2))
                                                 : fmt::format(" -s {}", name.substr(1));
            if (!argument.value.empty() && !argument.is_positional()) script += " -r";
            if (!argument.choices().empty()) script += fmt::format(" -f -a '{}'", joined(argument.choices(), " "));
            script += fmt::format(" -d '{}'\n", fish_escaped(argument.help));
        }
    }
    return script;
}

struct CompletionsOptions {
    std::string shell;
    const Program* program = nullptr;
};

void completions(Session& session, const CompletionsOptions& options) {
    const std::vector<Verb>& verbs = options.program->verbs;
    session.print(options.shell == "bash"  ? bash_script(verbs)
                  : options.shell == "zsh" ? zsh_script(verbs)
                                           : fish_script(verbs));
}

} // namespace

void add_completions(Program& program) {
    Verb& verb =
        program.add_verb({.name = "completions",
                          .description = "Print completions for a shell",
                          .example = "ossuary completions bash > ~/.local/share/bash-completion/completions/ossuary"});
    CompletionsOptions& options = verb.calls<CompletionsOptions>(completions);
    options.program = &program;
    verb.add({{.names = "SHELL",
               .field = options.shell,
               .help = "The shell",
               .value = "bash|zsh|fish",
               .check = check::choice,
               .required = true}});
}

} // namespace ossuary::cli
