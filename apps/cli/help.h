// The text --help prints; 88 columns.
#pragma once

#include <span>
#include <string>

#include "cli/verb.h"

namespace ossuary::cli {

// Description, usage, positionals, the verb's own options, its groups, the shared options, examples.
std::string help_text(const Verb& verb);
// The list of verbs.
std::string help_text(std::span<const Verb> verbs);

// The example and the notes of a verb, as they end its help.
std::string footer_of(const Verb& verb);

} // namespace ossuary::cli
