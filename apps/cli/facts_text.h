// The facts of a file as text for people: single values aligned, lists as tables, joints as a tree.
#pragma once

#include <string>

#include "cli/terminal.h"
#include "ossuary/base/json.h"

namespace ossuary::cli {

// `most` rows of each list; 0 for all.
std::string facts_text(const Json& facts, const Style& style, std::size_t most);

// A value on one line: numbers to six digits, texts without quotes, lists in brackets.
std::string short_text(const Json& value);

} // namespace ossuary::cli
