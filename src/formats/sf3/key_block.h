// The block of key frames that X8AN and X8PC share.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/sf3/keys.h"
#include "source.h"

namespace ossuary::sf3 {

struct KeyBlock {
    std::vector<BoneKeys> bones;
    std::size_t end = 0; // behind the end marker
};

// The table whose offset stands at `table_at`; lists lie between `least` and the table. The source begins where offsets
// count from.
Result<KeyBlock> read_key_block(const Source& source, std::size_t table_at, std::size_t least, Budget& budget);

// Appends key data and table; `origin` is where offsets count from. Gives the offset of the table.
std::uint32_t write_key_block(ByteWriter& writer, std::size_t origin, std::span<const BoneKeys> bones);

// What the format cannot hold: as many frames as values, rising.
std::optional<Error> check_keys(std::span<const BoneKeys> bones, const std::string& path);
// Rotations that are none, told once per bone.
void warn_keys(std::span<const BoneKeys> bones, const std::string& path, Diagnostics* diagnostics);

} // namespace ossuary::sf3
