#include "cli/option_walk.h"

#include <algorithm>

namespace ossuary::cli {

namespace {

// `sum|angle` is a choice of two; `DIR` is a word for a value.
std::vector<std::string> choices_in(const std::string& value) {
    std::vector<std::string> choices;
    if (value.find('|') == std::string::npos) return choices;
    for (std::size_t begin = 0; begin <= value.size();) {
        const std::size_t end = std::min(value.find('|', begin), value.size());
        choices.push_back(value.substr(begin, end - begin));
        begin = end + 1;
    }
    return choices;
}

OptionEntry entry_of(const CLI::Option& option) {
    OptionEntry entry;
    for (const std::string& name : option.get_snames()) entry.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) entry.names.push_back("--" + name);
    if (option.get_positional()) {
        entry.positional = option.get_single_name();
        if (option.get_expected_max() > 1) entry.positional += "…";
    }
    entry.value = option.get_option_text();
    entry.choices = choices_in(entry.value);
    entry.description = option.get_description();
    entry.group = option.get_group();
    return entry;
}

} // namespace

VerbEntry verb_of(const CLI::App& verb) {
    VerbEntry entry{verb.get_name(), verb.get_description(), verb.get_footer(), {}};
    for (const bool positional : {true, false})
        for (const CLI::Option* option : verb.get_options())
            if (option->get_positional() == positional) entry.options.push_back(entry_of(*option));
    return entry;
}

std::vector<VerbEntry> verbs_of(const CLI::App& app) {
    std::vector<VerbEntry> verbs;
    for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; }))
        verbs.push_back(verb_of(*verb));
    return verbs;
}

} // namespace ossuary::cli
