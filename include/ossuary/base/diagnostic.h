// Diagnostics: oddities that were survived, each with a severity and a place; and Place, where in a file it was found.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ossuary/base/result.h"

namespace ossuary {

// Where in a file something was found. A text file has line and column (from 1), a binary file a byte offset,
// a structured one a field path such as `defs[3].events[12].size`. What is unknown stays empty.
struct Place {
    std::string file;
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    std::optional<std::uint64_t> offset;
    std::string field;

    // `X.md5mesh:23:11`, `X.MAN: byte 0x1a4: header.numFrames`; empty when nothing is known.
    std::string text() const;
    bool operator==(const Place&) const = default;
};

enum class Severity : std::uint8_t { note, warning, error };
std::string_view name_of(Severity severity);

// Something unusual that was survived.
struct Diagnostic {
    Severity severity = Severity::warning;
    Place place;
    std::string message;

    std::string text() const; // `X.md5mesh:7: warning: …`
    bool operator==(const Diagnostic&) const = default;
};

// A list of them. A type of its own, so that headers can declare it without <vector>.
struct Diagnostics : std::vector<Diagnostic> {
    using std::vector<Diagnostic>::vector;
};

// Adds a diagnostic where the caller wants them; a null list means it does not.
void report(Diagnostics* diagnostics, Severity severity, Place place, std::string message);

// Puts a file's name into the diagnostics that have none.
void name_file(Diagnostics& diagnostics, std::string_view file);

} // namespace ossuary
