// What an instance of a script holds: the fields that its constructor fills, found by running it (dat_machine.h). What
// the constructor asks the game for is zero.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "ossuary/formats/zengin/dat.h"

namespace ossuary::zengin {

struct DatObject {
    using Value = std::variant<std::int32_t, float, std::string>;

    std::string name; // of the instance, in upper case
    std::map<std::string, Value, std::less<>>
        fields; // that were assigned: `FILE`; behind the first of an array `POS[1]`

    // The value of a field, or `otherwise` where it was not assigned or is of another type.
    std::int32_t integer(std::string_view field, std::int32_t otherwise = 0) const;
    float real(std::string_view field, float otherwise = 0) const;
    std::string text(std::string_view field, std::string_view otherwise = {}) const;
    bool operator==(const DatObject&) const = default;
};

// Runs the constructor with the prototypes and functions it calls, at most 10,000 instructions. `left`, if given, is
// how many instructions may run in all; it is counted down. Functions of the game that it asks are noted.
Result<DatObject> construct(const DatIndex& index, std::uint32_t instance, std::size_t* left = nullptr,
                            Diagnostics* diagnostics = nullptr);

// All instances of a class, in the order of the file. One that fails is left out, with a warning that names it.
std::vector<DatObject> objects_of(const DatIndex& index, std::string_view class_name,
                                  Diagnostics* diagnostics = nullptr);

// The same for people: `instance`, `class`, `prototype` where there is one, and `fields`, a list of `field`, `type` and
// `value` in the order of the class; a function by its name. Fails if there is no such instance.
Result<Json> instance_facts(const DatIndex& index, std::string_view name, Diagnostics* diagnostics = nullptr);

} // namespace ossuary::zengin
