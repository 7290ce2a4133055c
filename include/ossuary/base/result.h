// Errors are values: Result<T> carries a T or an Error; oddities that do not stop the work are Diagnostics.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

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

struct Error {
    Place place;
    std::string message;

    Error() = default;
    explicit Error(std::string what) : message(std::move(what)) {}
    Error(Place where, std::string what) : place(std::move(where)), message(std::move(what)) {}

    // One line a person can act on: place, colon, message.
    std::string text() const;
    // The same error, known to be in this file. An outer file is put in front: `Anims.vdf/X.MAN`.
    Error in_file(std::string_view file) &&;
};

template <class T> using Result = tl::expected<T, Error>;
using Failure = tl::unexpected<Error>;

inline Failure fail(std::string message) { return Failure(Error(std::move(message))); }
inline Failure fail(Place place, std::string message) { return Failure(Error(std::move(place), std::move(message))); }

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

using Diagnostics = std::vector<Diagnostic>;

// Adds a diagnostic where the caller wants them; a null list means it does not.
void report(Diagnostics* diagnostics, Severity severity, Place place, std::string message);

} // namespace ossuary
