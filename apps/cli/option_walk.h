// The option table as plain data: what help, completions and the man page are made of.
#pragma once

#include <string>
#include <vector>

#include "cli/program.h"

namespace ossuary::cli {

struct OptionEntry {
    std::vector<std::string> names; // `-o`, `--output`; empty for a positional
    std::string positional;         // its name, with … if it takes several
    std::string value;              // what stands for the value in help; empty for a flag
    std::vector<std::string> choices;
    std::string description;
    std::string group; // the heading it stands under in help
};

struct VerbEntry {
    std::string name, description, footer;
    std::vector<OptionEntry> options; // positionals first
};

VerbEntry verb_of(const CLI::App& verb);
std::vector<VerbEntry> verbs_of(const CLI::App& app);

} // namespace ossuary::cli
