// ossuary completions: what bash, zsh and fish need to complete the command, from the table of options.
#include <fmt/format.h>

#include "cli/option_walk.h"
#include "cli/program.h"

namespace ossuary::cli {

namespace {

std::string joined(const std::vector<std::string>& words, std::string_view with) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : std::string(with)) + word;
    return text;
}

std::string bash_script(const std::vector<VerbEntry>& verbs) {
    std::string cases;
    std::vector<std::string> names;
    for (const VerbEntry& verb : verbs) {
        names.push_back(verb.name);
        std::vector<std::string> options, positional_choices;
        std::string values;
        for (const OptionEntry& option : verb.options) {
            options.insert(options.end(), option.names.begin(), option.names.end());
            if (option.names.empty()) {
                positional_choices = option.choices;
            } else if (!option.choices.empty()) {
                values += fmt::format("                {}) COMPREPLY=($(compgen -W '{}' -- \"$word\")); return ;;\n",
                                      joined(option.names, "|"), joined(option.choices, " "));
            } else if (option.value == "DIR") {
                values += fmt::format("                {}) COMPREPLY=($(compgen -d -- \"$word\")); return ;;\n",
                                      joined(option.names, "|"));
            }
        }
        cases += fmt::format("        {})\n", verb.name);
        if (!values.empty()) cases += "            case \"$previous\" in\n" + values + "            esac\n";
        cases += fmt::format("            options='{}'; words='{}' ;;\n", joined(options, " "),
                             joined(positional_choices, " "));
    }
    return fmt::format(R"(# bash completion for ossuary
_ossuary() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}} options words
    if [ "$COMP_CWORD" -eq 1 ]; then
        COMPREPLY=($(compgen -W '{} --help --version' -- "$word"))
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

std::string zsh_action(const OptionEntry& option) {
    if (!option.choices.empty()) return "(" + joined(option.choices, " ") + ")";
    return option.value == "DIR" ? "_files -/" : option.value == "N" || option.value == "NAME" ? " " : "_files";
}

std::string zsh_script(const std::vector<VerbEntry>& verbs) {
    std::string list, cases;
    for (const VerbEntry& verb : verbs) {
        list += fmt::format("        '{}:{}'\n", verb.name, zsh_escaped(verb.description));
        cases += fmt::format("        {})\n            _arguments", verb.name);
        for (const OptionEntry& option : verb.options) {
            const std::string what = zsh_escaped(option.description);
            if (option.names.empty())
                cases += fmt::format(" \\\n                '*:{}:{}'", option.positional, zsh_action(option));
            for (const std::string& name : option.names) {
                cases += fmt::format(" \\\n                '*{}[{}]", name, what);
                cases +=
                    option.value.empty() ? "'" : fmt::format(":{}:{}'", zsh_escaped(option.value), zsh_action(option));
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

std::string fish_script(const std::vector<VerbEntry>& verbs) {
    std::string script = "# fish completion for ossuary\ncomplete -c ossuary -n __fish_use_subcommand -f\n";
    for (const VerbEntry& verb : verbs)
        script += fmt::format("complete -c ossuary -n __fish_use_subcommand -a {} -d '{}'\n", verb.name,
                              fish_escaped(verb.description));
    for (const VerbEntry& verb : verbs) {
        for (const OptionEntry& option : verb.options) {
            script += fmt::format("complete -c ossuary -n '__fish_seen_subcommand_from {}'", verb.name);
            for (const std::string& name : option.names)
                script += name.starts_with("--") ? fmt::format(" -l {}", name.substr(2))
                                                 : fmt::format(" -s {}", name.substr(1));
            if (!option.value.empty() && !option.names.empty()) script += " -r";
            if (!option.choices.empty()) script += fmt::format(" -f -a '{}'", joined(option.choices, " "));
            script += fmt::format(" -d '{}'\n", fish_escaped(option.description));
        }
    }
    return script;
}

} // namespace

void add_completions(Program& program) {
    const auto shell = std::make_shared<std::string>();
    CLI::App& verb = program.add_verb("completions", "Print completions for a shell",
                                      "ossuary completions bash > ~/.local/share/bash-completion/completions/ossuary",
                                      [&program, shell] {
                                          const auto verbs = verbs_of(program.app);
                                          program.session.print(*shell == "bash"  ? bash_script(verbs)
                                                                : *shell == "zsh" ? zsh_script(verbs)
                                                                                  : fish_script(verbs));
                                      });
    verb.add_option("SHELL", *shell, "The shell")
        ->option_text("bash|zsh|fish")
        ->check(CLI::IsMember({"bash", "zsh", "fish"}))
        ->required();
}

} // namespace ossuary::cli
