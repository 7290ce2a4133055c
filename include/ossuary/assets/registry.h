// The registry of formats: every row of every family, and how the format of a file is found.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ossuary/format/format.h"

namespace ossuary {

std::span<const Format> formats();

// By name and content. Of the formats whose extension fits, the one that recognises the content; then any that does;
// then the first that fits, for a file that says nothing about itself.
const Format* find_format(std::string_view name, Bytes bytes);
// By its own name: `mdl`, or with the family `zengin/mdl`.
const Format* find_format_by_name(std::string_view name);
// By extension (`.glb`). Nothing for an extension that means something only together with the beginning of the name.
const Format* find_format_by_extension(std::string_view extension);
// By the name of a file alone: the first that fits.
const Format* find_format_by_file_name(std::string_view name);
// All formats that a file of this name may be of.
std::vector<const Format*> formats_of_file_name(std::string_view name);
// The formats that can write a file of this name, the first of each family; where there are several, the user must say
// which.
std::vector<const Format*> formats_that_write(std::string_view name);
// True if a file of this format may be called so.
bool fits_name(const Format& format, std::string_view name);
// The format of an archive that can be mounted, by name or by content; nothing for other files.
const Format* find_container(std::string_view name);
const Format* find_container(Bytes bytes);

// `zengin/mdl`.
std::string full_name(const Format& format);

} // namespace ossuary
