// What differs between two JSON values, in their own terms.
#pragma once

#include <string>
#include <vector>

#include "ossuary/base/json.h"

namespace ossuary::cli {

enum class Change { changed, added, removed };

struct Difference {
    Change change = Change::changed;
    std::string path;  // `joints[4].name`, `frames[12][3]`; a run of entries: `frames[140..159]`
    std::string group; // the same without numbers: differences of one kind share it
    Json before, after;
    std::size_t entries = 1; // in a run that was added or removed
};

// Numbers within `tolerance` of each other are equal. Lists of equal length are compared entry by entry; of different
// length, named entries are matched by name, and others by what they share at both ends.
std::vector<Difference> compare(const Json& before, const Json& after, double tolerance);

// The largest change of a number among the differences; 0 if none is a number.
double largest_change(const std::vector<Difference>& differences);

} // namespace ossuary::cli
