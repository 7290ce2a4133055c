// What the music files share: ids, references from one file to another, time signatures.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "ossuary/base/json.h"

namespace ossuary::audio {

struct Guid {
    std::array<std::uint8_t, 16> bytes{};
    bool operator==(const Guid&) const = default;
};
// `d2ac288a-b39b-11d1-8704-00600893b1bd`: the first three groups are numbers stored lowest byte first.
std::string text_of(const Guid& guid);
std::optional<Guid> parse_guid(std::string_view text);
Json to_json(const Guid& guid);
bool from_json(const Json& json, Guid& guid);

// Music time: a quarter note has 768 ticks.
inline constexpr std::int32_t ticks_of_quarter = 768;

struct TimeSignature {
    std::uint8_t beats = 4;
    std::uint8_t unit = 4;   // of a beat: 4 is a quarter, 0 a 256th
    std::uint16_t grids = 4; // in a beat

    std::int32_t beat_length() const { return unit == 0 ? 12 : 4 * ticks_of_quarter / unit; }
    std::int32_t measure_length() const { return beats * beat_length() > 1 ? beats * beat_length() : 1; }
    bool operator==(const TimeSignature&) const = default;
};

// `LIST DMRF`: another file, by id and by bare name.
struct Reference {
    Guid class_id;
    std::uint32_t valid = 0; // which fields count: 1 id, 4 name, 0x10 file …
    std::optional<Guid> guid;
    std::string name, file;
};

} // namespace ossuary::audio
