// The families of formats and their rows, from the rooms that have rows.cpp (cmake/Families.cmake).
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "ossuary/format/format.h"

namespace ossuary {

struct Family {
    std::string_view name; // `md5`, the last part of the room's name
    std::span<const Format> rows;
};
std::vector<Family> families();

} // namespace ossuary
