// What the dumps of all archives share: the footer's fields and the gaps.
#pragma once

#include "formats/mw3/archive_layout.h"
#include "formats/mw3/in_game_json.h"

namespace ossuary::mw3 {

inline Json to_json(const Gap& gap) { return Json(Json::Array{gap.offset, to_hex(gap.bytes)}); }
inline bool from_json(const Json& json, Gap& gap) {
    if (!json.is_array() || json.size() != 2 || !json[1].is_string()) return false;
    const std::int64_t offset = json[0].integer(-1);
    if (!std::in_range<std::uint32_t>(offset)) return false;
    const std::string_view hex = json[1].string();
    gap.offset = static_cast<std::uint32_t>(offset);
    gap.bytes.resize(hex.size() / 2);
    return from_hex(hex, gap.bytes);
}

template <class Io> void describe_archive(Io& io, std::uint32_t& footer_version, std::uint32_t& checksum) {
    io("footer_version", footer_version);
    if constexpr (building<Io>) {
        std::optional<std::uint32_t> built;
        io("checksum", built);
        checksum = built.value_or(0);
        if (footer_version != 1 && footer_version != 2) io.stop("bad-version: expected a footer of version 1 or 2");
    } else if (footer_version == 2) {
        io("checksum", checksum);
    }
}
template <class Io> void describe_gaps(Io& io, std::vector<Gap>& gaps) {
    if constexpr (building<Io>) {
        std::optional<std::vector<Gap>> built;
        io("gaps", built);
        if (built) gaps = std::move(*built);
    } else if (!gaps.empty()) {
        io("gaps", gaps);
    }
}

} // namespace ossuary::mw3
