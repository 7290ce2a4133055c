// DOS time: the 32-bit time stamp of FAT file systems and old archives, without a time zone.
//
//     year - 1980 (7 bits)   month 1–12 (4)   day 1–31 (5)   hour (5)   minute (6)   second / 2 (5)
//
// Stamps compare as plain numbers. Fields may be out of range: that matters only for the text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ossuary {

inline constexpr std::uint32_t earliest_dos_time = 0x0021'0000; // 1980-01-01 00:00:00

// `2002-11-05 23:29:38`; fields that make no sense print as they are.
std::string dos_time_text(std::uint32_t time);
// The same back, the time of day being optional; nothing if it is no date from 1980 to 2107. Odd seconds lose one.
std::optional<std::uint32_t> parse_dos_time(std::string_view text);
// Seconds since 1970, UTC; what lies outside becomes the nearest there is.
std::uint32_t dos_time_from_unix(std::int64_t seconds);

} // namespace ossuary
