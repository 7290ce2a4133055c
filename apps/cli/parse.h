// The parser of the command line: what the process was given, written to the fields of the verb it names.
#pragma once

#include <span>
#include <string>

#include "cli/verb.h"

namespace ossuary::cli {

struct Invocation {
    enum class Wants { run, help, version };

    const Verb* verb = nullptr; // the one that was named
    Wants wants = Wants::run;
    std::string error; // wrong usage; empty if all is well
};
Invocation parse_arguments(std::span<const Verb> verbs, int argc, char** argv);

} // namespace ossuary::cli
