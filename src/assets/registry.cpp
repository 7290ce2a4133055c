#include "ossuary/assets/registry.h"

#include <algorithm>
#include <set>

#include "assets/families.h"
#include "ossuary/base/text.h"

namespace ossuary {

std::span<const Format> formats() {
    static const std::vector<Format> table = [] {
        std::vector<Format> rows;
        for (const Family& family : families())
            for (Format row : family.rows) {
                row.family = family.name;
                rows.push_back(row);
            }
        return rows;
    }();
    return table;
}

namespace {

template <class Test> const Format* first_format(const Test& test) {
    for (const Format& format : formats())
        if (test(format)) return &format;
    return nullptr;
}

bool has_extension(const Format& format, std::string_view extension) {
    return std::ranges::any_of(format.extensions,
                               [&](std::string_view known) { return equal_ignoring_case(known, extension); });
}

bool fits_prefix(const Format& format, std::string_view name) {
    return equal_ignoring_case(file_name(name).substr(0, format.prefix.size()), format.prefix);
}

} // namespace

const Format* find_format_by_name(std::string_view name) {
    const std::size_t slash = name.find('/');
    const std::string_view family = name.substr(0, slash == name.npos ? 0 : slash);
    const std::string_view own = slash == name.npos ? name : name.substr(slash + 1);
    return first_format(
        [&](const Format& format) { return format.name == own && (family.empty() || format.family == family); });
}

bool fits_name(const Format& format, std::string_view name) {
    return fits_prefix(format, name) && has_extension(format, file_extension(name));
}

const Format* find_format_by_file_name(std::string_view name) {
    // Asked for every file of a game: its extension is taken once.
    const std::string extension(file_extension(name));
    return first_format(
        [&](const Format& format) { return has_extension(format, extension) && fits_prefix(format, name); });
}

const Format* find_format_by_extension(std::string_view extension) {
    return first_format(
        [&](const Format& format) { return format.prefix.empty() && has_extension(format, extension); });
}

std::vector<const Format*> formats_of_file_name(std::string_view name) {
    std::vector<const Format*> found;
    for (const Format& format : formats())
        if (fits_name(format, name)) found.push_back(&format);
    return found;
}

std::vector<const Format*> formats_that_write(std::string_view name) {
    std::vector<const Format*> found = formats_of_file_name(name);
    std::erase_if(found, [](const Format* format) { return !format->save; });
    std::set<std::string_view> families;
    std::erase_if(found, [&](const Format* format) { return !families.insert(format->family).second; });
    return found;
}

const Format* find_format(std::string_view name, Bytes bytes) {
    const auto knows = [&](const Format& format) { return format.recognise(bytes); };
    if (const Format* both = first_format([&](const Format& f) { return fits_name(f, name) && knows(f); })) return both;
    if (const Format* known = first_format(knows)) return known;
    return find_format_by_file_name(name);
}

const Format* find_container(std::string_view name) {
    return first_format([&](const Format& format) { return format.mount && fits_name(format, name); });
}

const Format* find_container(Bytes bytes) {
    return first_format([&](const Format& format) { return format.mount && format.recognise(bytes); });
}

std::string full_name(const Format& format) { return std::string(format.family) + '/' + std::string(format.name); }

} // namespace ossuary
